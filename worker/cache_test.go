package worker

import (
	"testing"

	"github.com/xaia-go/xaia/wire"
)

func TestCache(t *testing.T) {
	c := &cache{most: 10}
	m := map[string]*wire.Model{}
	put := func(name, etag string, size int) {
		m[name+etag] = &wire.Model{}
		if kept, shared := c.put(cached{name: name, etag: etag, model: m[name+etag], size: size}); shared {
			c.release(kept)
		}
	}
	get := func(name, etag string) *wire.Model {
		found := c.get(name, etag)
		c.release(found)
		return found
	}
	holds := func(want map[string]bool) {
		t.Helper()
		for key, held := range want {
			name, etag := key[:1], key[1:]
			i := -1
			for j, e := range c.list {
				if e.name == name && e.etag == etag && e.model == m[key] {
					i = j
				}
			}
			if (i >= 0) != held {
				t.Errorf("%s is held: %v", key, i >= 0)
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
	used := get("e", "1")
	c.get("e", "1")
	put("f", "1", 5)
	holds(map[string]bool{"e1": true, "f1": false})
	if again, shared := c.put(cached{name: "e", etag: "1", model: &wire.Model{}, size: 10}); again != used || !shared {
		t.Error("a model that is there is held twice")
	}
	c.release(used)
	put("f", "1", 5)
	holds(map[string]bool{"e1": true, "f1": false})
	c.release(used)
	put("f", "1", 5)
	holds(map[string]bool{"e1": false, "f1": true})
}
