// Package atlas asks whether the reading of a game's rules matters: it spans
// the combinations of the options that are in dispute ([New]), finds those
// that are different games ([Chart.Rulesets]), and, given what the start is
// worth in each ([Row]), tells which single option ever changes that
// ([Chart.Effects]) and draws them all ([Chart.SVG]).
//
// It solves nothing and knows nothing of stores: who has tables makes the rows.
package atlas
