package core

import (
	"math"
	"slices"
)

// This file has local lines as docs/spec.md 3.14 reads: their plain version.

// plainErrors are the squared errors of the line through all points for each λ, each point left out in turn.
func plainErrors(x, y Matrix) map[float64]float64 {
	all := map[float64]float64{}
	for _, lambda := range []float64{1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10} {
		errors := 0.0
		for out := range x.Rows {
			b, at := plainRidge(x, y, float64(x.Rows)*lambda, out)
			for k, y := range y.Row(out) {
				f := at[k]
				for j := range x.Columns {
					f += b.Row(k)[j] * x.Row(out)[j]
				}
				errors += (y - f) * (y - f)
			}
		}
		all[lambda] = errors
	}
	return all
}

// plainRidge is the ridge regression without one row, features standardised over all rows: slopes for x and intercepts.
func plainRidge(x, y Matrix, penalty float64, out int) (slopes Matrix, at []float64) {
	n := x.Columns
	mean, dev := make([]float64, n), make([]float64, n)
	for j := range n {
		for i := range x.Rows {
			mean[j] += x.Row(i)[j] / float64(x.Rows)
		}
		for i := range x.Rows {
			dev[j] += (x.Row(i)[j] - mean[j]) * (x.Row(i)[j] - mean[j]) / float64(x.Rows)
		}
		if dev[j] = math.Sqrt(dev[j]); dev[j] < 1e-14 {
			dev[j] = inf
		}
	}
	slopes = newMatrix(y.Columns, n)
	for k := range y.Columns {
		a, b := newMatrix(n+1, n+1), make([]float64, n+1) // the last is the intercept
		for i := range x.Rows {
			if i == out {
				continue
			}
			row := make([]float64, n+1)
			for j := range n {
				row[j] = (x.Row(i)[j] - mean[j]) / dev[j]
			}
			row[n] = 1
			for p := range row {
				b[p] += row[p] * y.Row(i)[k]
				for q := range row {
					a.Row(p)[q] += row[p] * row[q]
				}
			}
		}
		for j := range n {
			a.Row(j)[j] += penalty
		}
		s := plainSolve(a, b)
		c := s[n]
		for j := range n {
			slopes.Row(k)[j] = s[j] / dev[j]
			c -= slopes.Row(k)[j] * mean[j]
		}
		at = append(at, c)
	}
	return slopes, at
}

// plainSolve is Gauss and Jordan's elimination with pivots.
func plainSolve(a Matrix, b []float64) []float64 {
	a, b = Matrix{Data: slices.Clone(a.Data), Rows: a.Rows, Columns: a.Columns}, slices.Clone(b)
	for c := range b {
		p := c
		for i := c; i < len(b); i++ {
			if math.Abs(a.Row(i)[c]) > math.Abs(a.Row(p)[c]) {
				p = i
			}
		}
		for j := range b {
			a.Row(c)[j], a.Row(p)[j] = a.Row(p)[j], a.Row(c)[j]
		}
		b[c], b[p] = b[p], b[c]
		for i := range b {
			if i == c || a.Row(i)[c] == 0 {
				continue
			}
			f := a.Row(i)[c] / a.Row(c)[c]
			for j := range b {
				a.Row(i)[j] -= f * a.Row(c)[j]
			}
			b[i] -= f * b[c]
		}
	}
	for c := range b {
		b[c] /= a.Row(c)[c]
	}
	return b
}

