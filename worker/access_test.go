//go:build unix

package worker_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// owned are the requests that only the owner may send: those that change something, and those that compute on what
// they bring.
var owned = []struct{ method, path, body string }{
	{"PUT", "/v1/models/guarded", `{"X":[[0],[1]],"y":[0,1]}`},
	{"POST", "/v1/models/guarded/absorb", `{"X":[[9]],"y":[9],"tolerance":0.1}`},
	{"POST", "/v1/fit", `{"X":[[0],[1]],"y":[0,1]}`},
	{"POST", "/v1/crossvalidate", `{"X":[[0],[1],[2]],"y":[0,1,2],"options":{"folds":3}}`},
	{"POST", "/v1/predict", `{"X":[[0]],"model":{"format":"xaia-model","version":2,"options":{"model":"tnn"},"X":[[0],[1]],"y":[0,1]}}`},
	{"POST", "/v1/explain", `{"X":[[0]],"model":{"format":"xaia-model","version":2,"options":{"model":"tnn"},"X":[[0],[1]],"y":[0,1]}}`},
	{"DELETE", "/v1/models/guarded", ""},
}

func testToken(t *testing.T, on target) {
	store(t, on, "guarded", `{"X":[[0],[1]],"y":[0,1]}`)
	before := send(t, "GET", on.url+"/v1/models/guarded", nil).must(t, 200)
	for _, w := range owned {
		for name, options := range map[string][]option{
			"none":            nil,
			"wrong":           {with("Authorization", "Bearer wrong")},
			"shorter":         {with("Authorization", "Bearer "+token[:len(token)-1])},
			"longer":          {with("Authorization", "Bearer "+token+"x")},
			"a part":          {with("Authorization", "Bearer a secret")},
			"no scheme":       {with("Authorization", token)},
			"another scheme":  {with("Authorization", "Basic "+token)},
			"empty":           {with("Authorization", "Bearer ")},
			"another header":  {with("X-Authorization", "Bearer "+token), with("Cookie", "token="+url.QueryEscape(token))},
			"twice":           {func(r *http.Request) { r.Header["Authorization"] = []string{"Bearer " + token, "Bearer " + token} }},
			"of another case": {with("Authorization", "Bearer "+strings.ToUpper(token))},
		} {
			a := send(t, w.method, on.url+w.path, w.body, options...)
			if a.refused(t, 401, "unauthorized"); a.header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s: WWW-Authenticate is %q", name, a.header.Get("WWW-Authenticate"))
			}
		}
		for _, query := range []string{"token", "access_token", "Authorization", "XAIA_TOKEN"} {
			send(t, w.method, on.url+w.path+"?"+query+"="+url.QueryEscape(token), w.body).refused(t, 401, "unauthorized")
		}
		// If the server has no secret, an empty token is wrong, too.
		for _, given := range []string{"", "Bearer ", "Bearer", "Bearer  ", "Bearer " + token, "Bearer undefined", "Bearer null"} {
			send(t, w.method, on.off+w.path, w.body, with("Authorization", given)).refused(t, 403, "forbidden")
		}
	}
	if after := send(t, "GET", on.url+"/v1/models/guarded", nil).must(t, 200); string(after.text) != string(before.text) || after.header.Get("ETag") != before.header.Get("ETag") {
		t.Errorf("the model was changed: %s", after.text)
	}
	if names := list(t, on.off); len(names) > 0 {
		t.Errorf("something was stored: %v", names)
	}
	for _, scheme := range []string{"bearer ", "BEARER "} {
		send(t, "PUT", on.url+"/v1/models/guarded", xor, with("Authorization", scheme+token)).must(t, 200)
	}
}

