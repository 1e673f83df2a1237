package experiments

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/experiments/numpy"
)

// Spreads are the distances by which Fig. 4 moves its external samples.
var Spreads = []float64{0.01, 0.05, 0.1, 0.15, 0.2}

// Fig4Samples is how many samples are fitted, and as many are asked about.
const Fig4Samples = 128

// Fig4Seeds is how often each box of Fig. 4 is drawn anew.
const Fig4Seeds = 48

// Fig4Set is a data set of Fig. 4.
type Fig4Set struct {
	Name string // in fig4-summary.json
	Draw func(r *numpy.Random, n int) (x [][]float64, y []float64)

	// Truth is the y of a moved sample: of where it is now, or its old one.
	Truth func(moved []float64, y float64) float64
}

var Fig4Sets = []Fig4Set{
	{"example1", Fig4Noisy, func(p []float64, _ float64) float64 { return math.Hypot(p[0], p[1]) }},
	{"example2", Fig4Donut, func(_ []float64, y float64) float64 { return y }},
}

// Kind is a construction under the name that fig4-summary.json gives it.
type Kind struct {
	Name    string
	Options core.SQANNOptions
}

// Fig4Kinds are the authors' program, the paper's text and ours.
func Fig4Kinds() []Kind {
	return []Kind{
		{"published-v1", core.SQANNOptions{Preset: core.PublishedV1, Settings: ClassicSettings(24)}},
		{"text", core.SQANNOptions{Preset: core.Paper}},
		{"default", core.SQANNOptions{}},
	}
}

// Fig4Figures are the five that Fig. 4 draws boxes of.
type Fig4Figures struct {
	MeanError      float64 `json:"mean_error"`
	FracError      float64 `json:"mean_frac_error"`
	ExclusiveError float64 `json:"mean_ex_error"` // over the hits alone
	ExclusiveFrac  float64 `json:"mean_ex_frac_error"`
	Interpolated   float64 `json:"n_interpolated"`

	Fitting float64 `json:"-"` // the largest error on the fitted samples
}

// List has them in the order of the figure's columns.
func (f Fig4Figures) List() []float64 {
	return []float64{f.MeanError, f.FracError, f.ExclusiveError, f.ExclusiveFrac, f.Interpolated}
}

// Fig4Draw is one drawing: what is fitted, and what is asked about.
type Fig4Draw struct {
	Fit, External core.Dataset
}

// DrawFig4 draws as the authors' notebook does: one generator for the set and
// then for the moves.
func DrawFig4(set Fig4Set, seed int, spread float64) Fig4Draw {
	r := numpy.New(uint32(seed))
	x, y := set.Draw(r, Fig4Samples)
	moved := Moved(r, x, spread)
	truth := make([]float64, len(moved))
	for i, p := range moved {
		truth[i] = set.Truth(p, y[i])
	}
	return Fig4Draw{numbers(x, y), numbers(moved, truth)}
}

// Fig4 fits one construction to a drawing and takes the five figures.
func Fig4(d Fig4Draw, k Kind) (Fig4Figures, error) {
	m, err := core.FitSQANN(d.Fit, k.Options)
	if err != nil {
		return Fig4Figures{}, err
	}
	e, err := core.Evaluate(m, d.External, core.Control{})
	if err != nil {
		return Fig4Figures{}, err
	}
	return Fig4Figures{e.MAE, e.Fractional, e.Exclusive.MAE, e.Exclusive.Fractional, float64(e.Interpolated), m.Report().MaxFittingError}, nil
}

// Medians takes the median of each figure; of a figure that some drawings don't
// have (no hit at all), over the others.
func Medians(list []Fig4Figures) Fig4Figures {
	median := func(pick func(Fig4Figures) float64) float64 {
		var values []float64
		for _, f := range list {
			if v := pick(f); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		n := len(values)
		if n == 0 {
			return math.NaN()
		}
		return (values[(n-1)/2] + values[n/2]) / 2
	}
	return Fig4Figures{
		MeanError:      median(func(f Fig4Figures) float64 { return f.MeanError }),
		FracError:      median(func(f Fig4Figures) float64 { return f.FracError }),
		ExclusiveError: median(func(f Fig4Figures) float64 { return f.ExclusiveError }),
		ExclusiveFrac:  median(func(f Fig4Figures) float64 { return f.ExclusiveFrac }),
		Interpolated:   median(func(f Fig4Figures) float64 { return f.Interpolated }),
	}
}
