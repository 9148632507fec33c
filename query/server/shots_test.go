package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestScreenshots writes pictures of the explorer into the folder that
// $FELLI_SHOTS names; without it there is nothing to do.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("FELLI_SHOTS")
	if dir == "" {
		t.Skip("FELLI_SHOTS names no folder for pictures")
	}
	base := os.Getenv("FELLI_SERVER")
	if base == "" {
		base = listen(t, newServer(t, nil))
	}
	for _, size := range []struct {
		name          string
		width, height int
	}{{"360", 360, 740}, {"768", 768, 1024}, {"1440", 1440, 900}} {
		b := newBrowser(t, base, size.width, size.height)
		b.expected = []string{"404", "400"}
		for _, theme := range []string{"light", "dark"} {
			b.open(base)
			b.text(fmt.Sprintf("localStorage.setItem('theme', %q)", theme))
			shot := func(name, hash string, before ...string) {
				t.Helper()
				b.open(base + "/" + hash)
				for _, selector := range before {
					b.until(fmt.Sprintf("document.querySelector(%q)", selector))
					b.click(selector)
				}
				picture := chromedp.FullScreenshot(100)
				if name == "stats" { // a very long page
					picture = chromedp.CaptureScreenshot()
				}
				png, err := chromedp.Run(b.ctx, picture)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name+"-"+size.name+"-"+theme+".png"), png, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			const game = "#/felli-mullah?moves=b2-c3_d4xb2_a1xc3_c4-d4_c1-a1_d4xb2_a1xc3_b4-c4"
			shot("start", "#/felli-mullah")
			shot("game", game, hit("c2"))
			shot("plain", game)
			shot("mullahs", "#/felli-mullah?fen=W:Wa1,Kc3,e1:BKb4,d4,e5", hit("c3"))
			shot("many", "#/fetaix?fen=W:WKa1,Kc3:Bd5,e4")
			shot("edit", "#/felli-mullah?fen=W:Wa1,c1,e1:Ba5,c5,e5", "#edit")
			shot("missing", "#/fetaix", "#others summary")
			shot("play", "#/felli", "#play summary", "#others summary")
			shot("stats", "#/felli-mullah/stats", "#stats-body th")
			shot("histogram", "#/felli-mullah/stats/m1k1vm2", "#stats-body th")
			shot("puzzles", "#/felli-mullah/puzzles", "#puzzles-body ol button")
			if size.name == "360" {
				b.open(base + "/" + game)
				b.text(`document.documentElement.setAttribute("dir", "rtl")`)
				png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "rtl-"+size.name+"-"+theme+".png"), png, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
