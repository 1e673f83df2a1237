package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// This file keeps which of a learner's rows share a point, and the output that stands for them.

// outcomes are the y of rows as outputs.
func (l *Learner) outcomes(rows []int) Matrix { return l.data.Pick(rows).outcomes(l.Classes()) }

// sharing is the rows of a point, in order. (Not inlined, for the size of the module.)
//
//go:noinline
func (l *Learner) sharing(at int32) (rows []int) {
	for row := l.net.First[at]; row >= 0; row = l.next[row] {
		rows = append(rows, int(row))
	}
	return rows
}

func (l *Learner) setSharing(at int32, rows []int) { chain(&l.net.First[at], l.next, rows) }

// chain chains rows: first is the first of them, and of each the next one is in a list.
func chain(first *int32, list []int32, rows []int) {
	for _, row := range rows {
		*first = int32(row)
		first = &list[row]
	}
	*first = -1
}

// rowOf is the position of a row among those present.
func (l *Learner) rowOf(row int32) int {
	at, _ := slices.BinarySearch(l.rows, row)
	return at
}

// resolve finds the output of a point whose rows have changed, and whether these differ in y.
func (l *Learner) resolve(at int32) {
	rows, p := l.sharing(at), l.view.points
	values := l.outcomes(rows)
	delete(l.merged, at)
	for i := range rows {
		if !slices.Equal(values.Row(i), values.Row(0)) {
			l.merged[at] = true
		}
	}
	y := p.alpha.Row(int(at))
	for j, v := range resolve(values, sorting.Identity(len(rows)), l.like.Duplicates) {
		y[j] = v + 0
	}
	if v := l.view.leaves; v.forest != nil {
		v.see(at, y)
	}
	if p.weights != nil {
		p.weights[at] = weightOf(p, l.data, int(at), rows)
	}
	if r := &l.view.slopes.residuals; r.Columns > 0 {
		l.view.slopes.residual(r.Row(int(at)), p.x.Row(int(at)), y)
	}
}
