"use strict";
// Answers from one table that comes with the page (felli.table, see table.js),
// in place of a server. Positions are numbered as package index numbers them,
// where men can stand everywhere.
felli.tableSource = async (table) => {
  const packed = Uint8Array.from(atob(table.data), (c) => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const codes = table.wide ? new Uint16Array(bytes) : new Uint8Array(bytes);
  const [rules] = table.rulesets, [board] = table.boards;
  const game = felli.newGame(rules, board), n = board.points.length;
  const number = new Map(board.points.map((name, i) => [name, i]));

  const choose = Array.from({ length: n + 1 }, () => new Array(n + 2).fill(0));
  for (let i = 0; i <= n; i++) for (let k = choose[i][0] = 1; k <= i; k++) choose[i][k] = choose[i - 1][k - 1] + (choose[i - 1][k] || 0);
  const bits = (list) => list.reduce((mask, p) => mask | 1 << p, 0);
  const colex = (list) => list.reduce((sum, p, i) => sum + choose[p][i + 1], 0); // list ascending
  const uncolex = (rank, size) => {
    const list = [];
    for (let k = size, p = n; k > 0; k--) {
      while (p >= 0 && choose[p][k] > rank) p--;
      list.unshift(p);
      rank -= choose[p][k];
    }
    return list;
  };
  const sorted = (list) => list.sort((a, b) => a - b);
  const image = (list, h) => sorted(list.map((p) => table.symmetries[h][p]));
  // least is the smallest image of a set, and the first symmetry that leads there.
  const least = (list) => {
    let best = bits(list), by = 0;
    for (let h = 1; h < table.symmetries.length; h++) {
      const mask = bits(image(list, h));
      if (mask < best) [best, by] = [mask, h];
    }
    return [best, by];
  };
  const majors = new Map(); // by size: {numbers: mask → number, sets}
  const majorsOf = (size) => {
    if (!majors.has(size)) {
      const numbers = new Map(), sets = [];
      for (let rank = 0; rank < choose[n][size]; rank++) {
        const list = uncolex(rank, size), mask = bits(list);
        if (least(list)[0] === mask) { numbers.set(mask, sets.length); sets.push(list); }
      }
      majors.set(size, { numbers, sets });
    }
    return majors.get(size);
  };
  const offsets = new Map();
  let total = 0;
  for (const s of table.slices) { offsets.set(s.slice, total); total += s.size; }

  const material = (men, kings) => (men ? `m${men}` : "") + (kings ? `k${kings}` : "");
  const shape = (slice) => slice.split("v").map((part) => [Number(/m(\d+)/.exec(part)?.[1] || 0), Number(/k(\d+)/.exec(part)?.[1] || 0)]);
  const majorMoves = ([[m, k], [om, ok]]) => m + k > om + ok || m + k === om + ok && k >= ok;

  // code looks a position up; undefined if the table doesn't hold it.
  const code = (position) => {
    const own = [], enemy = [];
    for (const [name, piece] of position.pieces) (piece[0] === position.side ? own : enemy).push([number.get(name), piece.length > 1]);
    if (own.length === 0) return 1;
    const kings = (list) => list.filter(([, king]) => king).length;
    const sides = [own, enemy].map((list) => [list.length - kings(list), kings(list)]);
    const slice = sides.map(([m, k]) => material(m, k)).join("v");
    if (!offsets.has(slice)) return undefined;
    const first = majorMoves(sides), top = (first ? position.side : felli.other(position.side)) === "B";
    const turn = (list) => list.map(([p, king]) => [top ? n - 1 - p : p, king]);
    let [major, minor] = (first ? [own, enemy] : [enemy, own]).map(turn);
    const [mask, h] = least(sorted(major.map(([p]) => p)));
    [major, minor] = [major, minor].map((list) => list.map(([p, king]) => [table.symmetries[h][p], king]).sort((a, b) => a[0] - b[0]));
    const taken = major.map(([p]) => p), free = [];
    for (let p = 0; p < n; p++) if (!taken.includes(p)) free.push(p);
    const kindOf = (list) => colex(list.flatMap(([, king], i) => (king ? [i] : [])));
    const majorKinds = choose[major.length][kings(major)], minorKinds = choose[minor.length][kings(minor)];
    const index = ((majorsOf(major.length).numbers.get(mask) * choose[free.length][minor.length] + colex(minor.map(([p]) => free.indexOf(p)))) * majorKinds + kindOf(major)) * minorKinds + kindOf(minor);
    return codes[offsets.get(slice) + index];
  };
  // unrank is the position with an index in a slice, White to move.
  const unrank = (slice, index) => {
    const sides = shape(slice), first = majorMoves(sides), [[m, k], [om, ok]] = first ? sides : [sides[1], sides[0]];
    const minorKinds = choose[om + ok][ok], majorKinds = choose[m + k][k], minorSets = choose[n - m - k][om + ok];
    const j = index % minorKinds, i = Math.floor(index / minorKinds) % majorKinds, block = Math.floor(index / minorKinds / majorKinds);
    const major = majorsOf(m + k).sets[Math.floor(block / minorSets)], free = [];
    for (let p = 0; p < n; p++) if (!major.includes(p)) free.push(p);
    const minor = uncolex(block % minorSets, om + ok).map((p) => free[p]);
    const pieces = new Map();
    const put = (list, kinds, owner) => list.forEach((p, at) => pieces.set(board.points[p], owner + (kinds.includes(at) ? "K" : "")));
    put(major, uncolex(i, k), "W");
    put(minor, uncolex(j, ok), "B");
    const position = { side: first ? "W" : "B", pieces };
    return felli.formatFEN(board, first ? position : felli.rotate(board, position));
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
    if (moves.length && own.value === "unknown" && moves.every((m) => m.value !== "unknown")) own = { value: moves[0].value, dtw: moves[0].dtw };
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
      for (const [c, t] of [...counts].sort((a, b) => a[0] - b[0])) h[c % 2 ? "loss" : "win"].push({ dtw: t.dtw, count: t.count, fen: unrank(slice, t.index) });
      return h;
    },
  };
};
felli.problem = (message, hint) => Object.assign(new Error(message), { hint: hint || "" });
felli.openSource = () => felli.tableSource(felli.table);
