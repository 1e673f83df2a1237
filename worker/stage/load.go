//go:build unix

package stage

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// Result is the measurement of a run of requests.
type Result struct {
	Requests      int
	PerSecond     float64
	P50, P95, P99 time.Duration
}

func (r Result) String() string {
	return fmt.Sprintf("%d requests, %.0f a second, p50 %s, p95 %s, p99 %s", r.Requests, r.PerSecond, short(r.P50), short(r.P95), short(r.P99))
}

func short(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }

// Samples is the number of samples of Load's model; they have two features.
const Samples = 1000

// Load stores a model and requests predictions, so many at once, one row each. The
// first wrong answer ends it. tenth, when not nil, is called before the first request
// and after each tenth of them.
func Load(url, token string, requests, at int, tenth func(done int)) (Result, error) {
	c := &http.Client{Timeout: pace.Of(time.Minute), Transport: &http.Transport{MaxIdleConnsPerHost: at}}
	call := func(method, path, body string) (string, error) {
		r, err := http.NewRequest(method, url+path, strings.NewReader(body))
		if err != nil {
			return "", err
		}
		r.Header.Set("Authorization", "Bearer "+token)
		response, err := c.Do(r)
		if err != nil {
			return "", err
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s %s: %s %s", method, path, response.Status, text)
		}
		return string(text), err
	}
	x, y := plane()
	var fit bytes.Buffer
	fmt.Fprintf(&fit, `{"X":[[%s]],"y":[%s]}`, strings.Join(x, "],["), strings.Join(y, ","))
	if _, err := call("PUT", "/v1/models/load", fit.String()); err != nil {
		return Result{}, err
	}
	defer call("DELETE", "/v1/models/load", "")
	if tenth == nil {
		tenth = func(int) {}
	}
	tenth(0)

	return drive(requests, at, tenth, func(i int) error {
		got, err := call("POST", "/v1/models/load/predict", `{"X":[[`+x[i%Samples]+`]]}`)
		if want := `{"predictions":[` + y[i%Samples] + `]}`; err == nil && got != want {
			err = fmt.Errorf("request %d is answered %s, not %s", i, got, want)
		}
		return err
	})
}

// drive calls ask for every request, so many at once.
func drive(requests, at int, tenth func(done int), ask func(i int) error) (Result, error) {
	took := make([]time.Duration, requests)
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var all sync.WaitGroup
	start := time.Now()
	for range at {
		all.Go(func() {
			for failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= requests {
					return
				}
				begun := time.Now()
				err := ask(i)
				took[i] = time.Since(begun)
				if err != nil {
					failed.Store(&err)
				}
				if part := max(requests/10, 1); (i+1)%part == 0 {
					tenth(i + 1)
				}
			}
		})
	}
	all.Wait()
	total := time.Since(start)
	if err := failed.Load(); err != nil {
		return Result{}, *err
	}
	slices.Sort(took)
	return Result{Requests: requests, PerSecond: float64(requests) / total.Seconds(),
		P50: took[requests/2], P95: took[requests*95/100], P99: took[requests*99/100]}, nil
}

// plane returns the same set every time; the model predicts a sample's own y.
func plane() (x, y []string) {
	r := rand.New(rand.NewSource(11))
	for i := range Samples {
		x = append(x, fmt.Sprintf("%v,%v", r.Float64()*10, r.Float64()*10))
		y = append(y, strconv.Itoa(i))
	}
	return x, y
}
