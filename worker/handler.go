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
	"net/http"
	"strconv"

	"github.com/xaia-go/xaia/core"
)

// Config says what a handler serves.
type Config struct {
	Store   Store
	Limits  Limits
	Token   string       // required for writes; empty: nobody can write
	Origins []string     // of other pages that may write
	Site    http.Handler // serves everything that isn't a route; nil means not found
	Cache   int          // bytes of stored models to keep loaded; 0 keeps none
	Yield   func() bool  // called often while a request computes; true says that its client has disconnected
	Log     func(what string, err error)
}

type handler struct {
	store  Store
	limits Limits
	access access
	site   http.Handler
	cache  *cache
	lanes  lanes
	held   *budget
	yield  func() bool
	log    func(what string, err error)
}

// New makes the handler.
func New(c Config) http.Handler {
	h := &handler{store: c.Store, limits: c.Limits, access: newAccess(c.Token, c.Origins), site: c.Site, yield: c.Yield, log: c.Log,
		lanes: newLanes(c.Limits.Turns), held: newBudget(c.Limits.Held)}
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
	to := &sender{ResponseWriter: w, control: http.NewResponseController(w), limits: &h.limits}
	refuse := func(err error) {
		if to.begun { // the status is sent already, so abort the connection: the client must see that the answer is incomplete
			panic(http.ErrAbortHandler)
		}
		h.refuse(to, r, err)
	}
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			panic(p)
		} else if p != nil {
			refuse(internal(p))
		}
	}()
	if err := h.serve(to, r, route, known); err != nil {
		refuse(err)
	}
}

func (h *handler) serve(w *sender, r *http.Request, route route, known bool) error {
	a, ok := route.action(r.Method)
	if !known || a.page {
		h.access.allowReads(w.Header())
		return core.NewError(core.NotFound, "This address doesn't exist.", "docs/edge.md lists the routes.")
	}
	if r.Method == http.MethodOptions {
		h.access.preflight(w, r, route)
		return nil
	}
	if !ok {
		h.access.allowReads(w.Header())
		w.Header().Set("Allow", route.allowed())
		writeError(w, r, http.StatusMethodNotAllowed, core.NewError(core.Unsupported, "This address doesn't take "+shortened(r.Method)+".", "Use "+route.allowed()+"."))
		return nil
	}
	if a.write {
		if err := h.access.mayWrite(w.Header(), r); err != nil {
			return err
		}
	} else {
		h.access.allowReads(w.Header())
	}
	if err := readable(r, a.write); a.body && err != nil {
		writeError(w, r, http.StatusUnsupportedMediaType, err)
		return nil
	}
	if route.named {
		if err := checkName(route.name); err != nil {
			return err
		}
	}
	c := call{name: route.name, trusted: a.write || h.access.shown(r), may: h.limits.Writer, held: &holding{from: h.held}, to: w}
	if !c.trusted {
		c.may = h.limits.Guest
	}
	c.work = newWork(r.Context(), c.may.Time, h.limits.Wait, h.yield)
	c.Request = r.WithContext(c.work)
	defer func() {
		c.work.end()
		c.held.hold(c.work, 0)
	}()
	out, err := h.run(a, c)
	if err != nil {
		var e *core.Error
		if context.Cause(c.work) == errTime && (errors.As(err, &e) && e.Code == core.Aborted || errors.Is(err, context.Canceled)) {
			err = c.tooLong()
		}
		return err
	}
	if out.etag != "" {
		w.Header().Set("ETag", `"`+out.etag+`"`)
	}
	if out.same {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if out.sent {
		return w.send(out.body)
	}
	write(w, r, http.StatusOK, cmp.Or(out.kind, "application/json"), out.body)
	return nil
}

// run computes the answer once the body is read and it has a turn. Output that waits to be sent is counted.
func (h *handler) run(a action, c call) (out reply, err error) {
	if a.light {
		return a.run(h, c)
	}
	lane := h.lanes.short
	if a.body {
		if c.body, err = h.body(c); err != nil {
			return reply{}, err
		}
		if len(c.body) > shortBody {
			lane = a.lane(h)
		}
	}
	if err := c.work.enter(lane); err != nil {
		return reply{}, err
	}
	if out, err = a.run(h, c); err != nil {
		return reply{}, err
	}
	c.work.leave()
	return out, c.held.hold(c.work, int64(len(out.body)))
}

// shortBody is the length of a body that is parsed within some milliseconds.
const shortBody = 128 << 10

func internal(p any) error {
	text := "unknown failure"
	switch p := p.(type) {
	case error:
		text = p.Error()
	case string:
		text = p
	}
	return core.NewError(core.Internal, text, "")
}

// secure sets the headers of every answer. No answer is a page, so none may load or run
// anything.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

func write(w *sender, r *http.Request, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.send(body)
	}
}

func alive(*handler, call) (reply, error) { return reply{body: []byte(`{"ok":true}`)}, nil }
