//go:build !js

package main

import (
	"math"
	"regexp"
	"time"
)

// isDay is what the engine may take as a day or a moment.
var isDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)

// dates makes days since 1970-01-01 of a column whose cells are all dates as ISO 8601 writes them, which can be read in one
// way; readTable has the same numbers. nil where a cell is something else.
func (t *table) dates(k int) *column {
	c := &column{name: t.names[k], numbers: make([]float64, len(t.rows)), missing: make([]bool, len(t.rows)), dated: true}
	found := false
	for i, row := range t.rows {
		if c.missing[i] = gap.MatchString(row[k]) || gapAmongNumbers.MatchString(row[k]); c.missing[i] {
			c.numbers[i] = math.NaN()
			continue
		}
		day, err := time.Parse(time.DateOnly, row[k])
		if err != nil {
			return nil
		}
		c.numbers[i], found = float64(day.Unix()/(24*60*60)), true
	}
	if !found {
		return nil
	}
	return c
}
