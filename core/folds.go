package core

import "github.com/xaia-go/xaia/core/internal/folds"

// deal gives each sample a fold, -1 for one that isn't answered.
//
//go:noinline
func (o CrossValidateOptions) deal(d Dataset, usual int) (fold []int, err error) {
	n := d.X.Rows
	if n < 2 {
		return nil, NewError(InvalidInput, "X has 1 row.", "Cross-validation needs at least two.")
	}
	parts, noun := n, "sample"
	switch {
	case o.Groups != nil && o.Ordered:
		return nil, badOption("ordered", "ordered and groups are both given.", "Omit one: folds in the order of time don't keep groups together.")
	case o.Groups != nil && len(o.Groups) != n:
		return nil, badOption("groups", "groups has "+count(len(o.Groups), "entry")+", X has "+count(n, "row")+".", "Give the group of each row.")
	case o.Groups != nil:
		parts, noun = folds.Distinct(o.Groups), "group"
	case o.Ordered:
		parts--
	}
	number := o.Folds
	if number == 0 {
		number = min(usual, parts)
	}
	if number > parts || number < 2 && !(o.Ordered && number == 1) {
		return nil, badOption("folds", "folds is "+itoa(number)+", there are "+count(parts, noun)+".", "Give at least 2, and at most the number of "+noun+"s.")
	}
	if o.Ordered {
		fold = make([]int, n)
		for i := range fold {
			fold[i] = i*(number+1)/n - 1
		}
		return fold, nil
	}
	if err := checkClassSizes(d, o.Groups); err != nil {
		return nil, err
	}
	if o.Groups != nil {
		return folds.Grouped(o.Groups, d.classNumbers(), number, o.Seed), nil
	}
	return folds.Shuffled(d.classNumbers(), number, o.Seed), nil
}

// classNumbers has the class of each sample, in the classes' order; 0 for numbers.
func (d Dataset) classNumbers() []int {
	list, index := make([]int, d.X.Rows), indexOf(classesOf(d))
	for row, l := range d.Labels {
		list[row] = index[l]
	}
	return list
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
		p.others, p.x = d.Pick(p.numbers), d.X.pick(rows)
		return p, nil
	}
	p.others, p.x, err = o.Split(p.numbers, rows)
	return p, InRows(err, p.numbers)
}
