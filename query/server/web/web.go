// Package web is the explorer: pages that show a position, what each move
// gives, and best play. They are plain HTML, CSS and JavaScript that a browser
// takes as they are, and need nothing from outside. The same files explore a
// single table without a server; see source-table.js.
package web

import (
	"embed"
	"io/fs"
)

//go:embed *.html *.css *.js *.svg
var files embed.FS

// Files are the explorer's files; index.html is where it begins.
func Files() fs.FS { return files }
