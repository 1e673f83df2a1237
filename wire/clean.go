package wire

import (
	"math"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// The option clean: what a first try with a real table needs, where a program had better be refused. Missing values become
// means, rows without y are omitted, rows with equal X and different y are merged, columns of ids are left out; each is a
// warning.

// isID says whether a column has ten different texts or more, one a row; or whole numbers, with the name of an id. A network
// can't learn from it.
func (c *rawColumn) isID() bool {
	n := c.Rows()
	if n < 10 {
		return false
	}
	if c.words > 0 {
		seen := make(map[string]bool)
		for i, text := range c.Texts {
			if c.Missing[i] || seen[text] {
				return false
			}
			seen[text] = true
		}
		return c.blanks == 0
	}
	name := strings.ToLower(c.Name)
	switch name[1+strings.LastIndexAny(name, "_ -."):] {
	case "id", "uuid", "key", "index", "row", "nr", "no":
	default:
		return false
	}
	seen := make(map[float64]bool)
	for _, f := range c.Numbers {
		if f != math.Trunc(f) || seen[f] {
			return false
		}
		seen[f] = true
	}
	return true
}

// leaveUnknown omits the rows without y.
func leaveUnknown(d core.Dataset, columns []core.Column, how *Reading) (core.Dataset, []core.Column) {
	gone, n := withoutTarget(d)
	if n == 0 {
		return d, columns
	}
	how.warn("Omitted because y is missing: " + rowsOf(n) + ".")
	kept := make([]int, 0, len(gone)-n)
	for row, is := range gone {
		if !is {
			kept = append(kept, row)
		}
	}
	how.Dropped = missingFrom(kept, len(gone))
	return d.Pick(kept), core.PickRows(columns, kept)
}

// toldMeans warns about the missing values that become means.
func toldMeans(columns []core.Column, how *Reading) {
	n := 0
	for _, c := range columns {
		for i := range c.Rows() {
			if c.Texts == nil && math.IsNaN(c.Numbers[i]) || c.Missing != nil && c.Missing[i] {
				n++
			}
		}
	}
	if n == 1 {
		how.warn("1 missing value became its column's mean.")
	} else if n > 1 {
		how.warn(itoa(n) + " missing values became their column's mean.")
	}
}

// mergeDuplicates has rows with equal X and different y merged, where nothing else was asked for.
func (o *FitOptions) mergeDuplicates(labels bool) {
	if o.SQANN.Duplicates != core.DuplicatesError || o.TNN.Duplicates != core.DuplicatesError {
		return
	}
	o.SQANN.Duplicates = core.DuplicatesMean
	if labels {
		o.SQANN.Duplicates = core.DuplicatesMajority
	}
	o.TNN.Duplicates = o.SQANN.Duplicates
}
