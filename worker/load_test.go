//go:build unix

package worker_test

import (
	"flag"
	"fmt"
	"math/rand"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var loaded = flag.Int("load", 200, "how many predictions TestLoad measures")

// load has a stored model predict, so many requests at once, one row each, and says how long they took. The first wrong
// answer ends it. tenth is called before the first request and after each tenth of them.
func load(t *testing.T, url string, requests, at int, tenth func(done int)) string {
	x, y := plane()
	send(t, "PUT", url+"/v1/models/load", fitOf(x, y), authorized).must(t, 200)
	defer send(t, "DELETE", url+"/v1/models/load", nil, authorized)
	tenth(0)
	took := make([]time.Duration, requests)
	var next atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for range at {
		all.Go(func() {
			for !t.Failed() {
				i := int(next.Add(1)) - 1
				if i >= requests {
					return
				}
				begun := time.Now()
				a, err := do(must(http.NewRequest("POST", url+"/v1/models/load/predict", strings.NewReader(`{"X":[[`+x[i%samples]+`]]}`))))
				took[i] = time.Since(begun)
				if want := `{"predictions":[` + y[i%samples] + `]}`; err != nil || string(a.text) != want {
					t.Errorf("request %d is answered %s, not %s: %v", i, a.text, want, err)
				}
				if part := max(requests/10, 1); (i+1)%part == 0 {
					tenth(i + 1)
				}
			}
		})
	}
	all.Wait()
	total := time.Since(start)
	slices.Sort(took)
	return fmt.Sprintf("%d requests, %.0f a second, p50 %s, p95 %s, p99 %s", requests, float64(requests)/total.Seconds(),
		short(took[requests/2]), short(took[requests*95/100]), short(took[requests*99/100]))
}

func short(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }

// testLoad is a short run against each form.
func testLoad(t *testing.T, on target) {
	t.Log(load(t, on.url, 200, 4, func(int) {}))
}

// What ./build.sh load prints, of predictions over loopback: rate, latency, processor time and memory. Memory must not grow
// with the requests.
func TestLoad(t *testing.T) {
	for _, on := range []struct {
		program string
		*running
	}{{"serve", native(t, t.TempDir())}, {"workerd", bare(t, t.TempDir())}} {
		var mu sync.Mutex
		var memory []int64
		var before, after time.Duration
		took := load(t, on.URL, *loaded, 4, func(done int) {
			mu.Lock()
			defer mu.Unlock()
			cpu, now, _, err := on.usage(on.program)
			if err != nil {
				t.Error(err)
			}
			if memory = append(memory, now>>20); done == 0 {
				before = cpu
			}
			after = max(after, cpu)
		})
		fmt.Printf("%-8s %s, 4 at once; %s of processor time each; MiB at the start and after each tenth: %v\n", on.program, took,
			short((after-before)/time.Duration(*loaded)), memory)
		if n := len(memory); slices.Min(memory[n-3:]) > slices.Max(memory[1:4])*3/2 {
			t.Errorf("%s: memory grows with the requests: %v", on.program, memory)
		}
	}
}

// samples is the number of samples of plane's model; they have two features.
const samples = 1000

// plane returns the same set every time; the model predicts a sample's own y.
func plane() (x, y []string) {
	r := rand.New(rand.NewSource(11))
	for i := range samples {
		x = append(x, fmt.Sprintf("%v,%v", r.Float64()*10, r.Float64()*10))
		y = append(y, strconv.Itoa(i))
	}
	return x, y
}

// fitOf is the body of a fit.
func fitOf(x, y []string) string {
	return `{"X":[[` + strings.Join(x, "],[") + `]],"y":[` + strings.Join(y, ",") + `]}`
}
