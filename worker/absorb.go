package worker

import (
	"strconv"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// absorb: {X, y, tolerance, rounds, audit, refresh} → what was absorbed. The write goes through
// only if nobody else has written since the model was read.
//
// An SQANN learns by a learner, which is kept with the model: a request costs a look at the samples near the new ones, and
// the writing of the model, but no fit. Its scaling, relevance and reach stay, unless refresh asks for a fit in the end.
func (h *handler) absorb(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	if condition.IfNoneMatch != nil {
		return reply{}, core.NewError(core.Unsupported, "absorb needs an existing model.", "Send If-Match, or no condition.")
	}
	var x, y wire.Value
	var o core.AbsorbOptions
	fields := wire.AbsorbFields(&o)
	fields["X"], fields["y"] = into(&x), into(&y)
	refresh := false
	fields["refresh"] = func(v wire.Value) error { return wire.ReadBoolean("refresh", v, &refresh) }
	if err := c.fields(fields); err != nil {
		return reply{}, err
	}
	m, err := h.loaded(c)
	if err != nil {
		return reply{}, err
	}
	defer h.cache.release(m)
	if !condition.Allows(m.etag, true) {
		return reply{}, ErrConflict
	}
	if m.Network() == nil {
		return reply{}, wire.Unsupported("An ensemble doesn't have fitting samples.", "Absorb into one of its models.")
	}
	reader := h.reader(c)
	d, err := reader.Labelled(m.Model, x, y)
	if err != nil {
		return reply{}, err
	}
	old := m.Network().Data()
	if err := reader.CheckScores(old.Labels, d.Labels); err != nil {
		return reply{}, err
	}
	if numbers := (old.X.Rows + d.X.Rows) * m.FeatureCount(); numbers > h.Limits.Numbers {
		return reply{}, core.NewError(core.TooLarge, "The model would have up to "+strconv.Itoa(numbers)+" numbers, at most "+strconv.Itoa(h.Limits.Numbers)+" are accepted.",
			"Absorb in the browser or with the Go package, and upload the model's bytes.")
	}
	o.Control = h.control(c)
	l, err := h.learner(c, m)
	if err != nil {
		return reply{}, err
	}
	a, err := absorbed(m.Model, l, d, o, refresh)
	if err != nil {
		if !refresh { // else it may have changed
			h.cache.give(m, l)
		}
		return reply{}, err
	}
	after, etag, size := m.With(a.Model), m.etag, 0
	adapts := l != nil && m.Calibration != nil && m.Calibration.Adapt != nil // by all rows, also those that aren't absorbed
	if l != nil && after.Calibration == nil || adapts {
		now, err := wire.LearnerOf(l, m.Table).Now()
		if err != nil {
			return reply{}, err
		}
		after = now.Model
	}
	if err := reader.Verified(after); err != nil {
		return reply{}, err
	}
	if a.Model == m.Network() && !adapts {
		h.cache.give(m, l)
	} else {
		if size, etag, err = h.keep(c, after, Condition{IfMatch: Tags{`"` + etag + `"`}}); err != nil {
			return reply{}, err // what the learner has learned is lost with it
		}
		e := h.cache.put(&cached{Model: after, name: c.name, etag: etag, size: size})
		h.cache.give(e, l)
		h.cache.release(e)
	}
	h.learned.Add(int64(len(a.Absorbed)))
	out := object(func(out *jsontext.Writer) {
		wire.WriteAbsorption(out, a)
		if l == nil {
			out.Key("sampleCount").Integer(after.SampleCount())
		} else {
			wire.WriteLearnerState(out, l, m.Table)
		}
		if m.Calibration != nil && after.Calibration == nil {
			out.Key("warnings").List()
			for _, s := range after.Reading.Warnings {
				out.Text(s)
			}
			out.End()
		}
		if size > 0 {
			out.Key("size").Integer(size)
		}
	})
	out.etag = etag
	return out, nil
}

// learner is the one that is kept with a model, or a new one; nil where there is none for such a model.
func (h *handler) learner(c call, m *cached) (*core.Learner, error) {
	if l := h.cache.take(m); l != nil {
		return l, nil
	}
	l, err := wire.NewLearner(m.Model, h.control(c))
	if e, is := err.(*core.Error); is && e.Code == core.Unsupported {
		return nil, nil
	}
	return l, err
}

// absorbed takes samples in by a learner where there is one.
func absorbed(m *wire.Model, l *core.Learner, d core.Dataset, o core.AbsorbOptions, refresh bool) (*core.Absorption, error) {
	if l == nil {
		return core.Absorb(m.Network(), d, o)
	}
	a, err := l.Absorb(d, o)
	if err != nil || !refresh {
		return a, err
	}
	if err := l.Refresh(o.Control); err != nil {
		return nil, err
	}
	fresh, err := l.Model()
	a.Model = fresh
	return a, err
}
