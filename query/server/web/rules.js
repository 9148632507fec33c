"use strict";
// What every part of the explorer knows of boards, positions and values.
const felli = {};

// A position is {side, pieces}: "W" or "B" to move, and a Map from a point's
// name to "W", "B" (men), "WK" or "BK" (Mullahs).
felli.parseFEN = (text) => {
  const parts = text.trim().replace(/\.$/, "").split(":").map((part) => part.trim());
  const side = (parts[0] || "").toUpperCase();
  if (side !== "W" && side !== "B" || parts.length !== 3) return null;
  const pieces = new Map();
  const seen = new Set();
  for (const part of parts.slice(1)) {
    const owner = (part[0] || "").toUpperCase();
    if (owner !== "W" && owner !== "B" || seen.has(owner)) return null;
    seen.add(owner);
    for (const word of part.slice(1).split(",").map((w) => w.trim())) {
      if (word === "" && part.slice(1).trim() === "") continue;
      const m = /^([Kk]?)([a-i][1-9])$/.exec(word);
      if (!m || pieces.has(m[2])) return null;
      pieces.set(m[2], owner + (m[1] ? "K" : ""));
    }
  }
  return { side, pieces };
};

// formatFEN prints a position in the order of the board's points.
felli.formatFEN = (board, position) => {
  const list = (owner) => board.points.filter((name) => (position.pieces.get(name) || "")[0] === owner)
    .map((name) => (position.pieces.get(name).length > 1 ? "K" : "") + name).join(",");
  return `${position.side}:W${list("W")}:B${list("B")}`;
};

felli.other = (side) => (side === "W" ? "B" : "W");
felli.sideName = (side) => (side === "W" ? "White" : "Black");

// place is where a point lies on the grid, both from 0.
felli.place = (name) => [name.charCodeAt(0) - 97, name.charCodeAt(1) - 49];

felli.mapPoints = (position, move, turn) => {
  const pieces = new Map();
  for (const [name, piece] of position.pieces) pieces.set(move(name), turn ? felli.other(piece[0]) + piece.slice(1) : piece);
  return { side: turn ? felli.other(position.side) : position.side, pieces };
};
felli.mirror = (board, position) => felli.mapPoints(position,
  (name) => String.fromCharCode(97 + board.width - 1 - felli.place(name)[0]) + name[1], false);
// rotate turns the board and swaps the colours: value and moves stay the same.
felli.rotate = (board, position) => felli.mapPoints(position, (name) => {
  const [x, y] = felli.place(name);
  return String.fromCharCode(97 + board.width - 1 - x) + String.fromCharCode(49 + board.height - 1 - y);
}, true);
felli.swapColours = (position) => felli.mapPoints(position, (name) => name, true);

// path is the points that a move names.
felli.path = (move) => move.split(/[-x]/);

// The marks of the values; they differ in shape, not only in colour.
felli.marks = { win: "▲", draw: "■", loss: "▼", unknown: "?" };
felli.verbs = { win: "wins", draw: "draws", loss: "loses", unknown: "unknown" };

const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;
felli.distance = (dtw) => `${plural(dtw, "ply", "plies")} (${plural(Math.floor((dtw + 1) / 2), "move", "moves")})`;

// outcome says what a move gets, in words.
felli.outcome = (m) => (m.bound !== undefined ? `${felli.verbs[m.value]} in at most ${m.bound}` :
  m.dtw === null ? felli.verbs[m.value] : `${felli.verbs[m.value]} in ${m.dtw}`);

// sentence says what an answer's position is worth.
felli.sentence = (answer, stalemateDraws) => {
  const position = felli.parseFEN(answer.fen);
  const side = felli.sideName(position.side), enemy = felli.sideName(felli.other(position.side));
  if (answer.moves.length === 0) {
    if (![...position.pieces.values()].some((piece) => piece[0] === position.side)) return `The game is over: ${side} has no pieces and has lost`;
    return stalemateDraws ? `The game is over: ${side} has no move, a draw` : `The game is over: ${side} has no move and has lost`;
  }
  const howLong = answer.bound !== undefined ? `at most ${felli.distance(answer.bound)}` : felli.distance(answer.dtw);
  switch (answer.value) {
    case "win": return `${side} wins in ${howLong}`;
    case "loss": return `${enemy} wins in ${howLong}`;
    case "draw": return "A draw: neither side can force a win";
    default: return `Unknown: beyond the tables that are built${answer.known ? `, but proven: ${answer.known}` : ""}`;
  }
};

// forWhite is a value between -1 (Black has won) and 1 (White has won), for
// bars and charts: the nearer the end, the further out.
felli.forWhite = (answer) => {
  if (!answer || answer.dtw === null) return 0;
  const sign = (answer.value === "win") === (answer.fen[0] === "W") ? 1 : -1;
  return sign * (0.35 + 0.65 * 12 / (12 + answer.dtw));
};

// el makes an element; svg makes one of a drawing.
felli.el = (name, attributes = {}, ...children) => felli.fill(document.createElement(name), attributes, children);
felli.svg = (name, attributes = {}, ...children) => felli.fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
felli.fill = (node, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean" && key.startsWith("aria-")) node.setAttribute(key, String(value));
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
};
felli.number = (n) => n.toLocaleString("en");
