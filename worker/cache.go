package worker

import (
	"slices"
	"sync"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// cache keeps the most recently used models loaded. The key is a model's name and
// ETag, so a model that was replaced is never used.
type cache struct {
	most int // bytes of the stored models; loaded they take a few times as much

	mu   sync.Mutex
	held int
	list []cached // the most recently used entry is last
}

type cached struct {
	name, etag string
	model      *wire.Model
	learner    *core.Learner // of this model; nil without one, or while a request has taken it
	size       int           // that is counted
	learns     bool          // whether the size has a learner in it: it takes about as much memory as the model
	users      int           // requests that use it now: meanwhile it isn't evicted, so they share one copy
}

func (c *cache) get(name, etag string) *wire.Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(e cached) bool { return e.name == name && e.etag == etag })
	if i < 0 {
		return nil
	}
	return c.use(i)
}

// take is the learner of a model; nil where there is none, or another request has taken it.
func (c *cache) take(m *wire.Model) (l *core.Learner) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.list, func(e cached) bool { return e.model == m }); i >= 0 {
		l, c.list[i].learner = c.list[i].learner, nil
	}
	return l
}

// give keeps a learner, if there is one, with its model, if there is room.
func (c *cache) give(m *wire.Model, l *core.Learner) {
	if l == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.list, func(e cached) bool { return e.model == m })
	if i < 0 {
		return
	}
	e := &c.list[i]
	if !e.learns {
		if c.held+e.size > c.most {
			return
		}
		c.held += e.size
		e.size, e.learns = 2*e.size, true
	}
	e.learner = l
}

// use moves an entry to the end.
func (c *cache) use(i int) *wire.Model {
	found := c.list[i]
	found.users++
	c.list = append(slices.Delete(c.list, i, i+1), found)
	return found.model
}

// release says that a request no longer uses a model.
func (c *cache) release(m *wire.Model) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.list, func(e cached) bool { return e.model == m }); i >= 0 {
		c.list[i].users--
	}
}

// put adds a loaded model, with its first user. It returns the model to use, which is another one if a concurrent
// request has loaded it in the meantime. Without room for it, the model is its caller's alone.
func (c *cache) put(e cached) *wire.Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.list, func(old cached) bool { return old.name == e.name && old.etag == e.etag }); i >= 0 {
		return c.use(i)
	}
	c.list = slices.DeleteFunc(c.list, func(old cached) bool {
		if old.name == e.name {
			c.held -= old.size
		}
		return old.name == e.name
	})
	idle := 0
	for _, old := range c.list {
		if old.users == 0 {
			idle += old.size
		}
	}
	if c.held-idle+e.size > c.most {
		return e.model
	}
	c.list = slices.DeleteFunc(c.list, func(old cached) bool { // the least recently used come first
		drop := old.users == 0 && c.held+e.size > c.most
		if drop {
			c.held -= old.size
		}
		return drop
	})
	e.users = 1
	c.list = append(c.list, e)
	c.held += e.size
	return e.model
}
