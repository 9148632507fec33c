package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"felli/query"
)

// Expressions about the page.
const (
	verdictJS = `document.getElementById("verdict").textContent`
	currentJS = `felli.state.current.fen`
	liveJS    = `document.getElementById("live").textContent`
	depthJS   = `felli.lineage(felli.state.current).length - 1`
)

func (b *browser) wantDepth(n int) {
	b.Helper()
	b.until(fmt.Sprintf("%s === %d && felli.state.current.answer", depthJS, n))
}

// TestExplorerGame plays a whole game by clicking points of the board, takes
// moves back, makes a branch, and reloads it all from the address.
func TestExplorerGame(t *testing.T) {
	s := newServer(t, nil)
	base := listen(t, s)
	b := newBrowser(t, base, 1200, 900)
	const fen = "W:Wa1,c1,e1:Bb4,c5"
	b.open(base + "/#/felli?fen=" + fen)
	var line query.LineJSON
	if err := json.Unmarshal([]byte(bodyOf(t, get(t, s, "/api/v1/line?ruleset=felli&fen="+url.QueryEscape(fen)))), &line); err != nil {
		t.Fatal(err)
	}
	if line.Value != "win" || len(line.Line) < 3 {
		t.Fatalf("the test wants a won position, has %+v", line)
	}
	b.until(fmt.Sprintf(`%s.startsWith("White wins in %d plies")`, verdictJS, *line.DTW))
	for i, m := range line.Line {
		points := strings.FieldsFunc(m.Move, func(r rune) bool { return r == '-' || r == 'x' })
		b.point(points[0])
		b.until(fmt.Sprintf("felli.state.selected === %q", points[0]))
		b.point(points[len(points)-1])
		b.wantDepth(i + 1)
		if got := b.text(currentJS); got != m.FEN {
			t.Fatalf("after %s: %s, want %s", m.Move, got, m.FEN)
		}
	}
	b.until(verdictJS + `.startsWith("The game is over")`)
	b.until(liveJS + `.includes("The game is over")`)
	if n := b.text(`document.querySelectorAll("#tree button").length`); n != fmt.Sprint(len(line.Line)) {
		t.Errorf("the record has %s moves, want %d", n, len(line.Line))
	}
	if n := b.text(`document.querySelectorAll("#chart path").length`); n != fmt.Sprint(len(line.Line)+1) {
		t.Errorf("the chart has %s marks, want %d", n, len(line.Line)+1)
	}
	// Undo twice, redo once, then another move: a branch.
	b.click("#back")
	b.wantDepth(len(line.Line) - 1)
	b.click("#back")
	b.wantDepth(len(line.Line) - 2)
	b.click("#forward")
	b.wantDepth(len(line.Line) - 1)
	b.click("#first")
	b.wantDepth(0)
	b.click("#moves li:last-child button")
	b.wantDepth(1)
	if b.text(`document.querySelectorAll("#tree .branch").length`) != "1" {
		t.Errorf("no branch in the record: %s", b.text(`document.getElementById("tree").textContent`))
	}
	// The address shows the same again.
	here, verdict := b.text(currentJS), b.text(verdictJS)
	address := b.text("location.href")
	b.open(address)
	if b.text(currentJS) != here || b.text(verdictJS) != verdict {
		t.Errorf("%s shows %s, %q; want %s, %q", address, b.text(currentJS), b.text(verdictJS), here, verdict)
	}
	// The record goes out as PDN and comes in again.
	b.click("#pdn")
	pdn := b.text(`document.getElementById("pdn-text").value`)
	if !strings.Contains(pdn, `[FEN "`+fen+`"]`) || !strings.Contains(pdn, `[Ruleset "felli"]`) {
		t.Errorf("PDN: %s", pdn)
	}
	b.click("#new")
	b.wantDepth(0)
	b.until(`!location.hash.includes("fen")`)
	b.text(fmt.Sprintf(`(document.getElementById("pdn-text").value = %q)`, pdn+"\n{comment} ("+line.Line[0].Move+")"))
	b.click(`#pdn-box [type="submit"]`)
	b.until(currentJS + " === " + fmt.Sprintf("%q", here))
	if b.text(`document.querySelectorAll("#tree .branch").length`) != "1" {
		t.Errorf("PDN read: %s", b.text(`document.getElementById("tree").textContent`))
	}
}

