"use strict";
// Setting up a position: the explorer gives what it shows and how it is drawn,
// and gets back how its board and its palette are to act.
(() => {
  felli.editor = (explorer) => {
    const { state, $ } = explorer;
    const setEditing = (on) => {
      state.editing = on;
      $("editor").hidden = !on;
      $("edit").setAttribute("aria-pressed", on);
      if (!on) return;
      state.draft = felli.parseFEN(state.current.fen);
      drafted();
    };
    const drafted = () => {
      $("fen").value = felli.formatFEN(state.board, state.draft);
      for (const radio of $("editor").elements.side) radio.checked = radio.value === state.draft.side;
      explorer.drawBoard();
    };
    const put = (name) => {
      if (state.tool === "" || state.draft.pieces.get(name) === state.tool) state.draft.pieces.delete(name);
      else state.draft.pieces.set(name, state.tool);
      drafted();
      explorer.say(`${name}: ${felli.pieceName(state.draft.pieces.get(name) || "")}`);
    };
    $("edit").onclick = () => { explorer.stop(); setEditing(!state.editing); explorer.drawBoard(); };
    $("editor").addEventListener("click", (event) => {
      const what = event.target.dataset.edit;
      if (!what) return;
      const d = state.draft;
      state.draft = { clear: () => ({ side: d.side, pieces: new Map() }), start: () => felli.parseFEN(state.rules.start), swap: () => felli.swapColours(d),
        mirror: () => felli.mirror(state.board, d), rotate: () => felli.rotate(state.board, d) }[what]();
      drafted();
    });
    $("editor").addEventListener("change", (event) => {
      if (event.target.name === "side") { state.draft.side = event.target.value; drafted(); }
      if (event.target.id === "fen") {
        const draft = felli.parseFEN(event.target.value);
        if (draft && [...draft.pieces.keys()].every((name) => state.board.points.includes(name))) { state.draft = draft; drafted(); }
      }
    });
    $("editor").onsubmit = (event) => {
      event.preventDefault();
      explorer.open({ ruleset: state.rules.ruleset, fen: $("fen").value.trim(), moves: [] });
    };
    return { setEditing, put, drafted };
  };
})();
