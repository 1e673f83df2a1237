package experiments

import (
	"math"
	"strconv"
	"strings"
)

// Section is what one experiment found, ready to be shown: by the page, or in
// print.
type Section struct {
	ID       string   `json:"id"`
	Says     []string `json:"says"` // findings, with the figures that were measured in them
	Tables   []Table  `json:"tables"`
	Pictures any      `json:"pictures,omitempty"` // what web/site/paper/figures.js draws
}

// Table is one of a section. The first cell of a row names the row.
type Table struct {
	ID      string   `json:"id"`
	Caption string   `json:"caption"`
	Head    []string `json:"head"`
	Rows    [][]Cell `json:"rows"`
	Beside  string   `json:"beside,omitempty"` // what a cell's second figure is; default: what it must be
	Notes   []string `json:"notes,omitempty"`
	Folded  bool     `json:"folded,omitempty"` // shown on demand
}

// Cell is a text, or a figure that was measured and is held against what it
// must be.
type Cell struct {
	Text    string  `json:"text"`
	Printed string  `json:"printed,omitempty"` // the figure that it stands beside: see Table.Beside
	Verdict Verdict `json:"verdict,omitempty"`
	Must    string  `json:"must,omitempty"` // of a mismatch: what it must be
}

type Verdict string

const (
	Same     Verdict = "same"     // it is what it must be
	Slip     Verdict = "slip"     // it is; but the paper prints another figure, and a note says why
	Mismatch Verdict = "mismatch" // it isn't
)

func plain(text string) Cell { return Cell{Text: text} }

// held compares a measured figure with a reference, written out to the digits
// that must agree, and with what the paper prints, if it prints it.
func held(got float64, want, printed string) Cell {
	c := Cell{Text: like(got, want), Printed: printed, Verdict: Same}
	units := 1.0 // print is rounded, sometimes twice
	if lastUnit(printed) == 1 {
		units = 0.5 // but not counts
	}
	switch {
	case !agrees(got, want, 0.5):
		c.Verdict, c.Must = Mismatch, want
	case printed != "" && !agrees(got, printed, units):
		c.Verdict = Slip
	}
	return c
}

// near compares with a reference that is known to many digits.
func near(got, want, tolerance float64) Cell {
	c := Cell{Text: short(got), Printed: short(want), Verdict: Same}
	if !(math.Abs(got-want) <= tolerance) {
		c.Verdict, c.Must = Mismatch, strconv.FormatFloat(want, 'g', -1, 64)
	}
	return c
}

// whole compares counts.
func whole(got, want int, printed string) Cell {
	return held(float64(got), strconv.Itoa(want), printed)
}

// claim is a statement that must hold here.
func claim(holds bool, text string) Cell {
	if holds {
		return Cell{Text: text, Verdict: Same}
	}
	return Cell{Text: text, Verdict: Mismatch}
}

// quoted is a figure of the paper that nothing here is measured for.
func quoted(printed string) Cell { return Cell{Text: "–", Printed: printed} }

// agrees says whether got is the printed figure to so many units of its last
// digit.
func agrees(got float64, printed string, units float64) bool {
	v, err := strconv.ParseFloat(printed, 64)
	if err != nil {
		return false
	}
	return math.Abs(got-v) <= units*lastUnit(printed)*(1+1e-9)
}

// lastUnit is the value of a decimal's last digit: 0.001 of 9.898, 1e-8 of
// 5.655e-5.
func lastUnit(printed string) float64 {
	mantissa, exponent, _ := strings.Cut(printed, "e")
	power, _ := strconv.Atoi(exponent)
	return math.Pow(10, float64(power-decimals(mantissa)))
}

func decimals(mantissa string) int {
	_, fraction, _ := strings.Cut(mantissa, ".")
	return len(fraction)
}

// like writes v in the form of a printed figure.
func like(v float64, printed string) string {
	mantissa, _, scientific := strings.Cut(printed, "e")
	if !scientific {
		return strconv.FormatFloat(v, 'f', decimals(mantissa), 64)
	}
	return tidy(strconv.FormatFloat(v, 'e', decimals(mantissa), 64))
}

// short writes four significant digits.
func short(v float64) string {
	if math.IsNaN(v) {
		return "none"
	}
	return tidy(strconv.FormatFloat(v, 'g', 4, 64))
}

// fixed writes so many decimals.
func fixed(v float64, places int) string { return strconv.FormatFloat(v, 'f', places, 64) }

// tidy writes exponents without leading zeros: 1e-5 for 1e-05.
func tidy(s string) string {
	mantissa, exponent, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	power, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(power)
}

// finite is v for JSON, which has no NaN.
func finite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}
