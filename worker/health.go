package worker

import (
	"cmp"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// storage is what was last seen of the store. Anybody may ask for it, so it is looked at once a second.
type storage struct {
	mu sync.Mutex
	at time.Time
	seen
}

type seen struct {
	models int
	err    error // why they can't be read
	fixed  error // why they can't be written
}

// word says how the models are.
func (s seen) word() string {
	switch {
	case s.err != nil:
		return "unavailable"
	case errors.Is(s.fixed, ErrLocked):
		return "locked"
	case s.fixed != nil:
		return "read-only"
	}
	return "readable"
}

// stored counts the models, where this is cheap.
func (h *handler) stored() seen {
	s := &h.storage
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.Count != nil && time.Since(s.at) > time.Second {
		if s.models, s.err = h.Count(); s.err == nil && h.Write != nil {
			s.fixed = h.Write()
		}
		s.at = time.Now()
	}
	return s.seen
}

// health says that the server runs, and how it is.
func (h *handler) health(call) (reply, error) {
	s := h.stored()
	return object(func(out *jsontext.Writer) {
		out.Key("status").Text("ok")
		out.Key("version").Text(h.Version)
		if h.Count != nil {
			if s.err == nil {
				out.Key("models").Integer(s.models)
			}
			out.Key("storage").Text(s.word())
		}
	}), nil
}

// ready fails while the server can't answer by its models, or another program keeps it from writing them. A folder that is
// read-only may be meant so.
func (h *handler) ready(call) (reply, error) {
	s := h.stored()
	if errors.Is(s.fixed, ErrLocked) {
		s.err = cmp.Or(s.err, s.fixed)
	}
	return object(func(out *jsontext.Writer) {
		out.Key("status").Text("ready")
		if s.fixed != nil {
			out.Key("storage").Text(s.word())
		}
	}), s.err
}

func (h *handler) measured(call) (reply, error) {
	if h.Metrics == nil {
		return reply{}, core.NewError(core.NotFound, "This server doesn't measure.", "The native server does.")
	}
	return reply{body: h.Metrics(), kind: MetricsType}, nil
}

// MetricsType is the media type of Prometheus' text form.
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// Metric is a number of Prometheus' text form.
type Metric struct {
	Name, Kind, Help string
	Value            int64
}

// MetricsOf is what a handler that New made keeps in memory, and what it knows of its store.
func MetricsOf(of http.Handler) []Metric {
	h := of.(*handler)
	s, readable, writable := h.stored(), int64(1), int64(1)
	if s.err != nil {
		readable = 0
	}
	if s.err != nil || s.fixed != nil {
		writable = 0
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	return []Metric{
		{"xaia_storage_readable", "gauge", "1 if the folder of models can be read.", readable},
		{"xaia_storage_writable", "gauge", "1 if it can be written.", writable},
		{"xaia_models", "gauge", "Stored models.", int64(s.models)},
		{"xaia_models_loaded", "gauge", "Models that are kept loaded.", int64(len(h.cache.list))},
		{"xaia_models_loaded_bytes", "gauge", "Bytes of these, as stored.", int64(h.cache.held)},
		{"xaia_guests_held_bytes", "gauge", "Bytes that guests' requests hold while they are slow.", h.held.Load()},
		{"xaia_absorbed_samples_total", "counter", "Samples that models have learned by absorb.", h.learned.Load()},
	}
}
