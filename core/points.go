package core

import (
	"cmp"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// DuplicateRule says what becomes of samples with equal x and different y.
// Equal means: squared distance 0 in float64 after scaling.
type DuplicateRule uint8

const (
	DuplicatesError    DuplicateRule = iota // an IllDefined error that names both rows
	DuplicatesFirst                         // the first sample's y stands for all
	DuplicatesMean                          // the mean of their outputs (regression); an output in which they agree stays
	DuplicatesMajority                      // the most frequent class, the first in class order on ties
)

func (r DuplicateRule) check(classes bool) error {
	switch {
	case r > DuplicatesMajority:
		return badOption("duplicates", "duplicates is unknown.", "Use DuplicatesError, DuplicatesFirst, DuplicatesMean or DuplicatesMajority.")
	case r == DuplicatesMean && classes:
		return badOption("duplicates", `duplicates "mean" needs numbers as y, but y contains classes.`, `Use "majority" or "first".`)
	case r == DuplicatesMajority && !classes:
		return badOption("duplicates", `duplicates "majority" needs classes as y, but y contains numbers.`, `Use "mean" or "first".`)
	}
	return nil
}

// points is the fitting set as the network sees it: validated, scaled, classes
// as one-hot rows, and one point for the samples that are equal.
type points struct {
	x       Matrix         // scaled
	alpha   Matrix         // outputs
	rows    spatial.Groups // the samples that a point stands for, in data set order
	scaler  scaler
	classes []Label
	merged  int // how many rows had their y changed by the duplicate rule
	said    *samplesSaid

	weights      []float64 // of each point; nil: all 1
	classWeights []float64 // nil unless balanced
}

func (p *points) count() int { return p.x.Rows }

func (p *points) warnings() (list []string) {
	if p.merged > 0 {
		list = append(list, itoa(p.merged)+" samples have equal x and different y; the option duplicates merged them, and the fitting error shows the difference.")
	}
	return list
}

// newPoints prepares a data set, in the frame of another one if there is one. classes are the frame's, or the data set's. share
// says whether samples with equal x and equal y share a point. O(N n) expected.
func newPoints(d Dataset, classes []Label, frame *Frame, kind ScaleKind, weights []float64, rule DuplicateRule, share, balanced bool, account *counter) (*points, error) {
	if kind > ScaleStandard {
		return nil, badOption("scale", "scale is unknown.", "Use ScalePreset, ScaleNone, ScaleMinMax or ScaleStandard.")
	}
	if err := d.validate(); err != nil {
		return nil, err
	}
	if frame != nil {
		if err := frame.check(d, kind); err != nil {
			return nil, err
		}
	}
	if err := checkWeights(weights, d.X.Columns); err != nil {
		return nil, err
	}
	if err := rule.check(d.Labels != nil); err != nil {
		return nil, err
	}
	p := &points{classes: classes}
	if frame == nil {
		p.scaler = fitScaler(kind, d.X)
	} else {
		p.scaler = scaler{kind: kind, shift: frame.Shift, divide: frame.Divide}
	}
	p.scaler.relevance = weights
	values := d.Values
	if d.Labels != nil {
		values = oneHot(d.Labels, classes)
	}
	scaled := newMatrix(d.X.Rows, d.X.Columns)
	for i := range d.X.Rows {
		p.scaler.apply(scaled.Row(i), d.X.Row(i))
	}

	equal, err := spatial.EqualRows(spatial.Matrix(scaled), account)
	if err != nil {
		return nil, err
	}
	p.alpha.Data = make([]float64, 0, len(values.Data))
	p.x.Data = scaled.Data[:0] // moved up in place: no point comes before its first row ...
	if !share && equal.Count() < d.X.Rows {
		p.x.Data = make([]float64, 0, len(scaled.Data)) // ... but for equals that are split up
	}
	p.rows = spatial.Groups{All: make([]int, 0, d.X.Rows), Ends: make([]int, 0, equal.Count())}
	for i := range equal.Count() {
		g := equal.At(i)
		other := slices.IndexFunc(g, func(row int) bool { return !slices.Equal(values.Row(row), values.Row(g[0])) })
		conflict := other >= 0
		if conflict && rule == DuplicatesError {
			return nil, illDefined(g[0], g[other], slices.Equal(d.X.Row(g[0]), d.X.Row(g[other])), d.Labels != nil)
		}
		if conflict || share {
			p.add(scaled.Row(g[0]), resolve(values, g, rule), g)
			if conflict {
				p.merged += len(g)
			}
			continue
		}
		for j, row := range g {
			p.add(scaled.Row(row), values.Row(row), g[j:j+1])
		}
	}
	if !share {
		p.sortByFirstRow()
	}
	p.said = new(samplesSaid)
	return p, p.findWeights(d, frame, balanced)
}

// reweigh multiplies the features, so far weighed alike, by numbers of at most 1. Where that leaves all points distinct, they
// are those that newPoints would make with these weights. A rounding can make two of them equal: then they have to be made anew.
func (p *points) reweigh(s []float64, account *counter) (distinct bool, err error) {
	p.scaler.relevance = s
	scaleColumns(p.x, s)
	equal, err := spatial.EqualRows(spatial.Matrix(p.x), account)
	return equal.Count() == p.count(), err
}

// illDefined says that two rows can't be told apart and have different outcomes.
func illDefined(first, other int, equal, classes bool) *Error {
	how := "] are equal, but y["
	if !equal {
		how = "] are too close to be distinguished after scaling, but y["
	}
	remedy := "mean"
	if classes {
		remedy = "majority"
	}
	e := NewError(IllDefined, "X["+itoa(first)+"] and X["+itoa(other)+how+itoa(first)+"] and y["+itoa(other)+"] differ.",
		`Correct or omit one of them, or set the option duplicates to "`+remedy+`".`).At(other, -1)
	e.other = first
	e.among = func(number []int) *Error { return illDefined(number[first], number[other], equal, classes) }
	return e
}

// add appends a point. Adding 0 turns -0 into 0, which a model file in JSON
// can't tell apart.
func (p *points) add(x, alpha []float64, rows []int) {
	for _, v := range x {
		p.x.Data = append(p.x.Data, v+0)
	}
	for _, v := range alpha {
		p.alpha.Data = append(p.alpha.Data, v+0)
	}
	p.x.Columns, p.alpha.Columns = len(x), len(alpha)
	p.x.Rows, p.alpha.Rows = p.x.Rows+1, p.alpha.Rows+1
	p.rows.Add(rows...)
}

// sortByFirstRow restores data set order after groups were split up.
func (p *points) sortByFirstRow() {
	order := sorting.Identity(p.count())
	sorting.SortNumbers(order, func(a, b int) int { return cmp.Compare(p.rows.At(a)[0], p.rows.At(b)[0]) })
	sorted := points{scaler: p.scaler, classes: p.classes, merged: p.merged}
	for _, i := range order {
		sorted.add(p.x.Row(i), p.alpha.Row(i), p.rows.At(i))
	}
	*p = sorted
}

// resolve gives the output that stands for a group of equal samples.
func resolve(values Matrix, group []int, rule DuplicateRule) []float64 {
	if rule == DuplicatesFirst || rule == DuplicatesError {
		return values.Row(group[0])
	}
	sum := make([]float64, values.Columns)
	for _, row := range group {
		for j, v := range values.Row(row) {
			sum[j] += v
		}
	}
	if rule == DuplicatesMajority {
		winner := argmax(sum)
		clear(sum)
		sum[winner] = 1
		return sum
	}
	first := values.Row(group[0])
	for j := range sum {
		sum[j] /= float64(len(group))
		if !slices.ContainsFunc(group, func(row int) bool { return values.Row(row)[j] != first[j] }) {
			sum[j] = first[j] // which a mean can miss by a rounding
		}
	}
	return sum
}
