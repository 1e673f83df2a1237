package worker

import (
	"strconv"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// absorb: {X, y, tolerance, rounds} → what was absorbed. The write goes through
// only if nobody else has written since the model was read.
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
	if err := c.readFields(fields); err != nil {
		return reply{}, err
	}
	kept, err := h.loaded(c)
	if err != nil {
		return reply{}, err
	}
	defer kept.release()
	m, etag := kept.model, kept.etag
	if !condition.Allows(etag, true) {
		return reply{}, ErrConflict
	}
	if m.Network() == nil {
		return reply{}, wire.Unsupported("An ensemble doesn't have fitting samples.", "Absorb into one of its models.")
	}
	reader := h.reader(c)
	d, err := reader.Labelled(m, x, y)
	if err != nil {
		return reply{}, err
	}
	old := m.Network().Data()
	if err := reader.CheckScores(old.Labels, d.Labels); err != nil {
		return reply{}, err
	}
	if numbers := (old.X.Rows + d.X.Rows) * m.Features(); numbers > h.limits.Numbers {
		return reply{}, core.NewError(core.TooLarge, "The model would have up to "+strconv.Itoa(numbers)+" numbers, at most "+strconv.Itoa(h.limits.Numbers)+" are accepted.",
			"Absorb in the browser or with the Go package, and upload the model's bytes.")
	}
	o.Control = h.control(c)
	a, err := m.Network().Absorb(d, o)
	if err != nil {
		return reply{}, err
	}
	after, size := m.With(a.Model), 0
	if a.Rounds > 0 {
		if size, etag, err = h.keep(c, after, Condition{IfMatch: Tags{`"` + etag + `"`}}); err != nil {
			return reply{}, err
		}
	}
	var out jsontext.Writer
	out.Object()
	wire.WriteAbsorption(&out, a)
	out.Key("samples").Integer(after.Samples())
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
	out.End()
	return reply{body: out.Bytes(), etag: etag}, nil
}
