// Package worker is the HTTP face of the engine: one http.Handler over a store
// of models. It runs on Cloudflare Workers (edge), on one machine (serve) and in
// tests. docs/edge.md says what each route takes and costs.
//
// Nothing is kept between requests but what the store keeps, and on one machine
// a few loaded models.
package worker

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"github.com/xaia-go/xaia/core"
)

// Config says what a handler serves.
type Config struct {
	Store   Store
	Limits  Limits
	Token   string       // what a writer must show; empty means that nobody writes
	Origins []string     // of pages elsewhere that may write
	Site    http.Handler // everything that is no route; nil means not found
	Cache   int          // bytes of stored models to keep loaded; 0 keeps none
	Log     func(what string, err error)
}

type handler struct {
	store    Store
	limits   Limits
	access   access
	site     http.Handler
	cache    *cache
	bodies   turns
	computed turns
	log      func(what string, err error)
}

// New makes the handler.
func New(c Config) http.Handler {
	h := &handler{store: c.Store, limits: c.Limits, access: newAccess(c.Token, c.Origins), site: c.Site, log: c.Log,
		bodies: newTurns(c.Limits.Bodies), computed: newTurns(c.Limits.Answers)}
	if h.log == nil {
		h.log = func(string, error) {}
	}
	if c.Cache > 0 {
		h.cache = &cache{most: c.Cache}
	}
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, known := find(r.URL.EscapedPath())
	if a, ok := route.action(r.Method); ok && a.page && h.site != nil {
		h.site.ServeHTTP(w, r)
		return
	}
	secure(w.Header())
	defer func() {
		if p := recover(); p != nil {
			h.refuse(w, r, internal(p))
		}
	}()
	if err := h.serve(w, r, route, known); err != nil {
		h.refuse(w, r, err)
	}
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request, route route, known bool) error {
	a, ok := route.action(r.Method)
	if !known || a.page {
		h.access.allowReads(w.Header())
		return failure(core.NotFound, "There is nothing at this address.", "docs/edge.md lists the routes.")
	}
	if r.Method == http.MethodOptions {
		h.access.preflight(w, r, route)
		return nil
	}
	if !ok {
		h.access.allowReads(w.Header())
		w.Header().Set("Allow", route.allowed())
		writeError(w, r, http.StatusMethodNotAllowed, failure(core.Unsupported, "This address doesn't take "+shortened(r.Method)+".", "Use "+route.allowed()+"."))
		return nil
	}
	if a.write {
		if err := h.access.mayWrite(w.Header(), r); err != nil {
			return err
		}
	} else {
		h.access.allowReads(w.Header())
	}
	if route.named {
		if err := checkName(route.name); err != nil {
			return err
		}
	}
	out, err := h.run(a, call{Request: r, name: route.name})
	if err != nil {
		return err
	}
	if out.etag != "" {
		w.Header().Set("ETag", `"`+out.etag+`"`)
	}
	if out.same {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	write(w, r, http.StatusOK, cmp.Or(out.kind, "application/json"), out.body)
	return nil
}

// run bounds the time, and how many run at once.
func (h *handler) run(a action, c call) (reply, error) {
	if a.light {
		return a.run(h, c)
	}
	if h.limits.Time > 0 {
		ctx, cancel := context.WithTimeout(c.Context(), h.limits.Time)
		defer cancel()
		c.Request = c.WithContext(ctx)
	}
	back, err := h.bodies.take(c.Context())
	if err != nil {
		return reply{}, err
	}
	defer back()
	if a.body {
		if c.body, err = h.body(c.Request); err != nil {
			return reply{}, err
		}
		back, err := h.computed.take(c.Context())
		if err != nil {
			return reply{}, err
		}
		defer back()
	}
	return a.run(h, c)
}

func internal(p any) error {
	text := "unknown failure"
	switch p := p.(type) {
	case error:
		text = p.Error()
	case string:
		text = p
	}
	return failure(core.Internal, text, "")
}

// secure sets what every answer carries. None is a page, so none may load or run
// anything.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

func write(w http.ResponseWriter, r *http.Request, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func alive(*handler, call) (reply, error) { return reply{body: []byte(`{"ok":true}`)}, nil }
