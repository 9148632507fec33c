"use strict";
// Positions with a single winning move, to be found by the player.
felli.showPuzzles = async (box) => {
  box.replaceChildren(felli.el("p", {}, "No puzzles yet."));
};
