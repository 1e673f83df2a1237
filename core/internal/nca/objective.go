package nca

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// objective is what is minimised (doc.go).
//
// Cost: an evaluation takes rows² features additions, and as many again for the gradient of the pairs that are near
// enough to matter.
type objective struct {
	z       spatial.Matrix
	targets spatial.Matrix // numbers: deviations from the mean, in units of the deviation
	class   []int          // classes; nil for numbers
	account spatial.Account
	cut     float64 // pairs whose S exceeds the row's least one by more have a p that is omitted
	tiny    float64 // bound on the sum of the omitted parts of the gradient

	scaled  spatial.Matrix // z times the root of w
	blocks  []float64
	workers []worker
	loss    []float64      // of a block of rows
	slope   spatial.Matrix // of a block of rows
}

type worker struct {
	s, p, f             []float64
	contributing, pulls []int32
}

const (
	lambda      = 0.01
	leastScore  = 1e-9
	rowsInBlock = 32 // their sums are added first, so that the bits don't depend on the processors
	roughCut    = 18 // omits p below 2e-8
	roughSlope  = 1e-4
)

// newObjective reserves the memory that evaluations need.
func newObjective(z, targets spatial.Matrix, class []int, account spatial.Account) (*objective, error) {
	o := &objective{z: z, targets: targets, class: class, account: account, cut: roughCut, tiny: roughSlope}
	rows, columns := o.z.Rows, o.z.Columns
	padded, sums := blocks.Padded(rows), (rows+rowsInBlock-1)/rowsInBlock
	if err := o.account.Reserve(int64(8 * (2*rows*columns + padded*columns + sums*columns + 3*parallel.Processors()*rows))); err != nil {
		return nil, err
	}
	o.scaled = spatial.NewMatrix(rows, columns)
	o.blocks = make([]float64, padded*columns)
	o.loss = make([]float64, sums)
	o.slope = spatial.NewMatrix(sums, columns)
	o.workers = make([]worker, parallel.Processors())
	for i := range o.workers {
		o.workers[i] = worker{s: make([]float64, padded), p: make([]float64, padded), f: make([]float64, o.targets.Columns)}
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
	for j, v := range t {
		root := floatmath.Exp(v / 2)
		for i := j; i < len(o.z.Data); i += columns {
			o.scaled.Data[i] = float64(o.z.Data[i] * root)
		}
	}
	blocks.Fill(o.blocks, o.scaled.Data, columns)
	const inTurn = 4 // blocks between two checks whether to go on
	for from := 0; from < len(o.loss); from += inTurn {
		if err := o.account.MayGoOn(0); err != nil {
			return 0, err
		}
		parallel.InParts(len(o.workers), min(inTurn, len(o.loss)-from), 2*rowsInBlock*rows*columns, 1, func(worker, first, last int) {
			for b := from + first; b < from+last; b++ {
				var slope []float64
				if gradient != nil {
					slope = o.slope.Row(b)
					clear(slope)
				}
				o.loss[b] = 0
				for a := b * rowsInBlock; a < min((b+1)*rowsInBlock, rows); a++ {
					o.loss[b] += o.row(&o.workers[worker], a, slope)
				}
			}
		})
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

// row returns the loss of sample a, and adds its derivatives by t to the slope: dL/dS_ab times (z_aj - z_bj)² w_j.
func (o *objective) row(w *worker, a int, slope []float64) float64 {
	rows := o.z.Rows
	x := o.scaled.Row(a)
	s := w.s
	clear(s)
	blocks.AddDistances(s, x, o.blocks)
	s = s[:rows]
	s[a] = math.Inf(1)
	least := math.Inf(1)
	for _, v := range s {
		if v < least {
			least = v
		}
	}
	if !(least < math.Inf(1)) {
		return math.Inf(1)
	}
	w.contributing = w.contributing[:0]
	p := w.p[:rows]
	sum, limit := 0.0, least+o.cut
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
	tiny := o.tiny / float64(rows)
	loss := 0.0
	if o.class != nil {
		own, score := o.class[a], 0.0
		for _, b := range w.contributing {
			if o.class[b] == own {
				score += p[b]
			}
		}
		loss = -floatmath.Log(score + leastScore)
		for _, b := range w.contributing {
			pull := -score
			if o.class[b] == own {
				pull = 1 - score
			}
			c[b] = float64(p[b]*pull) / (score + leastScore)
		}
	} else {
		f, own := w.f, o.targets.Row(a)
		clear(f)
		for _, b := range w.contributing {
			spatial.AddTimes(f, p[b], o.targets.Row(int(b)))
		}
		for k, v := range f {
			d := v - own[k]
			loss += float64(d * d)
		}
		for _, b := range w.contributing {
			pull := 0.0
			for k, v := range o.targets.Row(int(b)) {
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
	o.addSquares(slope, x, c, pulls)
	return loss
}

// addSquares adds c_b (x_j - b_j)² to each sum, for some samples b, four at a time.
func (o *objective) addSquares(sums, x, c []float64, some []int32) {
	x = x[:len(sums)]
	for ; len(some) >= 4; some = some[4:] {
		b0, b1, b2, b3 := some[0], some[1], some[2], some[3]
		c0, c1, c2, c3 := c[b0], c[b1], c[b2], c[b3]
		r0, r1 := o.scaled.Row(int(b0))[:len(sums)], o.scaled.Row(int(b1))[:len(sums)]
		r2, r3 := o.scaled.Row(int(b2))[:len(sums)], o.scaled.Row(int(b3))[:len(sums)]
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
		row := o.scaled.Row(int(b))[:len(sums)]
		for j, v := range x {
			d := v - row[j]
			sums[j] += float64(c[b] * float64(d*d))
		}
	}
}
