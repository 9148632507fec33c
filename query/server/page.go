package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"path"

	_ "embed"
)

//go:embed openapi.yaml
var openAPI []byte

// A page is a file of the explorer, or another that never changes.
type page struct {
	name    string
	kind    string
	body    []byte
	zipped  []byte // nil if that isn't smaller
	isEntry bool   // an HTML page
	sum     string // of body
}

// pageCSP lets the explorer load its own files and ask this server, and
// nothing else.
const pageCSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var pageKinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".yaml": "application/yaml",
}

// readPages reads the files of the explorer: index.html is at /, the others at
// /web/.
func readPages(files fs.FS) (map[string]*page, error) {
	pages := map[string]*page{}
	list, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		body, err := fs.ReadFile(files, f.Name())
		if err != nil {
			return nil, err
		}
		if f.Name() == "index.html" {
			pages["/"] = newPage(f.Name(), body)
			continue
		}
		pages["/web/"+f.Name()] = newPage(f.Name(), body)
	}
	pages["/openapi.yaml"] = newPage("openapi.yaml", openAPI)
	if icon := pages["/web/icon.svg"]; icon != nil {
		pages["/favicon.ico"] = icon
	}
	return pages, nil
}

func newPage(name string, body []byte) *page {
	p := &page{name: name, body: body, kind: pageKinds[path.Ext(name)]}
	if p.kind == "" {
		p.kind = "application/octet-stream"
	}
	p.sum = fmt.Sprintf("%x", sha256.Sum256(body))
	p.isEntry = path.Ext(name) == ".html"
	var zipped bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	_, _ = zip.Write(body)
	_ = zip.Close()
	if zipped.Len() < len(body) {
		p.zipped = zipped.Bytes()
	}
	return p
}

func (q *request) sendPage(p *page) error {
	h := q.w.Header()
	if p.isEntry {
		h.Set("Content-Security-Policy", pageCSP)
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	body := p.body
	if p.zipped != nil && q.takesGzip() {
		body = p.zipped
	}
	if q.unchanged(p.sum, p.name) {
		return nil
	}
	if len(body) != len(p.body) {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", p.kind)
	h.Set("Content-Length", fmt.Sprint(len(body)))
	q.status, q.sent = http.StatusOK, len(body)
	q.w.WriteHeader(http.StatusOK)
	if q.r.Method != http.MethodHead {
		_, _ = q.w.Write(body)
	}
	return nil
}
