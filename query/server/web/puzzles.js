"use strict";
// Positions with a single winning move, to be found by the player.
felli.showPuzzles = async (box, source, rules, open) => {
  const { el } = felli;
  box.replaceChildren(el("p", {}, "Looking for puzzles …"));
  const found = await source.puzzles(rules.ruleset, 1 + Math.floor(Math.random() * 1e6));
  box.replaceChildren(
    el("p", {}, found.length ? "In each White is to move, and one move alone wins. Opening one hides all values; the tables play Black." : "No puzzle was found in these tables."),
    el("ol", { class: "puzzles" }, ...found.map((p) => el("li", {}, el("button", { type: "button", "data-fen": p.fen, onclick: () => open(p) },
      `Win in ${felli.distance(p.dtw)}: ${felli.sliceName(p.slice)}, ${p.moves} moves to choose from`)))),
    el("button", { type: "button", onclick: () => felli.showPuzzles(box, source, rules, open) }, "Others"));
};
