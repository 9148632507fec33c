"use strict";
// Positions with a single winning move, to be found by the player. They are
// looked for among the examples of the histograms.
felli.showPuzzles = async (box, source, rules, open) => {
  const { el } = felli;
  box.replaceChildren(el("p", {}, "Looking for puzzles …"));
  const st = await source.stats(rules.ruleset);
  const slices = st.slices.filter((s) => s.longest_win >= 3 && s.raw.positions < 4e6).map((s) => s.slice);
  const found = [];
  for (let tries = 0; found.length < 8 && tries < 14 && slices.length; tries++) {
    const [slice] = slices.splice(Math.floor(Math.random() * slices.length), 1);
    const h = await source.histogram(rules.ruleset, slice);
    for (const t of h.win.filter((w) => w.dtw >= 3).sort(() => Math.random() - 0.5).slice(0, 3)) {
      const answer = await source.position(rules.ruleset, t.fen);
      if (answer.moves.length >= 3 && answer.moves[1].value !== "win" && answer.moves[0].value === "win") found.push({ ...t, slice, count: answer.moves.length });
    }
  }
  found.sort((a, b) => a.dtw - b.dtw);
  box.replaceChildren(
    el("p", {}, found.length ? "In each, White is to move and one move alone wins. Opening a puzzle hides all values; play against the tables to the end, or show the values to see the answer." : "No puzzle was found in these tables."),
    el("ol", {}, ...found.map((p) => el("li", {}, el("button", { type: "button", onclick: () => open(p.fen) },
      `Win in ${felli.distance(p.dtw)}: ${felli.sliceName(p.slice)}, ${p.count} moves to choose from`)))),
    el("button", { type: "button", onclick: () => felli.showPuzzles(box, source, rules, open) }, "Others"));
};
