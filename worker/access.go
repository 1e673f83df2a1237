package worker

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

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

// Hosts are the names, with their ports, of origins.
func Hosts(origins []string) (hosts []string) {
	for _, origin := range origins {
		if _, host, found := strings.Cut(origin, "://"); found {
			hosts = append(hosts, strings.ToLower(host))
		}
	}
	return hosts
}

// Who owns the server, and which pages of other origins may send requests: everybody may read, and ask stored models.
// Everything else is the owner's, who shows the token; a page may show it from the origin that serves the handler, and from
// the origins that are listed. An open server has nobody to show a token: it answers this machine's programs and pages, and
// those of the origins that are listed, and nobody else anything.

// owns says whether the request is the owner's: it has the token, or comes to an open server from this machine. There a
// page of another origin could send requests from its visitor's browser, also under a name of its own that leads here.
func (h *handler) owns(r *http.Request) bool {
	if !h.Open {
		return h.shown(r)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return h.own(r.Host) && !h.foreign(r) && (site == "" || site == "none" || site == "same-origin" || h.listed(r.Header.Get("Origin")))
}

// own says whether a host is this machine, or that of an origin that is listed: another name may lead here, too, so that a page
// of it has this server's origin (DNS rebinding).
func (h *handler) own(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return strings.EqualFold(name, "localhost") || net.ParseIP(name).IsLoopback() ||
		slices.Contains(Hosts(h.Origins), strings.ToLower(host))
}

// foreign says whether a page sends the request that may not show the token.
func (h *handler) foreign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin != "" && !h.listed(origin) && !SameOrigin(origin, r)
}

// mayOwn refuses what is the owner's alone.
func (h *handler) mayOwn(answer http.Header, r *http.Request, owner bool) error {
	answer.Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); h.listed(origin) {
		allow(answer, origin)
	}
	switch {
	case strings.TrimSpace(h.Token) == "" && !h.Open:
		return core.NewError(forbidden, "Without a token, this server only answers by the models that it has.", "Set the secret XAIA_TOKEN, or start the server on your own machine with -open.")
	case h.foreign(r):
		return core.NewError(forbidden, "Pages of another origin may not do this here.", "List the origin in XAIA_ORIGINS.")
	case !owner && h.Open:
		return core.NewError(forbidden, "This server is open only to programs and pages of this machine, under its own address.", "Use its address with 127.0.0.1 or localhost, or list another one in XAIA_ORIGINS, such as http://name:8080.")
	case !owner:
		return core.NewError(unauthorized, "The token is missing or wrong.", "Send the header Authorization: Bearer and the token.")
	}
	return nil
}

// shown says whether the request contains the token.
func (h *handler) shown(r *http.Request) bool {
	scheme, given, _ := strings.Cut(header(r, "Authorization"), " ")
	sum, own := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(h.Token)) // so that the time tells nothing, not even a length
	return subtle.ConstantTimeCompare(sum[:], own[:]) == 1 && strings.TrimSpace(h.Token) != "" && strings.EqualFold(scheme, "Bearer")
}

func (h *handler) listed(origin string) bool {
	return origin != "" && slices.Contains(h.Origins, origin)
}

// SameOrigin also compares the scheme: an unencrypted page may have been changed on its way, so it doesn't count
// as the page that was served here. Behind a proxy that terminates TLS, the page's origin must be listed.
func SameOrigin(origin string, r *http.Request) bool {
	scheme, host, found := strings.Cut(origin, "://")
	own := cmp.Or(r.URL.Scheme, "http")
	if r.TLS != nil {
		own = "https"
	}
	return found && scheme == own && host != "" && (host == r.Host || host == r.URL.Host)
}

// mayRead lets pages read an answer that needs no token: all of them, or of an open server those of listed origins.
func (h *handler) mayRead(answer http.Header, r *http.Request) {
	origin := "*"
	if h.Open {
		answer.Add("Vary", "Origin")
		if origin = r.Header.Get("Origin"); !h.listed(origin) {
			return
		}
	}
	allow(answer, origin)
}

func allow(h http.Header, origin string) {
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
}

// preflight answers a browser that asks whether it may send a request. A page that
// may not gets no CORS headers, which means no.
func (h *handler) preflight(w http.ResponseWriter, r *http.Request, route route) {
	answer, all := w.Header(), route.methods(false)
	answer.Set("Allow", all)
	answer.Add("Vary", "Origin, Access-Control-Request-Method")
	wanted, ok := route.action(r.Header.Get("Access-Control-Request-Method"))
	may := func(origin, methods, headers string) {
		allow(answer, origin)
		answer.Set("Access-Control-Allow-Methods", methods)
		answer.Set("Access-Control-Allow-Headers", headers+"Content-Type, If-None-Match")
		answer.Set("Access-Control-Max-Age", "3600")
	}
	if origin := r.Header.Get("Origin"); ok && h.listed(origin) {
		may(origin, all, "Authorization, If-Match, ")
	} else if ok && wanted.guest && !h.Open {
		may("*", route.methods(true), "")
	}
	w.WriteHeader(http.StatusNoContent)
}

// header joins all values of a header: the adaptor at the edge splits a value at
// its commas.
func header(r *http.Request, name string) string { return strings.Join(r.Header.Values(name), ",") }
