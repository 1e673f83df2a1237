//go:build !js

package main

import (
	"fmt"
	"slices"
	"strings"
)

// tables are the fits of many features, in the order of core's workloads, and what was aimed at: a fit's time by all
// pairs' at most, microseconds for a row that wasn't fitted at most. before is the former by preset xaia's engine when its
// fingerprints were dense in many features (none: it refused, or took minutes).
var tables = []struct {
	workload    string
	aim, before float64
	row         float64
	slow        bool // left out by -quick
}{
	{workload: "cube-500 xaia", before: 4.75},
	{workload: "cube-1000 xaia", before: 6.58},
	{workload: "cube-2000 xaia", before: 9.93},
	{workload: "cube-4000 xaia", before: 16},
	{workload: "cube-8000 xaia", aim: 1, before: 26.3},
	{workload: "cube-50000 xaia", aim: 0.5},
	{workload: "cube-100000 xaia", slow: true},
	{workload: "cube-50000 in 64 MiB"},
	{workload: "diamonds-12000 xaia", before: 0.916},
	{workload: "diamonds xaia", aim: 0.1, row: 100, slow: true, before: 0.94},
	{workload: "digits-20000 xaia", aim: 0.35},
	{workload: "digits-784-3000 xaia", before: 1.28},
	{workload: "digits-784 xaia", aim: 0.25, row: 5000, slow: true},
}

// inTables says whether a workload is one of the tables', and whether it is one of the slow ones.
func inTables(workload string) (in, slow bool) {
	for _, r := range tables {
		if r.workload == workload {
			return true, r.slow
		}
	}
	return false, false
}

// writeTables holds fits against all pairs, which Node has measured in the same process.
func (t *table) writeTables(b *strings.Builder) {
	var platforms []platform
	for _, p := range t.platforms {
		if p.name != oneProcessor {
			platforms = append(platforms, p)
		}
	}
	b.WriteString("\n## Tables\n\n" +
		"Fits of many features under preset xaia. cube: uniform. diamonds: npm's @observablehq/sample-datasets, prices, three texts of nine columns\n" +
		"encoded, equal rows by their mean. digits: made from testdata's by shifts, slants and noise, 64 and 784 features. All pairs is a plain double loop\n" +
		"over the rows with all features in JavaScript, by turns with the fit in the same process of Node. Where the loop takes more than some 4 s, it measures\n" +
		"every tenth row with all after it, times ten. Milliseconds are as above. fit / all pairs is the median of up to three turns in Node; other platforms\n" +
		"divide by Node's loop. Before is the time in Node when fingerprints were dense in many features. The aim for the peak is at most 1024 MiB under WebAssembly.\n\n")
	writeHead(b, []string{"workload"}, each(platforms, " ms"), []string{"all pairs ms"}, each(platforms, " / all pairs"), []string{"aim", "before"},
		each(platforms, " MiB"), []string{"layers", "neurons", "steps"})
	for _, r := range tables {
		if !slices.Contains(t.workloads, r.workload) {
			continue
		}
		row := []string{r.workload}
		var allPairs *cell
		for _, p := range platforms {
			c := t.at(r.workload, p.name)
			row = append(row, t.text(c, func(c *cell) float64 { return c.Milliseconds }))
			if c != nil && c.AllPairsMilliseconds > 0 {
				allPairs = c
			}
		}
		row = append(row, optional(allPairs, func(c *cell) float64 { return c.AllPairsMilliseconds }))
		for _, p := range platforms {
			row = append(row, optional(t.at(r.workload, p.name), func(c *cell) float64 {
				if c.TimesAllPairs > 0 || allPairs == nil || c.Refused != "" {
					return c.TimesAllPairs
				}
				return c.Milliseconds / allPairs.AllPairsMilliseconds
			}))
		}
		row = append(row, aimOf(r.aim), aimOf(r.before))
		for _, p := range platforms {
			row = append(row, optional(t.at(r.workload, p.name), mebibytes))
		}
		writeRow(b, append(row, network(t.first(r.workload))...))
	}
	for _, r := range tables {
		for _, p := range platforms {
			if c := t.at(r.workload, p.name); c != nil && c.Refused != "" {
				fmt.Fprintf(b, "\n%s, %s: %s\n", r.workload, p.name, c.Refused)
			}
		}
	}
	t.writeHeld(b, platforms)
}

// writeHeld lists what a row costs that the model wasn't fitted on.
func (t *table) writeHeld(b *strings.Builder, platforms []platform) {
	b.WriteString("\nMicroseconds per row, in a batch of 1000 rows that the model wasn't fitted on.\n\n")
	writeHead(b, []string{"workload"}, each(platforms, " µs"), []string{"aim in Node"})
	for _, r := range tables {
		if r.row == 0 || !slices.Contains(t.workloads, r.workload) {
			continue
		}
		row := []string{r.workload}
		for _, p := range platforms {
			row = append(row, t.text(t.at(r.workload, p.name), func(c *cell) float64 { return c.HeldMicroseconds }))
		}
		writeRow(b, append(row, aimOf(r.row)))
	}
}

// aimOf is an aim, where there is one.
func aimOf(v float64) string {
	if v == 0 {
		return ""
	}
	return short(v)
}
