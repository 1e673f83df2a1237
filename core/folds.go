package core

import (
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// deal gives each sample a fold, -1 for one that isn't answered.
//
//go:noinline
func (o CrossValidateOptions) deal(d Dataset, usual int) (fold []int, folds int, err error) {
	n := d.X.Rows
	if n < 2 {
		return nil, 0, NewError(InvalidInput, "X has 1 row.", "Cross-validation needs at least two.")
	}
	parts, noun := n, "sample"
	switch {
	case o.Groups != nil && o.Ordered:
		return nil, 0, badOption("ordered", "ordered and groups are both given.", "Omit one: folds in the order of time don't keep groups together.")
	case o.Groups != nil && len(o.Groups) != n:
		return nil, 0, badOption("groups", "groups has "+count(len(o.Groups), "entry")+", X has "+count(n, "row")+".", "Give the group of each row.")
	case o.Groups != nil:
		parts, noun = countDistinct(o.Groups), "group"
	case o.Ordered:
		parts--
	}
	if folds = o.Folds; folds == 0 {
		folds = min(usual, parts)
	}
	if folds > parts || folds < 2 && !(o.Ordered && folds == 1) {
		return nil, 0, badOption("folds", "folds is "+itoa(folds)+", there are "+count(parts, noun)+".", "Give at least 2, and at most the number of "+noun+"s.")
	}
	if o.Ordered {
		fold = make([]int, n)
		for i := range fold {
			fold[i] = i*(folds+1)/n - 1
		}
		return fold, folds, nil
	}
	if err := checkClassSizes(d, o.Groups); err != nil {
		return nil, 0, err
	}
	if o.Groups != nil {
		return groupFolds(d, o.Groups, folds, o.Seed), folds, nil
	}
	return shuffledFolds(d, folds, o.Seed), folds, nil
}

func countDistinct(list []int) int {
	known := make(map[int]bool)
	for _, v := range list {
		known[v] = true
	}
	return len(known)
}

// groupFolds deals whole groups: the largest first, equal ones in the order of a seeded shuffle, each into the fold that has
// least of its classes; of equals, into the one with the fewest samples.
//
//go:noinline
func groupFolds(d Dataset, groups []int, folds int, seed uint64) []int {
	classes := indexOf(sortedClasses(d.Labels))
	kinds := max(1, len(classes))
	number := make(map[int]int)
	var members [][]int
	for _, row := range shuffled(len(groups), seed) {
		g, known := number[groups[row]]
		if !known {
			g = len(members)
			number[groups[row]] = g
			members = append(members, nil)
		}
		members[g] = append(members[g], row)
	}
	order := sorting.Identity(len(members))
	sorting.SortNumbers(order, func(a, b int) int { return len(members[b]) - len(members[a]) })
	has, size := make([][]int, folds), make([]int, folds)
	for f := range has {
		has[f] = make([]int, kinds)
	}
	all := make([]int, kinds)
	kind := func(row int) int {
		if d.Labels == nil {
			return 0
		}
		return classes[d.Labels[row]]
	}
	for row := range groups {
		all[kind(row)]++
	}
	fold := make([]int, len(groups))
	for _, g := range order {
		best, least := 0, inf
		for f := range folds {
			share := 0.0
			for _, row := range members[g] {
				share += float64(has[f][kind(row)]) / float64(all[kind(row)])
			}
			if share < least || share == least && size[f] < size[best] {
				best, least = f, share
			}
		}
		for _, row := range members[g] {
			fold[row] = best
			has[best][kind(row)]++
		}
		size[best] += len(members[g])
	}
	return fold
}

// checkClassSizes refuses a class with one sample, or in one group: the model fitted without it can't know the class.
//
//go:noinline
func checkClassSizes(d Dataset, groups []int) error {
	const several = -1
	first := make(map[Label]int) // the row of its first sample, until there is another one
	for row, l := range d.Labels {
		if at, known := first[l]; !known {
			first[l] = row
		} else if at != several && (groups == nil || groups[at] != groups[row]) {
			first[l] = several
		}
	}
	for row, l := range d.Labels {
		if first[l] == row {
			return onlyOne(row, shownLabel(l), groups != nil)
		}
	}
	return nil
}

//go:noinline
func onlyOne(row int, class string, grouped bool) *Error {
	e := NewError(InvalidInput, "y["+itoa(row)+"] is the only sample of its class, "+class+", so a model fitted without it doesn't know the class.",
		"Omit the sample, or give more samples of the class.").At(row, -1)
	if grouped {
		e.Message = "All samples of the class " + class + " are in the group of row " + itoa(row) + ", so a model fitted without it doesn't know the class."
		e.Hint = "Omit the class, or give samples of it in other groups."
	}
	e.among = func(number []int) *Error { return onlyOne(number[row], class, grouped) }
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
		if f < 0 {
			continue
		}
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
	numbers []int   // of the others
	others  Dataset // the others
	x       Matrix  // of the rows
}

//go:noinline
func (o CrossValidateOptions) partition(d Dataset, rows []int) (p foldPart, err error) {
	p.held = make([]bool, d.X.Rows)
	for _, row := range rows {
		p.held[row] = true
	}
	for row := rows[0]; o.Ordered && row < len(p.held); row++ {
		p.held[row] = true
	}
	p.numbers = marked(negated(p.held))
	if o.Split == nil {
		p.others, p.x = d.pick(p.numbers), d.X.pick(rows)
		return p, nil
	}
	p.others, p.x, err = o.Split(p.numbers, rows)
	return p, InRows(err, p.numbers)
}

// shuffledFolds assigns a fold to each sample, in the order of a seeded shuffle, class by class.
//
//go:noinline
func shuffledFolds(d Dataset, folds int, seed uint64) []int {
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
