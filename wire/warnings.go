package wire

import (
	"math"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// The warnings of a fit: samples that can be fitted, but probably don't mean what the caller wants. Each warning names the
// column and the remedy. Ordinary tables give none. Together they cost O(rows · columns).

//go:noinline
func (w *Reading) warn(text string) { w.Warnings = append(w.Warnings, text) }

// inspect warns about samples that have been read. columns is the table before encoding; both are
// nil if X was numbers.
func (w *Reading) inspect(d core.Dataset, table *core.Encoding, columns []core.Column, o *FitOptions) {
	if max(len(d.Labels), d.Values.Rows) != d.X.Rows {
		return // the fit refuses this
	}
	w.codes(d.Values, o)
	w.alone(d, columns)
	if o.squeezes() {
		w.squeezed(d.X, table, columns)
	}
}

func columnName(columns []core.Column, j int) string {
	if columns == nil || columns[j].Name == "" {
		return "Column " + itoa(j) + " of X"
	}
	return "Column " + visible(columns[j].Name)
}

// codes warns about outcomes that look like the numbers of classes: at most three different whole numbers, or 0, 1, 2, …
// up to 9, each of them often.
func (w *Reading) codes(y core.Matrix, o *FitOptions) {
	if y.Columns != 1 || o.Numbers {
		return
	}
	times := make(map[core.Label]int)
	for _, f := range y.Data {
		if times[core.Integer(int64(f))]++; f != math.Trunc(f) || math.Abs(f) > 1e9 || len(times) > 10 {
			return
		}
	}
	k := len(times)
	if k < 2 || len(y.Data) < 5*k {
		return
	}
	if k > 3 {
		for f := range k {
			if 4*k*times[core.Integer(int64(f))] < len(y.Data) {
				return
			}
		}
	}
	w.warn("y has only " + itoa(k) + " different whole numbers in " + rowsOf(len(y.Data)) +
		", and was fitted as numbers. If they stand for classes, set classes to true; if not, set it to false.")
}

// alone warns about a column that tells the outcome by itself: the outcome in other units, or a value for each outcome.
func (w *Reading) alone(d core.Dataset, columns []core.Column) {
	n := len(columns)
	if columns == nil {
		n = d.X.Columns
	}
	if n < 2 || d.X.Rows < 20 || d.Values.Columns > 1 {
		return
	}
	for j := range n {
		number := func(i int) float64 { return d.X.Row(i)[j] }
		value := func(i int) core.Label { return core.Integer(int64(math.Float64bits(number(i)))) }
		if columns != nil {
			c := columns[j]
			number = func(i int) float64 { return c.Numbers[i] }
			if c.Texts != nil {
				value = func(i int) core.Label { return core.Text(c.Texts[i]) }
			}
			if slices.Contains(c.Missing, true) {
				continue
			}
		}
		linear := d.Labels == nil && (columns == nil || columns[j].Texts == nil) && inUnits(d.Values.Data, number)
		if linear || oneToOne(d, value) {
			w.warn(columnName(columns, j) + " tells y by itself: each of its values goes with one outcome. Omit it if it isn't known before the outcome is.")
		}
	}
}

// inUnits says whether y is x in other units: b + a·x. It ends at the first row that isn't.
func inUnits(y []float64, x func(i int) float64) bool {
	second := 1
	for second < len(y) && x(second) == x(0) {
		second++
	}
	if second == len(y) || y[second] == y[0] {
		return false
	}
	a := (y[second] - y[0]) / (x(second) - x(0))
	for i, f := range y {
		if !(math.Abs(y[0]+a*(x(i)-x(0))-f) <= 1e-9*(math.Abs(f)+math.Abs(y[0]))) { // also where x is missing
			return false
		}
	}
	return true
}

// oneToOne says whether few values go with few outcomes, one with one, each of them often.
func oneToOne(d core.Dataset, value func(i int) core.Label) bool {
	const most = 50
	there, back, times := make(map[core.Label]core.Label), make(map[core.Label]core.Label), make(map[core.Label]int)
	for i := range d.X.Rows {
		var y core.Label
		if d.Labels != nil {
			y = d.Labels[i]
		} else {
			y = core.Integer(int64(math.Float64bits(d.Values.Data[i])))
		}
		x := value(i)
		known, seen := there[x]
		other, met := back[y]
		if seen != met || seen && (known != y || other != x) || len(there) > most {
			return false
		}
		there[x], back[y] = y, x
		times[x]++
	}
	for _, n := range times {
		if n < 5 {
			return false
		}
	}
	return len(times) > 1
}

// squeezes says whether the fit's scaling makes the rest of a column narrow if one value is far away.
func (o *FitOptions) squeezes() bool {
	scale := of(o, o.SQANN.Scale, o.TNN.Scale)
	return scale == core.ScaleMinMax || scale == core.ScaleStandard || scale == core.ScalePreset && !o.IsTNN && o.SQANN.Preset == core.XAIA
}

// end is the outermost value at one end of a column, and the next one.
type end struct {
	first, second float64
	row, times    int
}

func (e *end) see(f float64, row int) {
	switch {
	case row == 0:
		*e = end{f, f, 0, 1}
	case f > e.first:
		*e = end{f, e.first, row, 1}
	case f == e.first:
		e.times++
	case f > e.second || e.second == e.first:
		e.second = f
	}
}

// squeezed warns about a value so far from all others that scaling leaves them a hundredth of the column.
func (w *Reading) squeezed(x core.Matrix, table *core.Encoding, columns []core.Column) {
	if x.Columns < 2 || x.Rows < 10 {
		return
	}
	ends := make([][2]end, x.Columns) // the highest values, and the lowest ones, negated
	for i := range x.Rows {
		for j, f := range x.Row(i) {
			ends[j][0].see(f, i)
			ends[j][1].see(-f, i)
		}
	}
	owner := columnsOf(table, x.Columns)
	for j := range ends {
		if owner[j] < 0 {
			continue
		}
		for side, outer := range ends[j] {
			rest := outer.second + ends[j][1-side].first
			if !(outer.first+ends[j][1-side].first > 100*rest) || rest <= 0 || outer.times > max(1, x.Rows/50) {
				continue
			}
			value, row := outer.first, outer.row
			if side == 1 {
				value = -value
			}
			if w.Dropped != nil {
				row = missingFrom(w.Dropped, x.Rows+len(w.Dropped))[row]
			}
			w.warn(columnName(columns, owner[j]) + " has " + ftoa(value) + " in row " + itoa(row) + ", more than 100 times as far away as the other values are from each other. " +
				"Scaling makes these nearly equal. Correct the value, give null with the option missing, or take the column's logarithm.")
		}
	}
}

// columnsOf returns the column of each feature, and -1 for those of texts and gaps: they are 0 and 1, and the mean where a text is missing.
func columnsOf(table *core.Encoding, features int) []int {
	list := make([]int, 0, features)
	if table == nil {
		for j := range features {
			list = append(list, j)
		}
		return list
	}
	for j, c := range table.Columns {
		for i := range c.Width() {
			if i > 0 || c.Categories != nil {
				list = append(list, -1)
			} else {
				list = append(list, j)
			}
		}
	}
	return list
}

// texts warns about a column of texts that are meant as numbers or as booleans, or that say nothing about new rows: at least
// ten different texts, and on average fewer than three rows for each.
func (c *rawColumn) texts(how *Reading) {
	seen, present, numbers, first := make(map[string]bool), 0, 0, ""
	booleans := true
	for i, text := range c.Texts {
		if c.Missing[i] {
			continue
		}
		seen[text] = true
		present++
		if likeNumber(text) {
			if numbers++; first == "" && !isNumber(text) {
				first = text
			}
		}
		booleans = booleans && isBoolean(text)
	}
	name, n := "Column "+visible(c.Name), len(seen)
	switch {
	case first != "" && 10*numbers >= 9*present:
		how.warn(name + " has texts that look like numbers, such as \"" + first + "\", and each text becomes a feature. " +
			plainNumbers)
	case booleans && n == 2:
		how.warn(name + " has the texts \"true\" and \"false\", which become two features. Give booleans, which become one.")
	case n >= 10 && present < 3*n:
		how.wide = name + " has " + itoa(n) + " different texts in " + rowsOf(present) +
			", and each text becomes a feature. Ids and free text say nothing about new rows. Omit the column with the option columns."
		how.warn(how.wide)
	}
}

const plainNumbers = "Convert them to numbers: no signs of currency or percent, no thousands separators, a point before decimals."

func isBoolean(text string) bool {
	switch text { // without EqualFold, which brings Unicode's tables
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return true
	}
	return false
}

// labels warns about labels that may be meant as numbers.
func (w *Reading) labels(labels []core.Label) {
	seen := make(map[core.Label]bool)
	for _, l := range labels {
		if l.Kind != core.TextLabel || !likeNumber(l.Text) {
			return
		}
		seen[l] = true
	}
	if len(seen) > 10 {
		w.warn("y has " + itoa(len(seen)) + " different numbers as texts, and each is a class. For a regression, convert them to numbers.")
	}
}

// likeNumber says whether a text is a number, perhaps written for people: "1,200.50", "1.200,50", "45%", "$5.00", "-3 €".
func likeNumber(s string) bool {
	s = Trimmed(s)
	for range 2 { // the sign of a number can stand before that of the currency
		s = strings.TrimPrefix(s, "-")
		for _, sign := range [...]string{"$", "€", "£", "¥", "%"} {
			s = Trimmed(strings.TrimSuffix(strings.TrimPrefix(s, sign), sign))
		}
	}
	if !strings.Contains(s, ",") {
		return isNumber(s)
	}
	group, point := ",", "."
	if at := strings.LastIndex(s, ","); at == strings.Index(s, ",") && at > strings.LastIndex(s, ".") {
		group, point = point, group
	}
	whole, fraction, _ := strings.Cut(s, point)
	for i, digits := range strings.Split(whole, group) {
		if !onlyDigits(digits) || i > 0 && len(digits) != 3 {
			return false
		}
	}
	return onlyDigits(fraction) || fraction == ""
}

func onlyDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

const (
	byteOrderMark = "\ufeff"
	markHint      = "The names differ by an invisible byte order mark (U+FEFF). Remove it from the start of the file's text, before the fit too."
)

func unmarked(name string) string { return strings.TrimPrefix(name, byteOrderMark) }

// visible shows a name's byte order mark, which is invisible otherwise.
func visible(name string) string {
	if rest, marked := strings.CutPrefix(name, byteOrderMark); marked {
		return `\ufeff` + rest
	}
	return name
}

// marked warns about a first column whose name begins with the byte order mark of the file that it comes from.
func (w *Reading) marked(name string) {
	if rest, marked := strings.CutPrefix(name, byteOrderMark); marked {
		w.warn("The name of column " + rest + " begins with an invisible byte order mark (U+FEFF), which queries would have to repeat. Remove the mark from the start of the file's text.")
	}
}
