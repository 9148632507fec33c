"use strict";
// Pages of statistics: all slices, and the histogram of one.
felli.showStats = async (box, source, ruleset, slice, open) => {
  const { el, svg, number } = felli;
  box.replaceChildren(el("p", {}, "Loading …"));
  const link = (ex) => (ex ? el("button", { type: "button", onclick: () => open(ex.fen), "aria-label": `${ex.dtw} plies: open the position ${ex.fen}` }, `${ex.dtw}`) : "–");
  if (slice) {
    const h = await source.histogram(ruleset, slice);
    const tells = [...h.win.map((t) => ({ ...t, value: "win" })), ...h.loss.map((t) => ({ ...t, value: "loss" }))].sort((a, b) => a.dtw - b.dtw);
    const most = Math.max(1, ...tells.map((t) => t.count)), far = Math.max(1, ...tells.map((t) => t.dtw));
    const w = Math.max(300, box.clientWidth || 900), height = 180, step = (w - 60) / (far + 1);
    const chart = svg("svg", { class: "histogram", viewBox: `0 0 ${w} ${height + 22}`, role: "img", "aria-label": `Positions by distance, up to ${far} plies; the table below has the numbers` },
      ...tells.map((t) => svg("rect", {
        class: `bar-${t.value}`, x: 50 + t.dtw * step, width: Math.max(1, step * 0.8), y: height - t.count / most * (height - 14), height: Math.max(1, t.count / most * (height - 14)),
      }, svg("title", {}, `${felli.verbs[t.value]} in ${t.dtw}: ${number(t.count)}`))),
      svg("line", { class: "axis", x1: 50, x2: w, y1: height, y2: height }),
      svg("text", { x: 2, y: 12 }, number(most)), svg("text", { x: 50, y: height + 16 }, "0 plies"), svg("text", { x: w - 60, y: height + 16 }, `${far} plies`));
    const rows = tells.map((t) => el("tr", {}, el("td", {}, el("span", { class: `badge ${t.value}` }, `${felli.marks[t.value]} ${felli.verbs[t.value]} in ${t.dtw}`)),
      el("td", {}, number(t.count)), el("td", {}, el("button", { type: "button", onclick: () => open(t.fen), "aria-label": `Open an example that ${felli.verbs[t.value]} in ${t.dtw}` }, "open"))));
    box.replaceChildren(
      el("p", {}, el("a", { href: felli.address({ ruleset, view: "stats" }) }, "All slices"), ` · ${felli.sliceName(slice)}`),
      el("p", {}, h.counted === h.stored ? `${number(h.stored)} stored positions, symmetric ones once; ${number(h.draw)} are drawn.`
        : `An even sample of ${number(h.counted)} of ${number(h.stored)} stored positions; ${number(h.draw)} of them are drawn.`),
      chart, el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["Side to move", "Positions", "Example"].map((t) => el("th", { scope: "col" }, t)))), el("tbody", {}, ...rows))));
    return;
  }
  const st = await source.stats(ruleset);
  const stack = (c) => {
    const bar = el("span", { class: "stack", "aria-hidden": "true" });
    for (const v of ["win", "draw", "loss"]) {
      const part = el("span", { class: `back-${v}` });
      part.style.width = `${100 * c[v] / Math.max(1, c.positions)}%`;
      bar.append(part);
    }
    return bar;
  };
  const counts = (c) => ["positions", "win", "draw", "loss"].map((k) => el("td", {}, number(c[k])));
  const head = ["Slice", "Positions", "▲ win", "■ draw", "▼ loss", "", "Longest win", "Longest loss"];
  // longest opens the longest win or loss of a slice.
  const longest = (slice, value, dtw) => (dtw === null ? "–" : el("button", {
    type: "button", "aria-label": `Open the longest ${value} of ${felli.sliceName(slice)}, ${dtw} plies`,
    onclick: async (event) => {
      event.currentTarget.disabled = true;
      const tells = (await source.histogram(ruleset, slice))[value];
      open(tells[tells.length - 1].fen);
    },
  }, `${dtw}`));
  const rows = st.slices.map((s) => el("tr", {},
    el("td", {}, el("a", { href: felli.address({ ruleset, view: "stats", slice: s.slice }), title: felli.sliceName(s.slice) }, s.slice)),
    ...counts(s.raw), el("td", {}, stack(s.raw)), el("td", {}, longest(s.slice, "win", s.longest_win)), el("td", {}, longest(s.slice, "loss", s.longest_loss))));
  box.replaceChildren(
    el("p", {}, `${number(st.positions)} positions in ${st.slices.length} slices, all placements with the side to move as White. A slice is named by its material: m2k1vm3 is 2 men and a Mullah of the side to move against 3 men.`),
    st.start ? el("p", {}, `The start is ${st.start.dtw === null ? "a draw" : `a ${st.start.value} in ${felli.distance(st.start.dtw)} for White`}.`) : "",
    el("p", {}, "Longest win ", link(st.longest.win), " and longest loss ", link(st.longest.loss), " plies (click to open)."),
    el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ...head.map((t) => el("th", { scope: "col" }, t || el("span", { class: "hidden" }, "Shares"))))),
      el("tbody", {}, el("tr", {}, el("th", { scope: "row" }, "all"), ...counts(st.raw), el("td", {}, stack(st.raw)), el("td", {}, st.longest.win?.dtw ?? "–"), el("td", {}, st.longest.loss?.dtw ?? "–")), ...rows))),
    el("p", { class: "legend" }, `Digest ${st.digest}`));
};

// sliceName spells a slice out: "2 men and a Mullah against 3 men".
felli.sliceName = (slice) => slice.split("v").map((part) => {
  const m = /^(?:m(\d+))?(?:k(\d+))?$/.exec(part) || [];
  const words = [];
  if (m[1]) words.push(m[1] === "1" ? "a man" : `${m[1]} men`);
  if (m[2]) words.push(m[2] === "1" ? "a Mullah" : `${m[2]} Mullahs`);
  return words.join(" and ");
}).join(" against ");
