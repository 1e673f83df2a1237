//go:build unix

package worker_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

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
