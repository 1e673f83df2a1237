package core

import "math"

// ScaleKind is how features are brought to a common unit before distances are
// taken.
type ScaleKind uint8

const (
	ScalePreset ScaleKind = iota // the preset's choice: MinMax for XAIA, None for the others and for a TNN
	ScaleNone
	ScaleMinMax   // (x-min)/(max-min)
	ScaleStandard // (x-mean)/standard deviation, of the population
)

// scaler maps a row into the space in which the network measures distances. A
// constant feature is shifted and not divided, so that a new value in it still
// counts.
type scaler struct {
	kind          ScaleKind
	shift, divide []float64
	relevance     []float64 // that a scaled feature is multiplied by; nil for 1
}

// fitScaler measures every row of x, duplicates included. O(N n).
func fitScaler(kind ScaleKind, x Matrix) scaler {
	s := scaler{kind: kind}
	if kind == ScaleNone {
		return s
	}
	s.shift, s.divide = make([]float64, x.Columns), make([]float64, x.Columns)
	n := float64(x.Rows)
	for j := range s.shift {
		low, high, sum := x.Data[j], x.Data[j], 0.0
		for i := j; i < len(x.Data); i += x.Columns {
			low, high = math.Min(low, x.Data[i]), math.Max(high, x.Data[i])
			sum += x.Data[i]
		}
		s.shift[j], s.divide[j] = low, high-low
		if kind == ScaleStandard {
			mean, squares := sum/n, 0.0
			for i := j; i < len(x.Data); i += x.Columns {
				d := x.Data[i] - mean
				squares += float64(d * d)
			}
			s.shift[j], s.divide[j] = mean, math.Sqrt(squares/n)
		}
		if low == high || s.divide[j] == 0 {
			s.shift[j], s.divide[j] = low, 1
		}
	}
	return s
}

// apply writes the scaled row x to dst; they may be the same slice. What scaling takes beyond the limit of inputs stays at
// the limit.
func (s *scaler) apply(dst, x []float64) {
	if s.kind == ScaleNone {
		copy(dst, x)
	} else {
		for j, v := range x {
			dst[j] = (v - s.shift[j]) / s.divide[j]
		}
	}
	for j, v := range s.relevance {
		dst[j] *= v
	}
	for j, v := range dst {
		if !usable(v) {
			dst[j] = math.Copysign(largestNumber, v)
		}
	}
}