// Without the token a stored model answers small questions. With it there is more.
func testGuests(t *testing.T, on target) {
	store(t, on, "asked", cloudOf(1000))
	unchanged(t, on)
	url := on.url + "/v1/models/asked"
	padded := func(n int) string { return `{"X":[[1,2]]` + strings.Repeat(" ", n-len(`{"X":[[1,2]]}`)) + `}` }
	for _, c := range []struct {
		what, body string
		guest      int
	}{
		{"predict", rowsOf(1000), 200}, {"predict", rowsOf(1001), 413}, {"attributions", rowsOf(1001), 413}, {"explain", rowsOf(10), 200},
		{"explain", rowsOf(1000), 200},
		{"explain", strings.TrimSuffix(rowsOf(1000), "}") + `,"options":{"fingerprint":true}}`, 413}, // some 20 MB
		{"predict", padded(1 << 20), 200}, {"predict", padded(1<<20 + 1), 413}, {"explain", padded(3 << 20), 413},
	} {
		guest := send(t, "POST", url+"/"+c.what, c.body)
		if c.guest == 413 {
			if hint := fmt.Sprint(guest.refused(t, 413, "too-large")); !strings.Contains(hint, "token") {
				t.Errorf("%s: %s", c.what, hint)
			}
		} else {
			guest.must(t, 200)
		}
		if wrong := send(t, "POST", url+"/"+c.what, c.body, with("Authorization", "Bearer wrong")); wrong.status != guest.status {
			t.Errorf("a wrong token is answered %d, none %d", wrong.status, guest.status)
		}
		if c.what != "explain" || !on.edge && c.guest == 413 {
			send(t, "POST", url+"/"+c.what, c.body, authorized).must(t, 200)
		}
	}
	send(t, "GET", url, nil).must(t, 200)
	send(t, "GET", url+"?format=bytes", nil).must(t, 200)
}

// An open server is everybody's on its machine, but not for pages of other origins that a browser on it shows.
func TestOpen(t *testing.T) {
	server, err := start(t.TempDir(), []string{"-open"}, "unset XAIA_TOKEN")
	started(t, server, err)
	elsewhere := with("Origin", "https://evil.example")
	for _, w := range owned {
		send(t, w.method, server.URL+w.path, w.body).must(t, 200)
		if w.method != "DELETE" {
			send(t, w.method, server.URL+w.path, w.body, with("Origin", origin)).must(t, 200)
			send(t, w.method, server.URL+w.path, w.body, with("Origin", server.URL), with("Sec-Fetch-Site", "same-origin")).must(t, 200)
		}
		for name, option := range map[string]option{"another origin": elsewhere, "no origin": with("Origin", "null"), "another port": with("Origin", "http://127.0.0.1:1"),
			"an old browser": with("Sec-Fetch-Site", "cross-site"), "another name": func(r *http.Request) { r.Host = "evil.example" },
			"another name's page": func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Origin", "http://evil.example") }} {
			if a := send(t, w.method, server.URL+w.path, w.body, option); a.status != 403 {
				t.Errorf("%s %s, %s: %d %s", w.method, w.path, name, a.status, a.text)
			}
		}
	}
	send(t, "PUT", server.URL+"/v1/models/m", cloudOf(50)).must(t, 200)
	send(t, "POST", server.URL+"/v1/models/m/predict", rowsOf(1001)).must(t, 200)
	// Nor may they read: neither pages of other origins, nor those of a name that leads here, by whatever a browser sends.
	rebound := func(r *http.Request) { r.Host = "evil.example:8080" }
	for _, r := range []struct{ method, path, body string }{
		{"GET", "/healthz", ""}, {"GET", "/readyz", ""}, {"GET", "/metrics", ""}, {"GET", "/v1/models", ""}, {"GET", "/v1/models/m", ""}, {"GET", "/v1/models/m?format=bytes", ""}, {"HEAD", "/v1/models/m", ""},
		{"POST", "/v1/models/m/predict", `{"X":[[0,0]]}`}, {"POST", "/v1/models/m/explain", `{"X":[[0,0]]}`}, {"POST", "/v1/models/m/attributions", `{"X":[[0,0]]}`}, {"GET", "/v1/none", ""}, {"PATCH", "/v1/models", ""},
	} {
		for name, options := range map[string][]option{
			"another origin": {elsewhere}, "none": {with("Origin", "null")}, "another port": {with("Origin", "http://localhost:1")}, "a picture": {with("Sec-Fetch-Site", "cross-site")},
			"a page of this machine at another port": {with("Sec-Fetch-Site", "same-site")}, "rebound": {rebound}, "rebound, by a page": {rebound, with("Origin", "http://evil.example:8080")},
			"rebound, by its own page": {rebound, with("Sec-Fetch-Site", "same-origin")}, "a name like it": {func(r *http.Request) { r.Host = "localhost.evil.example" }}, "an address like it": {func(r *http.Request) { r.Host = "127.0.0.1.evil.example:80" }},
			"no host": {func(r *http.Request) { r.Host = "[" }},
		} {
			a := send(t, r.method, server.URL+r.path, r.body, options...)
			if a.status != 403 && !(name == "no host" && a.status == 400) || a.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s, %s: %d %v %s", r.method, r.path, name, a.status, a.header, a.text)
			}
		}
		if asked := send(t, "OPTIONS", server.URL+r.path, nil, elsewhere, with("Access-Control-Request-Method", r.method)); asked.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: a page elsewhere is allowed by %v", r.method, r.path, asked.header)
		}
		// This machine's own, by each of its names, and the origin that is listed.
		for _, host := range []string{"localhost:8080", "127.0.0.1", "[::1]:8080", "LOCALHOST", "app.example"} {
			if a := send(t, r.method, server.URL+r.path, r.body, func(r *http.Request) { r.Host = host }); a.status == 403 {
				t.Errorf("%s %s of %s: %s", r.method, r.path, host, a.text)
			}
		}
		listed := send(t, r.method, server.URL+r.path, r.body, with("Origin", origin), with("Sec-Fetch-Site", "cross-site"))
		if listed.status == 403 || listed.header.Get("Access-Control-Allow-Origin") != origin {
			t.Errorf("%s %s: the listed origin is answered %d %v", r.method, r.path, listed.status, listed.header)
		}
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0"} {
		if s, err := start(t.TempDir(), []string{"-open", "-address", address}, "unset XAIA_TOKEN"); err == nil || !strings.Contains(err.Error(), "-open") {
			t.Errorf("open on %s: %v", address, err)
			if s != nil {
				s.Kill()
			}
		}
	}
}