// plainLocal is the answer as docs/spec.md says, from the plain network: no search, a matrix of features whatever the
// numbers of features and neurons, slopes for each output.
func (b *plain) plainLocal(m *SQANN, x []float64, line Matrix, how Interpolation) (value []float64, corrections Matrix, limit, spread []float64) {
	type node struct {
		v, d2, w    float64
		layer, node int
		point       int
	}
	var all []node
	var hit *node
	in := x
	for k, l := range b.layers {
		v, d2, nearest := l.activate(in)
		for i := range v {
			all = append(all, node{v: v[i], d2: d2[i], w: plainWeight(m, m.points.rows.At(l.point[i])) * l.act.At(d2[i]/(how.Local.Width*how.Local.Width)), layer: k, node: i, point: l.point[i]})
		}
		if hit == nil && d2[nearest] <= l.act.Strong {
			c := all[len(all)-len(v)+nearest]
			hit = &c
		}
		in = b.enter(k+1, v, x)
	}
	slices.SortStableFunc(all, func(a, b node) int { return -cmpFloat(a.v, b.v) })
	all = all[:min(how.Top, len(all))]
	sum, n, outputs := 0.0, len(x), m.OutputCount()
	for _, c := range all {
		sum += c.w
	}
	zMean := make([]float64, n)
	for i := range all {
		if all[i].w /= sum; sum == 0 {
			all[i].w = 1 / float64(len(all))
		}
		for j, z := range m.points.x.Row(all[i].point) {
			zMean[j] += all[i].w * z
		}
	}
	a, trace := newMatrix(n, n), 0.0
	for _, c := range all {
		z := m.points.x.Row(c.point)
		for p := range n {
			trace += c.w * (z[p] - zMean[p]) * (z[p] - zMean[p])
			for q := range n {
				a.Row(p)[q] += c.w * (z[p] - zMean[p]) * (z[q] - zMean[q])
			}
		}
	}
	for j := range n {
		a.Row(j)[j] += how.Local.Ridge * trace
	}
	corrections = newMatrix(outputs, n)
	own := 0.0
	if hit != nil {
		radius := 0.1 * math.Sqrt(b.layers[hit.layer].act.Strong)
		if own = math.Max(0, 1-math.Sqrt(hit.d2)/radius); how.Local.OnHit {
			own = 1
		}
	}
	total := 0.0
	for k := range outputs {
		r := make([]float64, len(all))
		mean, f := 0.0, 0.0
		for i, c := range all {
			r[i] = m.points.alpha.Row(c.point)[k]
			f += c.w * r[i]
			for j, z := range m.points.x.Row(c.point) {
				r[i] -= line.Row(k)[j] * z
			}
			mean += c.w * r[i]
		}
		beta := make([]float64, n)
		if !how.Local.Flat && trace > 0 {
			right := make([]float64, n)
			for i, c := range all {
				for j, z := range m.points.x.Row(c.point) {
					right[j] += c.w * (z - zMean[j]) * (r[i] - mean)
				}
			}
			beta = plainSolve(a, right)
		}
		u := 0.0
		for i, c := range all {
			left := r[i] - mean
			for j, z := range m.points.x.Row(c.point) {
				left -= beta[j] * (z - zMean[j])
			}
			u += c.w * left * left
		}
		spread = append(spread, math.Sqrt(u))
		for j := range n {
			c := (line.Row(k)[j] + beta[j]) * (x[j] - zMean[j])
			f += c
			corrections.Row(k)[j] = (1 - own) * c
		}
		limited := math.Max(0, math.Min(1, f))
		if m.classesAreMissing() {
			low, high := inf, -inf
			for _, c := range all[:min(8, len(all))] {
				y := m.points.alpha.Row(c.point)[k]
				low, high = math.Min(low, y), math.Max(high, y)
			}
			limited = math.Max(low, math.Min(high, f))
		}
		value, limit, total = append(value, limited), append(limit, f), total+limited
	}
	for k := range value {
		if !m.classesAreMissing() {
			value[k] /= total
		}
		limit[k] = (1 - own) * (value[k] - limit[k])
		value[k] *= 1 - own
		if hit != nil {
			value[k] += own * m.points.alpha.Row(hit.point)[k]
		}
	}
	return value, corrections, limit, spread
}

func (m *SQANN) classesAreMissing() bool { return m.points.classes == nil }
