package wire

import (
	"math"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// The remedy for a cell that is no value. A hint names null only where it is taken.
func (c *rawColumn) accepted() string {
	text := "Give a number, a text or a boolean"
	if c.nulls {
		text += ", or null where it is missing"
	}
	if !c.query {
		text += "; or list the other columns in the option columns"
	}
	return text + "."
}

// sameKind is the remedy for a value of a query whose column was of another kind.
func (c *rawColumn) sameKind() string {
	if c.nulls {
		return "Give the same kind of value as in the fit, or null."
	}
	return "Give the same kind of value as in the fit."
}

// rawColumn is a column while it is read: as numbers (NaN for other values) and, from its
// first text on, also as texts.
type rawColumn struct {
	core.Column
	query, nulls bool // it is of a query; null is taken

	numbers int // numbers, booleans and dates
	dates   int
	parsed  int // texts of numbers
	blanks  int // texts that may stand for a missing value
	words   int // other texts
	days    int // those of them that are dates

	zeros, powers, surely int // texts of digits with a zero in front; of digits with an E; of numbers that nobody writes as a code
	code                  string

	number, date, word int    // the first row of each
	shown              string // the first word
}

// cell reads the value of a row. It is called row by row.
func (c *rawColumn) cell(v Value, row, column int) error {
	c.Numbers[row] = math.NaN()
	switch v.Kind() {
	case Missing, Null:
	case Boolean, Number, Date:
		f := 0.0
		if v.Kind() == Boolean {
			if v.True() {
				f = 1
			}
		} else if f = v.Real(); f != f {
			return nil
		}
		c.setNumber(row, f)
		if v.Kind() == Date {
			if c.dates == 0 {
				c.date = row
			}
			c.dates++
		}
		if c.numbers == 0 {
			c.number = row
		}
		c.numbers++
	case Text:
		if !v.WellFormed() {
			return InvalidInput(row, column, "X["+itoa(row)+"]."+visible(c.Name)+" is not well-formed Unicode text.", loneSurrogate)
		}
		c.makeTexts()
		text := v.Text()
		c.Texts[row], c.Missing[row] = text, false
		if isNumber(text) {
			if f := v.Real(); f-f == 0 {
				c.setNumber(row, f)
				c.parsed++
				c.lookAt(Trimmed(text))
				return nil
			}
		}
		if standsForMissing(text) {
			c.blanks++
			return nil
		}
		if days, ok := isoDays(text); ok {
			c.setNumber(row, days)
			c.days++
		}
		if c.words == 0 {
			c.word, c.shown = row, v.Shown()
		}
		c.words++
	case List, Packed:
		return c.wrong(row, column, v.Shown()+", no value for a table.", "Give one value. Several rows are an array with an object for each row, not an object of columns.")
	default:
		return c.wrong(row, column, v.Shown()+", no value for a table.", c.accepted())
	}
	return nil
}

// makeTexts allocates the texts; all are missing at first.
func (c *rawColumn) makeTexts() {
	if c.Texts != nil {
		return
	}
	c.Texts, c.Missing = make([]string, len(c.Numbers)), make([]bool, len(c.Numbers))
	for i := range c.Missing {
		c.Missing[i] = true
	}
}

//go:noinline
func (c *rawColumn) setNumber(row int, f float64) {
	if f == 0 {
		f = 0 // not -0, as in Reader.numbers
	}
	c.Numbers[row] = f
}

// lookAt sees whether a text of a number may be a code: 01067, 2E4.
func (c *rawColumn) lookAt(text string) {
	whole, power, powered := strings.Cut(strings.ToUpper(text), "E")
	switch {
	case !onlyDigits(whole) || powered && !onlyDigits(power):
		c.surely++
		return
	case powered:
		c.powers++
	case len(text) > 1 && text[0] == '0':
		c.zeros++
	default:
		return
	}
	if c.code == "" {
		c.code = text
	}
}

// dated says whether all texts are dates. They are days, like Dates.
func (c *rawColumn) dated() bool {
	return c.days > 0 && c.days == c.words && c.parsed == 0 && c.numbers == c.dates
}

// coded says whether texts of digits are kept as texts: some have a zero in front, or may be powers of ten, and none is
// written as nobody writes a code. readTable has the same rule.
func (c *rawColumn) coded() bool {
	return c.code != "" && c.surely == 0 && c.numbers == 0 && c.words == 0 && (c.powers > 0 || c.zeros > 0)
}

//go:noinline
func (c *rawColumn) wrong(row, column int, what, hint string) error {
	return InvalidInput(row, column, "X["+itoa(row)+"]."+visible(c.Name)+" is "+what, hint)
}

// settle decides whether a column of a fit is numbers or texts. A column whose texts are all numbers is numbers.
func (c *rawColumn) settle(rule core.MissingRule, column int, how *Reading) error {
	numbers := c.numbers + c.parsed
	hint, asText := "Correct it", "Give it as a text"
	if c.nulls {
		hint, asText = hint+", or give null where a value is missing", asText+", or null where a value is missing"
	} else {
		hint += "; or give null where a value is missing, and set the option missing to \"mean\""
	}
	hint += ". For a column of texts, put a letter before the numbers."
	if c.words > 0 && likeNumber(c.Texts[c.word]) {
		hint = plainNumbers
	} else if c.words > 0 && isBoolean(c.Texts[c.word]) {
		hint = "Give booleans as true and false or as 1 and 0, not as texts."
	}
	switch {
	case c.dated():
		c.Texts, c.Missing = nil, nil
	case c.coded():
		c.Numbers = nil
		if rule != core.MissingError {
			c.blank(nil)
		} else {
			c.blanks = 0
		}
		how.warn("Column " + visible(c.Name) + " has texts that may be codes, such as \"" + c.code + "\", and was kept as texts. If they are numbers, convert them.")
	case c.dates > 0 && c.dates < numbers:
		return c.wrong(c.date, column, "a Date, and other values of the column are numbers.", "Give Dates in every row, or days since 1970-01-01.")
	case c.words > 0 && numbers >= c.words && (c.numbers > 0 || numbers > c.words):
		return c.wrong(c.word, column, c.shown+", though "+itoa(numbers)+" of the column's "+itoa(numbers+c.words)+" values are numbers.",
			hint)
	case c.words > 0 && c.numbers > 0:
		return c.wrong(c.number, column, ftoa(c.Numbers[c.number])+", though "+itoa(c.words)+" of the column's "+itoa(numbers+c.words)+" values are texts.",
			asText+".")
	case numbers > 0 && c.words == 0:
		c.Texts, c.Missing = nil, nil
	case c.Texts != nil:
		c.Numbers = nil
		if rule == core.MissingError {
			c.blanks = 0
		} else {
			c.blank(nil)
		}
		c.texts(how)
	}
	if c.blanks > 0 {
		how.warn("Column " + visible(c.Name) + " has texts that stand for a missing value in " + rowsOf(c.blanks) + ", such as \"\" or \"NA\".")
	}
	return nil
}

// settleAs reads a column of a query with the kind that it had in the fit: numbers, or texts
// with these categories. A text that was a category in the fit doesn't stand for a missing value.
func (c *rawColumn) settleAs(categories []string, rule core.MissingRule, column int) error {
	if categories == nil {
		if c.words > 0 && !c.dated() {
			return c.wrong(c.word, column, c.shown+", but the fit has numbers there.", c.sameKind())
		}
		c.Texts, c.Missing = nil, nil
		return nil
	}
	if c.numbers > 0 {
		return c.wrong(c.number, column, ftoa(c.Numbers[c.number])+", but the fit has texts there.", c.sameKind())
	}
	c.makeTexts()
	c.Numbers = nil
	if rule != core.MissingError {
		c.blank(categories)
	}
	return nil
}

// Trimmed returns a text without the spaces that are allowed around a number.
func Trimmed(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// standsForMissing says whether a text may stand for a missing value.
func standsForMissing(s string) bool {
	switch Trimmed(s) {
	case "", "NA", "NaN", "null", "?":
		return true
	}
	return false
}

// isNumber says whether a text is a number in decimal notation: "12", "-0.5", ".5", "1e-3".
func isNumber(s string) bool {
	s = Trimmed(s)
	digits := 0
	dot, exponent := false, false
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && !dot && !exponent:
			dot = true
		case (c == 'e' || c == 'E') && !exponent && digits > 0:
			exponent, digits = true, 0
		case (c == '+' || c == '-') && (i == 0 || s[i-1]|0x20 == 'e'):
		default:
			return false
		}
	}
	return digits > 0
}

// blank marks texts that stand for a missing value as missing, except those among the categories.
func (c *rawColumn) blank(categories []string) {
	known := make(map[string]bool)
	for _, text := range categories {
		if standsForMissing(text) {
			known[text] = true
		}
	}
	for i, text := range c.Texts {
		if standsForMissing(text) && !known[text] {
			c.Texts[i], c.Missing[i] = "", true
		}
	}
}
