"use strict";
// Links to what is shown, and games read and written as PDN.
(() => {
  const { el } = felli;
  felli.records = (explorer) => {
    const { state, $ } = explorer;
    $("new").onclick = () => explorer.open({ ruleset: state.rules.ruleset, fen: "", moves: [] });
    $("copy").onclick = async () => {
      try { await navigator.clipboard.writeText(location.href); explorer.say("Link copied"); } catch { explorer.say("The link is in the address bar"); }
      $("copy").textContent = "Copied";
      setTimeout(() => { $("copy").textContent = "Copy link"; }, 1500);
    };
    $("pdn").onclick = () => {
      $("pdn-box").hidden = !$("pdn-box").hidden;
      $("pdn-text").value = felli.formatPDN(state.rules.ruleset, state.rules.start, state.root);
      if (!$("pdn-box").hidden) $("pdn-text").focus();
    };
    $("pdn-save").onclick = () => {
      const url = URL.createObjectURL(new Blob([$("pdn-text").value], { type: "application/x-pdn" }));
      el("a", { href: url, download: "game.pdn" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    };
    const addBranch = async (node, list) => {
      for (const { text, branches } of list) {
        const before = node;
        const m = before.answer.moves.find((x) => x.move === text);
        if (m) node = felli.addMove(before, m.move, m.fen);
        else {
          const game = await state.source.game(state.rules.ruleset, before.fen, [text]);
          node = felli.addMove(before, game.moves[0], game.positions[1].fen);
        }
        node.answer ||= await state.source.position(state.rules.ruleset, node.fen);
        for (const branch of branches) await addBranch(before, branch);
      }
    };
    $("pdn-box").onsubmit = async (event) => {
      event.preventDefault();
      try {
        const game = felli.parsePDN($("pdn-text").value);
        await explorer.load({ ruleset: game.tags.ruleset || state.rules.ruleset, fen: game.tags.fen || "", moves: [] });
        if (!$("notice").hidden && state.root.answer.invalid) return;
        await addBranch(state.root, game.moves);
        await explorer.go(felli.lastOf(state.root));
        explorer.draw();
        $("pdn-box").hidden = true;
      } catch (error) {
        explorer.complain(error);
        explorer.say(error.message);
      }
    };
  };
})();
