"use strict";
// The game as a tree of positions, its record and its chart.
// A node is {fen, move, parent, children, answer}; the first child is the game,
// the others are branches.
felli.newNode = (fen, move = "", parent = null) => ({ fen, move, parent, children: [], answer: null });

felli.addMove = (node, move, fen) => {
  let child = node.children.find((c) => c.fen === fen && c.move === move);
  if (!child) {
    child = felli.newNode(fen, move, node);
    node.children.push(child);
  }
  return child;
};

// lineage is the nodes from the root to a node.
felli.lineage = (node) => {
  const list = [];
  for (let n = node; n; n = n.parent) list.unshift(n);
  return list;
};
felli.lastOf = (node) => {
  while (node.children.length) node = node.children[0];
  return node;
};

const rank = { win: 2, draw: 1, loss: 0 };
// glyph marks a move that got less than could be had.
felli.glyph = (node) => {
  const before = node.parent?.answer, m = before?.moves.find((x) => x.move === node.move);
  if (!m || !(before.value in rank) || !(m.value in rank)) return "";
  const lost = rank[before.value] - rank[m.value];
  return lost === 2 ? "??" : lost === 1 ? "?" : "";
};

// showTree fills a box with the moves; go(node) is called for a click.
felli.showTree = (box, root, current, go) => {
  const { el } = felli;
  const out = [];
  const button = (node) => {
    const mark = felli.glyph(node);
    return el("button", {
      type: "button", "aria-current": node === current ? "true" : null, onclick: () => go(node),
      "aria-label": node.move + (mark ? ", a mistake" : ""),
    }, node.move, mark ? el("span", { class: "glyph loss" }, mark) : null);
  };
  const number = (node, forced) => {
    const ply = felli.lineage(node).length - 2 + (root.fen[0] === "B" ? 1 : 0);
    if (ply % 2 === 0) return `${ply / 2 + 1}. `;
    return forced ? `${(ply - 1) / 2 + 1}… ` : "";
  };
  const walk = (node, target, forced) => {
    while (node.children.length) {
      const [main, ...others] = node.children;
      target.push(number(main, forced), button(main), " ");
      for (const branch of others) {
        const inner = ["(", number(branch, true), button(branch), " "];
        walk(branch, inner, false);
        target.push(el("span", { class: "branch" }, ...inner, ") "));
      }
      forced = others.length > 0;
      node = main;
    }
  };
  walk(root, out, true);
  box.replaceChildren(...(out.length ? out : ["No moves yet."]));
  const now = box.querySelector("[aria-current]");
  if (now) box.scrollTop = Math.max(0, now.offsetTop - box.offsetTop - box.clientHeight / 2);
};

// showChart draws White's prospects along the line that runs through current.
felli.showChart = (chart, current, go) => {
  const { svg } = felli;
  const list = felli.lineage(current);
  for (let n = current; n.children.length;) list.push(n = n.children[0]);
  const w = chart.clientWidth || 600, h = 112, x = (i) => 20 + i * (w - 40) / Math.max(list.length - 1, 1), y = (v) => h / 2 - v * (h / 2 - 12);
  chart.setAttribute("viewBox", `0 0 ${w} ${h}`);
  const value = (n) => felli.forWhite(n.answer);
  const shown = list.map((n, i) => ({ n, i })).filter(({ n }) => n.answer);
  const spots = shown.map(({ n, i }) => `${x(i)},${y(value(n))}`);
  const shape = { win: (a, b) => `M${a} ${b - 6}l6 10h-12Z`, loss: (a, b) => `M${a} ${b + 6}l6-10h-12Z`, draw: (a, b) => `M${a - 4} ${b - 4}h8v8h-8Z` };
  const kind = (n) => {
    const v = value(n);
    return v > 0 ? "win" : v < 0 ? "loss" : n.answer.value === "unknown" ? "unknown" : "draw";
  };
  chart.replaceChildren(
    svg("line", { class: "axis", x1: 0, x2: w, y1: h / 2, y2: h / 2 }),
    svg("text", { x: 2, y: 10 }, "White wins"), svg("text", { x: 2, y: h - 3 }, "Black wins"),
    svg("polyline", { class: "curve", points: spots.join(" ") }),
    ...shown.map(({ n, i }) => svg("path", {
      class: `mark-${kind(n)}${n === current ? " now" : ""}`, d: (shape[kind(n)] || shape.draw)(x(i), y(value(n))), "data-ply": i, onclick: () => go(n),
    }, svg("title", {}, `${n.move || "start"}: ${felli.sentence(n.answer)}`))));
  const told = shown.slice(1).map(({ n }) => `${n.move} ${kind(n) === "win" ? "White wins" : kind(n) === "loss" ? "Black wins" : kind(n)}`);
  chart.setAttribute("aria-label", told.length ? `Value after each move: ${told.join(", ")}` : "No moves yet");
};
