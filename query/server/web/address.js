"use strict";
// The address after # holds ruleset, view, position and moves, so that a link
// shows the same again.
(() => {
  felli.address = ({ ruleset, fen = "", moves = [], view = "explore", slice = "" }) => {
    const tidy = (text) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
    const query = [fen && `fen=${tidy(fen)}`, moves.length && `moves=${moves.join("_")}`].filter(Boolean).join("&");
    return `#/${tidy(ruleset)}${view === "explore" ? "" : `/${view}`}${slice ? `/${slice}` : ""}${query ? `?${query}` : ""}`;
  };

  // readAddress is the inverse of address.
  felli.readAddress = (hash) => {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const [ruleset = "", view = "explore", slice = ""] = path.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return ""; } });
    const values = new URLSearchParams(query);
    return { ruleset, view, slice, fen: values.get("fen") || "", moves: (values.get("moves") || "").split(/[_ ]+/).filter(Boolean) };
  };
})();
