package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Redundant says which fitted samples recognise a row.
type Redundant struct {
	Sample int
	Strong []int // samples whose neurons it activates strongly, itself left out, in order

	// Spare is set when one of them comes before it and is not spare itself: the
	// row could be left out and would still be recognised.
	Spare bool
}

// Redundancy fits a small model on some of the samples, and lists the rows
// of all of them that activate the neuron of another one strongly (appendix
// B.4.3 of the paper). nil means the model as it is. In a TNN a neuron's sample
// is strongly activated from a share of 0.9 (tnnfamiliar.go). It costs a fit on the rows given, and a prediction for every
// sample.
func Redundancy(m Model, rows []int, c Control) ([]Redundant, error) {
	d := m.Data()
	if rows == nil {
		rows = sorting.Identity(m.SampleCount())
	} else {
		in, err := m.Data().rowSet(rows)
		if err != nil {
			return nil, err
		}
		rows = marked(in)
		if m, err = without(m, negated(in), c); err != nil {
			return nil, err
		}
	}
	var list []Redundant
	spare := make(map[int]bool)
	known, err := m.recognisers(d.X, c)
	if err != nil {
		return nil, err
	}
	for row, samples := range known {
		r := Redundant{Sample: row}
		for _, s := range samples {
			other := rows[s]
			if other == row {
				continue
			}
			r.Strong = append(r.Strong, other)
			r.Spare = r.Spare || other < row && !spare[other]
		}
		if len(r.Strong) > 0 {
			sorting.SortAscending(r.Strong)
			spare[row] = r.Spare
			list = append(list, r)
		}
	}
	return list, nil
}

func (m *SQANN) recognisers(x Matrix, c Control) ([][]int, error) {
	list := make([][]int, x.Rows)
	var nodes []network.Neuron
	err := m.scan(x, c, func(i int, a *answer) {
		nodes = a.seen.Moderate(nodes)
		for _, n := range nodes {
			if n.D2 <= m.network.ActivationOf(&n).Strong {
				list[i] = append(list[i], m.points.rows.At(int(n.Point))...)
			}
		}
	})
	return list, err
}

// Unrecognised is the first of some rows of the data set that doesn't hit its own
// neuron at distance 0, or -1. A row costs a prediction.
func (m *SQANN) Unrecognised(rows []int) int {
	wrong := -1
	_ = m.scan(m.data.Pick(rows).X, Control{}, func(i int, a *answer) {
		hit, is := a.seen.Recognised()
		if wrong < 0 && !(is && hit.D2 == 0 && slices.Contains(m.points.rows.At(int(hit.Point)), rows[i])) {
			wrong = rows[i]
		}
	})
	return wrong
}

// scan propagates rows without making an output of them.
func (m *SQANN) scan(x Matrix, c Control, each func(i int, a *answer)) error {
	return inPartsOf(x, m.RowCost(), c, func(rows Matrix, from int) error {
		m.ask(rows, passage, func(i int, a *answer) { each(from+i, a) })
		return nil
	})
}

func (m *TNN) recognisers(x Matrix, c Control) ([][]int, error) {
	list := make([][]int, x.Rows)
	scaled := make([]float64, m.FeatureCount())
	for i := range list {
		if i&63 == 0 {
			if err := c.report(i, x.Rows); err != nil {
				return nil, err
			}
		}
		m.scaled(scaled, x.Row(i))
		if share, neuron, _ := m.knows(scaled); share > recognisingShare {
			list[i] = m.points.rows.At(m.order[neuron])
		}
	}
	return list, nil
}