func testOrigins(t *testing.T, on target) {
	store(t, on, "guarded", `{"X":[[0],[1]],"y":[0,1]}`)
	const elsewhere = "https://evil.example"
	preflight := func(path, method, origin string) (allowed, methods string) {
		a := send(t, "OPTIONS", on.url+path, nil, with("Origin", origin), with("Access-Control-Request-Method", method),
			with("Access-Control-Request-Headers", "authorization,content-type")).must(t, 204)
		mayWrite := origin != elsewhere
		headers, methods := a.header.Get("Access-Control-Allow-Headers"), a.header.Get("Access-Control-Allow-Methods")
		if a.header.Get("Access-Control-Allow-Origin") != "" && (strings.Contains(headers, "Authorization") != mayWrite ||
			!mayWrite && (strings.Contains(methods, "PUT") || strings.Contains(methods, "DELETE"))) {
			t.Errorf("%s %s: %s is allowed %q with %q", method, path, origin, methods, headers)
		}
		return a.header.Get("Access-Control-Allow-Origin"), a.header.Get("Access-Control-Allow-Methods")
	}

	// Reads, from anywhere.
	for _, r := range []struct{ method, path, body string }{
		{"GET", "/healthz", ""}, {"GET", "/v1/models", ""}, {"GET", "/v1/models/guarded", ""},
		{"POST", "/v1/models/guarded/predict", `{"X":[[0]]}`}, {"POST", "/v1/models/guarded/explain", `{"X":[[0]]}`},
		{"POST", "/v1/models/guarded/attributions", `{"X":[[0]]}`},
	} {
		if allowed, methods := preflight(r.path, r.method, elsewhere); allowed != "*" || !strings.Contains(methods, r.method) {
			t.Errorf("%s %s: a page elsewhere is allowed %q %q", r.method, r.path, allowed, methods)
		}
		var body any
		if r.body != "" {
			body = r.body
		}
		a := send(t, r.method, on.url+r.path, body, with("Origin", elsewhere), with("Content-Type", "application/json")).must(t, 200)
		if a.header.Get("Access-Control-Allow-Origin") != "*" || a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s %s: %v", r.method, r.path, a.header)
		}
	}
	// The page can read errors, too.
	for _, path := range []string{"/v1/models/none", "/v1/none", "/v1/fit"} {
		if a := send(t, "GET", on.url+path, nil, with("Origin", elsewhere)); a.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %v", path, a.header)
		}
	}

	for _, w := range owned {
		if allowed, _ := preflight(w.path, w.method, elsewhere); allowed != "" {
			t.Errorf("%s %s: a page elsewhere is allowed by %q", w.method, w.path, allowed)
		}
		for _, other := range []string{elsewhere, "null", origin + ".evil.example", "http://app.example", origin + "/", "https://APP.example",
			strings.Replace(on.url, "http:", "https:", 1), "x" + on.url} { // another scheme than the handler's own
			a := send(t, w.method, on.url+w.path, w.body, authorized, with("Origin", other))
			if a.refused(t, 403, "forbidden"); a.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s: %q is allowed", w.method, w.path, other)
			}
		}
		allowed, methods := preflight(w.path, w.method, origin)
		if allowed != origin || !strings.Contains(methods, w.method) {
			t.Errorf("%s %s: a page that is listed is allowed %q %q", w.method, w.path, allowed, methods)
		}
	}
	for _, w := range owned[:len(owned)-1] {
		a := send(t, w.method, on.url+w.path, w.body, authorized, with("Origin", origin)).must(t, 200)
		if a.header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.header.Get("Vary"), "Origin") {
			t.Errorf("%s %s: %v", w.method, w.path, a.header)
		}
		send(t, w.method, on.url+w.path, w.body, authorized, with("Origin", on.url)).must(t, 200) // a page that the same server sends
		// The right origin doesn't replace the token.
		send(t, w.method, on.url+w.path, w.body, with("Origin", origin)).refused(t, 401, "unauthorized")
	}
}