// TestExplorerDrag moves a piece by dragging it.
func TestExplorerDrag(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 390, 844)
	b.open(base + "/#/felli?fen=W:Wa1,c1:Bc5")
	x1, y1 := b.place(hit("a1"))
	x2, y2 := x1, y1
	if _, err := fmt.Sscan(b.text(`(() => { const r = document.querySelector("[data-point=b2] .hit").getBoundingClientRect(); return (r.left + r.width / 2) + " " + (r.top + r.height / 2); })()`), &x2, &y2); err != nil {
		t.Fatal(err)
	}
	b.run(
		chromedp.MouseEvent("mousePressed", x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", (x1+x2)/2, (y1+y2)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", x2, y2, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", x2, y2, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	)
	b.wantDepth(1)
	if got := b.text(currentJS); got != "B:Wc1,b2:Bc5" {
		t.Errorf("after the drag: %s", got)
	}
	if over := b.text("document.documentElement.scrollWidth - innerWidth"); over != "0" {
		t.Errorf("the page is %s pixels wider than a phone", over)
	}
}

// TestExplorerKeyboard plays with keys alone and listens to what a screen
// reader would say.
func TestExplorerKeyboard(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 1200, 900)
	b.open(base + "/#/felli?fen=W:Wa1,c1:Bc5,e5")
	b.until(liveJS + `.includes("White to move")`)
	for i := 0; b.text(`document.activeElement.dataset?.point || ""`) == ""; i++ {
		if i == 20 {
			t.Fatal("Tab never reaches the board")
		}
		b.press(kb.Tab)
	}
	if b.text(`document.activeElement.dataset.point`) != "c3" {
		t.Errorf("Tab leads to %s first", b.text(`document.activeElement.dataset.point`))
	}
	b.press(kb.ArrowDown)
	b.press(kb.ArrowDown)
	if label := b.text(`document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(label, "c1, White man, can move") {
		t.Errorf("c1 is called %q", label)
	}
	b.press(kb.Enter)
	b.until(liveJS + `.startsWith("c1 picked: ")`)
	b.press(kb.ArrowUp)
	if label := b.text(`document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(label, "c2, empty, destination") {
		t.Errorf("c2 is called %q", label)
	}
	b.press(" ")
	b.wantDepth(1)
	b.until(liveJS + `.startsWith("Played c1-c2.")`)
	// From the list of moves, then stepping with the arrow keys.
	b.text(`document.querySelector("#moves button").focus()`)
	b.press(kb.Enter)
	b.wantDepth(2)
	b.text(`document.activeElement.blur()`)
	b.press(kb.ArrowLeft)
	b.wantDepth(1)
	b.press(kb.ArrowRight)
	b.wantDepth(2)
	b.press(kb.Home)
	b.wantDepth(0)
	b.press("e")
	b.until(`felli.state.editing`)
	b.press(kb.Escape)
	b.until(`!felli.state.editing`)
	// Everything that can be pressed has a name.
	nameless := b.text(`[...document.querySelectorAll("button, select, input, textarea, [role=button], svg[role]")].filter((n) =>
		!(n.getAttribute("aria-label") || n.textContent.trim() || n.labels?.length)).map((n) => n.outerHTML).join()`)
	if nameless != "" {
		t.Errorf("without a name: %s", nameless)
	}
}

// TestExplorerEdit sets positions up, changes the ruleset, and meets errors.
func TestExplorerEdit(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 1200, 900)
	b.expected = []string{"status of 400"}
	b.open(base + "/#/felli?fen=W:Wa1,c1:Bc5,e5")
	b.click("#edit")
	b.click(`[data-tool="B"]`)
	b.point("c3")
	b.click(`[data-tool=""]`)
	b.point("c5")
	b.click(`[name="side"][value="B"]`)
	fenJS := `document.getElementById("fen").value`
	if got := b.text(fenJS); got != "B:Wa1,c1:Bc3,e5" {
		t.Errorf("set up: %s", got)
	}
	for _, step := range []struct{ button, want string }{
		{"mirror", "B:Wc1,e1:Bc3,a5"},
		{"swap", "W:Wc3,a5:Bc1,e1"},
		{"rotate", "B:Wa5,c5:Be1,c3"},
		{"clear", "B:W:B"},
		{"start", "W:Wa1,c1,e1,b2,c2,d2:Bb4,c4,d4,a5,c5,e5"},
	} {
		b.click(`[data-edit="` + step.button + `"]`)
		if got := b.text(fenJS); got != step.want {
			t.Errorf("%s: %s, want %s", step.button, got, step.want)
		}
	}
	b.text(`(document.getElementById("fen").value = "W:Wa1,Kc1:Bc5")`)
	b.click(`#editor [type="submit"]`)
	b.until(`!document.getElementById("notice").hidden`)
	if got := b.text(`document.getElementById("notice").textContent`); !strings.Contains(got, "no Mullahs") {
		t.Errorf("a Mullah in felli: %s", got)
	}
	// Where there are Mullahs a man can be made one, and a piece dragged off
	// the board.
	b.open(base + "/#/felli-mullah?fen=W:Wa1,c1:Bc5")
	b.click("#edit")
	b.click(`[data-tool="WK"]`)
	b.point("a1")
	x, y := b.place(hit("c1"))
	b.run(
		chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent("mouseMoved", x-40, y-40, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseMoved", 5, y, chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", 5, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	)
	if got := b.text(fenJS); got != "W:WKa1:Bc5" {
		t.Errorf("promoted and dragged off: %s", got)
	}
	b.click(`#editor [type="submit"]`)
	b.until(currentJS + ` === "W:WKa1:Bc5"`)
	// The same placement is fine where there are Mullahs.
	choose := func(ruleset string) {
		t.Helper()
		b.text(fmt.Sprintf(`(() => { const s = document.getElementById("ruleset"); s.value = %q; s.dispatchEvent(new Event("change")); })()`, ruleset))
		b.until(fmt.Sprintf(`felli.state.rules.ruleset === %q && felli.state.current?.answer`, ruleset))
	}
	choose("felli-mullah")
	b.open(base + "/#/felli-mullah?fen=W:Wa1,Kc1:Bc5")
	b.until(verdictJS + `.includes(" wins in ")`)
	b.click("#others summary")
	b.until(`document.getElementById("other-list").textContent.includes("no Mullahs")`)
	// What isn't built says what to run; what is nonsense says so.
	choose("butterfly")
	b.until(`document.getElementById("notice").textContent.includes("build it first")`)
	b.until(`document.querySelectorAll("#moves button").length > 0`)
	b.open(base + "/#/nonsense")
	b.until(`document.getElementById("notice").textContent.includes("nonsense")`)
	b.open(base + "/#/felli?moves=c2-c3_a1-a5")
	b.until(`document.getElementById("notice").textContent.includes("it is Black's turn")`)
	b.until(`document.querySelectorAll("#moves button").length > 0`)
}

// TestExplorerViews looks at the other views, at best play, and plays against
// the tables.
func TestExplorerViews(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 800, 900)
	b.open(base + "/#/felli-mullah/stats")
	b.until(`document.querySelectorAll("#stats-body tbody tr").length > 20`)
	b.click(`#stats-body tbody tr:nth-child(5) a`)
	b.until(`document.querySelector("#stats-body .histogram rect")`)
	b.click(`#stats-body tbody tr:last-child button`)
	b.until(`felli.state.view === "explore" && location.hash.includes("fen=")`)
	b.text("history.back()")
	b.until(`felli.state.view === "stats" && document.querySelector("#stats-body .histogram")`)
	b.open(base + "/#/felli?fen=W:Wa1,c1,e1:Bb4,c5")
	b.click("#best")
	b.until(depthJS + " >= 2")
	b.click("#best")
	depth := b.text(depthJS)
	time.Sleep(1200 * time.Millisecond)
	if now := b.text(depthJS); now != depth {
		t.Errorf("the best line went on from %s to %s plies after Stop", depth, now)
	}
	b.open(base + "/#/felli?fen=B:Wa1,c1:Bc5,e5")
	b.click("#play summary")
	b.click("#play-go")
	b.until(depthJS + ` === 1 && document.body.classList.contains("hide-values")`)
	b.until(`document.querySelectorAll("#moves button").length > 0 && felli.state.current.answer`)
	b.click("#moves button")
	b.wantDepth(3)
	b.click("#play-go")
	b.until(`!document.body.classList.contains("hide-values")`)
	b.click("#theme")
	dark := b.text("document.documentElement.dataset.theme")
	b.open(base + "/#/felli")
	if got := b.text("document.documentElement.dataset.theme"); got != dark {
		t.Errorf("the theme is %q after a reload, want %q", got, dark)
	}
}

