//go:build unix

package worker_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xaia-go/xaia/worker"
)

// limited is a handler with the given limits.
func limited(t *testing.T, change func(l *worker.Limits)) string {
	l := worker.ForMachine(2)
	change(&l)
	server := httptest.NewServer(worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token}))
	t.Cleanup(server.Close)
	return server.URL
}

// cloud is a fit that takes long: it makes many layers, all of them dense.
func cloud(n int) string {
	r := rand.New(rand.NewSource(5))
	var x, y []string
	for range n {
		x, y = append(x, fmt.Sprintf("%.3f,%.3f", r.Float64()*10, r.Float64()*10)), append(y, fmt.Sprint(r.Intn(100)))
	}
	return `{"X":[[` + strings.Join(x, "],[") + `]],"y":[` + strings.Join(y, ",") + `],
		"options":{"preset":"paper","settings":{"a1":0.01,"a2":0.5,"admission":0.2,"activation":0.9}}}`
}

func TestLimits(t *testing.T) {
	t.Run("time", func(t *testing.T) {
		url := limited(t, func(l *worker.Limits) { l.Owner.Time = 1 })
		for _, request := range []string{"POST /v1/fit", "POST /v1/crossvalidate", "PUT /v1/models/long"} {
			method, path, _ := strings.Cut(request, " ")
			e := send(t, method, url+path, cloud(5000), authorized).refused(t, 413, "too-large")
			if message := fmt.Sprint(e["message"]); !strings.Contains(message, "1ns") {
				t.Error(message)
			}
		}
		if names := list(t, url); len(names) > 0 {
			t.Errorf("stored: %v", names)
		}
		url = limited(t, func(l *worker.Limits) { l.Guest.Time = 1 })
		send(t, "PUT", url+"/v1/models/m", cloudOf(1000), authorized).must(t, 200)
		e := send(t, "POST", url+"/v1/models/m/explain", rowsOf(1000)).refused(t, 413, "too-large")
		if hint := fmt.Sprint(e["hint"]); !strings.Contains(hint, "token") {
			t.Error(hint)
		}
		send(t, "POST", url+"/v1/models/m/explain", rowsOf(1000), authorized).must(t, 200)
	})
	t.Run("memory", func(t *testing.T) {
		url := limited(t, func(l *worker.Limits) { l.Memory = 1 << 20 })
		send(t, "POST", url+"/v1/fit", cloud(2000), authorized).refused(t, 413, "too-large")
		send(t, "POST", url+"/v1/fit", ordered(63000), authorized).refused(t, 413, "too-large") // a TNN
		send(t, "POST", url+"/v1/fit", cloud(50), authorized).must(t, 200)
	})
	t.Run("memory of a placement", func(t *testing.T) {
		// Two layers of five hundred nodes each have a quarter of a million numbers, but need only 15 KB of text.
		const n = 1000
		x, layers := make([]string, n), [2][]string{}
		for i := range n {
			x[i] = fmt.Sprint("[", i, "]")
			layers[i%2] = append(layers[i%2], x[i])
		}
		file := fmt.Sprintf(`{"format":"xaia-model","version":2,"options":{"preset":"paper","scale":"none","settings":{"a1":1e-9,"a2":1e-3,"admission":0.1,"activation":0.9}},"X":[%s],"y":[%s],"layers":[[%s],[%s]]}`,
			strings.Join(x, ","), strings.ReplaceAll(strings.Trim(strings.Join(x, ","), "[]"), "],[", ","), strings.Join(layers[0], ","), strings.Join(layers[1], ","))
		url := limited(t, func(l *worker.Limits) { l.Memory = 1 << 20 })
		send(t, "POST", url+"/v1/predict", `{"X":[[1]],"model":`+file+`}`, authorized).refused(t, 413, "too-large")
		url = limited(t, func(l *worker.Limits) { l.Memory = 20 << 20 })
		send(t, "POST", url+"/v1/predict", `{"X":[[1]],"model":`+file+`}`, authorized).must(t, 200)
	})
	t.Run("a stored model", func(t *testing.T) {
		url := limited(t, func(l *worker.Limits) { l.Stored = 10000 })
		send(t, "PUT", url+"/v1/models/large", cloud(200), authorized).refused(t, 413, "too-large")
		send(t, "PUT", url+"/v1/models/small", xor, authorized).must(t, 200)
		if names := list(t, url); len(names) != 1 || names[0] != "small" {
			t.Errorf("stored: %v", names)
		}
	})
	t.Run("an answer", func(t *testing.T) {
		url := limited(t, func(l *worker.Limits) { l.Guest.Answer, l.Owner.Answer = 1000, 10000 })
		send(t, "PUT", url+"/v1/models/xor", xor, authorized).must(t, 200)
		for path, rows := range map[string]int{"predict": 300, "explain": 8, "attributions": 8} {
			send(t, "POST", url+"/v1/models/xor/"+path, rowsOf(1)).must(t, 200)
			send(t, "POST", url+"/v1/models/xor/"+path, rowsOf(rows)).refused(t, 413, "too-large")
			send(t, "POST", url+"/v1/models/xor/"+path, rowsOf(rows), authorized).must(t, 200)
			send(t, "POST", url+"/v1/models/xor/"+path, rowsOf(10*rows), authorized).refused(t, 413, "too-large")
		}
	})
}

