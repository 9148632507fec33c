"use strict";
// The board as a drawing made from its lines. It shows what it is told and
// reports what the player points at:
//   onPick(name)        a point was clicked, or Enter pressed on it
//   onDrag(from, to)    a piece was dragged
//   onAsk(name)         a piece was pressed, so its moves may be shown
felli.boardView = (root, handlers) => {
  const { svg, el } = felli;
  const unit = 100, margin = 62;
  let board = null, flipped = false, focus = "", points = new Map(), drag = null;
  let ghost = null, sliding = ""; // the animation that runs, and where it leads
  const layers = {};

  const at = (name) => {
    let [x, y] = felli.place(name);
    if (flipped) [x, y] = [board.width - 1 - x, board.height - 1 - y];
    return [margin + x * unit, margin + (board.height - 1 - y) * unit];
  };

  // piece draws a man or a Mullah around the origin.
  const piece = (kind) => {
    const g = svg("g", { class: "piece" }, svg("circle", { class: `man ${kind[0]}`, r: 30 }));
    if (kind.length > 1) g.append(svg("path", { class: `crown ${kind[0]}`, d: "M-16 11V-9L-7 0 0-14 7 0 16-9V11Z" }));
    return g;
  };

  const setBoard = (next, flip) => {
    if (board === next && flipped === flip) return;
    still();
    board = next;
    flipped = flip;
    points = new Map();
    root.replaceChildren();
    const w = 2 * margin + (board.width - 1) * unit, h = 2 * margin + (board.height - 1) * unit;
    root.setAttribute("viewBox", `0 0 ${w} ${h}`);
    root.append(svg("rect", { class: "wood", width: w, height: h, rx: 18 }));
    for (const line of board.lines) {
      const [x1, y1] = at(line[0]), [x2, y2] = at(line[line.length - 1]);
      root.append(svg("line", { class: "edge", x1, y1, x2, y2 }));
    }
    for (let i = 0; i < board.width; i++) {
      const x = margin + (flipped ? board.width - 1 - i : i) * unit;
      root.append(svg("text", { class: "label", x, y: h - 15, "aria-hidden": "true" }, String.fromCharCode(97 + i)));
    }
    for (let i = 0; i < board.height; i++) {
      const y = margin + (flipped ? i : board.height - 1 - i) * unit;
      root.append(svg("text", { class: "label", x: 15, y, "aria-hidden": "true" }, String(i + 1)));
    }
    layers.under = svg("g", { "aria-hidden": "true" });
    layers.points = svg("g");
    layers.over = svg("g", { "aria-hidden": "true" });
    root.append(layers.under, layers.points, layers.over);
    for (const name of board.points) {
      const [x, y] = at(name);
      const g = svg("g", { class: "point", role: "button", tabindex: -1, "data-point": name, transform: `translate(${x} ${y})` },
        svg("circle", { class: "dot", r: 7 }), svg("g"), svg("circle", { class: "hit", r: 40 }));
      points.set(name, g);
      layers.points.append(g);
    }
    if (!points.has(focus)) focus = board.points[Math.floor(board.points.length / 2)];
    points.get(focus).setAttribute("tabindex", 0);
  };

  const focusOn = (name) => {
    points.get(focus)?.setAttribute("tabindex", -1);
    focus = name;
    points.get(name).setAttribute("tabindex", 0);
    points.get(name).focus();
  };

  // toward is the nearest point in a direction on the screen.
  const toward = (name, dx, dy) => {
    const [x, y] = at(name);
    let best = null, least = Infinity;
    for (const other of board.points) {
      const [ox, oy] = at(other);
      const along = (ox - x) * dx + (oy - y) * dy, across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 0 && along + 2 * across < least) [best, least] = [other, along + 2 * across];
    }
    return best;
  };

  const shapes = { // around the origin
    win: "M0-27 27 20-27 20Z", loss: "M0 27 27-20-27-20Z", draw: "M-21-21H21V21H-21Z", unknown: "M-20 0A20 20 0 1 0 20 0 20 20 0 1 0-20 0Z",
  };
  const lift = { win: 6, loss: -6, draw: 0, unknown: 0 };

  const brief = (m) => (m.bound !== undefined ? `≤${m.bound}` : m.dtw === null ? (m.value === "draw" ? "=" : "?") : String(m.dtw));

  // badge is a value and its distance, around a place on the board.
  const badge = (m, [x, y], size, extra = "") => svg("g", { class: `stamp ${m.value}`, transform: `translate(${x} ${y}) scale(${size})` },
    svg("path", { d: shapes[m.value] }), svg("text", { y: lift[m.value] }, brief(m) + extra));

  // arrow draws a move along the points it names, with its value on the way if
  // that is told.
  const arrow = (m, weight, told) => {
    const names = felli.path(m.move);
    const spots = names.map(at);
    const [tx, ty] = spots[spots.length - 1], [px, py] = spots[spots.length - 2];
    const length = Math.hypot(tx - px, ty - py) || 1;
    const ux = (tx - px) / length, uy = (ty - py) / length;
    const ex = tx - ux * 26, ey = ty - uy * 26;
    const line = spots.slice(0, -1).concat([[ex - ux * 10, ey - uy * 10]]);
    const head = `M${ex + ux * 10} ${ey + uy * 10}L${ex - ux * 12 - uy * 13} ${ey - uy * 12 + ux * 13}L${ex - ux * 12 + uy * 13} ${ey - uy * 12 - ux * 13}Z`;
    const part = m.move.includes("x") ? 0.76 : Math.max(0.5, 56 / length); // beyond what is captured
    return svg("g", { class: m.value }, svg("polyline", { class: `arrow ${m.value} ${weight}`, points: line.join(" ") }), svg("path", { class: "tip", d: head }),
      told ? badge(m, [px + (tx - px) * part, py + (ty - py) * part], 0.72) : "");
  };

  // show draws a position. marks: {moves, selected, hover, last, taken, labels}.
  const show = (position, marks) => {
    for (const [name, g] of points) {
      const kind = position.pieces.get(name) || "";
      g.children[1].replaceChildren(...(kind ? [piece(kind)] : []));
      g.children[1].setAttribute("opacity", name === sliding ? 0 : 1);
      g.classList.toggle("selected", marks.selected === name);
      g.setAttribute("aria-pressed", marks.selected === name);
      g.setAttribute("aria-label", name + ", " + felli.pieceName(kind) + (marks.labels?.get(name) || ""));
    }
    const under = [], over = [];
    if (marks.last) under.push(svg("polyline", { class: "trail", points: felli.path(marks.last).map(at).join(" ") }));
    for (const name of marks.taken || []) {
      const [x, y] = at(name);
      under.push(svg("path", { class: "taken", d: `M${x - 16} ${y - 16}l32 32m0-32l-32 32` }));
    }
    const goals = new Map();
    const list = marks.moves || [], crowded = list.length > 16;
    const told = new Set(); // the moves whose value stands on their arrow: where there are many, one a piece
    for (const m of list) if (m.value !== "unknown" && !(crowded && [...told].some((t) => t.move.slice(0, 2) === m.move.slice(0, 2)))) told.add(m);
    for (const m of [...list].reverse()) { // the best on top
      const names = felli.path(m.move);
      const ours = marks.hover ? marks.hover === m.move : marks.selected === names[0];
      over.push(arrow(m, ours ? "strong" : marks.selected || marks.hover ? "faint" : "", !marks.selected && !marks.hover && told.has(m)));
      if (!ours) continue;
      const goal = names[names.length - 1];
      goals.set(goal, { m, extra: goals.has(goal) });
    }
    for (const [name, { m, extra }] of goals) over.push(badge(m, at(name), 1, extra ? "+" : ""));
    layers.under.replaceChildren(...under);
    layers.over.replaceChildren(...over);
  };

  // still ends what slide began.
  const still = () => {
    ghost?.cancel();
    ghost = null;
    sliding = "";
    for (const g of points.values()) g.children[1].setAttribute("opacity", 1);
  };
  // slide shows a piece on its way along a move that was just made. show must
  // have drawn where it ends.
  const slide = (move, kind) => {
    still();
    if (!kind || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const names = felli.path(move), g = piece(kind), to = points.get(names[names.length - 1]).children[1];
    sliding = names[names.length - 1];
    to.setAttribute("opacity", 0);
    g.setAttribute("aria-hidden", "true");
    root.append(g);
    const run = g.animate(names.map(at).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: 60 + 170 * (names.length - 1), easing: "ease-in-out" });
    ghost = run;
    run.onfinish = run.oncancel = () => {
      g.remove();
      if (ghost === run) still();
    };
  };

  const nameOf = (event) => {
    const node = document.elementsFromPoint(event.clientX, event.clientY).map((n) => n.closest?.("[data-point]")).find((n) => n && root.contains(n));
    return node ? node.dataset.point : "";
  };
  const toBoard = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());

  root.addEventListener("pointerdown", (event) => {
    const name = event.button === 0 ? nameOf(event) : "";
    if (!name) return;
    event.preventDefault();
    focusOn(name);
    drag = { name, x: event.clientX, y: event.clientY, ghost: null, asked: false };
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 9) return;
    const original = points.get(drag.name).children[1].firstElementChild;
    if (!drag.ghost && original) {
      handlers.onAsk(drag.name);
      const fresh = points.get(drag.name).children[1].firstElementChild;
      if (!fresh) return;
      drag.ghost = fresh.cloneNode(true);
      drag.ghost.setAttribute("class", "piece dragging");
      fresh.setAttribute("opacity", ".3");
      root.append(drag.ghost);
    }
    if (drag.ghost) {
      const p = toBoard(event);
      drag.ghost.setAttribute("transform", `translate(${p.x} ${p.y})`);
    }
  });
  const drop = (event, cancelled) => {
    if (!drag) return;
    const { name, ghost } = drag;
    drag = null;
    ghost?.remove();
    points.get(name)?.children[1].firstElementChild?.removeAttribute("opacity");
    if (cancelled) return;
    const to = nameOf(event);
    if (ghost && to !== name) handlers.onDrag(name, to);
    else if (to === name) handlers.onPick(name);
  };
  root.addEventListener("pointerup", (event) => drop(event, false));
  root.addEventListener("pointercancel", (event) => drop(event, true));
  root.addEventListener("keydown", (event) => {
    const name = event.target.dataset?.point;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) {
      const next = toward(name, ...step);
      if (next) focusOn(next);
    } else if (event.key === "Enter" || event.key === " ") {
      handlers.onPick(name);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  // Screen readers press a button without a pointer.
  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-point]");
    if (node && event.detail === 0) handlers.onPick(node.dataset.point);
  });

  return { setBoard, show, slide, still, piece, focusOn, stampOf: (m) => el("span", { class: `badge ${m.value}` }, `${felli.marks[m.value]} ${felli.outcome(m)}`) };
};

felli.pieceName = (kind) => (kind === "" ? "empty" : `${felli.sideName(kind[0])} ${kind.length > 1 ? "Mullah" : "man"}`);