// TestExplorerRenewsRulesets builds tables while the page is open, as far as the
// page can tell.
func TestExplorerRenewsRulesets(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 1000, 700)
	b.open(base + "/#/felli")
	const option = `document.querySelector("#ruleset option[value=felli]")`
	before := b.text(option + `.textContent`)
	b.text(`felli.state.rulesets.find((r) => r.ruleset === "felli").tables = null, ` + option + `.textContent = "felli (not built)"`)
	b.text(`document.getElementById("ruleset").dispatchEvent(new Event("focus")), ""`)
	b.until(fmt.Sprintf(`%s.textContent === %q && felli.state.rules.tables && %[1]s.selected`, option, before))
}

// TestExplorerPuzzle opens a puzzle, which gives nothing away, solves it wrong
// and right, and meets the reply of the tables.
func TestExplorerPuzzle(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 1200, 900)
	b.open(base + "/#/felli/puzzles")
	b.click(`[data-view="puzzles"]`)
	b.until(`document.querySelectorAll("#puzzles-body ol button").length > 0`)
	b.click("#puzzles-body ol button")
	b.until(`felli.state.puzzle?.fen === felli.state.current.fen && felli.state.current.answer && !document.getElementById("told").hidden && ` + liveJS + `.includes("to move")`)
	for what, given := range map[string]string{
		"colours":   `[...document.querySelectorAll("#board .arrow, #board .tip, #board .stamp")].some((n) => n.closest(".win, .loss, .draw"))`,
		"labels":    `[...document.querySelectorAll("#board [aria-label]")].some((n) => /win|lose|draw|best/.test(n.getAttribute("aria-label")))`,
		"the list":  `/win|lose|draw/.test(document.getElementById("moves").textContent)`,
		"its order": `[...document.querySelectorAll("#moves button")].map((n) => n.dataset.move).some((m, i, list) => i && list[i - 1] > m)`,
		"the bar":   `document.getElementById("bar").checkVisibility() || document.getElementById("chart").checkVisibility()`,
		"the voice": `/win|lose|draw|best/.test(` + liveJS + `)`,
	} {
		if b.text(given) != "false" {
			t.Errorf("the puzzle is given away by %s", what)
		}
	}
	toldJS := `document.getElementById("told").textContent`
	b.click(`#moves button:not([data-move="` + b.text("felli.state.puzzle.solution") + `"])`)
	b.until(toldJS + `.startsWith("✗")`)
	b.click("#first")
	b.wantDepth(0)
	b.click(`#moves button[data-move="` + b.text("felli.state.puzzle.solution") + `"]`)
	b.until(toldJS + `.startsWith("✓")`)
	b.wantDepth(2) // the reply
	b.click("#new")
	b.until(`document.getElementById("told").hidden && felli.state.human === ""`)
}

