package server

import (
	"fmt"
	"strconv"
	"testing"
)

// contrastJS measures the contrast (WCAG 2.2, success criterion 1.4.3) of every
// text on the page with what is behind it, and lists what falls short.
const contrastJS = `(() => {
	const parse = (text) => { const m = text.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m.length > 3 ? m[3] : 1 }; };
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (x, y) => { const [a, b] = [light(x), light(y)].sort((p, q) => q - p); return (a + 0.05) / (b + 0.05); };
	const behind = (node) => { for (let n = node; n; n = n.parentElement) { const c = parse(getComputedStyle(n).backgroundColor); if (c.a === 1) return c.rgb; } return [255, 255, 255]; };
	const short = [];
	let seen = 0;
	for (const node of document.body.querySelectorAll("*")) {
		if (node.closest("svg, .hidden, .skip, noscript") || node.disabled || !node.checkVisibility()) continue;
		if (![...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
		const style = getComputedStyle(node), size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
		const r = ratio(parse(style.color).rgb, behind(node));
		seen++;
		if (r < (large ? 3 : 4.5)) short.push(node.tagName + "." + node.className + " " + JSON.stringify(node.textContent.slice(0, 30)) + ": " + r.toFixed(2));
	}
	return seen < 5 ? "only " + seen + " texts" : short.join("\n");
})()`

// pairsJS measures two colours of the style sheet against each other.
const pairsJS = `((names) => {
	const box = document.createElement("i");
	document.body.append(box);
	const light = (name) => {
		box.style.color = getComputedStyle(document.documentElement).getPropertyValue("--" + name);
		return getComputedStyle(box).color.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	};
	const [a, b] = names.map(light).sort((p, q) => q - p);
	box.remove();
	return (a + 0.05) / (b + 0.05);
})`

// TestContrast measures all text in every view, and the colours of the board,
// in light and dark: WCAG AA wants 4.5 for text and 3 for the parts of pictures
// and controls that tell something.
func TestContrast(t *testing.T) {
	base := listen(t, newServer(t, func(c *Config) { c.Search = fakeSearch }))
	b := newBrowser(t, base, 1000, 900)
	for _, theme := range []string{"light", "dark"} {
		b.open(base)
		b.text(fmt.Sprintf("localStorage.setItem('theme', %q)", theme))
		for _, view := range []struct {
			hash   string
			clicks []string
		}{
			{"#/felli?fen=W:Wa1,c1,e1:Bb4,c5", []string{"#play summary", "#others summary", "#edit", "#pdn"}},
			{"#/felli-mullah?fen=W:Wa1,Kc1:Bc5&moves=a1-b2", []string{"#moves button"}},
			{"#/felli?fen=start", nil},
			{"#/fetaix", nil},
			{"#/felli-mullah/stats", nil},
			{"#/felli-mullah/stats/m1k1vm2", nil},
			{"#/felli/puzzles", nil},
			{"#/felli/puzzles", []string{"#puzzles-body ol button"}},
		} {
			b.open(base + "/" + view.hash)
			for _, selector := range view.clicks {
				b.until(fmt.Sprintf("document.querySelector(%q)", selector))
				b.click(selector)
			}
			b.until(`!document.body.textContent.includes("Looking for puzzles") && !document.body.textContent.includes("Loading …")`)
			if short := b.text(contrastJS); short != "" {
				t.Errorf("%s %s:\n%s", theme, view.hash, short)
			}
		}
		for _, pair := range []struct {
			one, other string
			least      float64
		}{
			{"card", "win", 4.5},
			{"card", "draw", 4.5},
			{"card", "loss", 4.5},
			{"card", "unknown", 4.5}, // numbers on badges
			{"line", "wood", 4.5},
			{"soft", "card", 4.5},
			{"soft", "bg", 4.5}, // names of points; charts
			{"win", "wood", 3},
			{"draw", "wood", 3},
			{"loss", "wood", 3},
			{"unknown", "wood", 3},
			{"accent", "wood", 3},
			{"ring", "wood", 3},
			{"white", "black", 3},
			{"focus", "wood", 3},
			{"focus", "bg", 3},
			{"focus", "card", 3},
			{"rim", "card", 3},
			{"rim", "bg", 3},
			{"accent", "card", 3},
			{"win", "card", 3},
			{"loss", "card", 3},
		} {
			got, err := strconv.ParseFloat(b.text(fmt.Sprintf("%s([%q, %q])", pairsJS, pair.one, pair.other)), 64)
			if err != nil || got < pair.least || got > 21 {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %g (%v)", theme, pair.one, pair.other, got, pair.least, err)
			}
		}
	}
}

// TestRightToLeft: in a page that is written from right to left the board isn't
// mirrored, stepping isn't either, and nothing sticks out.
func TestRightToLeft(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 360, 740)
	for _, hash := range []string{"#/felli?fen=W:Wa1,c1,e1:Bb4,c5&moves=a1-b2", "#/felli-mullah/stats", "#/felli-mullah/stats/m1k1vm2", "#/fetaix"} {
		b.open(base + "/" + hash)
		b.text(`document.documentElement.setAttribute("dir", "rtl")`)
		if over := b.text("document.documentElement.scrollWidth - innerWidth"); over != "0" {
			t.Errorf("%s is %s pixels too wide", hash, over)
		}
		if b.text(`felli.state.view`) != "explore" {
			continue
		}
		left := func(selector string) string {
			return fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().left", selector)
		}
		for _, order := range [][2]string{{"[data-point=a1]", "[data-point=e1]"}, {"#back", "#forward"}} {
			if b.text(left(order[0])+" < "+left(order[1])) != "true" {
				t.Errorf("%s: %s isn't left of %s", hash, order[0], order[1])
			}
		}
	}
}
