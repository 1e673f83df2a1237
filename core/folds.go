package core

import (
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// foldCount is how many folds were asked for, or as many as usual.
//
//go:noinline
func foldCount(d Dataset, asked, usual int) (int, error) {
	if d.X.Rows < 2 {
		return 0, NewError(InvalidInput, "X has 1 row.", "Cross-validation needs at least two.")
	}
	if asked == 0 {
		asked = min(usual, d.X.Rows)
	}
	if asked < 2 || asked > d.X.Rows {
		return 0, badOption("folds", "folds is "+itoa(asked)+", there are "+count(d.X.Rows, "sample")+".", "Give at least 2, and at most the number of samples.")
	}
	return asked, nil
}

// checkClassSizes refuses a class with one sample: the model fitted without it can't know the class.
//
//go:noinline
func checkClassSizes(d Dataset) error {
	members := make(map[Label]int)
	for _, l := range d.Labels {
		members[l]++
	}
	for row, l := range d.Labels {
		if members[l] == 1 {
			return onlyOne(row, shownLabel(l))
		}
	}
	return nil
}

//go:noinline
func onlyOne(row int, class string) *Error {
	e := NewError(InvalidInput, "y["+itoa(row)+"] is the only sample of its class, "+class+", so a model fitted without it doesn't know the class.",
		"Omit the sample, or give more samples of the class.").At(row, -1)
	e.among = func(number []int) *Error { return onlyOne(number[row], class) }
	return e
}

func shownLabel(l Label) string {
	if l.Kind == TextLabel {
		return `"` + l.Text + `"`
	}
	return l.String()
}

//go:noinline
func rowsOfFolds(fold []int) [][]int {
	var rows [][]int
	for row, f := range fold {
		for f >= len(rows) {
			rows = append(rows, nil)
		}
		rows[f] = append(rows[f], row)
	}
	return rows
}

// foldPart is a data set of which some rows are held back.
type foldPart struct {
	held    []bool
	numbers []int
	others  Dataset // the others
	x       Matrix  // of those held back
}

//go:noinline
func partition(d Dataset, rows []int, split func(rest, held []int) (Dataset, Matrix, error)) (p foldPart, err error) {
	p.held = make([]bool, d.X.Rows)
	for _, row := range rows {
		p.held[row] = true
	}
	p.numbers = marked(negated(p.held))
	if split == nil {
		p.others, p.x = d.pick(p.numbers), d.X.pick(rows)
		return p, nil
	}
	p.others, p.x, err = split(p.numbers, rows)
	return p, InRows(err, p.numbers)
}

// folds assigns a fold to each sample, in the order of a seeded shuffle, class by class.
//
//go:noinline
func folds(d Dataset, folds int, seed uint64) []int {
	order := shuffled(d.X.Rows, seed)
	if d.Labels != nil {
		rank := indexOf(sortedClasses(d.Labels))
		sorting.SortNumbers(order, func(a, b int) int { return rank[d.Labels[a]] - rank[d.Labels[b]] })
	}
	fold := make([]int, d.X.Rows)
	for i, row := range order {
		fold[row] = i % folds
	}
	return fold
}

// shuffled is a permutation of 0 to n-1 by Fisher and Yates, from splitmix64
// (Steele, Lea, Flood 2014): the same on every platform and in every version.
func shuffled(n int, seed uint64) []int {
	order := sorting.Identity(n)
	for i := n - 1; i > 0; i-- {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		j, _ := bits.Mul64(z, uint64(i+1)) // uniform to within i/2^64
		order[i], order[j] = order[j], order[i]
	}
	return order
}
