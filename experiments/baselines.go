package experiments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/kdtree"
)

// The paper compares with methods of scikit-learn at their defaults. These are
// the same methods on gonum: what they answer to the queries.

// Linear is least squares with an intercept. Columns may be constant or depend
// on each other, so it takes the solution of least norm, as scikit-learn does.
func Linear(x [][]float64, y []float64, queries [][]float64) ([]float64, error) {
	c := centred(x, y)
	var svd mat.SVD
	if !svd.Factorize(c.x, mat.SVDThin) {
		return nil, errFactor
	}
	values := svd.Values(nil)
	rank := 0
	for _, v := range values {
		if v > values[0]*1e-12 {
			rank++
		}
	}
	var w mat.Dense
	svd.SolveTo(&w, c.y, rank)
	return c.answers(&w, queries), nil
}

// Ridge is least squares with the sum of the squared weights, the intercept's
// apart, as a penalty of weight 1.
func Ridge(x [][]float64, y []float64, queries [][]float64) ([]float64, error) {
	c := centred(x, y)
	_, n := c.x.Dims()
	var normal mat.SymDense
	normal.SymOuterK(1, c.x.T())
	for j := range n {
		normal.SetSym(j, j, normal.At(j, j)+1)
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(&normal) {
		return nil, errFactor
	}
	var right, w mat.Dense
	right.Mul(c.x.T(), c.y)
	if err := cholesky.SolveTo(&w, &right); err != nil {
		return nil, err
	}
	return c.answers(&w, queries), nil
}

type plainError string

func (e plainError) Error() string { return string(e) }

const errFactor = plainError("experiments: the matrix has no factorization")

// centring has the means taken off, so that the intercept is no weight.
type centring struct {
	x, y  *mat.Dense
	means []float64
	mean  float64
}

func centred(x [][]float64, y []float64) centring {
	n := len(x[0])
	c := centring{x: mat.NewDense(len(x), n, nil), y: mat.NewDense(len(x), 1, nil), means: make([]float64, n)}
	for i, row := range x {
		for j, v := range row {
			c.means[j] += v / float64(len(x))
		}
		c.mean += y[i] / float64(len(x))
	}
	for i, row := range x {
		for j, v := range row {
			c.x.Set(i, j, v-c.means[j])
		}
		c.y.Set(i, 0, y[i]-c.mean)
	}
	return c
}

func (c centring) answers(w *mat.Dense, queries [][]float64) []float64 {
	out := make([]float64, len(queries))
	for i, q := range queries {
		out[i] = c.mean
		for j, v := range q {
			out[i] += w.At(j, 0) * (v - c.means[j])
		}
	}
	return out
}

// Neighbours finds the nearest samples of each query, at most so many, the
// nearest first.
func Neighbours(x, queries [][]float64, count int) [][]int {
	points := make(samples, len(x))
	for i := range x {
		points[i] = sample{x[i], i}
	}
	tree := kdtree.New(points, false)
	out := make([][]int, len(queries))
	for i, q := range queries {
		keep := kdtree.NewNKeeper(count)
		tree.NearestSet(keep, sample{q, -1})
		slices.SortFunc(keep.Heap, func(a, b kdtree.ComparableDist) int {
			switch {
			case a.Comparable == nil:
				return 1
			case b.Comparable == nil:
				return -1
			case a.Dist != b.Dist:
				if a.Dist < b.Dist {
					return -1
				}
				return 1
			}
			return a.Comparable.(sample).row - b.Comparable.(sample).row
		})
		for _, found := range keep.Heap {
			if found.Comparable != nil {
				out[i] = append(out[i], found.Comparable.(sample).row)
			}
		}
	}
	return out
}

// BestKNN is the lowest RMSE of k-NN for k = 2 to 16, unweighted, and its k.
// That k is chosen on the very rows it is judged by, as in the paper.
func BestKNN(x [][]float64, y []float64, queries [][]float64, truth []float64) (rmse float64, k int) {
	near := Neighbours(x, queries, 16)
	rmse = math.Inf(1)
	for count := 2; count <= 16; count++ {
		answers := make([]float64, len(queries))
		for i, list := range near {
			for _, row := range list[:count] {
				answers[i] += y[row] / float64(count)
			}
		}
		if e := RMSE(answers, truth); e < rmse {
			rmse, k = e, count
		}
	}
	return rmse, k
}

// RMSE is what the paper prints as MSE.
func RMSE(answers, truth []float64) float64 {
	sum := 0.0
	for i, a := range answers {
		sum += (a - truth[i]) * (a - truth[i])
	}
	return math.Sqrt(sum / float64(len(answers)))
}

// sample is a row in gonum's k-d tree.
type sample struct {
	x   []float64
	row int
}

func (s sample) Compare(c kdtree.Comparable, d kdtree.Dim) float64 { return s.x[d] - c.(sample).x[d] }
func (s sample) Dims() int                                         { return len(s.x) }
func (s sample) Distance(c kdtree.Comparable) float64 {
	sum := 0.0
	for j, v := range c.(sample).x {
		sum += (s.x[j] - v) * (s.x[j] - v)
	}
	return sum
}

type samples []sample

func (s samples) Index(i int) kdtree.Comparable { return s[i] }
func (s samples) Len() int                      { return len(s) }
func (s samples) Slice(from, to int) kdtree.Interface {
	return s[from:to]
}
func (s samples) Pivot(d kdtree.Dim) int {
	return kdtree.Partition(along{s, d}, kdtree.MedianOfRandoms(along{s, d}, 50))
}

// along orders samples by one feature.
type along struct {
	samples
	dim kdtree.Dim
}

func (a along) Less(i, j int) bool { return a.samples[i].x[a.dim] < a.samples[j].x[a.dim] }
func (a along) Swap(i, j int)      { a.samples[i], a.samples[j] = a.samples[j], a.samples[i] }
func (a along) Slice(from, to int) kdtree.SortSlicer {
	return along{a.samples[from:to], a.dim}
}
