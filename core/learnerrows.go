package core

import "slices"

// This file keeps which of a learner's rows share a point, and the output that stands for them.

// outcome is a row's y as outputs.
func (l *Learner) outcome(row int32) []float64 {
	if l.data.Labels == nil {
		return l.data.Values.Row(int(row))
	}
	return oneHot(l.data.Labels[row:row+1], l.Classes()).Data
}

// sharing is the rows of a point, in order. (Not inlined, for the size of the module.)
//
//go:noinline
func (l *Learner) sharing(at int32) (rows []int32) {
	for row := l.first[at]; row >= 0; row = l.next[row] {
		rows = append(rows, row)
	}
	return rows
}

func (l *Learner) share(at int32, rows []int32) {
	l.first[at] = rows[0]
	for i, row := range rows[1:] {
		l.next[rows[i]] = row
	}
	l.next[rows[len(rows)-1]] = -1
}

// rowOf is the position of a row among those present.
func (l *Learner) rowOf(row int32) int {
	at, _ := slices.BinarySearch(l.rows, row)
	return at
}

// conflict says whether the rows of a point differ in y.
func (l *Learner) conflict(at int32) bool {
	rows := l.sharing(at)
	first := l.outcome(rows[0])
	return slices.ContainsFunc(rows[1:], func(row int32) bool { return !slices.Equal(l.outcome(row), first) })
}

// resolve finds the output of a point whose rows have changed. was says whether these differed in y.
func (l *Learner) resolve(at int32, was bool) {
	is := l.conflict(at)
	if is && !was {
		l.merged++
	} else if was && !is {
		l.merged--
	}
	rows := l.sharing(at)
	values := Matrix{Columns: l.Outputs()}
	var group []int
	for i, row := range rows {
		values.Data = append(values.Data, l.outcome(row)...)
		values.Rows++
		group = append(group, i)
	}
	y := l.view.points.alpha.Row(int(at))
	for j, v := range resolve(values, group, l.like.Duplicates) {
		y[j] = v + 0
	}
	if p := l.view.points; p.weights != nil {
		p.weights[at] = weightOf(p, l.data, int(at), rows)
	}
	if r := &l.view.slopes.residuals; r.Columns > 0 {
		l.view.slopes.residual(r.Row(int(at)), l.view.points.x.Row(int(at)), y)
	}
}

// conflicts is how many points stand for rows that differ in y.
func (p *points) conflicts(d Dataset) (n int) {
	if p.merged == 0 {
		return 0
	}
	truth := d.outcomes(p.classes)
	for i := range p.count() {
		rows := p.rows.At(i)
		if slices.ContainsFunc(rows, func(row int) bool { return !slices.Equal(truth.Row(row), truth.Row(rows[0])) }) {
			n++
		}
	}
	return n
}
