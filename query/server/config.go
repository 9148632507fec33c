package server

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"felli"
	"felli/index"
	"felli/query"
)

// A Store holds the tables of any number of rulesets. It must be safe for
// concurrent use.
type Store interface {
	// Rulesets lists those of which the store holds something.
	Rulesets() ([]felli.Ruleset, error)
	// Tables are those of x's ruleset. The error matches felli.ErrNotBuilt if
	// the store holds nothing of it.
	Tables(x *index.Space) (query.Tables, error)
	// Refresh makes visible what was added meanwhile, and reports whether
	// anything was. It is called every Config.Refresh and must be cheap.
	Refresh() (changed bool, err error)
}

// Proven is what [Store.Tables] may return besides tables: it has proofs of
// positions beyond them.
type Proven interface {
	query.Proofs
	// Edition names the proofs: other proofs have another edition.
	Edition() (string, error)
}

// A Config says what to serve and how. Store must be set.
type Config struct {
	Store   Store
	Hint    func(error) string // the next step after an error, or empty; nil: none
	Log     *slog.Logger       // nil: none. Requests are logged at debug level
	Version string             // of the program, for /healthz
	Refresh time.Duration      // how often to look for new tables; 0: every second
	Limits  Limits

	// Search answers p as [query.Prober.Answer] does, and searches until ctx
	// ends for what neither tables nor proofs know; then it answers what it
	// has. tables are those of the store. It must be safe for concurrent use,
	// and write nothing. nil: nothing is searched.
	Search func(ctx context.Context, x *index.Space, tables query.Tables, p felli.Position) (*query.Answer, error)
}

// Limits keep one client from hurting the others. A zero field has the value
// that its comment gives.
type Limits struct {
	Connections int           // open at the same time: 4096
	Heavy       int           // requests that work through many positions, at the same time: 2 a processor
	Searches    int           // beyond the tables, at the same time: 1
	Positions   int           // in one POST: 50,000
	BodyBytes   int64         // of a request: 4 MiB
	Bodies      int64         // bytes of the bodies of all requests at the same time: 64 MiB
	HeaderBytes int           // of a request, its address included: 16 KiB
	TextBytes   int           // of a position, ruleset or list of moves: 8 KiB
	Header      time.Duration // to send the header: 5 s
	Body        time.Duration // to send the whole request: 20 s
	Work        time.Duration // to work on a request, and to search: 20 s
	Idle        time.Duration // of an open connection: 60 s
	Shutdown    time.Duration // for running requests to end: 10 s
}

func (l Limits) filled() Limits {
	fill(&l.Connections, 4096)
	fill(&l.Heavy, 2*runtime.GOMAXPROCS(0))
	fill(&l.Searches, 1)
	fill(&l.Positions, 50_000)
	fill(&l.BodyBytes, 4<<20)
	fill(&l.Bodies, 64<<20)
	fill(&l.HeaderBytes, 16<<10)
	fill(&l.TextBytes, 8<<10)
	fill(&l.Header, 5*time.Second)
	fill(&l.Body, 20*time.Second)
	fill(&l.Work, 20*time.Second)
	fill(&l.Idle, time.Minute)
	fill(&l.Shutdown, 10*time.Second)
	return l
}

func fill[T int | int64 | time.Duration](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}