// slow is a store that counts the most calls at one time.
type slow struct {
	memory
	mu        sync.Mutex
	now, most int
}

func (s *slow) Get(ctx context.Context, name string, before func(etag string, size int64) error) (worker.Stored, error) {
	s.mu.Lock()
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	s.mu.Lock()
	s.now--
	s.mu.Unlock()
	return s.memory.Get(ctx, name, before)
}

func TestNoMoreAtOnceThanAllowed(t *testing.T) {
	l := worker.ForMachine(2)
	store := &slow{memory: memory{models: map[string]worker.Stored{}}}
	server := httptest.NewServer(worker.New(worker.Config{Store: store, Limits: l, Token: token}))
	defer server.Close()
	send(t, "PUT", server.URL+"/v1/models/xor", xor, authorized).must(t, 200)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			r, _ := http.NewRequest("POST", server.URL+"/v1/models/xor/predict", strings.NewReader(`{"X":[[0,0]]}`))
			if a, err := do(r); err != nil || a.status != 200 {
				t.Errorf("%v %d %s", err, a.status, a.text)
			}
		})
	}
	all.Wait()
	if store.most != 4 { // two per processor
		t.Errorf("%d were computed at once, not 4", store.most)
	}
}

// failing is a store whose disk is full or broken.
type failing struct{ memory }

func (f *failing) Put(context.Context, string, []byte, worker.Condition) (string, error) {
	return "", errors.New("write /home/somebody/models/x.xaia: no space left on device")
}

func (f *failing) List(context.Context, string, int) ([]worker.Entry, bool, error) {
	panic("runtime error: something is broken")
}

func TestFailuresStayInside(t *testing.T) {
	var mu sync.Mutex
	var logged []string
	store := &failing{memory{models: map[string]worker.Stored{
		"damaged": {Data: []byte("xaia\x01\x00\x00\x00 and so on, but no model"), ETag: "1"},
	}}}
	server := httptest.NewServer(worker.New(worker.Config{Store: store, Limits: worker.ForMachine(2), Token: token, Log: func(what string, err error) {
		mu.Lock()
		defer mu.Unlock()
		logged = append(logged, what+": "+err.Error())
	}}))
	defer server.Close()
	for i, c := range []struct {
		method, path, body, logged string
		status                     int
		code                       string
	}{
		{"PUT", "/v1/models/a", marshal(t, xor), "no space left", 500, "internal"},
		{"GET", "/v1/models", "", "something is broken", 500, "internal"},
		{"GET", "/v1/models/damaged", "", "damaged", 422, "model-file"},
		{"POST", "/v1/models/damaged/predict", `{"X":[[0]]}`, "damaged", 422, "model-file"},
		{"POST", "/v1/models/damaged/absorb", `{"X":[[0]],"y":[0]}`, "damaged", 422, "model-file"},
	} {
		send(t, c.method, server.URL+c.path, c.body, authorized).refused(t, c.status, c.code)
		if len(logged) != i+1 || !strings.Contains(logged[i], c.logged) || !strings.HasPrefix(logged[i], c.method+" "+c.path) {
			t.Errorf("%s %s: logged %q", c.method, c.path, logged)
		}
	}
}
