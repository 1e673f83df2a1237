// Package worker is the HTTP server of the engine: one http.Handler over a store
// of models. It runs on Cloudflare Workers (edge), on one machine (serve) and in
// tests. docs/edge.md says what each route takes and costs.
//
// Between requests the handler only keeps the store and, on one machine, a few
// loaded models.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// Config says what a handler serves.
type Config struct {
	Store   Store
	Limits  Limits
	Token   string               // of the owner; empty: nobody can write or fit
	Open    bool                 // everybody on this machine is the owner
	Origins []string             // of other pages that may show the token
	Site    http.Handler         // serves everything that isn't a route; nil means not found
	Cache   int                  // bytes of stored models to keep loaded; 0 keeps none
	Yield   func(anew bool) bool // called often while a request computes, anew where calls begin to take another time; true says that its client has disconnected
	Log     func(what string, err error)
	Version string
	Count   func() (models int, err error) // of the store, where this is cheap; else nil
	Write   func() error                   // why the store can't be written now; nil: it isn't known
	Verify  func(core.Predictor) error     // wire.Reader's
	Metrics func() []byte                  // what the owner reads at /metrics, in Prometheus' text form; nil: nothing
}

type handler struct {
	Config
	cache   *cache
	lanes   lanes
	held    atomic.Int64 // bytes, by guests' requests
	storage storage
	learned atomic.Int64 // samples that absorb has taken in
	mux     *http.ServeMux
}

// New makes the handler.
func New(c Config) http.Handler {
	h := &handler{Config: c, cache: &cache{most: c.Cache}, lanes: newLanes(c.Limits.Turns), mux: http.NewServeMux()}
	if h.Log == nil {
		h.Log = func(string, error) {}
	}
	for pattern := range routes {
		h.mux.HandleFunc(pattern, h.handle)
	}
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := r.URL.EscapedPath(); p != path.Clean(p) && p != path.Clean(p)+"/" {
		h.handle(w, r) // there is nothing; the mux would redirect, without the headers of every answer
		return
	}
	h.mux.ServeHTTP(w, r)
}

func (h *handler) handle(w http.ResponseWriter, r *http.Request) {
	route := routes[r.Pattern]
	a, ok := route.action(r.Method)
	if !a.body {
		unread(w, r)
	}
	if ok && a.page && h.Site != nil {
		h.Site.ServeHTTP(w, r)
		return
	}
	Secure(w.Header())
	defer func() {
		if p := recover(); p != nil {
			h.refuse(w, r, fmt.Errorf("%v", p))
		}
	}()
	if err := h.serve(w, r, route); err != nil {
		if a.body && r.Header.Get("Expect") == "" { // so that the client gets the answer, not a broken connection
			io.CopyN(io.Discard, r.Body, h.Limits.Owner.Body)
		}
		h.refuse(w, r, err)
	}
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request, route route) error {
	a, ok := route.action(r.Method)
	owner := h.owns(r)
	if h.Open && !owner && r.Method != http.MethodOptions {
		return h.mayOwn(w.Header(), r, owner)
	}
	if len(route) == 0 || a.page {
		h.mayRead(w.Header(), r)
		return core.NewError(core.NotFound, "This address doesn't exist.", "The page HTTP of the documentation (docs/edge.md) lists the routes.")
	}
	if r.Method == http.MethodOptions {
		h.preflight(w, r, route)
		return nil
	}
	if !ok {
		h.mayRead(w.Header(), r)
		w.Header().Set("Allow", route.methods(false))
		writeError(w, r, http.StatusMethodNotAllowed, core.NewError(core.Unsupported, "This address doesn't take "+shortened(r.Method)+".", "Use "+route.methods(false)+"."))
		return nil
	}
	if a.guest {
		h.mayRead(w.Header(), r)
	} else if err := h.mayOwn(w.Header(), r, owner); err != nil {
		return err
	}
	if encoding := header(r, "Content-Encoding"); a.body && encoding != "" && !strings.EqualFold(encoding, "identity") {
		return errCompressed
	}
	c := call{Request: r, name: r.PathValue("name"), work: &work{of: h, owner: owner, may: h.Limits.Guest}}
	if owner {
		c.may = h.Limits.Owner
	}
	c.work.Context, c.cancel = context.WithCancelCause(r.Context())
	defer c.end()
	if strings.Contains(r.Pattern, "{name}") {
		if err := checkName(c.name); err != nil {
			return err
		}
	}
	out, err := h.run(a, c)
	var e *core.Error
	if err != nil && context.Cause(c.work) == errTime && (errors.As(err, &e) && e.Code == core.Aborted || errors.Is(err, context.Canceled)) {
		err = c.tooLarge("Computing the answer takes longer than the " + c.may.Time.String() + " that it may take")
	}
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

// run computes the answer once the body is read and the request has a turn.
func (h *handler) run(a action, c call) (out reply, err error) {
	if a.light {
		return a.run(h, c)
	}
	if a.body {
		if c.body, err = h.body(c); err != nil {
			return reply{}, err
		}
	}
	lane := h.lanes.guests
	switch {
	case c.owner && a.guest:
		lane = h.lanes.answers
	case c.owner:
		lane = h.lanes.computing
	case len(c.body) > small:
		lane = h.lanes.large
	}
	if err := c.enter(lane); err != nil {
		return reply{}, err
	}
	defer c.leave()
	if err := c.step(true); err != nil {
		return reply{}, err
	}
	if c.in = jsontext.Missing; a.body && !wire.IsBytes(c.body) {
		if c.in, err = jsontext.Parse(c.body); err != nil {
			return reply{}, err
		}
	}
	if out, err = a.run(h, c); err != nil {
		return reply{}, err
	}
	return out, c.hold(int64(len(c.body) + len(out.body)))
}

// Secure sets the headers of every answer. No answer is a page, so none may load or run
// anything.
func Secure(h http.Header) {
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
