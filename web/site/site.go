//go:build !js

// Package site serves the built page as any static host would, with the headers
// that it should be served with.
package site

import (
	"mime"
	"net/http"
)

// policy lets the page run its own scripts and WebAssembly and reach nothing
// else. Observable Plot writes style elements into its charts.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// Handler serves the files of a folder.
func Handler(folder string) http.Handler {
	// Not every system knows these; streaming compilation needs the first.
	mime.AddExtensionType(".wasm", "application/wasm")
	mime.AddExtensionType(".mjs", "text/javascript")
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
