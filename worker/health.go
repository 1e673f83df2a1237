package worker

import (
	"net/http"
	"sync"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// storage is what was last seen of the store. Anybody may ask for it, so it is looked at once a second.
type storage struct {
	mu     sync.Mutex
	at     time.Time
	models int
	err    error
}

// stored counts the models, where this is cheap.
func (h *handler) stored() (models int, err error) {
	s := &h.storage
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.Count != nil && time.Since(s.at) > time.Second {
		s.models, s.err = h.Count()
		s.at = time.Now()
	}
	return s.models, s.err
}

// health says that the server runs, and how it is.
func (h *handler) health(call) (reply, error) {
	models, err := h.stored()
	return object(func(out *jsontext.Writer) {
		out.Key("status").Text("ok")
		out.Key("version").Text(h.Version)
		switch {
		case err != nil:
			out.Key("storage").Text("unavailable")
		case h.Count != nil:
			out.Key("models").Integer(models)
			out.Key("storage").Text("readable")
		}
	}), nil
}

// ready fails while the server can't answer by its models.
func (h *handler) ready(call) (reply, error) {
	_, err := h.stored()
	return reply{body: []byte(`{"status":"ready"}`)}, err
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
	models, err := h.stored()
	readable := int64(1)
	if err != nil {
		readable = 0
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	return []Metric{
		{"xaia_storage_readable", "gauge", "1 if the folder of models can be read.", readable},
		{"xaia_models", "gauge", "Stored models.", int64(models)},
		{"xaia_models_loaded", "gauge", "Models that are kept loaded.", int64(len(h.cache.list))},
		{"xaia_models_loaded_bytes", "gauge", "Bytes of these, as stored.", int64(h.cache.held)},
		{"xaia_guests_held_bytes", "gauge", "Bytes that guests' requests hold while they are slow.", h.held.Load()},
		{"xaia_absorbed_samples_total", "counter", "Samples that models have learned by absorb.", h.learned.Load()},
	}
}
