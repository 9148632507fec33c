"use strict";
// How the tables play: the levels of `felli play`. choose picks a move of an
// answer, which has one.
felli.choose = async (source, ruleset, level, answer) => {
  const key = (m) => `${m.value} ${m.dtw}`;
  const best = answer.moves.filter((m) => key(m) === key(answer.moves[0])), worse = answer.moves.slice(best.length);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  if (worse.length && Math.random() * 100 < (parseFloat(level.replace("tricky:", "")) || 0)) return any(worse);
  if (best[0].value === "unknown") return any(best);
  if (!level.startsWith("tricky")) return best[0];
  let pickOf = best[0], mostWrong = -1, leastRight = 0;
  for (const m of best) {
    const replyTo = await source.position(ruleset, m.fen);
    const right = replyTo.moves.filter((x) => key(x) === key(replyTo.moves[0])).length, wrong = replyTo.moves.length - right;
    if (wrong > mostWrong || wrong === mostWrong && right < leastRight) [pickOf, mostWrong, leastRight] = [m, wrong, right];
  }
  return pickOf;
};
