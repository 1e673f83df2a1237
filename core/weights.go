package core

import "github.com/xaia-go/xaia/core/internal/network"

// Weights of samples are factors of their shares in answers between samples (docs/spec.md 3.16). Hits don't depend on them.

// CheckWeights refuses weights that aren't one number above 0 a sample; nil are none.
func CheckWeights(weights []float64, samples int) error {
	if weights != nil && len(weights) != samples {
		return badOption("weights", "weights has "+count(len(weights), "number")+", X has "+count(samples, "row")+".", "Give one weight a sample.")
	}
	for i, w := range weights {
		if !(w > 0 && usable(w)) {
			place := "weights[" + itoa(i) + "]"
			return badOption(place, place+" is "+ftoa(w)+".", "Give numbers above 0, at most "+ftoa(largestNumber)+"; omit samples that shall not count.").At(i, -1)
		}
	}
	return nil
}

// weight is a row's own.
func (d Dataset) weight(row int) float64 {
	if d.Weights == nil {
		return 1
	}
	return d.Weights[row]
}

// classWeights make the classes' samples weigh equally together, N in all: N/(classes · samples of the class).
func classWeights(labels []Label, classes []Label) []float64 {
	list := make([]float64, len(classes))
	index := indexOf(classes)
	for _, l := range labels {
		list[index[l]]++
	}
	for c, n := range list {
		list[c] = float64(len(labels)) / float64(float64(len(classes))*n)
	}
	return list
}

// findWeights finds those of the points.
func (p *points) findWeights(d Dataset, frame *Frame, balanced bool) error {
	switch {
	case balanced && d.Labels == nil:
		return badOption("weights", `weights is "balanced", but y contains numbers.`, "Give one weight a sample, or classes as y.")
	case balanced && frame == nil:
		p.classWeights = classWeights(d.Labels, p.classes)
	case balanced && frame.ClassWeights == nil:
		return badOption("weights", `weights is "balanced", which the other model isn't.`, "Give one weight a sample, or fit the other model so.")
	case balanced:
		p.classWeights = frame.ClassWeights
	}
	if d.Weights == nil && !balanced {
		return nil
	}
	p.weights = make([]float64, p.count())
	for i := range p.weights {
		p.weights[i] = weightOf(p, d, i, p.rows.At(i))
	}
	return nil
}

// weightOf is a point's weight: the mean of its rows', so that weights that are all the same change nothing, times that of
// the class that it stands for.
func weightOf(p *points, d Dataset, point int, rows []int) float64 {
	w := 0.0
	for _, row := range rows {
		w += d.weight(row)
	}
	w /= float64(len(rows))
	if p.classWeights != nil {
		w *= p.classWeights[argmax(p.alpha.Row(point))]
	}
	return w
}

// weighBySamples multiplies activations by the weights.
func (p *points) weighBySamples(shares []network.Share) {
	if p.weights != nil {
		for i := range shares {
			shares[i].V *= p.weights[shares[i].Point]
		}
	}
}

// weighPoints multiplies activations by the weights, nil where there are none.
func (l *localLine) weighBySamples(weights []float64) {
	if weights != nil {
		for i, p := range l.point {
			l.weights[i] *= weights[p]
		}
	}
}
