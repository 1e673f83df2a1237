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
	"net/url"
	"strconv"
	"strings"

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

// route is one thing that can be asked for.
type route struct {
	methods map[string]action
	name    string // of the model, as it was given; where the route has one
	named   bool
}

// action computes the reply to a call. It writes nothing itself, so that a
// client that reads slowly holds up nobody.
type action struct {
	run   func(h *handler, c call) (reply, error)
	write bool // needs the token
	body  bool
}

// call is a request whose right to be here has been seen to.
type call struct {
	*http.Request
	name string // of the model
	body []byte
}

type reply struct {
	body []byte
	kind string // default application/json
	etag string
	same bool // the client has it already
}

// find takes the path apart as it was sent: a slash that was escaped belongs to
// a name, and is refused with it.
func find(escaped string) (route, bool) {
	parts := strings.Split(strings.TrimPrefix(escaped, "/"), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return route{}, false
		}
		parts[i] = text
	}
	switch {
	case len(parts) == 1 && parts[0] == "healthz":
		return route{methods: map[string]action{http.MethodGet: {run: alive}}}, true
	case parts[0] != "v1" || len(parts) < 2:
		return route{}, false
	case len(parts) == 2 && parts[1] == "models":
		return route{methods: map[string]action{http.MethodGet: {run: (*handler).list}}}, true
	case len(parts) == 2 && stateless[parts[1]].run != nil:
		return route{methods: map[string]action{http.MethodPost: stateless[parts[1]]}}, true
	case len(parts) == 3 && parts[1] == "models":
		return route{named: true, name: parts[2], methods: stored}, true
	case len(parts) == 4 && parts[1] == "models" && asked[parts[3]].run != nil:
		return route{named: true, name: parts[2], methods: map[string]action{http.MethodPost: asked[parts[3]]}}, true
	}
	return route{}, false
}

var (
	stateless = map[string]action{
		"fit":     {run: (*handler).fit, body: true},
		"predict": {run: given((*handler).predict), body: true},
		"explain": {run: given((*handler).explain), body: true},
	}
	stored = map[string]action{
		http.MethodGet:    {run: (*handler).get},
		http.MethodPut:    {run: (*handler).put, body: true, write: true},
		http.MethodDelete: {run: (*handler).remove, write: true},
	}
	asked = map[string]action{
		"predict": {run: kept((*handler).predict), body: true},
		"explain": {run: kept((*handler).explain), body: true},
		"absorb":  {run: (*handler).absorb, body: true, write: true},
	}
)

func (r route) action(method string) (action, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	a, ok := r.methods[method]
	return a, ok
}

func (r route) allowed() string {
	var list []string
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete} {
		if _, ok := r.methods[method]; ok {
			list = append(list, method)
		}
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, known := find(r.URL.EscapedPath())
	routed := known || r.URL.Path == "/v1" || strings.HasPrefix(r.URL.Path, "/v1/")
	if !routed && !readsOnly(r.Method) { // as a static host says it
		route.methods, known = map[string]action{http.MethodGet: {}}, true
	} else if !routed && h.site != nil {
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

func readsOnly(method string) bool { return method == http.MethodGet || method == http.MethodHead }

func (h *handler) serve(w http.ResponseWriter, r *http.Request, route route, known bool) error {
	if !known {
		h.access.allowReads(w.Header())
		return failure(core.NotFound, "There is nothing at this address.", "docs/edge.md lists the routes.")
	}
	if r.Method == http.MethodOptions {
		h.access.preflight(w, r, route)
		return nil
	}
	a, ok := route.action(r.Method)
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

const longestName = 64

// checkName lets nothing through that could mean something to a file system or
// to a URL, nor two names that some file systems take for one.
func checkName(name string) error {
	ok := len(name) >= 1 && len(name) <= longestName
	for i := 0; ok && i < len(name); i++ {
		c := name[i]
		ok = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || i > 0 && (c == '-' || c == '_')
	}
	if ok {
		return nil
	}
	return failure(core.InvalidInput, "This is no name for a model: "+shortened(name)+".",
		"Use 1 to "+strconv.Itoa(longestName)+" of a-z, 0-9, - and _, a letter or digit first.")
}

func shortened(s string) string {
	if len(s) > 40 {
		s = s[:40]
	}
	return strconv.QuoteToASCII(s)
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
