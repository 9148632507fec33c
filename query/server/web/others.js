"use strict";
// What the same position is worth under the other rulesets of its board.
felli.compare = async (box, state, isCurrent) => {
  const { el } = felli;
  const fen = state.current.fen;
  const list = state.rulesets.filter((r) => r.board === state.rules.board && r !== state.rules);
  const rows = list.map((r) => el("li", {}, el("a", { href: felli.address({ ruleset: r.ruleset, fen: fen === r.start ? "" : fen }) }, r.ruleset), ": ", el("span", {}, "…")));
  box.replaceChildren(...(rows.length ? rows : [el("li", {}, "No other ruleset is played on this board.")]));
  await Promise.all(list.map(async (r, i) => {
    const cell = rows[i].lastElementChild;
    try {
      const answer = await state.source.position(r.ruleset, fen);
      if (!isCurrent()) return;
      cell.className = `badge ${answer.value}`;
      cell.textContent = answer.value === "unknown" ? (r.tables ? "not built" : "no tables") : `${felli.marks[answer.value]} ${felli.sentence(answer, r.options.stalemate === "draw")}`;
    } catch (error) {
      cell.textContent = error.message.replace(/^.*": /s, "");
    }
  }));
};
