package worker

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// Counter is a Store that can count its models cheaply.
type Counter interface {
	// Count fails if the models can't be read.
	Count(ctx context.Context) (models int, err error)
}

// storage is what was last seen of the store. Anybody may ask for it, so it is looked at once a second.
type storage struct {
	mu     sync.Mutex
	at     time.Time
	models int
	err    error
}

// stored counts the models; false if the store doesn't count.
func (h *handler) stored() (models int, counted bool, err error) {
	counter, ok := h.Store.(Counter)
	if !ok {
		return 0, false, nil
	}
	s := &h.storage
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.at) > time.Second {
		s.models, s.err = counter.Count(context.Background())
		s.at = time.Now()
	}
	return s.models, true, s.err
}

// health says that the server runs, and how it is.
func (h *handler) health(call) (reply, error) {
	models, counted, err := h.stored()
	var out jsontext.Writer
	out.Object()
	out.Key("status").Text("ok")
	out.Key("version").Text(h.Version)
	if counted && err == nil {
		out.Key("models").Integer(models)
	}
	if counted {
		out.Key("storage").Text(map[bool]string{true: "readable", false: "unavailable"}[err == nil])
	}
	out.End()
	return reply{body: out.Bytes()}, nil
}

// ready fails while the server can't answer by its models.
func (h *handler) ready(call) (reply, error) {
	_, _, err := h.stored()
	return reply{body: []byte(`{"status":"ready"}`)}, err
}

func (h *handler) measured(call) (reply, error) {
	if h.Metrics == nil {
		return reply{}, core.NewError(core.NotFound, "This server doesn't measure.", "The native server does.")
	}
	return reply{body: h.Metrics(), kind: "text/plain; version=0.0.4; charset=utf-8"}, nil
}

// State is what a handler keeps in memory, and what it knows of its store.
type State struct {
	Readable    bool
	Models      int // stored
	Loaded      int
	LoadedBytes int   // as stored
	Held        int64 // bytes, by guests' requests
	Learned     int64 // samples that absorb has taken in, since the start
}

// StateOf is the state of a handler that New made.
func StateOf(of http.Handler) State {
	h := of.(*handler)
	models, _, err := h.stored()
	s := State{Readable: err == nil, Models: models, Held: h.held.held.Load(), Learned: h.learned.Load()}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	s.Loaded, s.LoadedBytes = len(h.cache.list), h.cache.held
	return s
}