// TestExplorerSearch searches beyond the tables.
func TestExplorerSearch(t *testing.T) {
	base := listen(t, newServer(t, func(c *Config) { c.Search = fakeSearch }))
	b := newBrowser(t, base, 1200, 900)
	b.open(base + "/#/felli")
	b.until(verdictJS + `.startsWith("Unknown")`)
	b.click("#search")
	b.until(verdictJS + `.startsWith("A draw")`)
	b.until(`document.getElementById("notice").hidden && ` + liveJS + `.includes("A draw")`)
	b.open(base + "/#/felli-mullah")
	b.click("#search")
	b.until(`document.getElementById("notice").textContent.includes("The search found no value in 10 seconds")`)
	b.open(base + "/#/butterfly")
	b.until(`document.getElementById("notice").textContent.includes("build it first")`)
	if b.text(`document.getElementById("search")`) != "null" {
		t.Error("a search is offered where there are no tables at all")
	}
}

// TestExplorerMotion: a piece slides along its move, and doesn't for who wants
// no motion. Whatever comes between, the board is right in the end.
func TestExplorerMotion(t *testing.T) {
	base := listen(t, newServer(t, nil))
	b := newBrowser(t, base, 1200, 900)
	b.open(base + "/#/felli?fen=W:Wa1,c1,e1:Bb4,c5")
	const moving = `document.getElementById("board").getAnimations({ subtree: true }).length`
	hidden := `[...document.querySelectorAll("#board .point > g")].filter((n) => n.getAttribute("opacity") === "0").length`
	if now := b.text(`(() => { document.querySelector("#moves button").click(); return [` + moving + `, ` + hidden + `]; })()`); now != "1,1" {
		t.Errorf("after a move animations and hidden pieces are %s, want one of each", now)
	}
	b.until(moving + " === 0 && " + hidden + " === 0")
	b.wantDepth(1)
	b.text(`(() => { document.querySelector("#moves button").click(); document.getElementById("back").click(); document.getElementById("flip").click(); })()`)
	b.until(moving + " === 0 && " + hidden + " === 0")
	if pieces := b.text(`document.querySelectorAll("#board .piece").length`); pieces != "5" {
		t.Errorf("%s pieces on the board, want 5", pieces)
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}); err != nil {
		t.Fatal(err)
	}
	if n := b.text(`(() => { document.querySelector("#moves button").click(); return ` + moving + `; })()`); n != "0" {
		t.Errorf("%s animations although motion is to be reduced", n)
	}
	if seconds := b.text(`getComputedStyle(document.querySelector("#bar span")).transitionDuration`); seconds != "0s" {
		t.Errorf("the bar still moves for %s", seconds)
	}
}

// TestFirstAnswer: a server that was asked nothing yet shows the page and its
// first position, and in an acceptance test at once. On a busy machine that may
// take some tries.
func TestFirstAnswer(t *testing.T) {
	const most = 100 * time.Millisecond
	tries := 1
	if os.Getenv("FELLI_ACCEPTANCE") != "" {
		tries = 40
	}
	least := time.Hour
	for try := 0; try < tries && least > most; try++ {
		base := listen(t, newServer(t, nil))
		begin := time.Now()
		for _, path := range []string{"/", "/web/app.js", "/web/style.css", "/api/v1/rulesets", "/api/v1/game?ruleset=felli&fen=W:Wa1,c1:Bc5"} {
			resp, err := http.Get(base + path)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := io.Copy(io.Discard, resp.Body); err != nil || n == 0 || resp.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d, %d bytes, %v", path, resp.StatusCode, n, err)
			}
			_ = resp.Body.Close()
		}
		least = min(least, time.Since(begin))
	}
	t.Logf("the first answer took %v", least)
	if tries > 1 && least > most {
		t.Errorf("the first answer took %v, want at most %v", least, most)
	}
}
