package core

// Lite is all that a network's answers are made from, found already: another program answers by reading it (docs/spec.md 3.18).
// Its lists are the model's own, to be read only.
type Lite struct {
	Points, Alpha            Matrix // of each point what it is after scaling, and its outputs, one-hot for classes
	Samples                  [][]int
	Weights                  []float64 // of each point; nil: all 1
	Shift, Divide, Relevance []float64 // of each feature; nil: 0, 1 and 1
	Reach, R                 float64
	Skip                     bool
	Layers                   []LiteLayer
	Interpolation            Interpolation
	Slopes                   Matrix       // of the line through all samples; empty where answers don't need it
	Forest                   *GrownForest // nil where answers don't need it
}

// LiteLayer is one of the layers, in the order of its nodes.
type LiteLayer struct {
	Settings         Settings
	Strong, Moderate float64 // the largest squared distances at which a node recognises an input, and knows it
	Points           []int

	// Nodes of the layer below and their part of a node's fingerprint, with the skip connection times q/2; without it all of them.
	Below [][]int
	Parts [][]float64
}

// Lite finds all that answers need. O(N · components), once the line and the forest are found.
func (m *SQANN) Lite() (*Lite, error) {
	m.mustBeFitted()
	how := m.Interpolation()
	if how.Mode == InterpolateFunction {
		return nil, NewError(Unsupported, "A function as interpolation can't be part of a file.", "Fit with a named interpolation, such as {top: 8}.")
	}
	p, n := m.points, m.network
	l := &Lite{
		Points: p.x, Alpha: p.alpha, Weights: p.weights, Shift: p.scaler.shift, Divide: p.scaler.divide, Relevance: p.scaler.relevance,
		Reach: n.Q, R: n.R, Skip: n.Skip, Interpolation: how, Forest: m.grown(),
	}
	for i := range p.count() {
		l.Samples = append(l.Samples, p.rows.At(i))
	}
	for k, layer := range n.Layers {
		one := LiteLayer{Settings: Settings(layer.Settings), Strong: layer.Act.Strong, Moderate: layer.Act.Moderate, Points: layer.Point}
		for i := range layer.Size() {
			below, parts := n.Parts(k, i)
			one.Below, one.Parts = append(one.Below, below), append(one.Parts, parts)
		}
		l.Layers = append(l.Layers, one)
	}
	if m.needsLine() {
		l.Slopes = m.line().of
	}
	return l, nil
}

// LiteScores are what a calibration compares answers with: of the samples that count how well they were known, and of each
// output their scores, for classes those of sets, if Lopsided of both sides.
func (c *Calibration) LiteScores() (recognition []Recognition, scores [][]float64, shares []float64) {
	truth := c.model.Data().outcomes(c.model.Classes())
	rows := c.counting(c.Scores.Rows, func(i int) int { return i })
	for _, row := range rows {
		recognition = append(recognition, c.Recognition[row])
	}
	for j := range c.Scores.Columns {
		list := make([]float64, len(rows))
		for i, row := range rows {
			if list[i] = c.Scores.Row(row)[j]; c.shares != nil {
				list[i] = c.setScore(list[i], argmax(truth.Row(row)))
			}
		}
		for side := range c.sides() {
			scores = append(scores, c.onSide(list, side))
		}
	}
	return recognition, scores, c.shares
}

// LiteFloor is of each output where no interval begins below it; nil if the calibration isn't Lopsided.
func (c *Calibration) LiteFloor() []float64 { return c.floor }
