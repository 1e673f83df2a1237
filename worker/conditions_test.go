//go:build unix

package worker_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

func testConditions(t *testing.T, on target) {
	one, two := `{"X":[[0],[1]],"y":[0,1]}`, `{"X":[[0],[1]],"y":[0,2]}`
	path := on.url + "/v1/models/conditions"
	put := func(body string, options ...option) answer {
		return send(t, "PUT", path, body, append(options, authorized)...)
	}
	absorb := func(options ...option) answer {
		return send(t, "POST", path+"/absorb", `{"X":[[7]],"y":[7],"tolerance":0.1}`, append(options, authorized)...)
	}

	put(one, with("If-Match", `"0000"`)).refused(t, 409, "conflict") // there is no model yet
	send(t, "GET", path, nil).refused(t, 404, "not-found")
	first := put(one, with("If-None-Match", "*")).must(t, 200).header.Get("ETag")
	t.Cleanup(func() { send(t, "DELETE", path, nil, authorized) })
	put(two, with("If-None-Match", "*")).refused(t, 409, "conflict")
	absorb(with("If-Match", `"0000"`)).refused(t, 409, "conflict")
	if now := send(t, "GET", path, nil).must(t, 200); now.header.Get("ETag") != first || !strings.Contains(string(now.text), `"y":[0,1]`) {
		t.Fatalf("a write that was refused: %s", now.text)
	}
	second := put(two, with("If-Match", first)).must(t, 200).header.Get("ETag")
	if second == first {
		t.Error("another model has the same ETag")
	}
	put(one, with("If-Match", first)).refused(t, 409, "conflict")
	absorb(with("If-Match", first)).refused(t, 409, "conflict")
	absorb(with("If-Match", second)).must(t, 200)
	if now := send(t, "GET", path, nil).must(t, 200); !strings.Contains(string(now.text), `"y":[0,2,7]`) {
		t.Errorf("absorbed: %s", now.text)
	}
	put(one).must(t, 200) // without a condition, any version is replaced

	for _, wrong := range []option{
		with("If-Match", "*"), with("If-Match", "abc"), with("If-Match", `W/"abc"`), with("If-Match", `"a", "b"`), with("If-None-Match", `"abc"`),
		func(r *http.Request) { r.Header.Set("If-Match", first); r.Header.Set("If-None-Match", "*") },
	} {
		put(two, wrong).refused(t, 400, "invalid-input")
	}
	absorb(with("If-None-Match", "*")).refused(t, 400, "unsupported")
	send(t, "DELETE", path, nil, authorized, with("If-Match", first)).refused(t, 400, "unsupported")
	if now := send(t, "GET", path, nil).must(t, 200); !strings.Contains(string(now.text), `"y":[0,1]`) {
		t.Errorf("after wrong conditions: %s", now.text)
	}
}

// Sixteen writers add samples until all are in, each its own. A write that was answered with success must not be lost.
func testWriters(t *testing.T, on target) {
	const writers, each = 16, 3
	store(t, on, "crowd", `{"X":[[0,0],[1,1]],"y":[0,0]}`)
	path := on.url + "/v1/models/crowd"
	var mu sync.Mutex
	var all sync.WaitGroup
	won, lost := map[string]bool{}, 0
	begin := make(chan struct{})
	for w := range writers {
		all.Go(func() {
			<-begin
			for i := range each {
				x := fmt.Sprintf("[%d,%d]", 100+w, 200+i)
				body := fmt.Sprintf(`{"X":[%s],"y":[%d],"tolerance":0}`, x, 1000+w*each+i)
				for attempt := 0; ; attempt++ {
					r, _ := http.NewRequest("POST", path+"/absorb", strings.NewReader(body))
					authorized(r)
					a, err := do(r)
					mu.Lock()
					if err == nil && a.status == 200 {
						won[x] = true
						mu.Unlock()
						break
					}
					lost++
					code, _ := a.json["error"].(map[string]any)
					mu.Unlock()
					if err != nil || a.status != 409 || code["code"] != "conflict" || attempt > 400 {
						t.Errorf("writer %d, attempt %d: %v %d %s", w, attempt, err, a.status, a.text)
						return
					}
				}
			}
		})
	}
	close(begin)
	all.Wait()
	now := send(t, "GET", path, nil).must(t, 200)
	var there []string
	for _, row := range now.json["X"].([]any)[2:] {
		there = append(there, fmt.Sprintf("[%v,%v]", row.([]any)[0], row.([]any)[1]))
	}
	slices.Sort(there)
	if len(there) != writers*each || len(won) != writers*each || len(slices.Compact(there)) != len(won) {
		t.Errorf("%d samples are in the model, %d were accepted", len(there), len(won))
	}
	for x := range won {
		if !slices.Contains(there, x) {
			t.Errorf("%s was accepted, and is lost", x)
		}
	}
	if lost == 0 {
		t.Error("no writer ever met another: the test shows nothing")
	}
	t.Logf("%d writes went through, %d were answered 409", len(won), lost)
}
