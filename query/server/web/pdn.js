"use strict";
// Games in Portable Draughts Notation with point names.

// formatPDN prints the game from a root node, branches in parentheses.
felli.formatPDN = (ruleset, start, root) => {
  const result = "*";
  const tags = [["Event", "Analysis"], ["Result", result], ["Ruleset", ruleset]];
  if (root.fen !== start) tags.push(["FEN", root.fen]);
  const words = [];
  const number = (ply, white, forced) => (white ? [`${Math.floor(ply / 2) + 1}.`] : forced ? [`${Math.floor(ply / 2) + 1}...`] : []);
  const walk = (node, ply, forced) => {
    if (node.children.length === 0) return;
    const white = node.fen[0] === "W";
    const [main, ...others] = node.children;
    words.push(...number(ply, white, forced), main.move);
    for (const branch of others) {
      words.push("(", ...number(ply, white, true), branch.move);
      walk(branch, ply + 1, false);
      words.push(")");
    }
    walk(main, ply + 1, others.length > 0);
  };
  walk(root, root.fen[0] === "W" ? 0 : 1, true);
  words.push(result);
  const text = words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > 79) { lines.push(line); line = word; } else line += (line ? " " : "") + word;
  }
  return tags.map(([name, value]) => `[${name} "${value}"]\n`).join("") + "\n" + lines.concat(line).join("\n") + "\n";
};

// parsePDN reads the first game of a text: {tags, moves}. Moves is a list of
// {text, branches}; a branch is such a list that stands in the move's place.
felli.parsePDN = (text) => {
  const tags = {};
  const moves = [];
  const stack = [];
  let list = moves;
  const token = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|\(|\)|[^\s(){};[\]]+/g;
  for (const m of text.matchAll(token)) {
    const word = m[0];
    if (m[1]) {
      if (moves.length > 0) break; // the next game
      tags[m[1].toLowerCase()] = m[2].replace(/\\(.)/g, "$1");
    } else if (word === "(") {
      if (list.length === 0) throw felli.problem("PDN: a branch before the first move");
      stack.push(list);
      const branch = [];
      list[list.length - 1].branches.push(branch);
      list = branch;
    } else if (word === ")") {
      if (stack.length === 0) throw felli.problem("PDN: a closing parenthesis too many");
      list = stack.pop();
    } else if (!/^[{;$]/.test(word)) {
      const move = word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "").replaceAll(":", "x");
      if (move === "" || /^(\*|\d\/?\d?-\d\/?\d?|\d+\.*)$/.test(move)) continue;
      if (!/^[a-i][1-9]([-x][a-i][1-9])+$/.test(move)) throw felli.problem(`PDN: "${word}" is no move`);
      list.push({ text: move, branches: [] });
    }
  }
  if (stack.length > 0) throw felli.problem("PDN: a parenthesis is never closed");
  return { tags, moves };
};
