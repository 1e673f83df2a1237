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
	list []*cached // the most recently used entry is last
}

type cached struct {
	*wire.Model
	name, etag string
	learner    *core.Learner // of this model; nil without one, or while a request has taken it
	size       int           // that is counted
	learns     bool          // whether the size has a learner in it: it takes about as much memory as the model
	users      int           // requests that use it now: meanwhile it isn't evicted, so they share one copy
}

// get is nil where the model isn't loaded. The caller releases what it gets.
func (c *cache) get(name, etag string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.use(name, etag)
}

// use moves an entry to the end.
func (c *cache) use(name, etag string) *cached {
	for i, e := range c.list {
		if e.name == name && e.etag == etag {
			e.users++
			c.list = append(slices.Delete(c.list, i, i+1), e)
			return e
		}
	}
	return nil
}

// release says that a request no longer uses a model.
func (c *cache) release(e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
}

// take is the learner of a model; nil where there is none, or another request has taken it.
func (c *cache) take(e *cached) (l *core.Learner) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, e.learner = e.learner, nil
	return l
}

// give keeps a learner, if there is one, with its model, if there is room.
func (c *cache) give(e *cached, l *core.Learner) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l == nil || !slices.Contains(c.list, e) {
		return
	}
	if !e.learns {
		if c.held+e.size > c.most {
			return
		}
		c.held += e.size
		e.size, e.learns = 2*e.size, true
	}
	e.learner = l
}

// put adds a loaded model, with its first user. It returns the one to use, which is another one if a concurrent
// request has loaded it in the meantime. Without room for it, the model is its caller's alone.
func (c *cache) put(e *cached) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if there := c.use(e.name, e.etag); there != nil {
		return there
	}
	e.users = 1
	c.drop(func(old *cached) bool { return old.name == e.name })
	used := e.size
	for _, old := range c.list {
		if old.users > 0 {
			used += old.size
		}
	}
	if used <= c.most {
		c.drop(func(old *cached) bool { return old.users == 0 && c.held+e.size > c.most }) // the least recently used come first
		c.list = append(c.list, e)
		c.held += e.size
	}
	return e
}

func (c *cache) drop(which func(old *cached) bool) {
	c.list = slices.DeleteFunc(c.list, func(old *cached) bool {
		drop := which(old)
		if drop {
			c.held -= old.size
		}
		return drop
	})
}
