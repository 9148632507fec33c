"use strict";
// Answers from the server's /api/v1. A source has these methods; whatever can't
// be answered throws an Error with a hint. See source-table.js for another.
felli.httpSource = () => {
  const base = new URL("api/v1/", document.baseURI);
  const kept = new Map(); // answers by question, the oldest first
  const ask = async (path, parameters = {}) => {
    const url = new URL(path, base);
    for (const [key, value] of Object.entries(parameters)) if (value) url.searchParams.set(key, value);
    let response;
    try {
      response = await fetch(url, { headers: { Accept: "application/json" } });
    } catch {
      throw felli.problem("The server doesn't answer", "is it still running? felli serve");
    }
    const body = await response.json().catch(() => null);
    if (response.ok && body) return body;
    const error = (body && body.error) || { message: `the server answered with status ${response.status}` };
    throw felli.problem(error.message, error.hint);
  };
  return {
    name: "",
    rulesets: () => ask("rulesets"),
    ruleset: (text) => ask("rulesets/" + encodeURIComponent(text)),
    position: async (ruleset, fen) => {
      const key = ruleset + " " + fen;
      if (kept.has(key)) return kept.get(key);
      const game = await ask("game", { ruleset, fen });
      const answer = { ...game.positions[0], problem: game.missing };
      if (answer.value !== "unknown") {
        kept.set(key, answer);
        if (kept.size > 2000) kept.delete(kept.keys().next().value);
      }
      return answer;
    },
    game: (ruleset, fen, moves) => ask("game", { ruleset, fen, moves: moves.join(" ") }),
    search: (ruleset, fen, seconds) => ask("position", { ruleset, fen, prove: seconds }),
    puzzles: async (ruleset, seed) => (await ask("puzzles/" + encodeURIComponent(ruleset), { seed })).puzzles,
    line: (ruleset, fen) => ask("line", { ruleset, fen }),
    stats: (ruleset) => ask("stats/" + encodeURIComponent(ruleset)),
    histogram: (ruleset, slice) => ask(`histogram/${encodeURIComponent(ruleset)}/${slice}`),
  };
};
felli.problem = (message, hint) => Object.assign(new Error(message), { hint: hint || "" });
felli.openSource = () => felli.httpSource();
