package cluster

import "time"

// What goes through Temporal. Payloads are JSON, so that its web page shows
// them; fields may be added, never given another meaning.

// A BuildRequest asks for a ruleset's tables.
type BuildRequest struct {
	Ruleset   string        `json:"ruleset"` // with all options
	Pieces    int           `json:"pieces"`  // at most so many in all; 0: no limit
	Heartbeat time.Duration `json:"heartbeat"`
	History   int           `json:"history,omitempty"` // events after which it continues as new; 0: historyLimit
	Carried   *carried      `json:"carried,omitempty"` // from the run before
}

// carried is what a build hands on when it continues as new: little, whatever
// the number of jobs.
type carried struct {
	Done  []byte `json:"done"` // a bit a pair, in the graph's order
	Tally Tally  `json:"tally"`
}

// A Tally counts what a build has done so far.
type Tally struct {
	Pairs     int           `json:"pairs"`     // jobs of the build
	Done      int           `json:"done"`      // jobs done
	Running   int           `json:"running"`   // jobs started and not done: waiting for a worker or at work
	Solved    int           `json:"solved"`    // how many were solved for this build
	Skipped   int           `json:"skipped"`   // how many were there already, and in order
	Redone    int           `json:"redone"`    // how many were wanted again because their tables were damaged or gone
	Positions uint64        `json:"positions"` // stored positions that were solved
	Work      time.Duration `json:"work"`      // time that workers spent on these
	Moved     Traffic       `json:"moved"`
}

// A Result is what a build ends with.
type Result struct {
	Ruleset string `json:"ruleset"` // as the build was asked for; the digest depends on the name
	Digest  string `json:"digest"`  // over all tables, in hexadecimal, as `felli solve` prints it
	Tally   Tally  `json:"tally"`
}

// A jobRequest asks for the tables of a pair.
type jobRequest struct {
	Ruleset   string        `json:"ruleset"`
	Pair      string        `json:"pair"`
	Memory    uint64        `json:"memory"` // bytes that solving it takes
	Queue     string        `json:"queue"`  // where workers with enough of them wait
	Heartbeat time.Duration `json:"heartbeat"`
}

// An outcome is how a job ended. Exactly one of Solved, Skipped, Broken and
// Failed says it.
type outcome struct {
	Pair      string        `json:"pair"`
	Solved    bool          `json:"solved,omitempty"`
	Skipped   bool          `json:"skipped,omitempty"` // the tables were there, and in order
	Broken    []string      `json:"broken,omitempty"`  // slices it needs that are damaged or missing
	Failed    string        `json:"failed,omitempty"`  // an error that trying again won't mend
	Kind      string        `json:"kind,omitempty"`    // of that error
	Positions uint64        `json:"positions,omitempty"`
	Work      time.Duration `json:"work,omitempty"`
	Moved     Traffic       `json:"moved"`
}

// A startRequest asks for jobs to be started on behalf of a build.
type startRequest struct {
	Ruleset   string        `json:"ruleset"`
	Pairs     []string      `json:"pairs"`
	Build     string        `json:"build"` // the workflow that wants to know how they end
	Heartbeat time.Duration `json:"heartbeat"`
}

// A survey is what all tables of a build are together.
type survey struct {
	Digest string   `json:"digest,omitempty"`
	Broken []string `json:"broken,omitempty"` // slices whose tables are damaged or missing
}
