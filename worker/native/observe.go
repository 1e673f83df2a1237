//go:build !js

package native

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"runtime/metrics"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/xaia-go/xaia/worker"
)

// observer counts and logs the requests to a handler.
type observer struct {
	handler http.Handler
	log     *slog.Logger
	version string

	mu       sync.Mutex
	statuses map[[2]string]int // requests, by route and status
	times    map[string]*latencies
}

// latencies is a histogram of one route's requests.
type latencies struct {
	within [len(bounds)]int
	count  int
	sum    float64
}

var bounds = [...]float64{0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30} // seconds

// observed is an answer whose status and length are noted. ResponseController unwraps it.
type observed struct {
	http.ResponseWriter
	status, bytes int
}

func (o *observed) Unwrap() http.ResponseWriter { return o.ResponseWriter }

func (o *observed) WriteHeader(status int) {
	o.status = status
	o.ResponseWriter.WriteHeader(status)
}

func (o *observed) Write(b []byte) (int, error) {
	n, err := o.ResponseWriter.Write(b)
	o.bytes += n
	return n, err
}

// quiet are the routes that are logged at the level debug.
var quiet = map[string]bool{"GET /": true, "HEAD /": true, "GET /healthz": true, "GET /readyz": true, "GET /metrics": true}

// What ServeHTTP logs has neither queries nor headers, so no secrets.
func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start, seen := time.Now(), &observed{ResponseWriter: w}
	defer func() {
		took, route, level := time.Since(start), worker.Pattern(r), slog.LevelInfo
		o.note(route, seen.status, took.Seconds())
		if quiet[route] {
			level = slog.LevelDebug
		}
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		o.log.Log(r.Context(), level, "request", "method", r.Method, "path", r.URL.Path, "status", seen.status, "bytes", seen.bytes,
			"ms", float64(took.Microseconds())/1000, "from", host)
	}()
	o.handler.ServeHTTP(seen, r)
}

func (o *observer) note(route string, status int, seconds float64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.statuses[[2]string{route, strconv.Itoa(status)}]++
	t := o.times[route]
	if t == nil {
		t = &latencies{}
		o.times[route] = t
	}
	t.count++
	t.sum += seconds
	for i, bound := range bounds {
		if seconds <= bound {
			t.within[i]++
		}
	}
}

// text is everything in Prometheus' text form.
func (o *observer) text() []byte {
	var out bytes.Buffer
	head := func(name, kind, help string) {
		fmt.Fprintf(&out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	}
	head("xaia_build_info", "gauge", "The server's version.")
	fmt.Fprintf(&out, "xaia_build_info{version=%q} 1\n", o.version)
	read := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/sched/goroutines:goroutines"}}
	metrics.Read(read)
	for _, m := range append(worker.MetricsOf(o.handler),
		worker.Metric{Name: "xaia_memory_bytes", Kind: "gauge", Help: "Memory that the program has from the system.", Value: int64(read[0].Value.Uint64() - read[1].Value.Uint64())},
		worker.Metric{Name: "xaia_goroutines", Kind: "gauge", Help: "Goroutines, among them one or two a connection.", Value: int64(read[2].Value.Uint64())}) {
		head(m.Name, m.Kind, m.Help)
		fmt.Fprintf(&out, "%s %d\n", m.Name, m.Value)
	}

	o.mu.Lock()
	defer o.mu.Unlock()
	head("xaia_requests_total", "counter", "Requests, by route and status.")
	for _, key := range slices.SortedFunc(maps.Keys(o.statuses), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		fmt.Fprintf(&out, "xaia_requests_total{route=%q,status=%q} %d\n", key[0], key[1], o.statuses[key])
	}
	head("xaia_request_seconds", "histogram", "How long requests took, their bodies and answers included.")
	for _, route := range slices.Sorted(maps.Keys(o.times)) {
		t := o.times[route]
		for i, bound := range bounds {
			fmt.Fprintf(&out, "xaia_request_seconds_bucket{route=%q,le=\"%v\"} %d\n", route, bound, t.within[i])
		}
		fmt.Fprintf(&out, "xaia_request_seconds_bucket{route=%q,le=\"+Inf\"} %d\n", route, t.count)
		fmt.Fprintf(&out, "xaia_request_seconds_sum{route=%q} %v\nxaia_request_seconds_count{route=%q} %d\n", route, t.sum, route, t.count)
	}
	return out.Bytes()
}
