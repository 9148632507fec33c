"use strict";
// Answers from one table that comes with the page (felli.table, see table.js),
// in place of a server.
felli.tableSource = async (table) => {
  const packed = Uint8Array.from(atob(table.data), (c) => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const codes = table.wide ? new Uint16Array(bytes) : new Uint8Array(bytes);
  const [rules] = table.rulesets, [board] = table.boards;
  const game = felli.newGame(rules, board), numbering = felli.numbering(rules, board, table.symmetries);
  const offsets = new Map();
  let total = 0;
  for (const s of table.slices) { offsets.set(s.slice, total); total += s.size; }

  // code is 0 for a draw, else one more than the distance, odd where the side to
  // move loses. Beyond the table it plays captures that are compulsory; it is
  // undefined where that doesn't lead into the table.
  const code = (position) => {
    const sides = { W: 0, B: 0 };
    for (const piece of position.pieces.values()) sides[piece[0]]++;
    if (sides[position.side] === 0) return 1;
    const slice = numbering.sliceOf(position);
    if (offsets.has(slice)) return codes[offsets.get(slice) + numbering.rank(position)];
    const moves = game.moves(position);
    if (moves.length === 0) return rules.options.stalemate === "draw" ? 0 : 1;
    if (rules.options.capture !== "compulsory" || !moves[0].move.includes("x")) return undefined;
    const found = moves.map(({ after }) => code(felli.parseFEN(after)));
    if (found.includes(undefined)) return undefined;
    const losses = found.filter((c) => c % 2), wins = found.filter((c) => c > 0 && c % 2 === 0);
    return losses.length ? Math.min(...losses) + 1 : found.includes(0) ? 0 : Math.max(...wins) + 1;
  };

  const result = (c) => (c === undefined ? { value: "unknown", dtw: null } : c === 0 ? { value: "draw", dtw: null } : { value: c % 2 ? "loss" : "win", dtw: c - 1 });
  const before = ({ value, dtw }) => (dtw === null ? { value, dtw } : { value: value === "win" ? "loss" : "win", dtw: dtw + 1 });
  const order = ({ value, dtw }) => ({ win: 3e6 - dtw, draw: 2e6, unknown: 1e6, loss: dtw })[value];
  const answers = new Map();
  const answer = (fen) => {
    if (answers.has(fen)) return answers.get(fen);
    const position = felli.parseFEN(fen === "start" ? rules.start : fen);
    const fault = position ? game.fault(position) : "that is no FEN; one looks like W:Wa1,c1:Ba5";
    if (fault) throw felli.problem(`parse FEN "${fen}": ${fault}`);
    const moves = game.moves(position).map(({ move, after }) => ({ move, fen: after, ...before(result(code(felli.parseFEN(after)))) }));
    moves.sort((a, b) => order(b) - order(a) || (a.move < b.move ? -1 : 1));
    let own = result(code(position));
    const sure = moves.every((m) => m.value !== "unknown") || moves[0].value === "win" && moves[0].dtw === 1;
    if (moves.length && own.value === "unknown" && sure) own = { value: moves[0].value, dtw: moves[0].dtw };
    const a = { ruleset: rules.ruleset, fen: felli.formatFEN(board, position), ...own, moves };
    if (own.value === "unknown") a.problem = { message: `this page's table ends at ${rules.tables.pieces} pieces` };
    if (answers.size > 3000) answers.clear();
    answers.set(fen, a);
    return a;
  };
  const find = (a, text) => {
    const words = felli.path(text);
    const fits = a.moves.filter((m) => {
      if (m.move === text) return true;
      const names = felli.path(m.move);
      return text.includes("x") && m.move.includes("x") && names[0] === words[0] && names[names.length - 1] === words[words.length - 1] && words.every((w) => names.includes(w));
    });
    const exact = fits.find((m) => m.move === text);
    if (exact || fits.length === 1) return exact || fits[0];
    throw felli.problem(`"${text}": ${fits.length ? "ambiguous" : "not legal"}; legal moves: ${a.moves.map((m) => m.move).sort().join(" ")}`);
  };
  return {
    name: `This page holds the whole table of ${rules.ruleset} (${felli.number(total)} positions) and needs no server.`,
    rulesets: async () => ({ rulesets: table.rulesets, boards: table.boards }),
    ruleset: async (text) => { throw felli.problem(`This page knows ${rules.ruleset} alone, not ${text}`); },
    position: async (ruleset, fen) => answer(fen),
    game: async (ruleset, fen, moves) => {
      const positions = [answer(fen)], played = [];
      for (const text of moves) {
        const m = find(positions[positions.length - 1], text);
        played.push(m.move);
        positions.push(answer(m.fen));
      }
      return { ruleset: rules.ruleset, moves: played, positions };
    },
    line: async (ruleset, fen) => {
      const line = [], seen = new Set();
      for (let a = answer(fen); a.moves.length && a.value !== "unknown" && !seen.has(a.fen); a = answer(a.moves[0].fen)) {
        seen.add(a.fen);
        line.push(a.moves[0]);
      }
      return { line };
    },
    // puzzles are positions that White wins by one move alone, which isn't a
    // capture.
    puzzles: async () => {
      const list = table.slices.filter((s) => s.size > 0), found = new Map();
      for (let tries = 0; found.size < 8 && tries < 4000 && list.length; tries++) {
        const { slice, size } = list[Math.floor(Math.random() * list.length)], index = Math.floor(Math.random() * size), c = codes[offsets.get(slice) + index];
        if (c < 4 || c % 2) continue; // no win in 3 or more
        const a = answer(numbering.unrank(slice, index));
        if (a.moves.length > 1 && a.moves[1].value !== "win" && !a.moves[0].move.includes("x")) found.set(a.fen, { fen: a.fen, slice, dtw: a.dtw, moves: a.moves.length, solution: a.moves[0].move });
      }
      return [...found.values()].sort((a, b) => a.dtw - b.dtw);
    },
    stats: async () => table.stats,
    histogram: async (ruleset, slice) => {
      const size = table.slices.find((s) => s.slice === slice)?.size;
      if (size === undefined) throw felli.problem(`there is no slice ${slice}`);
      const h = { ruleset: rules.ruleset, slice, stored: size, counted: size, draw: 0, win: [], loss: [] };
      const counts = new Map();
      for (let i = 0; i < size; i++) {
        const c = codes[offsets.get(slice) + i];
        if (c === 0) h.draw++;
        else if (counts.has(c)) counts.get(c).count++;
        else counts.set(c, { dtw: c - 1, count: 1, index: i });
      }
      for (const [c, t] of [...counts].sort((a, b) => a[0] - b[0])) h[c % 2 ? "loss" : "win"].push({ dtw: t.dtw, count: t.count, fen: numbering.unrank(slice, t.index) });
      return h;
    },
  };
};
felli.problem = (message, hint) => Object.assign(new Error(message), { hint: hint || "" });
felli.openSource = () => felli.tableSource(felli.table);
