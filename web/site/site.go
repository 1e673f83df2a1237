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

// headers are on every answer. Nothing is kept without asking, so that a new
// build is seen at once.
var headers = [][2]string{
	{"Content-Security-Policy", policy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cache-Control", "no-cache"},
}

// Rules are the headers as the file _headers that Cloudflare reads beside the
// page.
func Rules() string {
	rules := "/*\n"
	for _, h := range headers {
		rules += "  " + h[0] + ": " + h[1] + "\n"
	}
	return rules
}

// Handler serves the files of a folder.
func Handler(folder string) http.Handler {
	// Not every system knows these; streaming compilation needs the first.
	mime.AddExtensionType(".wasm", "application/wasm")
	mime.AddExtensionType(".mjs", "text/javascript")
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		files.ServeHTTP(w, r)
	})
}
