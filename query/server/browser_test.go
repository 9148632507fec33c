package server

import (
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser is a page of a real browser, with what went wrong in it.
type browser struct {
	testing.TB
	ctx  context.Context
	home string // where its requests may go

	mu       sync.Mutex
	messages []string // console errors and exceptions
	away     []string // requests that left home
	expected []string // parts of messages that are no fault
}

// newBrowser starts Debian's chromium without a window, or skips the test.
func newBrowser(t *testing.T, home string, width, height int) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("SKIPPED: there is no chromium; the explorer isn't tested in a browser (apt-get install chromium)")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(width, height),
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WSURLReadTimeout(time.Minute),
	}
	for _, flag := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync",
		"disable-dev-shm-usage", "hide-scrollbars", "mute-audio", "disable-extensions",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	page, closePage := chromedp.NewContext(alloc)
	ctx, cancel := context.WithTimeout(page, 10*time.Minute)
	t.Cleanup(func() { cancel(); closePage(); stop() })
	b := &browser{TB: t, ctx: ctx, home: home}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	}
	if err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(int64(width), int64(height)))
	t.Cleanup(b.settle)
	return b
}

func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.messages = append(b.messages, "exception: "+e.ExceptionDetails.Text+" "+describe(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			text := string(e.Type)
			for _, a := range e.Args {
				text += " " + describe(a)
			}
			b.messages = append(b.messages, text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.messages = append(b.messages, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || !(strings.HasPrefix(e.Request.URL, b.home) || u.Scheme == "data" || u.Scheme == "blob" || u.String() == "about:blank") {
			b.away = append(b.away, e.Request.URL)
		}
	}
}

// settle checks that nothing went wrong that the test didn't ask for.
func (b *browser) settle() {
	b.mu.Lock()
	defer b.mu.Unlock()
next:
	for _, m := range b.messages {
		for _, part := range b.expected {
			if strings.Contains(m, part) {
				continue next
			}
		}
		b.Errorf("the browser's console: %s", m)
	}
	for _, target := range b.away {
		b.Errorf("a request left the host: %s", target)
	}
}

func describe(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	return string(o.Value) + o.Description
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// open loads an address and waits until the explorer is ready.
func (b *browser) open(address string) {
	b.Helper()
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.until(`document.body.dataset.ready === "true"`)
}

// until waits for an expression to become true.
func (b *browser) until(expression string) {
	b.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		if b.text("Boolean("+expression+")") == "true" {
			return
		}
		if time.Now().After(deadline) {
			b.Fatalf("still not: %s (%s)", expression, b.text(`location.hash + " | " + document.getElementById("verdict").textContent + " | " + document.getElementById("notice").textContent`))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// text evaluates an expression to text.
func (b *browser) text(expression string) string {
	b.Helper()
	s, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return s
}

// place is the middle of an element on the screen, scrolled to if need be.
func (b *browser) place(selector string) (x, y float64) {
	b.Helper()
	text := b.text(fmt.Sprintf(`(() => {
		const node = document.querySelector(%q);
		if (!node) return "";
		node.scrollIntoView({ block: "nearest", inline: "nearest" });
		const r = node.getBoundingClientRect();
		return (r.left + r.width / 2) + " " + (r.top + r.height / 2);
	})()`, selector))
	if _, err := fmt.Sscan(text, &x, &y); err != nil {
		b.Fatalf("no element %s: %v", selector, err)
	}
	return x, y
}

// click clicks an element as a mouse does, wherever it is on the page.
func (b *browser) click(selector string) {
	b.Helper()
	x, y := b.place(selector)
	b.run(chromedp.MouseClickXY(x, y))
}

// point clicks a point of the board.
func (b *browser) point(name string) {
	b.Helper()
	b.click(hit(name))
}

func hit(name string) string { return "[data-point='" + name + "'] .hit" }

// press presses keys, wherever the focus is.
func (b *browser) press(keys string) {
	b.Helper()
	b.run(chromedp.KeyEvent(keys))
}
