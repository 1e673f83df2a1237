package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Relevance: which features count (docs/spec.md 3.11). A scaled feature j is multiplied by s_j in (0, 1],
// so that what follows (reach, fingerprints, hits) measures distances in the features so weighted:
//
//	w_j = exp(t_j),  S_ab = Σ_j w_j (z_aj - z_bj)²
//	p_ab = exp(-S_ab) / Σ_{c≠a} exp(-S_ac),  F_a = Σ_{b≠a} p_ab T_b
//	classes: L = mean of -log(F_a[class of a] + 1e-9);  numbers: L = mean of |F_a - T_a|²
//	to be minimised: L + λ mean of (t_j - mean t)²
//	s_j = max(sqrt(w_j / max w), 0.02)
//
// It is learned from at most lessonRows samples. Equal samples count once: otherwise they would answer for each other.
//
// Cost: an evaluation takes rows² features additions, and as many again for the gradient of the pairs that are near
// enough to matter.
type lesson struct {
	z       Matrix
	targets Matrix // numbers: deviations from the mean, in units of the deviation
	class   []int  // classes; nil for numbers
	account *counter

	work    int     // additions that all evaluations may take, approximately
	least   int     // evaluations that are always allowed
	cut     float64 // pairs whose S exceeds the row's least one by more have a p that changes nothing
	tiny    float64 // bound on the sum of the omitted parts of the gradient
	scaled  Matrix  // z times the root of w
	blocks  []float64
	workers []lessonWorker
	loss    []float64 // of a block of rows
	slope   Matrix    // of a block of rows
}

type lessonWorker struct {
	s, p, f             []float64
	contributing, pulls []int32
}

const (
	lessonRows     = 1024
	lambda         = 0.01
	leastRelevance = 0.02
	leastScore     = 1e-9
	rowsInBlock    = 32 // their sums are added first, so that the bits don't depend on the processors
	exactCut       = 57 // below it a p is less than 2^-60 in parts of leastScore
	roughCut       = 18 // omits p below 2e-8
	roughSlope     = 1e-4
)

// lessonOfRows returns all rows, or lessonRows of them, evenly spaced.
func lessonOfRows(rows []int) []int {
	n := len(rows)
	if n <= lessonRows {
		return rows
	}
	some := make([]int, lessonRows)
	for i := range some {
		some[i] = rows[i*n/lessonRows]
	}
	return some
}

// newLesson makes a lesson of some of the points.
//
//go:noinline
func newLesson(p *points, rows []int, account *counter) *lesson {
	rows = lessonOfRows(rows)
	l := &lesson{account: account, work: lessonWork, least: leastEvaluation, z: p.x.pick(rows), cut: exactCut, tiny: 1e-10}
	values := p.alpha.pick(rows)
	if p.classes != nil {
		l.class = make([]int, len(rows))
		for i := range l.class {
			l.class[i] = argmax(values.Row(i))
		}
	} else {
		standardize(values)
		l.targets = values
	}
	return l
}

// pick isn't inlined, to keep the module small; the same holds for some functions below.
//
//go:noinline
func (m Matrix) pick(rows []int) Matrix {
	some := Matrix{Data: make([]float64, 0, len(rows)*m.Columns), Rows: len(rows), Columns: m.Columns}
	for _, i := range rows {
		if m.Columns == 1 { // a TNN's fit, without calls
			some.Data = append(some.Data, m.Data[i])
		} else {
			some.Data = append(some.Data, m.Row(i)...)
		}
	}
	return some
}

// standardize turns each column into deviations from its mean, in units of its standard deviation. A constant column
// becomes 0. Values are divided by the largest one first, so that no square overflows.
func standardize(m Matrix) {
	n := float64(m.Rows)
	for j := range m.Columns {
		unit, mean, squares := 0.0, 0.0, 0.0
		for i := j; i < len(m.Data); i += m.Columns {
			unit = math.Max(unit, math.Abs(m.Data[i]))
		}
		for i := j; i < len(m.Data); i += m.Columns {
			if unit > 0 {
				m.Data[i] /= unit
			}
			mean += m.Data[i] / n
		}
		for i := j; i < len(m.Data); i += m.Columns {
			m.Data[i] -= mean
			squares += float64(m.Data[i] * m.Data[i])
		}
		deviation := math.Sqrt(squares / n)
		for i := j; i < len(m.Data); i += m.Columns {
			if deviation > 1e-14 {
				m.Data[i] /= deviation
			} else {
				m.Data[i] = 0
			}
		}
	}
}

// prepare reserves the memory that evaluations need.
func (l *lesson) prepare() error {
	rows, columns := l.z.Rows, l.z.Columns
	padded, sums := blocks.Padded(rows), (rows+rowsInBlock-1)/rowsInBlock
	if err := l.account.Reserve(int64(8 * (2*rows*columns + padded*columns + sums*columns + 3*parallel.Processors()*rows))); err != nil {
		return err
	}
	l.scaled = newMatrix(rows, columns)
	l.blocks = make([]float64, padded*columns)
	l.loss = make([]float64, sums)
	l.slope = newMatrix(sums, columns)
	l.workers = make([]lessonWorker, parallel.Processors())
	for i := range l.workers {
		l.workers[i] = lessonWorker{s: make([]float64, padded), p: make([]float64, padded), f: make([]float64, l.targets.Columns)}
	}
	return nil
}

