//go:build unix

package worker_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// The server is killed at some point of a thousand writes. Then each model is complete: the version whose write was
// answered last, or the one that was being written.
func TestKilledInTheMiddle(t *testing.T) {
	const models, writes, times = 8, 1000, 3
	folder := t.TempDir()
	body := func(model, version int) string {
		return fmt.Sprintf(`{"X":[[0,0],[1,1],[%d,7]],"y":[0,0,%d]}`, version+2, 1000*version+model)
	}
	answered := make([]int, models) // the last version whose write was answered
	begun := make([]int, models)
	under := 0
	for time := range times {
		server := native(t, folder)
		var done atomic.Int64
		var killed atomic.Bool
		kill := int64(writes * (time + 1) / (times + 1))
		var all sync.WaitGroup
		for m := range models {
			all.Go(func() {
				for range writes / models {
					version := begun[m] + 1
					begun[m] = version
					r, _ := http.NewRequest("PUT", fmt.Sprintf("%s/v1/models/m%d", server.URL, m), strings.NewReader(body(m, version)))
					authorized(r)
					a, err := do(r)
					if err != nil && killed.Load() {
						return
					}
					if err != nil || a.status != 200 {
						t.Errorf("%v %d %s", err, a.status, a.text)
						return
					}
					answered[m] = version
					if done.Add(1) == kill {
						killed.Store(true)
						server.Kill()
					}
				}
			})
		}
		all.Wait()
		if n := done.Load(); n >= writes || n < kill {
			t.Fatalf("the server was killed after %d writes, not in the middle", n)
		}
		left, _ := filepath.Glob(filepath.Join(folder, "models/.unfinished-*"))
		under += len(left)

		server = native(t, folder)
		if left, _ := filepath.Glob(filepath.Join(folder, "models/.unfinished-*")); len(left) > 0 {
			t.Errorf("%v are left over", left)
		}
		for m := range models {
			now := send(t, "GET", fmt.Sprintf("%s/v1/models/m%d", server.URL, m), nil).must(t, 200)
			version := int(now.json["X"].([]any)[2].([]any)[0].(float64)) - 2
			if version != answered[m] && version != begun[m] {
				t.Errorf("m%d is version %d; %d was answered, %d was begun", m, version, answered[m], begun[m])
			}
			query := fmt.Sprintf(`{"X":[[%d,7]]}`, version+2)
			want := fmt.Sprintf(`{"predictions":[%d]}`, 1000*version+m)
			if a := send(t, "POST", fmt.Sprintf("%s/v1/models/m%d/predict", server.URL, m), query).must(t, 200); string(a.text) != want {
				t.Errorf("m%d answers %s, not %s", m, a.text, want)
			}
			answered[m], begun[m] = version, max(version, begun[m])
		}
		if err := server.Stop(); err != nil {
			t.Errorf("after SIGTERM: %v", err)
		}
	}
	t.Logf("killed %d times; %d writes were under way on the disk", times, under)
}

// Sixteen writers add samples to one model, which a learner takes in, when the server is killed. What was answered is there
// afterwards, once; beside it only what was under way.
func TestKilledWhileLearning(t *testing.T) {
	const writers = 16
	folder := t.TempDir()
	var mu sync.Mutex
	answered, begun := map[float64]bool{}, map[float64]bool{0: true, 1e6: true}
	next := 0
	for time := range 3 {
		server := native(t, folder)
		if time == 0 {
			send(t, "PUT", server.URL+"/v1/models/one", `{"X":[[0],[1000000]],"y":[0,1]}`, authorized).must(t, 200)
		}
		var killed atomic.Bool
		before, kill := len(answered), 40
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for !killed.Load() {
					mu.Lock()
					next++
					x := float64(37 * next)
					begun[x] = true
					mu.Unlock()
					for {
						r, _ := http.NewRequest("POST", server.URL+"/v1/models/one/absorb", strings.NewReader(fmt.Sprintf(`{"X":[[%v]],"y":[%v]}`, x, x*x)))
						authorized(r)
						a, err := do(r)
						if err != nil && killed.Load() {
							return
						}
						if err != nil || a.status != 200 && a.status != 409 {
							t.Errorf("%v %d %s", err, a.status, a.text)
							return
						}
						if a.status == 200 {
							break
						}
					}
					mu.Lock()
					answered[x] = true
					if len(answered) == before+kill {
						killed.Store(true)
						server.Kill()
					}
					mu.Unlock()
				}
			})
		}
		all.Wait()
		server = native(t, folder)
		there := map[float64]bool{}
		for _, row := range send(t, "GET", server.URL+"/v1/models/one", nil).must(t, 200).json["X"].([]any) {
			x := row.([]any)[0].(float64)
			if there[x] || !begun[x] {
				t.Errorf("%v is there twice, or was never sent", x)
			}
			there[x] = true
		}
		for x := range answered {
			if !there[x] {
				t.Errorf("%v was answered, and is lost", x)
			}
		}
		if err := server.Stop(); err != nil {
			t.Errorf("after SIGTERM: %v", err)
		}
	}
	t.Logf("%d samples were answered", len(answered))
}

// Two servers share one folder: neither writes between the other's check of a condition and its write.
func TestTwoProcessesOneFolder(t *testing.T) {
	folder := t.TempDir()
	on := []*running{native(t, folder), native(t, folder)}
	send(t, "PUT", on[0].URL+"/v1/models/shared", `{"X":[[0]],"y":[0]}`, authorized).must(t, 200)
	var all sync.WaitGroup
	var lost atomic.Int64
	for w := range 8 {
		all.Go(func() {
			for i := range 5 {
				for {
					// On a line, a sample between two others would be known already: nothing to absorb.
					x := 10 + 10*w + i
					r, _ := http.NewRequest("POST", on[w%2].URL+"/v1/models/shared/absorb", strings.NewReader(fmt.Sprintf(`{"X":[[%d]],"y":[%d]}`, x, x*x)))
					authorized(r)
					a, err := do(r)
					if err == nil && a.status == 200 {
						break
					}
					lost.Add(1)
					if err != nil || a.status != 409 {
						t.Errorf("%v %d %s", err, a.status, a.text)
						return
					}
				}
			}
		})
	}
	all.Wait()
	for _, s := range on {
		if n := len(send(t, "GET", s.URL+"/v1/models/shared", nil).must(t, 200).json["y"].([]any)); n != 41 {
			t.Errorf("%d samples are in the model, 41 were accepted", n)
		}
	}
	t.Logf("%d were answered 409", lost.Load())
}
