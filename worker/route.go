package worker

import (
	"net/http"
	"strings"

	"github.com/xaia-go/xaia/wire"
)

// route is what an address takes: an action for each method. An empty one isn't there.
type route map[string]action

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
	*work
	name string // of the model
	body []byte
	in   wire.Value // the body, where it is JSON
}

type reply struct {
	body []byte
	kind string // default application/json
	etag string
	same bool // the client has it already
}

var routes = map[string]route{
	"/":        {http.MethodGet: {guest: true, page: true}},
	"/healthz": {http.MethodGet: {run: (*handler).health, guest: true, light: true}},
	"/readyz":  {http.MethodGet: {run: (*handler).ready, guest: true, light: true}},
	"/metrics": {http.MethodGet: {run: (*handler).measured, light: true}},

	"/v1":               {},
	"/v1/":              {},
	"/v1/fit":           {http.MethodPost: {run: (*handler).fit, body: true}},
	"/v1/crossvalidate": {http.MethodPost: {run: (*handler).crossValidate, body: true}},
	"/v1/predict":       {http.MethodPost: {run: asking(predictions), body: true}},
	"/v1/explain":       {http.MethodPost: {run: answers(&wire.Explain, "explanations", nil), body: true}},

	"/v1/models": {http.MethodGet: {run: (*handler).list, guest: true}},
	"/v1/models/{name}": {
		http.MethodGet:    {run: (*handler).get, guest: true},
		http.MethodPut:    {run: (*handler).put, body: true},
		http.MethodDelete: {run: (*handler).remove, light: true},
	},
	"/v1/models/{name}/predict":        {http.MethodPost: {run: asking(predictions), body: true, guest: true}},
	"/v1/models/{name}/explain":        {http.MethodPost: {run: answers(&wire.Explain, "explanations", nil), body: true, guest: true}},
	"/v1/models/{name}/attributions":   {http.MethodPost: {run: answers(&wire.Attributions, "attributions", noInterpolation), body: true, guest: true}},
	"/v1/models/{name}/counterfactual": {http.MethodPost: {run: answers(&wire.Counterfactual, "counterfactuals", nil), body: true, guest: true}},
	"/v1/models/{name}/suspects":       {http.MethodPost: {run: (*handler).suspects, body: true}},
	"/v1/models/{name}/absorb":         {http.MethodPost: {run: (*handler).absorb, body: true}},
}

// Pattern names the route of a request that was served, one of a few; everything below / is the page.
func Pattern(r *http.Request) string {
	if _, ok := routes[r.Pattern].action(r.Method); !ok {
		return "none"
	}
	return r.Method + " " + r.Pattern
}

func (r route) action(method string) (action, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	a, ok := r[method]
	return a, ok
}

// methods are those that a route takes; those of guests don't need the token.
func (r route) methods(guests bool) string {
	var list []string
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete} {
		if a, ok := r[method]; ok && (a.guest || !guests) {
			list = append(list, method)
		}
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}
