package worker

import (
	"net/http"
	"net/url"
	"strings"
)

// route is one endpoint.
type route struct {
	methods map[string]action
	name    string // of the model, as in the path, if the route has one
	named   bool
}

// action computes the reply to a call. If it sends a long answer itself, it does so between its turns, so that a slow
// client delays nobody.
type action struct {
	run   func(h *handler, c call) (reply, error)
	write bool // needs the token
	body  bool
	fits  bool // with a long body it moves to the long lane, not to the lane of long answers
	light bool // answered without waiting for a turn
	page  bool // the static site's
}

func (a action) lane(h *handler) turns {
	if a.fits {
		return h.lanes.long
	}
	return h.lanes.answers
}

// call is a request that was authorised.
type call struct {
	*http.Request
	name    string // of the model
	body    []byte
	trusted bool // it has the token
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
	sent bool // completely, in parts
}

// find splits the path as it was sent, before unescaping: an escaped slash is part of
// a name, which is then refused.
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

// reads are the methods that don't need the token.
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
