package worker

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"slices"
	"strings"
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
		return failure(forbidden, "Writing is switched off here.", "Set the secret XAIA_TOKEN to switch it on.")
	}
	if origin != "" && !a.listed(origin) && !sameHost(origin, r) {
		return failure(forbidden, "Pages of another origin may not write here.", "List the origin in XAIA_ORIGINS.")
	}
	scheme, given, _ := strings.Cut(header(r, "Authorization"), " ")
	sum := sha256.Sum256([]byte(given))
	right := subtle.ConstantTimeCompare(sum[:], a.token[:]) == 1
	if !right || !strings.EqualFold(scheme, "Bearer") {
		return failure(unauthorized, "The token is missing or wrong.", "Send the header Authorization: Bearer and the token.")
	}
	return nil
}

func (a access) listed(origin string) bool { return origin != "" && slices.Contains(a.origins, origin) }

func sameHost(origin string, r *http.Request) bool {
	_, host, found := strings.Cut(origin, "://")
	return found && host != "" && (host == r.Host || host == r.URL.Host)
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
	switch {
	case !ok || wanted.write && !a.listed(origin):
	case wanted.write:
		allow(h, origin)
	default:
		a.allowReads(h)
	}
	if h.Get("Access-Control-Allow-Origin") != "" {
		h.Set("Access-Control-Allow-Methods", route.allowed())
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, If-None-Match")
		h.Set("Access-Control-Max-Age", "3600")
	}
	w.WriteHeader(http.StatusNoContent)
}

// header is all of a header's values as one: the adaptor at the edge takes a
// value apart at its commas.
func header(r *http.Request, name string) string { return strings.Join(r.Header.Values(name), ",") }
