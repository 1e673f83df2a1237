package nca

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/simd"
)

// objective is what is minimised (doc.go).
//
// Cost: an evaluation takes rows² features additions, and as many again for the gradient of the pairs that are near
// enough to matter. While minimising, only the pairs of a row and its 64 nearest ones count, which takes a sixteenth of
// that for 1024 rows; these are found again now and then, because they change with t.
type objective struct {
	z       spatial.Matrix
	targets spatial.Matrix // numbers: deviations from the mean, in units of the deviation
	class   []int          // classes; nil for numbers
	account spatial.Account
	cut     float64 // pairs whose S exceeds the row's least one by more have a p that is omitted
	tiny    float64 // bound on the sum of the omitted parts of the gradient

	near    []int32        // for each row its nearest ones, of which there are nearest; empty: all rows count
	scaled  spatial.Matrix // z times the root of w
	blocks  []float64
	workers []worker
	loss    []float64      // of a block of rows
	slope   spatial.Matrix // of a block of rows
}

type worker struct {
	s, p, c, f  []float64
	rows, pulls []int32 // that contribute
}

const (
	lambda      = 0.01
	leastScore  = 1e-9
	rowsInBlock = 32 // their sums are added first, so that the bits don't depend on the processors
	nearest     = 64
	roughCut    = 18 // omits p below 2e-8
	roughSlope  = 1e-4
)

// newObjective reserves the memory that evaluations need.
func newObjective(z, targets spatial.Matrix, class []int, account spatial.Account) (*objective, error) {
	o := &objective{z: z, targets: targets, class: class, account: account, cut: roughCut, tiny: roughSlope}
	rows, columns := o.z.Rows, o.z.Columns
	padded, sums := blocks.Padded(rows), (rows+rowsInBlock-1)/rowsInBlock
	if err := o.account.Reserve(int64(8 * (2*rows*columns + padded*columns + sums*columns + 4*parallel.Processors()*rows))); err != nil {
		return nil, err
	}
	o.scaled = spatial.NewMatrix(rows, columns)
	o.blocks = make([]float64, padded*columns)
	o.loss = make([]float64, sums)
	o.slope = spatial.NewMatrix(sums, columns)
	o.workers = make([]worker, parallel.Processors())
	for i := range o.workers {
		o.workers[i] = worker{s: make([]float64, padded), p: make([]float64, rows), c: make([]float64, 0, rows), f: make([]float64, o.targets.Columns), pulls: make([]int32, rows)}
	}
	return o, nil
}

// at returns the value at t, +Inf where it isn't defined, and writes the gradient unless that is nil. Rows are
// summed block by block, so that the bits don't depend on the number of processors.
func (o *objective) at(t, gradient []float64) (float64, error) {
	rows, columns := o.z.Rows, o.z.Columns
	mean := 0.0
	for _, v := range t {
		mean += v
	}
	mean /= float64(columns)
	o.scale(t)
	if len(o.near) == 0 {
		blocks.Fill(o.blocks, o.scaled.Data, columns)
	}
	err := o.eachBlock(func(w *worker, b, from, to int) {
		var slope []float64
		if gradient != nil {
			slope = o.slope.Row(b)
			clear(slope)
		}
		o.loss[b] = 0
		for a := from; a < to; a++ {
			o.loss[b] += o.row(w, a, slope)
		}
	})
	if err != nil {
		return 0, err
	}
	n, sum, spread := float64(rows), 0.0, 0.0
	for _, loss := range o.loss {
		sum += loss
	}
	for j, v := range t {
		d := v - mean
		spread += float64(d * d)
		if gradient == nil {
			continue
		}
		total := 0.0
		for b := range o.loss {
			total += o.slope.Data[b*columns+j]
		}
		gradient[j] = total/n + float64(2*lambda*d)/float64(columns)
	}
	value := sum/n + float64(lambda*spread)/float64(columns)
	if value != value {
		value = math.Inf(1)
	}
	return value, nil
}

// scale multiplies z by the root of w.
func (o *objective) scale(t []float64) {
	columns := o.z.Columns
	for j, v := range t {
		root := floatmath.Exp(v / 2)
		for i := j; i < len(o.z.Data); i += columns {
			o.scaled.Data[i] = float64(o.z.Data[i] * root)
		}
	}
}

// eachBlock calls work for each block of rows.
func (o *objective) eachBlock(work func(w *worker, block, from, to int)) error {
	const inTurn = 4 // blocks between two checks whether to go on
	rows := o.z.Rows
	for from := 0; from < len(o.loss); from += inTurn {
		if err := o.account.MayGoOn(0); err != nil {
			return err
		}
		parallel.InParts(len(o.workers), min(inTurn, len(o.loss)-from), 2*rowsInBlock*rows*o.z.Columns, 1, func(worker, first, last int) {
			for b := from + first; b < from+last; b++ {
				work(&o.workers[worker], b, b*rowsInBlock, min((b+1)*rowsInBlock, rows))
			}
		})
	}
	return nil
}

