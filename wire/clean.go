package wire

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
)

// The option clean: what a first try with a real table needs, where a program had better be refused. Missing values become
// means, and where they go with y a feature, rows without y are omitted, rows with equal X and different y are merged, columns of ids
// and the rows' numbers are left out; each is a warning.

// isID says whether a column is names, free text or ids: whole numbers that are different in each row count as ids under the
// name of one. A network can't learn from it.
func (c *rawColumn) isID() bool {
	if c.dated() {
		return false
	}
	if c.words > 0 || c.coded() {
		missing := slices.Clone(c.Missing)
		for i, text := range c.Texts {
			missing[i] = missing[i] || standsForMissing(text)
		}
		// A text among numbers is a mistake, which settle refuses.
		return c.numbers == 0 && (c.parsed <= c.words || c.coded() || IDName(c.Name)) && OnlyNames(c.Texts, missing)
	}
	return len(c.Numbers) >= 10 && IDName(c.Name) && differentWhole(c.Numbers)
}

// differentWhole says whether numbers are whole, and different in each row.
func differentWhole(numbers []float64) bool {
	seen := make(map[float64]bool)
	for _, f := range numbers {
		if f != math.Trunc(f) || seen[f] {
			return false
		}
		seen[f] = true
	}
	return true
}

// OnlyNames says whether texts are nearly all different: names, ids or free text. web/package/table/ids.js has the same rule.
func OnlyNames(texts []string, missing []bool) bool {
	seen := make(map[string]bool)
	rows, letters := 0, 0
	for i, text := range texts {
		if missing[i] {
			continue
		}
		rows++
		if !seen[text] {
			seen[text] = true
			letters += utf8.RuneCountInString(text)
		}
	}
	n := len(seen)
	return rows >= 10 && 10*n >= 9*rows || n > 1 && 2*n > rows && (n > 100 || letters > 40*n)
}

// idNames end the names of ids, and numbering are names that programs give to the numbers of a table's rows, in lower case and
// without what separates words. perhaps are names that they give as well, and people give to other things.
// web/package/table/ids.js has the same lists.
var (
	idNames   = [...]string{"id", "uuid", "index", "key", "row", "nr", "no"}
	numbering = [...]string{"", "index", "row", "rownames", "rowname", "rownumber", "rownum", "rn", "indexlevel0", "level0"}
	perhaps   = [...]string{"x", "v1", "c0", "field1", "column1"}
	besides   = [...]string{"y", "z", "x1", "x2", "v2", "c1", "field2", "column2"}
)

// IDName says whether a column of different whole numbers is one of ids, by its name.
func IDName(name string) bool {
	lower := strings.ToLower(name)
	if lower == "#" || lower == "column 1" || strings.HasPrefix(lower, "unnamed") {
		return true
	}
	for _, id := range idNames {
		if rest, is := strings.CutSuffix(lower, id); is && (rest == "" || rest[len(rest)-1] < 'a' || rest[len(rest)-1] > 'z') {
			return true
		}
	}
	return false
}

// NumbersRows says whether a column has the numbers of the rows, as pandas and R write them into files. Under a name that says
// so they may be those of a part: whole numbers from 0 on, each once, up to twice as many as there are rows. Otherwise they
// count from 0 or 1.
func NumbersRows(names []string, column int, numbers []float64) bool {
	n, rising, counting := len(numbers), true, true
	for i, f := range numbers {
		if !(f >= 0 && f <= float64(2*n)) {
			return false
		}
		rising = rising && (i == 0 || f > numbers[i-1])
		counting = counting && f == numbers[0]+float64(i) && numbers[0] < 2
	}
	name := bare(names[column])
	switch {
	case n < 5 || n < 10 && !rising || !differentWhole(numbers):
		return false
	case slices.Contains(numbering[:], name), strings.HasPrefix(name, "unnamed"), strings.HasPrefix(names[column], "...") && isNumber(name):
		return true
	}
	return column == 0 && counting && slices.Contains(perhaps[:], name) &&
		!slices.ContainsFunc(names, func(other string) bool { return slices.Contains(besides[:], bare(other)) })
}

// bare is a name in lower case, without what separates words.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ._-", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
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

// toldMeans warns about the missing values that become means, and about those that are a feature.
func toldMeans(columns []core.Column, table *core.Encoding, how *Reading) {
	n := 0
	for j, c := range columns {
		gaps := 0
		for i := range c.Rows() {
			if c.Texts == nil && math.IsNaN(c.Numbers[i]) || c.Missing != nil && c.Missing[i] {
				gaps++
			}
		}
		if table.Columns[j].Gap {
			how.warn(columnName(columns, j) + " is missing in " + rowsOf(gaps) + ", whose outcomes differ: that it is became a feature.")
		} else {
			n += gaps
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
