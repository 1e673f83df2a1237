package worker

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// access decides who may write, and which pages elsewhere may ask.
//
// Reads, and computing on what a request brings along, are open to every page.
// Writes need the token; a page may write from where the handler itself is
// served, and from the origins that are listed.
type access struct {
	token   [sha256.Size]byte // of the token, so that comparing tells nothing, not even its length
	on      bool
	origins []string
}

func newAccess(token string, origins []string) access {
	return access{token: sha256.Sum256([]byte(token)), on: strings.TrimSpace(token) != "", origins: origins}
}

// Origins takes the value of XAIA_ORIGINS apart: origins such as
// https://example.org, with commas between.
func Origins(list string) (origins []string) {
	for _, origin := range strings.Split(list, ",") {
		if origin = strings.TrimSpace(origin); origin != "" {
			origins = append(origins, strings.TrimSuffix(origin, "/"))
		}
	}
	return origins
}

func (a access) mayWrite(h http.Header, r *http.Request) error {
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if a.listed(origin) {
		allow(h, origin)
	}
	if !a.on {
		return core.NewError(forbidden, "Writing is disabled on this server.", "Set the secret XAIA_TOKEN to enable it.")
	}
	if origin != "" && !a.listed(origin) && !sameOrigin(origin, r) {
		return core.NewError(forbidden, "Pages of another origin may not write here.", "List the origin in XAIA_ORIGINS.")
	}
	if !a.shown(r) {
		return core.NewError(unauthorized, "The token is missing or wrong.", "Send the header Authorization: Bearer and the token.")
	}
	return nil
}

// shown says whether the request shows the token.
func (a access) shown(r *http.Request) bool {
	scheme, given, _ := strings.Cut(header(r, "Authorization"), " ")
	sum := sha256.Sum256([]byte(given))
	right := subtle.ConstantTimeCompare(sum[:], a.token[:]) == 1
	return a.on && right && strings.EqualFold(scheme, "Bearer")
}

func (a access) listed(origin string) bool { return origin != "" && slices.Contains(a.origins, origin) }

// sameOrigin compares the scheme as well: a page that came unencrypted, which anybody on its way may have
// changed, is not the page that was served here. Natively behind a proxy that ends TLS, the page's origin has to
// be listed.
func sameOrigin(origin string, r *http.Request) bool {
	scheme, host, found := strings.Cut(origin, "://")
	own := cmp.Or(r.URL.Scheme, "http")
	if r.TLS != nil {
		own = "https"
	}
	return found && scheme == own && host != "" && (host == r.Host || host == r.URL.Host)
}

// mayCompute refuses what a browser sends for a page of another origin without asking first, as it does with
// a form's kinds of bodies: such a page could have any visitor's browser start fits.
func mayCompute(r *http.Request) *core.Error {
	kind, _, _ := strings.Cut(header(r, "Content-Type"), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	origin := r.Header.Get("Origin")
	foreign := origin != "" && !sameOrigin(origin, r) || r.Header.Get("Sec-Fetch-Site") == "cross-site"
	if kind == "application/json" || !foreign && kind != "text/plain" && kind != "multipart/form-data" {
		return nil
	}
	return core.NewError(core.Unsupported, "The body's Content-Type is "+shortened(kind)+", but only application/json is accepted.",
		"Send the header Content-Type: application/json.")
}

func (a access) allowReads(h http.Header) { allow(h, "*") }

func allow(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "ETag")
}

// preflight answers a browser that asks whether it may send a request. To a page
// that may not, it says nothing, which means no.
func (a access) preflight(w http.ResponseWriter, r *http.Request, route route) {
	h := w.Header()
	h.Set("Allow", route.allowed())
	h.Add("Vary", "Origin, Access-Control-Request-Method")
	wanted, ok := route.action(r.Header.Get("Access-Control-Request-Method"))
	origin := r.Header.Get("Origin")
	methods, headers := route.allowed(), "Authorization, Content-Type, If-Match, If-None-Match"
	switch {
	case ok && a.listed(origin):
		allow(h, origin)
	case ok && !wanted.write:
		a.allowReads(h)
		methods, headers = route.reads(), "Content-Type, If-None-Match"
	}
	if h.Get("Access-Control-Allow-Origin") != "" {
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", headers)
		h.Set("Access-Control-Max-Age", "3600")
	}
	w.WriteHeader(http.StatusNoContent)
}

// header is all of a header's values as one: the adaptor at the edge takes a
// value apart at its commas.
func header(r *http.Request, name string) string { return strings.Join(r.Header.Values(name), ",") }
