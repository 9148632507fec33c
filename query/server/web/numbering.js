"use strict";
// Positions and their numbers in a table, as package index has them: the place
// of the major side's points, then that of the minor side's, then which of both
// are Mullahs. Where no man can stand on the points that promote it, pieces
// there are Mullahs and are numbered apart.
felli.numbering = (rules, board, symmetries) => {
  const n = board.points.length, number = new Map(board.points.map((name, i) => [name, i]));
  const o = rules.options, restricted = o.promotion !== "none" && o.promote !== "single";
  const far = (row) => board.points.flatMap((name, p) => {
    const [x, y] = felli.place(name);
    return restricted && y === row && (o.promotion === "rank" || x === 0 || x === board.width - 1) ? [p] : [];
  });
  const majorPromotion = new Set(far(board.height - 1)), minorPromotion = far(0);

  const choose = Array.from({ length: n + 2 }, () => new Array(n + 3).fill(0));
  for (let i = 0; i <= n + 1; i++) for (let k = choose[i][0] = 1; k <= i; k++) choose[i][k] = choose[i - 1][k - 1] + (choose[i - 1][k] || 0);
  const colex = (list) => list.reduce((sum, p, i) => sum + choose[p][i + 1], 0); // list ascending
  const uncolex = (rank, size) => {
    const list = [];
    for (let k = size, p = n; k > 0; k--) {
      while (choose[p][k] > rank) p--;
      list.unshift(p);
      rank -= choose[p][k];
    }
    return list;
  };
  const bits = (list) => list.reduce((mask, p) => mask + 2 ** p, 0);
  // tables[h][b][v] is where symmetry h takes the points v of the b-th byte.
  const tables = symmetries.map((to) => Array.from({ length: Math.ceil(n / 8) }, (_, b) => Array.from({ length: 256 }, (_, v) => {
    let mask = 0;
    for (let i = 0; i < 8; i++) if (v >> i & 1 && 8 * b + i < n) mask += 2 ** to[8 * b + i];
    return mask;
  })));
  // least is the smallest image of a set, and the first symmetry that leads there.
  const least = (mask) => {
    let best = mask, by = 0;
    for (let h = 1; h < tables.length; h++) {
      let image = 0;
      for (let b = 0, rest = mask; b < tables[h].length; b++, rest = Math.floor(rest / 256)) image += tables[h][b][rest % 256];
      if (image < best) [best, by] = [image, h];
    }
    return [best, by];
  };
  const majors = new Map(); // by size: {numbers: mask → number, sets}
  const majorsOf = (size) => {
    if (!majors.has(size)) {
      const numbers = new Map(), sets = [];
      for (let rank = 0; rank < choose[n][size]; rank++) {
        const list = uncolex(rank, size), mask = bits(list);
        if (least(mask)[0] === mask) { numbers.set(mask, sets.length); sets.push(list); }
      }
      majors.set(size, { numbers, sets });
    }
    return majors.get(size);
  };

  // kinds is in how many ways k of so many pieces are Mullahs when r of them must be.
  const kinds = (pieces, k, r) => (r > k ? 0 : choose[pieces - r][k - r]);
  // segments lists, by r, where the minor sets with r points of promotion begin,
  // in units of the major side's kinds, when so many of these points are free.
  const segments = (size, minor, minorKings, promotion) => {
    const list = [], rest = n - size - promotion;
    let offset = 0;
    for (let r = 0; r <= Math.min(minor, promotion); r++) {
      const width = rest < 0 ? 0 : choose[rest][minor - r] || 0, each = kinds(minor, minorKings, r);
      list.push({ offset, width, kinds: each });
      offset += choose[promotion][r] * width * each;
    }
    return { list, total: offset };
  };
  const layouts = new Map();
  const layoutOf = (size, kings, minor, minorKings) => {
    const key = [size, kings, minor, minorKings].join();
    if (!layouts.has(key)) {
      const zones = [];
      for (let f = 0; f <= minorPromotion.length; f++) zones.push(segments(size, minor, minorKings, f));
      const { numbers, sets } = majorsOf(size), base = new Float64Array(sets.length + 1);
      sets.forEach((set, i) => {
        const free = minorPromotion.filter((p) => !set.includes(p)).length;
        base[i + 1] = base[i] + kinds(size, kings, set.filter((p) => majorPromotion.has(p)).length) * zones[free].total;
      });
      layouts.set(key, { zones, numbers, sets, base });
    }
    return layouts.get(key);
  };
  // ground is what a major set leaves: free points of promotion first.
  const ground = (set) => {
    const promotion = minorPromotion.filter((p) => !set.includes(p)), others = [];
    for (let p = 0; p < n; p++) if (!set.includes(p) && !minorPromotion.includes(p)) others.push(p);
    return { promotion, others };
  };

  const kindOf = (list, forced) => colex(list.filter(([p]) => !forced(p)).flatMap(([, king], i) => (king ? [i] : [])));
  const material = (men, kings) => (men ? `m${men}` : "") + (kings ? `k${kings}` : "");
  const shape = (slice) => slice.split("v").map((part) => [Number(/m(\d+)/.exec(part)?.[1] || 0), Number(/k(\d+)/.exec(part)?.[1] || 0)]);
  const majorMoves = ([[m, k], [om, ok]]) => m + k > om + ok || m + k === om + ok && k >= ok;
  const isMajor = (p) => majorPromotion.has(p), isMinor = (p) => minorPromotion.includes(p);

  // sliceOf is the slice of a position.
  const sliceOf = (position) => {
    const count = (side) => [side, `${side}K`].map((kind) => [...position.pieces.values()].filter((piece) => piece === kind).length);
    return [position.side, felli.other(position.side)].map((side) => material(...count(side))).join("v");
  };

  // rank is the index, in its slice, of a position whose sides both have pieces.
  const rank = (position) => {
    const own = [], enemy = [];
    for (const [name, piece] of position.pieces) (piece[0] === position.side ? own : enemy).push([number.get(name), piece.length > 1]);
    const kings = (list) => list.filter(([, king]) => king).length;
    const sides = [own, enemy].map((list) => [list.length - kings(list), kings(list)]);
    const first = majorMoves(sides), top = (first ? position.side : felli.other(position.side)) === "B";
    const turn = (list) => list.map(([p, king]) => [top ? n - 1 - p : p, king]);
    let [major, minor] = (first ? [own, enemy] : [enemy, own]).map(turn);
    const [mask, h] = least(bits(major.map(([p]) => p)));
    [major, minor] = [major, minor].map((list) => list.map(([p, king]) => [symmetries[h][p], king]).sort((a, b) => a[0] - b[0]));
    const set = major.map(([p]) => p), { promotion, others } = ground(set);
    const layout = layoutOf(major.length, kings(major), minor.length, kings(minor));
    const i = layout.numbers.get(mask), low = minor.filter(([p]) => isMinor(p)), high = minor.filter(([p]) => !isMinor(p));
    const segment = layout.zones[promotion.length].list[low.length];
    const majorKinds = kinds(major.length, kings(major), set.filter(isMajor).length);
    const place = segment.offset + (colex(low.map(([p]) => promotion.indexOf(p))) * segment.width + colex(high.map(([p]) => others.indexOf(p)))) * segment.kinds;
    return layout.base[i] + majorKinds * place + kindOf(major, isMajor) * segment.kinds + kindOf(minor, isMinor);
  };

  // unrank is the FEN of the position with an index in a slice, seen with White
  // to move.
  const unrank = (slice, index) => {
    const sides = shape(slice), first = majorMoves(sides), [[m, k], [om, ok]] = first ? sides : [sides[1], sides[0]];
    const layout = layoutOf(m + k, k, om + ok, ok);
    let at = 0;
    for (let high = layout.sets.length - 1; at < high;) { // the last set that begins at or before index
      const middle = Math.ceil((at + high) / 2);
      if (layout.base[middle] <= index) at = middle; else high = middle - 1;
    }
    const major = layout.sets[at], { promotion, others } = ground(major), zone = layout.zones[promotion.length].list;
    const majorKinds = kinds(m + k, k, major.filter(isMajor).length), within = index - layout.base[at];
    let r = zone.length - 1;
    while (r > 0 && (zone[r].offset * majorKinds > within || zone[r].kinds * zone[r].width === 0)) r--;
    const segment = zone[r], rest = within - zone[r].offset * majorKinds, unit = majorKinds * segment.kinds;
    const block = Math.floor(rest / unit), i = Math.floor(rest % unit / segment.kinds), j = rest % unit % segment.kinds;
    const minor = [...uncolex(Math.floor(block / segment.width), r).map((p) => promotion[p]), ...uncolex(block % segment.width, om + ok - r).map((p) => others[p])].sort((a, b) => a - b);
    const pieces = new Map();
    const put = (list, kings, forced, owner) => {
      let free = 0;
      for (const p of list) pieces.set(board.points[p], owner + (forced(p) || kings.includes(free++) ? "K" : ""));
    };
    put(major, uncolex(i, k - major.filter(isMajor).length), isMajor, "W");
    put(minor, uncolex(j, ok - r), isMinor, "B");
    const position = { side: first ? "W" : "B", pieces };
    return felli.formatFEN(board, first ? position : felli.rotate(board, position));
  };
  return { sliceOf, rank, unrank };
};
