package main

import (
	"bytes"
	"encoding/json"
)

// printJSON prints v as one line.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// A orderedMap is a JSON object of texts whose keys keep their order.
type orderedMap [][2]string

// MarshalJSON writes the object.
func (m orderedMap) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, entry := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, text := range entry {
			quoted, err := json.Marshal(text)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteByte(':')
			}
			b.Write(quoted)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
