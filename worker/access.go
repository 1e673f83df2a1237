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

// access decides who may write, and which pages of other origins may send requests.
//
// Every page may read, and may have data computed that its request contains. Writes
// need the token; a page may write from the origin that serves the handler, and from
// the origins that are listed.
type access struct {
	token   [sha256.Size]byte // of the token, so that the time of a comparison reveals nothing, not even its length
	on      bool
	origins []string
}

func newAccess(token string, origins []string) access {
	return access{token: sha256.Sum256([]byte(token)), on: strings.TrimSpace(token) != "", origins: origins}
}

// Origins splits the value of XAIA_ORIGINS: origins such as https://example.org,
// separated by commas.
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

// shown says whether the request contains the token.
func (a access) shown(r *http.Request) bool {
	scheme, given, _ := strings.Cut(header(r, "Authorization"), " ")
	sum := sha256.Sum256([]byte(given))
	right := subtle.ConstantTimeCompare(sum[:], a.token[:]) == 1
	return a.on && right && strings.EqualFold(scheme, "Bearer")
}

func (a access) listed(origin string) bool { return origin != "" && slices.Contains(a.origins, origin) }

// sameOrigin also compares the scheme: an unencrypted page may have been changed on its way, so it doesn't count
// as the page that was served here. Behind a proxy that terminates TLS, the page's origin must be listed.
func sameOrigin(origin string, r *http.Request) bool {
	scheme, host, found := strings.Cut(origin, "://")
	own := cmp.Or(r.URL.Scheme, "http")
	if r.TLS != nil {
		own = "https"
	}
	return found && scheme == own && host != "" && (host == r.Host || host == r.URL.Host)
}

// readable refuses bodies of a form that isn't taken.
func readable(r *http.Request, write bool) *core.Error {
	encoding := header(r, "Content-Encoding")
	switch {
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return core.NewError(core.Unsupported, "The body's Content-Encoding is "+shortened(encoding)+".", "Send the body without compressing it, and without that header.")
	case write:
		return nil
	}
	return mayCompute(r)
}

// mayCompute refuses content types that a browser sends to another origin without a preflight, such as those of
// forms: otherwise any page could make its visitors' browsers start fits.
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

// preflight answers a browser that asks whether it may send a request. A page that
// may not gets no CORS headers, which means no.
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

// header joins all values of a header: the adaptor at the edge splits a value at
// its commas.
func header(r *http.Request, name string) string { return strings.Join(r.Header.Values(name), ",") }
