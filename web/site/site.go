//go:build !js

// Package site serves the built page as any static host would, with the headers
// that it should be served with.
package site

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// policy lets the page run its own scripts and WebAssembly and reach nothing
// else.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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

// listed are the files of a folder that visitors may see. A folder without a page is not found, because it would
// be listed; nor are the files in which the build writes rules for a host.
type listed struct{ http.FileSystem }

func (l listed) Open(name string) (http.File, error) {
	if name == "/_headers" || strings.Contains(name, "/.") {
		return nil, fs.ErrNotExist
	}
	file, err := l.FileSystem.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		var page http.File
		if page, err = l.FileSystem.Open(path.Join(name, "index.html")); err == nil {
			page.Close()
		}
	}
	if err != nil {
		file.Close()
		return nil, fs.ErrNotExist
	}
	return file, nil
}

// Handler serves the files of a folder.
func Handler(folder string) http.Handler { return Files(http.Dir(folder)) }

// Files serves files. If there is a compressed form beside a
// file (its name with .br), a client that accepts it gets that.
func Files(all http.FileSystem) http.Handler {
	// Not every system knows these; streaming compilation needs the first.
	mime.AddExtensionType(".wasm", "application/wasm")
	mime.AddExtensionType(".mjs", "text/javascript")
	files := listed{all}
	plain := http.FileServer(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		w.Header().Set("Vary", "Accept-Encoding")
		if !compressed(w, r, files) {
			plain.ServeHTTP(w, r)
		}
	})
}

// compressed serves the brotli form of what is asked for, if there is one and it
// is accepted.
func compressed(w http.ResponseWriter, r *http.Request, files http.FileSystem) bool {
	if r.Method != http.MethodGet || r.Header.Get("Range") != "" || !accepts(r.Header.Get("Accept-Encoding"), "br") {
		return false
	}
	name := path.Clean("/" + r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	kind := mime.TypeByExtension(path.Ext(name))
	file, err := files.Open(name + ".br")
	if err != nil || kind == "" {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Encoding", "br")
	http.ServeContent(w, r, "", info.ModTime(), file)
	return true
}

func accepts(header, encoding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			return strings.ReplaceAll(weight, " ", "") != "q=0"
		}
	}
	return false
}
