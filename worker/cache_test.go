package worker

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

func TestCache(t *testing.T) {
	c := &cache{most: 10}
	m := map[string]*cached{}
	put := func(name, etag string, size int) {
		m[name+etag] = &cached{Model: &wire.Model{}, name: name, etag: etag, size: size}
		c.release(c.put(m[name+etag]))
	}
	get := func(name, etag string) *cached {
		found := c.get(name, etag)
		if found != nil {
			c.release(found)
		}
		return found
	}
	holds := func(want map[string]bool) {
		t.Helper()
		for key, held := range want {
			if slices.Contains(c.list, m[key]) != held {
				t.Errorf("%s is held: %v", key, !held)
			}
		}
	}
	put("a", "1", 4)
	put("b", "1", 4)
	if get("a", "2") != nil || get("a", "1") != m["a1"] || get("x", "1") != nil {
		t.Error("another model than was asked for")
	}
	put("c", "1", 4) // b was used longest ago
	holds(map[string]bool{"a1": true, "b1": false, "c1": true})
	put("a", "2", 1) // a new version takes the old one's place
	holds(map[string]bool{"a1": false, "a2": true, "c1": true})
	put("d", "1", 11) // too large to be kept at all
	holds(map[string]bool{"a2": true, "c1": true, "d1": false})
	put("e", "1", 10)
	holds(map[string]bool{"a2": false, "c1": false, "e1": true})
	if c.held != 10 || len(c.list) != 1 {
		t.Errorf("%d bytes in %d models", c.held, len(c.list))
	}

	// A model in use stays, and all callers share it. A model that has no room beside it belongs to its caller alone.
	used := c.get("e", "1")
	put("f", "1", 5)
	holds(map[string]bool{"e1": true, "f1": false})
	if c.put(&cached{Model: &wire.Model{}, name: "e", etag: "1", size: 10}) != used {
		t.Error("a model that is there is held twice")
	}
	c.release(used)
	put("f", "1", 5)
	holds(map[string]bool{"e1": true, "f1": false})
	c.release(used)
	put("f", "1", 5)
	holds(map[string]bool{"e1": false, "f1": true})
}

// A learner is one request's at a time, goes with its model, and is counted as much as the model.
func TestCacheOfLearners(t *testing.T) {
	c := &cache{most: 10}
	l := &core.Learner{}
	put := func(name string, size int) *cached {
		e := c.put(&cached{Model: &wire.Model{}, name: name, etag: "1", size: size})
		c.release(e)
		return e
	}
	m := put("a", 3)
	if c.take(m) != nil {
		t.Error("a learner that nobody gave")
	}
	for range 2 { // it counts once
		c.give(m, l)
		if c.held != 6 {
			t.Errorf("%d bytes are counted, want 6", c.held)
		}
		if c.take(m) != l || c.take(m) != nil {
			t.Error("a learner isn't one request's")
		}
	}
	c.give(m, l)
	other := put("b", 4)
	if c.give(other, l); c.held != 10 || c.take(other) != nil {
		t.Errorf("%d bytes are counted; a learner without room is kept", c.held)
	}
	put("c", 1)
	if c.held != 5 || slices.Contains(c.list, m) {
		t.Errorf("%d bytes are counted once the learner's model is gone, want 5", c.held)
	}
	c.take(m)
	if c.give(m, l); c.held != 5 || c.take(m) != nil {
		t.Error("a model that isn't kept has a learner")
	}
}

// oneModel is a store of one model, whose writes can fail.
type oneModel struct {
	Store
	kept  Stored
	fails error
}

func (o *oneModel) Get(_ context.Context, _ string, before func(etag string, size int64) error) (Stored, error) {
	return o.kept, before(o.kept.ETag, int64(len(o.kept.Data)))
}

func (o *oneModel) Put(_ context.Context, _ string, data []byte, _ Condition) (string, error) {
	if o.fails != nil {
		return "", o.fails
	}
	o.kept = Stored{Data: data, ETag: fmt.Sprint(len(data))}
	return o.kept.ETag, nil
}

// Requests to one model share its learner. What a write has lost isn't learned.
func TestLearnerIsKept(t *testing.T) {
	store := &oneModel{}
	h := New(Config{Store: store, Limits: ForMachine(2), Token: "t", Cache: 1 << 20}).(*handler)
	send := func(method, path, body string) (int, string) {
		r := httptest.NewRequest(method, "/v1/models/m"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer t")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	absorb := func(x int, want int) *core.Learner {
		t.Helper()
		code, text := send("POST", "/absorb", fmt.Sprintf(`{"X":[[%d]],"y":[%d]}`, x, x*x))
		if code != want {
			t.Errorf("absorb of %d: %d %s", x, code, text)
		}
		if len(h.cache.list) != 1 {
			t.Fatalf("%d models are kept", len(h.cache.list))
		}
		if e := h.cache.list[0]; e.users != 0 || e.etag != store.kept.ETag || e.learns != (e.learner != nil) && code == 200 {
			t.Errorf("absorb of %d: %+v is kept", x, e)
		}
		return h.cache.list[0].learner
	}
	send("PUT", "", `{"X":[[0],[50],[100]],"y":[0,2500,10000]}`)
	l := absorb(20, 200)
	if again := absorb(30, 200); l == nil || again != l {
		t.Error("the learner isn't kept")
	}
	if absorb(30, 200) != l {
		t.Error("the learner isn't kept where nothing was learned")
	}
	for _, err := range []error{ErrFull, ErrConflict} {
		store.fails = err
		code, _ := send("POST", "/absorb", `{"X":[[40]],"y":[1600]}`)
		if code != http.StatusInsufficientStorage && code != http.StatusConflict {
			t.Errorf("%v is answered %d", err, code)
		}
		store.fails = nil
		absorb(60, 200)
		if _, text := send("GET", "", ""); !strings.Contains(text, `[60]`) || strings.Contains(text, `[40]`) {
			t.Errorf("after %v: %s", err, text)
		}
	}
}
