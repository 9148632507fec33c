"use strict";
// The explorer: what is shown, and what the player does.
(() => {
  const { el } = felli;
  const $ = (id) => document.getElementById(id);
  const state = {
    source: null, rulesets: [], boards: new Map(), rules: null, board: null,
    root: null, current: null, view: "explore", slice: "",
    selected: "", hover: "", flipped: false, editing: false, draft: null, tool: "W",
    human: "", level: "perfect", timer: 0, turn: 0, written: "", puzzle: null, search: 0,
  };

  const writeAddress = (push = false) => {
    const fen = state.root.fen === state.rules.start ? "" : state.root.fen;
    const moves = felli.lineage(state.current).slice(1).map((n) => n.move);
    const hash = felli.address({ ruleset: state.rules.ruleset, fen, moves, view: state.view, slice: state.slice });
    if (hash === location.hash) return;
    state.written = hash;
    history[push ? "pushState" : "replaceState"](null, "", hash);
  };

  const complain = (error) => {
    const box = $("notice");
    box.hidden = !error;
    if (!error) return;
    const [first, ...rest] = error.message.split("; ");
    box.replaceChildren(el("strong", {}, first), rest.length ? el("div", { class: "small" }, rest.join("; ")) : "");
    const [, build] = /^(?:build it first: )?(felli solve .*)$/s.exec(error.hint || "") || [], { answer, fen } = state.current || {};
    if (build) box.append(el("div", {}, "To build it, run"), el("code", {}, build));
    else if (/felli prove|--prove/.test(error.hint || "")) {
      box.append(el("div", {}, "To search for it, run"), el("code", {}, `felli query --prove ${state.rules.ruleset} ${fen}`));
    } else if (error.hint) box.append(el("div", {}, error.hint));
    if (state.search && answer && !answer.invalid && state.rules.tables) {
      box.append(el("button", { type: "button", id: "search", onclick: () => search() }, `Search here for ${state.search} seconds`));
    }
  };
  // search asks the server to look beyond its tables.
  const search = async () => {
    const { current: node, turn } = state, button = $("search");
    button.disabled = true;
    button.textContent = "Searching …";
    say("Searching");
    let problem = null;
    try {
      const answer = await state.source.search(state.rules.ruleset, node.fen, state.search);
      if (answer.value === "unknown") problem = felli.problem(`The search found ${answer.known ? `only that it is ${answer.known}` : "no value"} in ${state.search} seconds`, "felli prove");
      node.answer = answer;
    } catch (error) {
      problem = error;
    }
    if (turn !== state.turn) return;
    complain(problem);
    draw();
    announce(problem);
  };
  const say = (text) => { if ($("live").textContent !== text) $("live").textContent = text; };

  const listRulesets = () => $("ruleset").replaceChildren(...state.rulesets.map((r) => el("option", { value: r.ruleset, title: r.sentence, selected: r === state.rules },
    r.ruleset + (r.tables ? (r.tables.complete ? "" : ` (to ${r.tables.pieces} pieces)`) : " (not built)"))));
  // renewRulesets looks whether tables have been built meanwhile.
  const renewRulesets = async () => {
    if (document.hidden || !state.rules) return;
    let changed = false;
    const all = await state.source.rulesets().catch(() => ({ rulesets: [], boards: [] }));
    for (const board of all.boards) state.boards.set(board.name, board);
    for (const r of all.rulesets) {
      const i = state.rulesets.findIndex((known) => known.ruleset === r.ruleset);
      if (i >= 0 && JSON.stringify(state.rulesets[i]) === JSON.stringify(r)) continue;
      changed = true;
      state.rulesets[i < 0 ? state.rulesets.length : i] = r;
      if (state.rules.ruleset === r.ruleset) state.rules = r;
    }
    if (changed) listRulesets();
  };

  // setRuleset makes a ruleset, named or not, the one that is explored.
  const setRuleset = async (text) => {
    let rules = state.rulesets.find((r) => r.ruleset === text);
    if (!rules) {
      const more = await state.source.ruleset(text);
      [rules] = more.rulesets;
      for (const board of more.boards) if (!state.boards.has(board.name)) state.boards.set(board.name, board);
      const known = state.rulesets.find((r) => r.ruleset === rules.ruleset);
      if (known) rules = known; else state.rulesets.push(rules);
    }
    state.rules = rules;
    state.board = state.boards.get(rules.board);
    listRulesets();
    $("rules").textContent = rules.sentence;
    const kinds = rules.options.promotion === "none" ? ["W", "B", ""] : ["W", "WK", "B", "BK", ""];
    if (!kinds.includes(state.tool)) state.tool = "W";
    $("palette").replaceChildren(...kinds.map((kind) => el("button", {
      type: "button", "data-tool": kind, "aria-pressed": kind === state.tool,
      onclick: () => { state.tool = kind; for (const b of $("palette").children) b.setAttribute("aria-pressed", b.dataset.tool === kind); },
    }, kind === "" ? "Remove" : felli.pieceName(kind))));
  };

  // load shows a position and the moves played from it.
  const load = async ({ ruleset, fen, moves }) => {
    const turn = ++state.turn;
    stop();
    view.still();
    state.selected = state.hover = "";
    setEditing(false);
    await setRuleset(ruleset || state.rulesets.find((r) => r.tables)?.ruleset || state.rulesets[0].ruleset);
    const start = fen || state.rules.start;
    let game, failure = null;
    try {
      game = await state.source.game(state.rules.ruleset, start, moves);
    } catch (error) {
      failure = error;
      if (moves.length) { // show at least where they begin
        try { game = await state.source.game(state.rules.ruleset, start, []); } catch { /* told below */ }
      }
      const given = felli.parseFEN(start);
      game ||= { moves: [], positions: [{ fen: given ? felli.formatFEN(state.board, given) : state.rules.start, value: "unknown", dtw: null, moves: [], invalid: true }] };
    }
    if (turn !== state.turn) return;
    let node = felli.newNode(game.positions[0].fen);
    state.root = node;
    node.answer = game.positions[0];
    game.moves.forEach((move, i) => {
      node = felli.addMove(node, move, game.positions[i + 1].fen);
      node.answer = game.positions[i + 1];
    });
    state.current = node;
    if (state.puzzle && state.puzzle.fen !== state.root.fen) leavePuzzle();
    await show(failure);
  };
  const leavePuzzle = () => {
    state.puzzle = null;
    state.human = "";
    $("told").hidden = true;
  };

  // go moves to another node of the tree.
  const go = async (node) => {
    if (!node || node === state.current && node.answer) return;
    const before = state.current;
    state.turn++;
    state.current = node;
    state.selected = state.hover = "";
    view.still();
    const shown = show();
    if (node.parent === before && !state.dropped) view.slide(node.move, felli.parseFEN(before.fen).pieces.get(felli.path(node.move)[0]));
    state.dropped = false;
    await shown;
  };

  // show fetches what isn't known yet of the current position, and draws all.
  const show = async (failure = null) => {
    const node = state.current, turn = state.turn;
    const known = node.answer && node.answer.value !== "unknown";
    let problem = failure;
    if (!known && !node.answer?.invalid) {
      draw();
      try {
        const answer = await state.source.position(state.rules.ruleset, node.fen);
        node.answer = answer;
        if (answer.problem) problem ||= felli.problem(answer.problem.message, answer.problem.hint);
      } catch (error) {
        problem ||= error;
        node.answer = { fen: node.fen, value: "unknown", dtw: null, moves: [], invalid: true };
      }
      if (turn !== state.turn) return;
    }
    complain(problem);
    draw();
    writeAddress();
    announce(problem);
    if ($("others").open) compare();
    reply();
  };

  const sentence = (answer) => (answer.invalid ? "Not a position of this ruleset" : felli.sentence(answer, state.rules.options.stalemate === "draw"));

  const announce = (problem) => {
    const { answer, move, fen } = state.current;
    const best = answer.moves[0];
    say([move && `Played ${move}.`, $("values").checked ? `${sentence(answer)}.` : "", answer.moves.length ? `${felli.sideName(fen[0])} to move, ${answer.moves.length} moves` : "",
      best && answer.value !== "unknown" && $("values").checked ? `, best ${best.move}.` : "", problem ? problem.message : ""].filter(Boolean).join(" "));
  };

  const marks = () => {
    const { answer, move, fen, parent } = state.current;
    const labels = new Map();
    if (!answer || state.editing) return { labels };
    const told = (m) => ($("values").checked ? felli.outcome(m) : "");
    for (const m of answer.moves) {
      const names = felli.path(m.move), from = names[0], to = names[names.length - 1];
      if (!labels.has(from) && !state.selected) labels.set(from, `, can move${told(m) && `, best ${m.move} ${told(m)}`}`);
      if (state.selected === from && !labels.has(to)) labels.set(to, `, destination${told(m) && `, ${told(m)}`}`);
    }
    const taken = [];
    if (parent) {
      const before = felli.parseFEN(parent.fen), now = felli.parseFEN(fen);
      for (const [name, piece] of before.pieces) if (piece[0] === now.side && !now.pieces.has(name)) taken.push(name);
    }
    // What isn't to be shown isn't drawn, nor is it in the order of the moves.
    const moves = $("values").checked ? answer.moves : answer.moves.map((m) => ({ move: m.move, value: "unknown", dtw: null }));
    return { moves, selected: state.selected, hover: state.hover, last: move, taken, labels };
  };

  const drawBoard = () => {
    view.setBoard(state.board, state.flipped);
    view.show(state.editing ? state.draft : felli.parseFEN(state.current.fen), marks());
  };

  const draw = () => {
    const { current, root } = state, answer = current.answer;
    drawBoard();
    $("verdict").textContent = answer ? ($("values").checked || answer.moves.length === 0 ? sentence(answer) : `${felli.sideName(current.fen[0])} to move`) : "…";
    $("bar").firstElementChild.style.width = `${50 + 50 * felli.forWhite(answer)}%`;
    const moves = [...(answer?.moves || [])];
    if (!$("values").checked) moves.sort((a, b) => (a.move < b.move ? -1 : 1));
    $("moves").replaceChildren(...moves.map((m) => el("li", {}, el("button", {
      type: "button", "data-move": m.move, onclick: () => play(m),
      onpointerenter: () => hover(m.move), onpointerleave: () => hover(""), onfocus: () => hover(m.move), onblur: () => hover(""),
    }, el("span", { class: "text" }, m.move), $("values").checked ? view.stampOf(m) : null))));
    if (answer && answer.moves.length === 0) $("moves").replaceChildren(el("li", {}, answer.invalid ? "No moves." : "The game is over."));
    felli.showTree($("tree"), root, current, go);
    felli.showChart($("chart"), current, go);
    for (const [id, off] of [["first", !current.parent], ["back", !current.parent], ["forward", !current.children.length], ["last", !current.children.length], ["best", !answer || answer.value === "unknown" || !answer.moves.length]]) $(id).disabled = off && !(id === "best" && state.timer);
    $("play-go").textContent = state.human ? "Stop playing" : "Start playing";
  };
  const hover = (move) => { if (state.hover !== move) { state.hover = move; drawBoard(); } };

  const play = (m) => {
    stop();
    if (state.puzzle?.fen === state.current.fen) tell(m);
    return go(felli.addMove(state.current, m.move, m.fen));
  };

  // tell says whether a move solves the puzzle that is open.
  const tell = (m) => {
    const right = m.move === state.puzzle.solution;
    $("told").hidden = false;
    $("told").className = right ? "told right" : "told wrong";
    $("told").textContent = right ? `✓ ${m.move} is right: no other move wins. Now win it.` : `✗ ${m.move} ${m.value === "win" ? "wins too" : felli.verbs[m.value]}. Undo, and try another move.`;
  };

  // pick is a click on a point, or Enter.
  const pick = (name) => {
    if (state.editing) return put(name);
    const answer = state.current.answer;
    if (!answer) return;
    if (state.selected && state.selected !== name && tryMove(state.selected, name)) return;
    const movable = answer.moves.some((m) => m.move.startsWith(name));
    state.selected = movable && state.selected !== name ? name : "";
    state.hover = "";
    drawBoard();
    if (state.selected) {
      const mine = answer.moves.filter((m) => m.move.startsWith(name));
      say(`${name} picked: ${mine.map((m) => `${m.move}${$("values").checked ? ` ${felli.outcome(m)}` : ""}`).join(", ")}`);
    } else if (!movable && felli.parseFEN(state.current.fen).pieces.get(name)?.[0] === state.current.fen[0]) {
      say(`The piece on ${name} has no move${answer.moves[0]?.move.includes("x") && state.rules.options.capture === "compulsory" ? ": a capture is compulsory" : ""}`);
    }
  };
  // tryMove plays the move between two points; where several fit, the player
  // chooses from the list.
  const tryMove = (from, to) => {
    const fits = (state.current.answer?.moves || []).filter((m) => {
      const names = felli.path(m.move);
      return names[0] === from && names[names.length - 1] === to;
    });
    if (fits.length === 0) return false;
    if (fits.length === 1) { play(fits[0]); return true; }
    say(`${fits.length} captures lead to ${to}: choose one from the list of moves`);
    state.selected = from;
    drawBoard();
    for (const b of $("moves").querySelectorAll("button")) b.hidden = !fits.some((m) => m.move === b.dataset.move);
    $("moves").querySelector("button:not([hidden])").focus();
    return true;
  };

  const view = felli.boardView($("board"), {
    onPick: pick,
    onAsk: (name) => {
      if (state.editing) return;
      state.selected = state.current.answer?.moves.some((m) => m.move.startsWith(name)) ? name : "";
      drawBoard();
    },
    onDrag: (from, to) => {
      if (state.editing) {
        const kind = state.draft.pieces.get(from);
        state.draft.pieces.delete(from);
        if (to) state.draft.pieces.set(to, kind);
        drafted();
      } else {
        state.dropped = true; // it is there already, and needn't slide
        if (to && tryMove(from, to)) return;
        state.dropped = false;
        state.selected = "";
        drawBoard();
      }
    },
  });

  // open goes to another place, as a link would.
  const open = async (place) => {
    state.view = "explore";
    state.slice = "";
    switchView();
    history.pushState(null, "", felli.address(place));
    await load(place);
  };

  // Best play, shown move by move.
  const stop = () => {
    clearInterval(state.timer);
    state.timer = 0;
    $("best").textContent = "Best line";
  };
  $("best").onclick = async () => {
    if (state.timer) { stop(); return; }
    state.human = "";
    const turn = state.turn;
    let line;
    try { line = await state.source.line(state.rules.ruleset, state.current.fen); } catch (error) { complain(error); return; }
    if (turn !== state.turn || line.line.length === 0) return;
    let i = 0;
    const step = () => {
      const m = line.line[i++];
      go(felli.addMove(state.current, m.move, m.fen));
      if (i >= line.line.length) stop();
    };
    $("best").textContent = "Stop";
    state.timer = setInterval(step, 900);
    step();
  };

  // Playing against the tables, with the levels of `felli play`.
  $("play-form").onsubmit = (event) => {
    event.preventDefault();
    const human = state.human ? "" : $("human").value;
    leavePuzzle();
    state.human = human;
    if (state.human) {
      state.level = $("level").value;
      $("values").checked = false;
      state.flipped = state.human === "B";
    } else {
      $("values").checked = true;
    }
    refreshValues();
    reply();
  };
  const reply = () => {
    const node = state.current;
    if (!state.human || node.fen[0] === state.human || node.children.length || !node.answer?.moves.length) return;
    const turn = state.turn;
    setTimeout(async () => {
      if (turn !== state.turn || !state.human) return;
      const m = await felli.choose(state.source, state.rules.ruleset, state.level, node.answer);
      if (turn === state.turn) go(felli.addMove(node, m.move, m.fen));
    }, 450);
  };

  const refreshValues = () => {
    document.body.classList.toggle("hide-values", !$("values").checked);
    draw();
  };
  $("values").onchange = refreshValues;

  // The same position elsewhere.
  const compare = async () => {
    const { turn } = state;
    await felli.compare($("other-list"), state, () => turn === state.turn);
  };
  $("others").ontoggle = () => { if ($("others").open) compare(); };

  const { setEditing, put, drafted } = felli.editor({ state, $, stop: () => stop(), drawBoard, say, open });
  felli.records({ state, $, open, load, go, draw, complain, say });

  // Views.
  const switchView = () => {
    for (const name of ["explore", "stats", "puzzles"]) $(name).hidden = state.view !== name;
    for (const b of document.querySelectorAll("[data-view]")) {
      if (b.dataset.view === state.view) b.setAttribute("aria-current", "page"); else b.removeAttribute("aria-current");
    }
  };
  const showView = async () => {
    switchView();
    if (state.view === "explore") return;
    const box = $(`${state.view}-body`);
    try {
      if (state.view === "stats") await felli.showStats(box, state.source, state.rules.ruleset, state.slice, (fen) => open({ ruleset: state.rules.ruleset, fen, moves: [] }));
      else {
        await felli.showPuzzles(box, state.source, state.rules, async (puzzle) => {
          $("values").checked = false;
          document.body.classList.add("hide-values"); // before anything is drawn
          [state.puzzle, state.human, state.level] = [puzzle, puzzle.fen[0], "perfect"];
          await open({ ruleset: state.rules.ruleset, fen: puzzle.fen, moves: [] });
          $("told").hidden = false;
          $("told").className = "told";
          $("told").textContent = `Puzzle: White to move wins in ${felli.distance(puzzle.dtw)}, by one move alone. Which? The tables play Black.`;
          refreshValues();
        });
      }
    } catch (error) {
      box.replaceChildren(el("div", { class: "notice", role: "alert" }, el("strong", {}, error.message), error.hint ? el("code", {}, error.hint) : null));
    }
  };
  for (const b of document.querySelectorAll("[data-view]")) {
    b.onclick = () => { stop(); state.view = b.dataset.view; state.slice = ""; writeAddress(true); showView(); };
  }
  $("ruleset").onfocus = renewRulesets;
  document.addEventListener("visibilitychange", renewRulesets);
  $("ruleset").onchange = () => {
    const next = state.rulesets.find((r) => r.ruleset === $("ruleset").value);
    const keep = next.board === state.rules.board && state.root.fen !== state.rules.start && !state.root.answer?.invalid;
    const moves = keep ? [] : next.board === state.rules.board ? felli.lineage(state.current).slice(1).map((n) => n.move) : [];
    const place = { ruleset: next.ruleset, fen: keep ? state.current.fen : "", moves, view: state.view };
    state.slice = "";
    history.pushState(null, "", felli.address(place));
    load(place).then(showView);
  };

  const follow = async () => {
    if (location.hash === state.written && state.root) return;
    const place = felli.readAddress(location.hash);
    state.view = ["stats", "puzzles"].includes(place.view) ? place.view : "explore";
    state.slice = state.view === "stats" && /^[mk\dv]+$/.test(place.slice) ? place.slice : "";
    try {
      await load(place);
    } catch (error) {
      await load({ ruleset: "", fen: "", moves: [] });
      complain(error);
      say(error.message);
    }
    await showView();
  };
  addEventListener("popstate", () => { state.written = ""; follow(); });

  // Controls and keys.
  const steps = { first: () => state.root, back: () => state.current.parent, forward: () => state.current.children[0], last: () => felli.lastOf(state.current) };
  for (const id of Object.keys(steps)) $(id).onclick = () => { stop(); go(steps[id]()); };
  $("flip").onclick = () => { state.flipped = !state.flipped; drawBoard(); };
  document.addEventListener("keydown", (event) => {
    if (state.view !== "explore" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", b: "best", e: "edit" }[event.key];
    if (key) { $(key).click(); event.preventDefault(); }
    if (event.key === "Escape" && (state.selected || state.editing)) { state.selected = ""; setEditing(false); draw(); }
  });
  addEventListener("resize", () => { if (state.current) felli.showChart($("chart"), state.current, go); });
  const begin = async () => {
    try {
      state.source = await felli.openSource();
      const all = await state.source.rulesets();
      state.rulesets = all.rulesets;
      for (const board of all.boards) state.boards.set(board.name, board);
      state.search = state.source.search ? Math.min(all.search || 0, 10) : 0;
      $("source").textContent = state.source.name;
    } catch (error) {
      $("verdict").textContent = "Nothing to show";
      complain(error);
      return;
    }
    await follow();
    document.body.dataset.ready = "true";
  };
  felli.state = state;
  begin();
})();
