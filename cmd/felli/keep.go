package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"felli/query/pdn"
	"felli/query/play"
)

// tag gives the game's record its header.
func tag(x *pdn.Game, typed [2]bool, levels [2]play.Level, seed uint64) {
	x.SetTag("Event", "felli play")
	x.SetTag("Date", time.Now().Format("2006.01.02"))
	for side, name := range []string{"White", "Black"} {
		player := "felli, level " + levels[side].String()
		if typed[side] {
			player = "Person"
		}
		x.SetTag(name, player)
	}
	if levels[0].Slips > 0 || levels[1].Slips > 0 {
		x.SetTag("Seed", strconv.FormatUint(seed, 10))
	}
}

// keep prints a game's record, or adds it to a file.
func (a *app) keep(x *pdn.Game, name string) error {
	if name == "" {
		if _, err := fmt.Fprintln(a.out); err != nil {
			return err
		}
		return pdn.WriteNarrow(a.out, x, a.screen.width)
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(pdn.Write(f, x), f.Close())
}