// objective returns its value at t, +Inf where it isn't defined, and writes the gradient unless that is nil. Rows are
// summed block by block, so that the bits don't depend on the number of processors.
func (l *lesson) objective(t, gradient []float64) (float64, error) {
	rows, columns := l.z.Rows, l.z.Columns
	mean := 0.0
	for _, v := range t {
		mean += v
	}
	mean /= float64(columns)
	for j, v := range t {
		root := floatmath.Exp(v / 2)
		for i := j; i < len(l.z.Data); i += columns {
			l.scaled.Data[i] = float64(l.z.Data[i] * root)
		}
	}
	blocks.Fill(l.blocks, l.scaled.Data, columns)
	const inTurn = 4 // blocks between two checks whether to go on
	for from := 0; from < len(l.loss); from += inTurn {
		if err := l.account.MayGoOn(0); err != nil {
			return 0, err
		}
		parallel.InParts(len(l.workers), min(inTurn, len(l.loss)-from), 2*rowsInBlock*rows*columns, 1, func(worker, first, last int) {
			for b := from + first; b < from+last; b++ {
				var slope []float64
				if gradient != nil {
					slope = l.slope.Row(b)
					clear(slope)
				}
				l.loss[b] = 0
				for a := b * rowsInBlock; a < min((b+1)*rowsInBlock, rows); a++ {
					l.loss[b] += l.row(&l.workers[worker], a, slope)
				}
			}
		})
	}
	n, sum, spread := float64(rows), 0.0, 0.0
	for _, loss := range l.loss {
		sum += loss
	}
	for j, v := range t {
		d := v - mean
		spread += float64(d * d)
		if gradient == nil {
			continue
		}
		total := 0.0
		for b := range l.loss {
			total += l.slope.Data[b*columns+j]
		}
		gradient[j] = total/n + float64(2*lambda*d)/float64(columns)
	}
	value := sum/n + float64(lambda*spread)/float64(columns)
	if value != value {
		value = inf
	}
	return value, nil
}

// row returns the loss of sample a, and adds its derivatives by t to the slope: dL/dS_ab times (z_aj - z_bj)² w_j.
func (l *lesson) row(w *lessonWorker, a int, slope []float64) float64 {
	rows := l.z.Rows
	x := l.scaled.Row(a)
	s := w.s
	clear(s)
	blocks.AddDistances(s, x, l.blocks)
	s = s[:rows]
	s[a] = inf
	least := inf
	for _, v := range s {
		if v < least {
			least = v
		}
	}
	if !(least < inf) {
		return inf
	}
	w.contributing = w.contributing[:0]
	p := w.p[:rows]
	sum, limit := 0.0, least+l.cut
	for b, v := range s {
		if v <= limit {
			n, part := floatmath.ExpReduced(least - v)
			e := floatmath.Scaled(floatmath.ExpFactors(n, part))
			p[b] = e
			sum += e
			w.contributing = append(w.contributing, int32(b))
		}
	}
	for _, b := range w.contributing {
		p[b] /= sum
	}
	// dL/dS_ab = -p_ab dL/dF_a·(T_b - F_a)
	pulls, c := w.pulls[:0], w.p
	tiny := l.tiny / float64(rows)
	loss := 0.0
	if l.class != nil {
		own, score := l.class[a], 0.0
		for _, b := range w.contributing {
			if l.class[b] == own {
				score += p[b]
			}
		}
		loss = -floatmath.Log(score + leastScore)
		for _, b := range w.contributing {
			pull := -score
			if l.class[b] == own {
				pull = 1 - score
			}
			c[b] = float64(p[b]*pull) / (score + leastScore)
		}
	} else {
		f, own := w.f, l.targets.Row(a)
		clear(f)
		for _, b := range w.contributing {
			spatial.AddTimes(f, p[b], l.targets.Row(int(b)))
		}
		for k, v := range f {
			d := v - own[k]
			loss += float64(d * d)
		}
		for _, b := range w.contributing {
			pull := 0.0
			for k, v := range l.targets.Row(int(b)) {
				pull += float64((f[k] - own[k]) * (v - f[k]))
			}
			c[b] = float64(float64(-2*p[b]) * pull)
		}
	}
	if slope == nil {
		return loss
	}
	for _, b := range w.contributing {
		if math.Abs(float64(c[b]*s[b])) > tiny {
			pulls = append(pulls, b)
		}
	}
	w.pulls = pulls
	l.addSquares(slope, x, c, pulls)
	return loss
}

// addSquares adds c_b (x_j - b_j)² to each sum, for some samples b, four at a time.
func (l *lesson) addSquares(sums, x, c []float64, some []int32) {
	x = x[:len(sums)]
	for ; len(some) >= 4; some = some[4:] {
		b0, b1, b2, b3 := some[0], some[1], some[2], some[3]
		c0, c1, c2, c3 := c[b0], c[b1], c[b2], c[b3]
		r0, r1 := l.scaled.Row(int(b0))[:len(sums)], l.scaled.Row(int(b1))[:len(sums)]
		r2, r3 := l.scaled.Row(int(b2))[:len(sums)], l.scaled.Row(int(b3))[:len(sums)]
		for j, v := range x {
			d := v - r0[j]
			sum := float64(c0 * float64(d*d))
			d = v - r1[j]
			sum += float64(c1 * float64(d*d))
			d = v - r2[j]
			sum += float64(c2 * float64(d*d))
			d = v - r3[j]
			sum += float64(c3 * float64(d*d))
			sums[j] += sum
		}
	}
	for _, b := range some {
		row := l.scaled.Row(int(b))[:len(sums)]
		for j, v := range x {
			d := v - row[j]
			sums[j] += float64(c[b] * float64(d*d))
		}
	}
}

// relevanceOf returns s for t.
func relevanceOf(t []float64) []float64 {
	most := t[0]
	for _, v := range t {
		most = math.Max(most, v)
	}
	s := make([]float64, len(t))
	for j, v := range t {
		s[j] = math.Max(floatmath.Exp((v-most)/2), leastRelevance)
	}
	return s
}
