package core

import (
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/stabbing"
)

// leaveOut shares almost everything between the N models. Without sample j, on
// one feature and with the same scaling, only these neurons change: j is gone;
// the gap of the one above it is wider; the lowest one's gap is another mean. So
// the answer at x_j is the model's own sum with those replaced. Where a tolerance
// chooses a, N-1 samples choose another one, the same for all but the one with
// the largest |y|: it gets an index of its own.
//
// What doesn't fit that is fitted again: an order, standard scaling, a sample
// that stretches min-max scaling, and duplicates whose y the rule decided.
func (m *TNN) leaveOut(e *Examination, c Control) error {
	largest, second, largestOf := m.magnitudes()
	s, _ := m.neurons.(*sorted)
	bySteepness := map[float64]*sorted{m.a: s}
	for j, p := range m.order {
		rows := m.points.rows.At(p)
		for _, row := range rows {
			if err := c.report(j, len(m.order)); err != nil {
				return err
			}
			x := m.data.X.Row(row)
			var err error
			switch {
			case !m.sharesAll(p, row):
				err = e.leaveOut(m, row, c)
			case len(rows) > 1: // its equals stand for it
				err = e.answerBy(row, m, m, x)
			default:
				a := m.options.steepness(largest, len(m.order)-1)
				if p == largestOf {
					a = m.options.steepness(second, len(m.order)-1)
				}
				if bySteepness[a] == nil {
					bySteepness[a] = newSorted(a, s.unsaturated.X, s.y)
				}
				e.answerLeftOut(row, bySteepness[a].lineWithout(j))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// sharesAll says whether the model without a row differs only in its neuron.
func (m *TNN) sharesAll(point, row int) bool {
	rows := m.points.rows.At(point)
	switch {
	case m.options.Order != nil || m.options.Scale == ScaleStandard || m.points.count() < 2:
		return false
	case len(rows) > 1:
		if m.points.merged > 0 {
			return false
		}
		for _, other := range rows {
			if m.data.X.Data[other] != m.data.X.Data[row] {
				return false
			}
		}
		return true
	case m.options.Scale == ScaleMinMax:
		return point != m.order[0] && point != m.order[len(m.order)-1]
	}
	return true
}

// magnitudes are the two largest |y|, and whose the largest is.
func (m *TNN) magnitudes() (largest, second float64, of int) {
	of = -1
	for p := range m.points.count() {
		y := largestMagnitude(Matrix{Data: m.points.alpha.Row(p)})
		switch {
		case of < 0 || y > largest:
			largest, second, of = y, largest, p
		case y > second:
			second = y
		}
	}
	return largest, second, of
}

// lineWithout is the line without sample j.
func (s *sorted) lineWithout(j int) line {
	l := line{of: s, left: j, gap0: 1}
	if n := l.count(); n > 1 {
		l.gap0 = (l.x(n-1) - l.x(0)) / float64(n-1)
	}
	return l
}

// answerLeftOut answers the sample that l leaves out, in the way of sorted.sum.
func (e *Examination) answerLeftOut(row int, l line) {
	x, n := l.of.unsaturated.X[l.left], l.count()
	var unsaturated []int
	for _, f := range l.of.unsaturated.At(nil, x, l.of.unsaturated.Below(x)) {
		switch {
		case f == 0 || f == l.left || f == l.left+1: // gone, or its gap is another
		case f > l.left:
			unsaturated = append(unsaturated, f-1)
		default:
			unsaturated = append(unsaturated, f)
		}
	}
	changed := []int{0, l.left}
	if l.left == 0 || l.left == n {
		changed = changed[:1]
	}
	for _, j := range changed {
		low, _, high := stabbing.UnsaturatedIn(l.x(j), l.gap(j), stabbing.GapsUnsaturated(l.of.a))
		if low <= x && x <= high {
			unsaturated = append(unsaturated, j)
		}
	}
	sorting.SortAscending(unsaturated)

	k := l.left // the samples below x, and the next if its middle is below x
	if k < n {
		if stabbing.MiddleOf(l.x(k), l.gap(k)) <= x {
			k++
		}
	}
	y := func(j int) []float64 { return l.of.y.Row(l.number(j)) }
	value := e.Values.Row(row)
	if k > 0 {
		copy(value, y(k-1))
	}
	for _, j := range unsaturated {
		z := l.z(j, x)
		share := floatmath.Sigmoid(z)
		if j < k {
			share = -floatmath.Sigmoid(-z)
		}
		for i, v := range y(j) {
			if j > 0 {
				v -= y(j - 1)[i]
			}
			value[i] += float64(v * share)
		}
	}
	e.Status[row] = StatusInterpolated
	e.Familiarity[row], _ = l.familiarity(x)
	e.Activation[row] = e.Familiarity[row]
	e.Recognition[row] = l.recognition(x)
}
