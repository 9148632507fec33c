"use strict";
// The rules themselves, for where no server knows them. Points are numbers in
// the board's order. It must agree with the Go code, which tests see to.
felli.newGame = (rules, board) => {
  const o = rules.options, n = board.points.length, number = new Map(board.points.map((name, i) => [name, i]));
  const xy = board.points.map(felli.place);
  const corner = ([x, y]) => (x === 0 || x === board.width - 1) && (y === 0 || y === board.height - 1);
  // ways[p] is the rays from p: {dy, long, points}, outward.
  const ways = board.points.map(() => []);
  for (const names of board.lines) {
    const line = names.map((name) => number.get(name));
    const [a, b] = [xy[line[0]], xy[line[line.length - 1]]];
    const long = o["mullah-move"] === "lines" || corner(a) && corner(b) && a[0] !== b[0] && a[1] !== b[1];
    line.forEach((p, i) => {
      for (const points of [line.slice(i + 1), line.slice(0, i).reverse()]) {
        if (points.length) ways[p].push({ dy: xy[points[0]][1] - xy[p][1], long, points });
      }
    });
  }
  const forward = (side, dy) => (side === "W" ? dy >= 0 : dy <= 0);
  const promotes = (side, p) => o.promotion !== "none" && xy[p][1] === (side === "W" ? board.height - 1 : 0) &&
    (o.promotion === "rank" || xy[p][0] === 0 || xy[p][0] === board.width - 1);

  // leaps lists [over, landing] from p; at[q] is what stands on q, gone what
  // was taken already.
  const leaps = (side, king, p, at, gone) => {
    const list = [], stands = (q) => at[q] && !(o.removal === "immediate" && gone.has(q));
    for (const way of ways[p]) {
      if (!king && o["men-capture"] === "forward" && !forward(side, way.dy)) continue;
      const far = king && way.long && o["mullah-capture"] === "long";
      let i = 0;
      while (far && i < way.points.length && !stands(way.points[i])) i++;
      const over = way.points[i];
      if (over === undefined || !stands(over) || at[over][0] === side || gone.has(over)) continue;
      for (i++; i < way.points.length && !stands(way.points[i]); i++) {
        list.push([over, way.points[i]]);
        if (!far) break;
      }
    }
    return list;
  };

  // moves lists {move, after} of a position; of several ways to play the same
  // the alphabetically smallest.
  const moves = (position) => {
    const side = position.side, at = new Array(n).fill("");
    for (const [name, piece] of position.pieces) at[number.get(name)] = piece;
    const found = new Map();
    const add = (from, path, gone, king) => {
      const to = path[path.length - 1], pieces = new Map(position.pieces);
      pieces.delete(board.points[from]);
      for (const q of gone) pieces.delete(board.points[q]);
      pieces.set(board.points[to], side + (king ? "K" : ""));
      const after = felli.formatFEN(board, { side: felli.other(side), pieces });
      const move = [from, ...path].map((p) => board.points[p]).join(gone.size ? "x" : "-");
      const key = `${from} ${after}`;
      if (!found.has(key) || move < found.get(key).move) found.set(key, { move, after });
    };
    const chain = (from, born, king, p, path, gone) => {
      const next = leaps(side, king, p, at, gone);
      if (path.length && (o.chain !== "compulsory" || next.length === 0)) {
        const becomes = promotes(side, p) && (o.promote !== "single" || gone.size < 2);
        add(from, path, gone, king || !born && becomes);
      }
      if (path.length && o.chain === "single") return;
      for (const [over, to] of next) {
        chain(from, born, king || o.promote === "pass" && promotes(side, to), to, [...path, to], new Set(gone).add(over));
      }
    };
    const mine = at.map((piece, p) => (piece && piece[0] === side ? p : -1)).filter((p) => p >= 0);
    for (const p of mine) {
      const king = at[p].length > 1, piece = at[p];
      at[p] = "";
      chain(p, king, king, p, [], new Set());
      at[p] = piece;
    }
    if (found.size && o.capture === "compulsory") return [...found.values()];
    for (const p of mine) {
      const king = at[p].length > 1;
      for (const way of ways[p]) {
        if (!king && o["men-move"] === "forward" && !forward(side, way.dy)) continue;
        for (const q of way.points) {
          if (at[q]) break;
          add(p, [q], new Set(), king || promotes(side, q));
          if (!king || !way.long) break;
        }
      }
    }
    return [...found.values()];
  };

  // fault says why a position isn't one of the game, or is empty.
  const fault = (position) => {
    const count = { W: 0, B: 0 };
    for (const [name, piece] of position.pieces) {
      count[piece[0]]++;
      if (!number.has(name)) return `there is no point ${name}`;
      if (piece.length > 1 && o.promotion === "none") return `${rules.ruleset} has no Mullahs`;
      if (piece.length === 1 && o.promote !== "single" && promotes(piece[0], number.get(name))) return `no man can stand on ${name}: it is promoted there`;
    }
    for (const side of ["W", "B"]) if (count[side] > board.max_pieces) return `${felli.sideName(side)} has ${count[side]} pieces, want at most ${board.max_pieces}`;
    if (count[position.side] && !count[felli.other(position.side)]) return `${felli.sideName(felli.other(position.side))} has no pieces: the game ended a turn earlier`;
    return "";
  };
  return { moves, fault };
};
