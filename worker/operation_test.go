//go:build unix

package worker_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// What an operator sees: health, readiness, metrics in both places, and a line of log for each request, without secrets.
func TestOperation(t *testing.T) {
	folder := t.TempDir()
	server := native(t, folder, "-metrics", "127.0.0.1:0")
	health := func(storage string, models any) {
		t.Helper()
		time.Sleep(1100 * time.Millisecond) // it is looked at once a second
		a := send(t, "GET", server.URL+"/healthz", nil).must(t, 200)
		if a.json["status"] != "ok" || a.json["version"] == "" || a.json["storage"] != storage || a.json["models"] != models {
			t.Errorf("healthz: %s", a.text)
		}
	}
	health("readable", 0.0)
	send(t, "PUT", server.URL+"/v1/models/a", xor, authorized).must(t, 200)
	send(t, "PUT", server.URL+"/v1/models/b", xor, authorized).must(t, 200)
	for range 3 {
		send(t, "POST", server.URL+"/v1/models/a/predict?token=in-the-query", `{"X":[[0,1]]}`).must(t, 200)
	}
	send(t, "POST", server.URL+"/v1/models/a/predict", `{"X":"a body"}`).must(t, 400)
	send(t, "POST", server.URL+"/v1/models/a/absorb", `{"X":[[5,5],[0,1],[9,9]],"y":["b","b","a"]}`, authorized).must(t, 200)
	send(t, "POST", server.URL+"/v1/models/a/absorb", `{"X":[[7]],"y":["b"]}`, authorized).must(t, 400)
	send(t, "GET", server.URL+"/v1/models/none", nil).must(t, 404)
	send(t, "GET", server.URL+"/v1/none", nil).must(t, 404)
	send(t, "GET", server.URL+"/v1/models/%1b%5b31m%c2%9b%0alevel=ERROR%e2%80%ae", nil).must(t, 400)
	send(t, "GET", server.URL+"/", nil).must(t, 200)
	health("readable", 2.0)

	second := regexp.MustCompile(`metrics are at (http://\S+)`).FindStringSubmatch(server.Log())
	if second == nil {
		t.Fatal(server.Log())
	}
	read := func() [2]string {
		response, err := http.Get(second[1])
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		beside, err := do(must(http.NewRequest("GET", second[1], nil)))
		if err != nil || beside.status != 200 || !strings.HasPrefix(beside.header.Get("Content-Type"), "text/plain; version=0.0.4") {
			t.Errorf("on the second address: %v %d %v", err, beside.status, beside.header)
		}
		return [2]string{string(send(t, "GET", server.URL+"/metrics", nil, authorized).must(t, 200).text), string(beside.text)}
	}
	for _, text := range read() {
		for _, line := range []string{
			`xaia_requests_total{route="POST /v1/models/{name}/predict",status="200"} 3`, `xaia_requests_total{route="POST /v1/models/{name}/predict",status="400"} 1`,
			`xaia_requests_total{route="PUT /v1/models/{name}",status="200"} 2`, `xaia_requests_total{route="GET /v1/models/{name}",status="404"} 1`,
			`xaia_requests_total{route="none",status="404"} 1`, `xaia_requests_total{route="GET /",status="200"} 1`,
			`xaia_request_seconds_count{route="POST /v1/models/{name}/predict"} 4`, `xaia_request_seconds_bucket{route="POST /v1/models/{name}/predict",le="+Inf"} 4`,
			`xaia_storage_readable 1`, `xaia_models 2`, `xaia_models_loaded 1`, `xaia_absorbed_samples_total 2`, `xaia_guests_held_bytes 0`,
		} {
			if !strings.Contains(text, "\n"+line+"\n") {
				t.Errorf("no %s in\n%s", line, text)
			}
		}
		for i, line := range strings.Split(strings.TrimSpace(text), "\n") { // as Prometheus reads it
			if !regexp.MustCompile(`^(# (HELP|TYPE) [a-z_]+ \S.*|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$`).MatchString(line) {
				t.Errorf("line %d: %s", i, line)
			}
		}
	}
	send(t, "GET", server.URL+"/metrics", nil).refused(t, 401, "unauthorized")

	log := server.Log()
	if n := strings.Count(log, "method=POST path=/v1/models/a/predict status=200"); n != 3 {
		t.Errorf("%d of 3 requests are logged:\n%s", n, log)
	}
	if strings.ContainsAny(log, "\x1b\u009b\u202e") || strings.Contains(log, "\nlevel=ERROR") || !strings.Contains(log, `\x1b[31m`) {
		t.Errorf("a path acts on a terminal: %q", log)
	}
	for _, secret := range []string{token, "a secret", "in-the-query", "a body", "Bearer", "/healthz", "path=/ "} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is logged:\n%s", secret, log)
		}
	}

	models, away := filepath.Join(folder, "models"), filepath.Join(folder, "away")
	if err := os.Rename(models, away); err != nil {
		t.Fatal(err)
	}
	health("unavailable", nil)
	send(t, "GET", server.URL+"/readyz", nil).refused(t, 503, "unavailable")
	if text := read()[0]; !strings.Contains(text, "\nxaia_storage_readable 0\n") {
		t.Error(text)
	}
	if err := os.Rename(away, models); err != nil {
		t.Fatal(err)
	}
	health("readable", 2.0)
	send(t, "GET", server.URL+"/readyz", nil).must(t, 200)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A server that is asked to end answers what it has accepted, accepts nothing more, and ends well.
func TestGracefulStop(t *testing.T) {
	server := native(t, t.TempDir(), "-log", "error")
	answered := make(chan answer, 1)
	go func() {
		r, _ := http.NewRequest("PUT", server.URL+"/v1/models/slow", strings.NewReader(cloud(3000)))
		authorized(r)
		a, _ := do(r)
		answered <- a
	}()
	time.Sleep(300 * time.Millisecond)
	select {
	case a := <-answered:
		t.Fatalf("it isn't slow: %d %s", a.status, a.text)
	default:
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Stop() }()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Get(server.URL + "/healthz")
		if err != nil {
			break
		}
		response.Body.Close()
		if time.Since(begun) > pace.Of(5*time.Second) {
			t.Fatal("new requests are accepted")
		}
	}
	select {
	case a := <-answered:
		a.must(t, 200)
	case <-time.After(pace.Of(20 * time.Second)):
		t.Error("no answer")
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if strings.Contains(server.Log(), "level=INFO") {
		t.Errorf("-log error logs %s", server.Log())
	}
}
