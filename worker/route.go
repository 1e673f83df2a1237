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
	pattern string // the path, with {name}
}

// action computes the reply to a call.
type action struct {
	run   func(h *handler, c call) (reply, error)
	guest bool // doesn't need the token
	body  bool
	light bool // answered without waiting for a turn
	page  bool // the static site's
}

// call is a request that was authorised.
type call struct {
	*http.Request
	name  string // of the model
	body  []byte
	owner bool
	may   Allowance
	work  *work
	held  *holding // nil for the owner
}

type reply struct {
	body []byte
	kind string // default application/json
	etag string
	same bool // the client has it already
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
	case len(parts) == 1 && operation[parts[0]].run != nil:
		return route{methods: map[string]action{http.MethodGet: operation[parts[0]]}, pattern: "/" + parts[0]}, true
	case parts[0] != "v1":
		return route{methods: map[string]action{http.MethodGet: {guest: true, page: true}}, pattern: "/"}, true
	case len(parts) == 1:
		return route{}, false
	case len(parts) == 2 && parts[1] == "models":
		return route{methods: map[string]action{http.MethodGet: {run: (*handler).list, guest: true}}, pattern: "/v1/models"}, true
	case len(parts) == 2 && stateless[parts[1]].run != nil:
		return route{methods: map[string]action{http.MethodPost: stateless[parts[1]]}, pattern: "/v1/" + parts[1]}, true
	case len(parts) == 3 && parts[1] == "models":
		return route{named: true, name: parts[2], methods: stored, pattern: "/v1/models/{name}"}, true
	case len(parts) == 4 && parts[1] == "models" && asked[parts[3]].run != nil:
		return route{named: true, name: parts[2], methods: map[string]action{http.MethodPost: asked[parts[3]]}, pattern: "/v1/models/{name}/" + parts[3]}, true
	}
	return route{}, false
}

// Pattern names the route of a request, one of a few; everything below / is the page.
func Pattern(r *http.Request) string {
	route, known := find(r.URL.EscapedPath())
	if _, ok := route.action(r.Method); !known || !ok {
		return "none"
	}
	return r.Method + " " + route.pattern
}

var (
	operation = map[string]action{
		"healthz": {run: (*handler).health, guest: true, light: true},
		"readyz":  {run: (*handler).ready, guest: true, light: true},
		"metrics": {run: (*handler).measured, light: true},
	}
	stateless = map[string]action{
		"fit":           {run: (*handler).fit, body: true},
		"crossvalidate": {run: (*handler).crossValidate, body: true},
		"predict":       {run: given((*handler).predict), body: true},
		"explain":       {run: given((*handler).explain), body: true},
	}
	stored = map[string]action{
		http.MethodGet:    {run: (*handler).get, guest: true},
		http.MethodPut:    {run: (*handler).put, body: true},
		http.MethodDelete: {run: (*handler).remove, light: true},
	}
	asked = map[string]action{
		"predict":      {run: kept((*handler).predict), body: true, guest: true},
		"explain":      {run: kept((*handler).explain), body: true, guest: true},
		"attributions": {run: kept((*handler).attributions), body: true, guest: true},
		"absorb":       {run: (*handler).absorb, body: true},
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
func (r route) reads() string { return r.list(func(a action) bool { return a.guest }) }

func (r route) list(which func(action) bool) string {
	var list []string
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete} {
		if a, ok := r.methods[method]; ok && which(a) {
			list = append(list, method)
		}
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}
