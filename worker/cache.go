package worker

import (
	"slices"
	"sync"

	"github.com/xaia-go/xaia/wire"
)

// cache keeps loaded models, those asked for last. A model is known by its name
// and ETag, so that one that was replaced is never asked.
type cache struct {
	most int // bytes of the stored models; loaded they take a few times as much

	mu   sync.Mutex
	held int
	list []cached // the one asked for last, last
}

type cached struct {
	name, etag string
	model      *wire.Model
	size       int
}

func (c *cache) get(name, etag string) *wire.Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(e cached) bool { return e.name == name && e.etag == etag })
	if i < 0 {
		return nil
	}
	found := c.list[i]
	c.list = append(slices.Delete(c.list, i, i+1), found)
	return found.model
}

func (c *cache) put(e cached) {
	if e.size > c.most {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.list[:0]
	c.held = e.size
	for _, old := range c.list {
		if old.name != e.name {
			kept = append(kept, old)
			c.held += old.size
		}
	}
	clear(c.list[len(kept):])
	c.list = append(kept, e)
	drop := 0
	for ; c.held > c.most; drop++ {
		c.held -= c.list[drop].size
	}
	c.list = slices.Delete(c.list, 0, drop)
}
