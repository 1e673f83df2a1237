package worker

import (
	"net/http"
	"net/url"
	"strings"
)

// route is one thing that can be asked for.
type route struct {
	methods map[string]action
	name    string // of the model, as it was given; where the route has one
	named   bool
}

// action computes the reply to a call. What it sends itself, of a long answer, it sends between its turns, so
// that a client that reads slowly holds up nobody.
type action struct {
	run   func(h *handler, c call) (reply, error)
	write bool // needs the token
	body  bool
	fits  bool // goes to the long lane where its body is long, not to that of long answers
	light bool // answered however many others are waiting
	page  bool // the static site's
}

func (a action) lane(h *handler) turns {
	if a.fits {
		return h.lanes.long
	}
	return h.lanes.answers
}

// call is a request whose right to be here has been seen to.
type call struct {
	*http.Request
	name    string // of the model
	body    []byte
	trusted bool // shows the token
	may     Allowance
	work    *work
	held    *holding
	to      *sender
}

type reply struct {
	body []byte
	kind string // default application/json
	etag string
	same bool // the client has it already
	sent bool // in parts, to its end
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
		return route{methods: map[string]action{http.MethodGet: {run: alive, light: true}}}, true
	case parts[0] != "v1":
		return route{methods: map[string]action{http.MethodGet: {page: true}}}, true
	case len(parts) == 1:
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
		"fit":           {run: (*handler).fit, body: true, fits: true},
		"crossvalidate": {run: (*handler).crossValidate, body: true, fits: true},
		"predict":       {run: given((*handler).predict), body: true},
		"explain":       {run: given((*handler).explain), body: true},
	}
	stored = map[string]action{
		http.MethodGet:    {run: (*handler).get},
		http.MethodPut:    {run: (*handler).put, body: true, fits: true, write: true},
		http.MethodDelete: {run: (*handler).remove, write: true},
	}
	asked = map[string]action{
		"predict":      {run: kept((*handler).predict), body: true},
		"explain":      {run: kept((*handler).explain), body: true},
		"attributions": {run: kept((*handler).attributions), body: true},
		"absorb":       {run: (*handler).absorb, body: true, fits: true, write: true},
	}
)

func (r route) action(method string) (action, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	a, ok := r.methods[method]
	return a, ok
}

func (r route) allowed() string { return r.list(func(action) bool { return true }) }

// reads are the methods that need no token.
func (r route) reads() string { return r.list(func(a action) bool { return !a.write }) }

func (r route) list(which func(action) bool) string {
	var list []string
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete} {
		if a, ok := r.methods[method]; ok && which(a) {
			list = append(list, method)
		}
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}
