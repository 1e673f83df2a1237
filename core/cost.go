package core

import (
	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// What things cost, about, for those who share a machine between callers. Work is counted in numbers
// that are added or compared: some hundred million take a second.

// RowCost is what an answer to one row costs at most, its explanation included.
func (m *SQANN) RowCost() int {
	m.mustBeFitted()
	n := m.network
	cost := n.points.count() * (aSigmoid + m.Features() + m.Outputs())
	if n.nodes != nil {
		return cost + 4*len(n.nodes.parts)
	}
	for _, l := range n.layers {
		cost += l.size() * l.width
	}
	return cost
}

// RowCost is what an answer to one row costs at most, its explanation included.
func (m *TNN) RowCost() int {
	m.mustBeFitted()
	cost := m.points.count() * (aSigmoid + m.Features() + m.Outputs())
	if m.options.Order == nil {
		cost += m.numbers()
	}
	return cost
}

// RowCost is what an answer to one row costs at most.
func (e *Ensemble) RowCost() int { return e.members[0].RowCost() + e.members[1].RowCost() }

// Bytes is what the two models keep in memory.
func (e *Ensemble) Bytes() int64 { return e.members[0].Bytes() + e.members[1].Bytes() }

// Bytes is what the model keeps in memory.
func (m *SQANN) Bytes() int64 {
	m.mustBeFitted()
	n := m.network
	bytes := m.options.setBytes(m.data)
	if n.nodes != nil {
		return bytes + int64(16*len(n.nodes.parts))
	}
	for _, l := range n.layers {
		bytes += int64(8 * l.size() * l.width)
	}
	return bytes
}

// Bytes is what the model keeps in memory.
func (m *TNN) Bytes() int64 {
	m.mustBeFitted()
	return SQANNOptions{}.setBytes(m.data)
}

// Work bounds from both sides what a fit of rows with so many features costs. A fit that costs more
// than the least is common; most cost far less than the most.
func (o SQANNOptions) Work(rows, features int) (least, most float64) {
	n, width := float64(rows), float64(features)
	least = n * width
	o = o.chosen()
	auto := len(o.Settings) == 0 && o.SettingsChoice == SettingsAuto
	if (auto || o.Skip == On) && features > spatial.FewFeatures {
		least = n*width*2*spatial.MostDirections + n*n/8 // the projection, and some of the pairs
	}
	some, all := o.Relevance.work(rows, features)
	return least + some, n*n*(width+n/2) + all
}

// work bounds what learning relevance costs. "auto" may be content with a fold.
func (r Relevance) work(rows, features int) (least, most float64) {
	auto := r.Kind == RelevanceAuto
	if !r.learns() || r.Learned != nil || auto && (rows < autoSamples || features < autoFeatures) {
		return 0, 0
	}
	least, most = nca.Cost(min(rows, lessonRows), features)
	if auto {
		return least * 4 / 9, 2 * most
	}
	return least, most
}

// Work bounds from both sides what a fit of rows with so many features costs, or a cross-validation with so many folds;
// 0 folds: a fit.
func (c Recipe) Work(rows, features, folds int) (least, most float64) {
	fits := float64(max(folds, 1))
	if folds > 0 {
		rows -= rows / folds
	}
	if c.TNN != nil {
		least, most = c.TNN.Work(rows, features)
	} else {
		least, most = c.SQANN.Work(rows, features)
	}
	return fits * least, fits * most
}

// Work bounds from both sides what a fit of rows with so many features costs.
func (o TNNOptions) Work(rows, features int) (least, most float64) {
	n := float64(rows)
	most = n * n * (aSigmoid + float64(features))
	if o.Order != nil {
		return most, most
	}
	if o.A >= 1 || o.A == 0 {
		most = n * 1024
	}
	return n, most
}
