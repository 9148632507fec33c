package atlas

import (
	"encoding/csv"
	"fmt"
	"io"
)

// CSV writes a line for every combination: the values of the axes, the
// ruleset that means the same, and what is known of it.
func (c *Chart) CSV(w io.Writer, rows map[string]Row) error {
	out := csv.NewWriter(w)
	var head []string
	for _, a := range c.Axes {
		head = append(head, a.Option)
	}
	_ = out.Write(append(head, "ruleset", "value", "dtw", "digest", "positions", "seconds")) // Error tells
	for cell, r := range c.Cells {
		record := append(c.values(cell), r.String())
		if row, ok := rows[r.String()]; ok {
			dtw, positions := "", ""
			if row.DTW != nil {
				dtw = fmt.Sprint(*row.DTW)
			}
			if row.Positions > 0 {
				positions = fmt.Sprint(row.Positions)
			}
			record = append(record, row.Value, dtw, row.Digest, positions, fmt.Sprintf("%.2f", row.Seconds))
		} else {
			record = append(record, "unknown", "", "", "", "")
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}
