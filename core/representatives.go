package core

import (
	"cmp"
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/core/internal/steps"
)

// Representation is what Representatives returns.
type Representation struct {
	Model   Model // fitted on Samples alone
	Samples []int // in order
	Error   float64
}

// Representatives chooses fitting samples whose model errs by at most tolerance
// on all the others (max over outputs; for classes: no wrong label). A TNN's are as few as its local steps allow: they begin
// with the fewest by its steps. An SQANN's are a subset, not the smallest: they begin with the first sample. Then the worst
// errors join, an eighth of what there is at a time, in about log N / log 1.125 fits.
func Representatives(m Model, tolerance float64, c Control) (*Representation, error) {
	if err := checkTolerance(tolerance); err != nil {
		return nil, err
	}
	in := make([]bool, m.SampleCount())
	in[0] = true
	if t, ok := m.(*TNN); ok {
		if t.options.Order != nil {
			return nil, NewError(Unsupported, "representatives doesn't support a TNN with an order.", "Omit the order if there is one feature, or fit an SQANN.")
		}
		in[0] = false
		// What the other neurons add to a step is at most σ(-a) of theirs: where that matters, more samples join below. The
		// ends stay, since beyond them a TNN doesn't know.
		line := steps.Line{X: t.x.Data, Y: spatial.Matrix(t.y), Classes: t.points.classes != nil, A: t.a}
		chosen, err := line.Fewest(tolerance, c.report)
		if err != nil {
			return nil, err
		}
		for _, j := range chosen {
			in[t.points.rows.At(t.order[j])[0]] = true
		}
	}
	d := m.Data()
	for {
		rows := marked(in)
		fitted, err := without(m, negated(in), c.part(len(rows), len(in)))
		if err != nil {
			return nil, err
		}
		if err := c.report(len(rows), len(in)); err != nil {
			return nil, err
		}
		errors, e, err := rowErrors(fitted, d, c.quiet())
		if err != nil {
			return nil, err
		}
		r := &Representation{Model: fitted, Samples: rows}
		var beyond []int
		for i, off := range errors {
			if in[i] {
				continue
			}
			r.Error = math.Max(r.Error, off)
			if off > tolerance {
				beyond = append(beyond, i)
			}
		}
		if len(beyond) == 0 {
			return r, nil
		}
		// Wrong labels are all infinitely wrong: the scores tell them apart.
		truth := d.outcomes(fitted.Classes())
		worst := make(map[int]float64, len(beyond))
		for _, i := range beyond {
			worst[i] = largestDifference(e.Values.Row(i), truth.Row(i))
		}
		sorting.SortNumbers(beyond, func(a, b int) int { return cmp.Compare(worst[b], worst[a]) })
		for _, i := range beyond[:min(len(beyond), 1+len(rows)/8)] {
			in[i] = true
		}
	}
}
