package check

import "felli"

// About is c as a certificate of another position, with whatever claim its set
// supports there, or nil if it says nothing of p. If c is right, so is that: the
// set stays the same, and covers the new root. p must pass [felli.Game.Check] and
// have more pieces than the tables that c refers to.
func (c *Certificate) About(p felli.Position, prober Prober) *Certificate {
	packer, err := NewPacker(c.Game)
	if err != nil || p.Occupied().Len() <= c.Pieces {
		return nil
	}
	claims := [2]Claim{NotLoss, NotWin}
	if c.Claim.Wins() {
		claims = [2]Claim{Win, Loss}
	}
	for _, claim := range claims {
		about := *c
		about.Root, about.Claim = p, claim
		k := &checker{c: &about, packer: packer, prober: prober}
		if k.root() == nil {
			return &about
		}
	}
	return nil
}

// Under is c as a certificate of a game with other rules, and tables of it with
// the given digest. Whether it is right there only [Check] can tell.
func (c *Certificate) Under(g *felli.Game, digest [32]byte) *Certificate {
	under := *c
	under.Game, under.Digest = g, digest
	return &under
}
