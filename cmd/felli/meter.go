package main

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"felli/index"
	"felli/query"
)

// A meter shows the progress of a long command: a bar on a terminal, elsewhere
// a line now and then.
type meter struct {
	verb  string // "solved"
	begin time.Time

	log   *slog.Logger
	every time.Duration // between lines; 0: a line for each finished slice
	last  time.Time

	bars  *mpb.Progress
	bar   *mpb.Bar
	label atomic.Value // a string, read while the bar is drawn

	done, total uint64
}

// newMeter begins to show progress on stderr, where there is no terminal with a
// line for each finished slice; end must be called.
func (a *app) newMeter(verb string) *meter {
	m := &meter{verb: verb, begin: time.Now(), last: time.Now()}
	if !a.console.terminal {
		m.log = slog.New(slog.NewTextHandler(a.stderr, nil))
		return m
	}
	m.bars = mpb.New(mpb.WithOutput(a.stderr), mpb.WithWidth(min(a.console.width, 80)), mpb.WithAutoRefresh())
	m.label.Store("")
	style := mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding("-").Rbound("]")
	m.bar = m.bars.New(0, style, mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return m.label.Load().(string) }, decor.WC{W: 12, C: decor.DindentRight})),
		mpb.AppendDecorators(
			decor.Percentage(decor.WC{W: 6}),
			decor.Any(func(s decor.Statistics) string { return " " + timeLeft(m.begin, uint64(s.Current), uint64(s.Total)) }),
		),
	)
	return m
}

// calmly is how often a command that is over soon, as a rule, tells of its
// progress where there is no terminal.
const calmly = 10 * time.Second

// newCalmMeter is a meter for commands that may be long, but mostly aren't.
func (a *app) newCalmMeter(verb string) *meter {
	m := a.newMeter(verb)
	m.every = calmly
	return m
}

// update tells that done of total positions are; finished says that the slice
// and its twin are complete. Calls must not overlap.
func (m *meter) update(s index.Slice, positions, done, total uint64, finished bool) {
	m.move(s.String(), done, total)
	if m.log != nil && finished {
		m.log.Info(m.verb, "slice", s.String(), "positions", positions,
			"done", fmt.Sprintf("%.1f%%", m.percent()), "left", timeLeft(m.begin, done, total))
	}
}

// followTables shows how far a command is that goes through tables one by one.
func (m *meter) followTables() func(query.VerifyProgress) {
	var last index.Slice
	return func(p query.VerifyProgress) {
		m.update(p.Slice, p.Positions, p.Done, p.Total, p.Slice != last)
		last = p.Slice
	}
}

// advance tells how far a calm meter is, and what is in hand. Calls must not
// overlap.
func (m *meter) advance(label string, done, total uint64) {
	m.move(label, done, total)
	if now := time.Now(); m.log != nil && now.Sub(m.last) >= m.every {
		m.last = now
		m.log.Info(m.verb, "at", label, "done", fmt.Sprintf("%.1f%%", m.percent()), "left", timeLeft(m.begin, done, total))
	}
}

// move moves the bar.
func (m *meter) move(label string, done, total uint64) {
	m.done, m.total = done, total
	if m.bar != nil {
		m.label.Store(label)
		m.bar.SetTotal(int64(total), false)
		m.bar.SetCurrent(int64(done))
	}
}

func (m *meter) percent() float64 {
	if m.total == 0 {
		return 0
	}
	return 100 * float64(m.done) / float64(m.total)
}

// end removes the bar.
func (m *meter) end() {
	if m.bar != nil {
		m.bar.Abort(true)
		m.bars.Wait()
	}
}

// timeLeft guesses the time left from the pace so far.
func timeLeft(begin time.Time, done, total uint64) string {
	if done == 0 || total == 0 {
		return "? left"
	}
	left := time.Duration(float64(time.Since(begin)) * float64(total-min(done, total)) / float64(done))
	if left > time.Minute {
		return left.Round(time.Second).String() + " left"
	}
	return left.Round(100*time.Millisecond).String() + " left"
}