func testSite(t *testing.T, on target) {
	const page = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"
	for path, kind := range map[string]string{"/": "text/html", "/boot.mjs": "text/javascript", "/page.wasm": "application/wasm", "/style.css": "text/css", "/sets.json": "application/json"} {
		a := send(t, "GET", on.url+path, nil).must(t, 200)
		if !strings.HasPrefix(a.header.Get("Content-Type"), kind) || len(a.text) < 1000 {
			t.Errorf("%s is %d bytes of %s", path, len(a.text), a.header.Get("Content-Type"))
		}
		policy := a.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, page) || strings.Contains(policy, "'unsafe-eval'") || strings.Contains(policy, "http") || strings.Contains(policy, "*") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
		again := send(t, "GET", on.url+path, nil, with("If-None-Match", a.header.Get("ETag")), with("If-Modified-Since", a.header.Get("Last-Modified")))
		if again.status != 304 {
			t.Errorf("%s: what the client has already is answered %d", path, again.status)
		}
		send(t, "HEAD", on.url+path, nil).must(t, 200)
	}
	for path, status := range map[string]int{"/none": 404, "/none.wasm": 404, "/..%2f..%2fgo.mod": 404, "/%2e%2e/go.mod": 404, "/docs": 0, "/index.html": 0,
		"/data/": 404, "/files/": 404, "/data": 404, "/.assetsignore": 404, "/_headers": 404, "/data/..%2f.assetsignore": 404, "/docs/": 200} {
		a := send(t, "GET", on.url+path, nil)
		if status != 0 && a.status != status || status == 0 && (a.status < 301 || a.status > 308) {
			t.Errorf("%s is answered %d", path, a.status)
		}
	}
	send(t, "POST", on.url+"/", "x").must(t, 405)
	send(t, "DELETE", on.url+"/none", nil).must(t, 405)
}
