package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// match RULESET RESULT PLIES [FEN] has two processes of `felli ugi` play a game
// with a third one as its referee, and checks how it ends.
func match(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: match RULESET RESULT PLIES [FEN]")
	}
	begin := "position startpos"
	if len(args) > 3 {
		begin = "position fen " + args[3]
	}
	white, black, referee := newEngine(ts, args[0]), newEngine(ts, args[0]), newEngine(ts, args[0])
	var moves []string
	for {
		position := begin
		if len(moves) > 0 {
			position += " moves " + strings.Join(moves, " ")
		}
		if referee.tell(position); referee.ask("query gameover", "response") == "true" {
			break
		}
		legal := " " + referee.ask("query moves", "response") + " "
		player := black
		if referee.ask("query p1turn", "response") == "true" {
			player = white
		}
		player.tell(position)
		player.tell("isready")
		player.until("readyok")
		move := player.ask("go movetime 10", "bestmove")
		if !strings.Contains(legal, " "+move+" ") {
			ts.Fatalf("after %v: bestmove %s, legal are%s", moves, move, legal)
		}
		moves = append(moves, move)
	}
	if result := referee.ask("query result", "response"); result != args[1] || strconv.Itoa(len(moves)) != args[2] {
		ts.Fatalf("the match ends with %s after %d plies: %v", result, len(moves), moves)
	}
	for _, e := range []*engine{white, black, referee} {
		e.tell("quit")
		ts.Check(e.cmd.Wait())
	}
}

// An engine is a process of `felli ugi`.
type engine struct {
	ts  *testscript.TestScript
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Scanner
}

func newEngine(ts *testscript.TestScript, ruleset string) *engine {
	path := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if found, err := exec.LookPath(filepath.Join(dir, "felli")); err == nil {
			path = found
			break
		}
	}
	cmd := exec.Command(path, "ugi", ruleset)
	cmd.Env = []string{"FELLI_DB=" + ts.Getenv("FELLI_DB"), "TESTSCRIPT_COMMAND=felli"}
	in, err := cmd.StdinPipe()
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { _ = cmd.Process.Kill() }) // if it still runs: the test has failed
	e := &engine{ts, cmd, in, bufio.NewScanner(out)}
	e.tell("ugi")
	e.until("ugiok")
	return e
}

func (e *engine) tell(line string) {
	_, err := fmt.Fprintln(e.in, line)
	e.ts.Check(err)
}

func (e *engine) until(word string) string {
	for e.out.Scan() {
		if first, rest, _ := strings.Cut(e.out.Text(), " "); first == word {
			return rest
		}
	}
	e.ts.Fatalf("the engine ended before %q", word)
	return ""
}

func (e *engine) ask(line, word string) string {
	e.tell(line)
	return e.until(word)
}