// findNear finds the rows that count, for what follows at t and near it; few rows all count.
func (o *objective) findNear(t []float64) error {
	rows := o.z.Rows
	if rows <= 2*nearest {
		return nil
	}
	o.scale(t)
	blocks.Fill(o.blocks, o.scaled.Data, o.z.Columns)
	known := cap(o.near) >= rows*nearest
	if !known {
		o.near = make([]int32, rows*nearest)
	}
	o.near = o.near[:rows*nearest]
	return o.eachBlock(func(w *worker, _, from, to int) {
		for a := from; a < to; a++ {
			near, s, bound := (*[nearest]int32)(o.near[a*nearest:]), o.distances(w, a), math.Inf(1)
			if known { // those of an earlier t are a bound
				bound = 0
				for _, b := range near {
					bound = math.Max(bound, s[b])
				}
			}
			keepNearest(near, s, bound)
		}
	})
}

// keepNearest finds the nearest, of equal ones the first, in order. None is beyond the bound.
//
//go:noinline
func keepNearest(near *[nearest]int32, s []float64, bound float64) {
	const mask = nearest - 1
	var least [nearest]float64
	n := 0
	for b, v := range s {
		if v > bound {
			continue
		}
		j := n
		if n < nearest {
			n++
		} else if j--; v >= least[j&mask] {
			continue
		}
		for ; j > 0 && least[(j-1)&mask] > v; j-- {
			least[j&mask], near[j&mask] = least[(j-1)&mask], near[(j-1)&mask]
		}
		least[j&mask], near[j&mask] = v, int32(b)
	}
}

// distances are the S of row a and all rows, +Inf to itself.
func (o *objective) distances(w *worker, a int) []float64 {
	clear(w.s)
	simd.AddDistances(w.s, o.scaled.Row(a), o.blocks)
	s := w.s[:o.z.Rows]
	s[a] = math.Inf(1)
	return s
}

// contributing lists the rows near enough to row a to count, and their S.
func (o *objective) contributing(w *worker, a int) (rows []int32, s []float64, least float64) {
	least = math.Inf(1)
	if len(o.near) > 0 {
		rows, s = o.near[a*nearest:(a+1)*nearest], w.s[:nearest]
		clear(s)
		simd.Measure(s, o.scaled.Row(a), o.scaled.Data, rows, math.Inf(1))
		for _, v := range s {
			least = math.Min(least, v)
		}
		return rows, s, least
	}
	all := o.distances(w, a)
	for _, v := range all {
		if v < least {
			least = v
		}
	}
	rows, s, limit := w.rows[:0], w.c[:0], least+o.cut
	for b, v := range all {
		if v <= limit && v < math.Inf(1) {
			rows, s = append(rows, int32(b)), append(s, v)
		}
	}
	w.rows = rows
	return rows, s, least
}

// row returns the loss of sample a, and adds its derivatives by t to the slope: dL/dS_ab times (z_aj - z_bj)² w_j.
func (o *objective) row(w *worker, a int, slope []float64) float64 {
	rows, s, least := o.contributing(w, a)
	if !(least < math.Inf(1)) {
		return math.Inf(1)
	}
	p, sum := w.p[:len(rows)], 0.0
	floatmath.ExpBelow(p, s, least, o.cut)
	for _, v := range p {
		sum += v
	}
	for i := range p {
		p[i] /= sum
	}
	// dL/dS_ab = -p_ab dL/dF_a·(T_b - F_a); p becomes that
	loss := 0.0
	if o.class != nil {
		own, score := o.class[a], 0.0
		for i, b := range rows {
			if o.class[b] == own {
				score += p[i]
			}
		}
		loss = -floatmath.Log(score + leastScore)
		for i, b := range rows {
			pull := -score
			if o.class[b] == own {
				pull = 1 - score
			}
			p[i] = float64(p[i]*pull) / (score + leastScore)
		}
	} else {
		f, own := w.f, o.targets.Row(a)
		clear(f)
		for i, b := range rows {
			floatmath.AddTimes(f, p[i], o.targets.Row(int(b)))
		}
		for k, v := range f {
			d := v - own[k]
			loss += float64(d * d)
		}
		for i, b := range rows {
			pull := 0.0
			for k, v := range o.targets.Row(int(b)) {
				pull += float64((f[k] - own[k]) * (v - f[k]))
			}
			p[i] = float64(float64(-2*p[i]) * pull)
		}
	}
	if slope == nil {
		return loss
	}
	n, tiny := 0, o.tiny/float64(o.z.Rows)
	pulls := w.pulls[:len(rows)]
	for i, b := range rows {
		if math.Abs(float64(p[i]*s[i])) > tiny {
			pulls[n], p[n] = b, p[i]
			n++
		}
	}
	simd.AddSquares(slope, o.scaled.Row(a), p, o.scaled.Data, pulls[:n])
	return loss
}
