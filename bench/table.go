//go:build !js

package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// table is everything that was measured.
type table struct {
	platforms []platform
	limit     time.Duration
	workloads []string // in the order they were run, without the plain ones
	cells     map[[2]string]*cell
	plain     map[[2]string]*cell
}

// cell is one workload on one platform. The run may have ended at the limit with
// a part of the results.
type cell struct {
	result
	over bool
}

func newTable(platforms []platform, limit time.Duration) *table {
	return &table{platforms: platforms, limit: limit, cells: map[[2]string]*cell{}, plain: map[[2]string]*cell{}}
}

func isPlain(workload string) bool { return strings.HasSuffix(workload, " plain") }

func (t *table) add(workload, platform string, results []result, over bool) {
	c := &cell{over: over}
	for _, r := range results {
		c.result = r // the last line has all
	}
	if isPlain(workload) {
		t.plain[[2]string{strings.TrimSuffix(workload, " plain"), platform}] = c
		return
	}
	if len(t.workloads) == 0 || t.workloads[len(t.workloads)-1] != workload {
		t.workloads = append(t.workloads, workload)
	}
	t.cells[[2]string{workload, platform}] = c
}

func (t *table) at(workload, platform string) *cell { return t.cells[[2]string{workload, platform}] }

// text is a number of a cell, or why there is none.
func (t *table) text(c *cell, value func(*cell) float64) string {
	switch {
	case c == nil:
		return ""
	case c.Refused != "" && value(c) > 0:
		return "refused (" + short(value(c)) + ")"
	case c.Refused != "":
		return "refused"
	case value(c) > 0:
		return short(value(c))
	case c.over:
		return fmt.Sprintf("over %g s", t.limit.Seconds())
	}
	return "failed"
}

// first is the workload's result on the first platform that has one.
func (t *table) first(workload string) *cell {
	for _, p := range t.platforms {
		if c := t.at(workload, p.name); c != nil && c.Steps > 0 {
			return c
		}
	}
	return nil
}

func (t *table) markdown() string {
	var b strings.Builder
	t.writeMachine(&b)
	t.writeFits(&b)
	t.writeTables(&b)
	t.writePredictions(&b)
	t.writeGrowth(&b)
	t.writeDifferences(&b)
	return b.String()
}

func (t *table) writeMachine(b *strings.Builder) {
	fmt.Fprintf(b, "%s, %s/%s, %d processors", strings.Replace(runtime.Version(), "go", "Go ", 1), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, p := range t.platforms {
		if p.version != "" {
			fmt.Fprintf(b, ", %s %s", p.name, strings.TrimPrefix(p.version, "v"))
		}
	}
	b.WriteString(".\n")
}

func (t *table) writeFits(b *strings.Builder) {
	b.WriteString("\n## Fits\n\n" +
		"Milliseconds are the time of the fastest fit among those that begin within a second, or among three that begin within 25. The\n" +
		"peak is the maximum resident memory of the process up to the end of the first fit, data and Go runtime included; under\n" +
		"WebAssembly it is the size of the instance's memory. A term is one feature of one point against one node; terms are counted\n" +
		"with every point propagated once through the final network. The floor is the time of these terms in the engine's kernel with\n" +
		"all data in the cache, on the first platform. time / floor divides each platform's time by its own floor, the median of up to\n" +
		"five turns of both; plain / time is measured in the same way. Plain is the construction as the text states it, in the same\n" +
		"binary; it uses one processor.\n\n")
	writeHead(b, []string{"workload"}, each(t.platforms, " ms"), each(t.platforms, " MiB"),
		[]string{"layers", "neurons", "steps", "terms", "floor ms", "time / floor", "plain ms", "plain / time"})
	for _, w := range t.workloads {
		if in, _ := inTables(w); in {
			continue
		}
		row := []string{w}
		var ratios []string
		for _, p := range t.platforms {
			c := t.at(w, p.name)
			row = append(row, t.text(c, func(c *cell) float64 { return c.Milliseconds }))
			if c != nil && c.TimesFloor > 0 {
				ratios = append(ratios, short(c.TimesFloor))
			} else if t.first(w) != nil && t.first(w).FloorMilliseconds > 0 {
				ratios = append(ratios, "–")
			}
		}
		for _, p := range t.platforms {
			row = append(row, optional(t.at(w, p.name), mebibytes))
		}
		c := t.first(w)
		row = append(append(row, network(c)...), optional(c, func(c *cell) float64 { return c.Terms }),
			optional(c, func(c *cell) float64 { return c.FloorMilliseconds }), strings.Join(ratios, " · "))
		plain, times := t.againstPlain(w)
		writeRow(b, append(row, plain, times))
	}
}

func mebibytes(c *cell) float64 { return c.PeakBytes / (1 << 20) }

// network is its layers, neurons and steps.
func network(c *cell) []string {
	return []string{whole(c, func(c *cell) int { return c.Layers }), whole(c, func(c *cell) int { return c.Nodes }),
		whole(c, func(c *cell) int { return c.Steps })}
}

// againstPlain is the plain construction's time on each platform, and how many
// times the engine's that is.
func (t *table) againstPlain(workload string) (plain, times string) {
	var all, ratios []string
	for _, p := range t.platforms {
		c := t.plain[[2]string{workload, p.name}]
		if c == nil {
			continue
		}
		all = append(all, t.text(c, func(c *cell) float64 { return c.PlainMilliseconds }))
		ratios = append(ratios, t.text(c, func(c *cell) float64 { return c.TimesFit }))
	}
	return strings.Join(all, " · "), strings.Join(ratios, " · ")
}

// writePredictions lists the workloads that were asked something.
func (t *table) writePredictions(b *strings.Builder) {
	b.WriteString("\n## Predictions\n\nMicroseconds per query in batches of 10,000: among the samples, and at 10⁴ times their range.\n\n")
	writeHead(b, []string{"workload"}, each(t.platforms, " µs", "far"))
	for _, w := range t.workloads {
		row, asked := []string{w}, false
		for _, p := range t.platforms {
			c := t.at(w, p.name)
			asked = asked || c != nil && c.Queries > 0
			row = append(row, t.text(c, func(c *cell) float64 { return c.NearMicroseconds }), t.text(c, func(c *cell) float64 { return c.FarMicroseconds }))
		}
		if asked {
			writeRow(b, row)
		}
	}
}

func (t *table) writeGrowth(b *strings.Builder) {
	b.WriteString("\n## Growth\n\nThe exponent of the fit's time in the number of samples, by least squares on the logarithms. Up to a million\n" +
		"samples it is the median of three, each measured by turns with the smallest set.\n\n")
	writeHead(b, []string{"series", "samples"}, each(t.platforms, ""), []string{"aim"})
	for _, s := range series {
		row := []string{s.title, fmt.Sprintf("%d to %d", s.sizes[0], s.sizes[len(s.sizes)-1])}
		for _, p := range t.platforms {
			row = append(row, t.growth(s.format, s.sizes, p.name))
		}
		row = append(row, aimOf(s.aim))
		writeRow(b, row)
	}
}

// writeDifferences says where platforms built different networks, which must
// not happen: the bits are the same everywhere.
func (t *table) writeDifferences(b *strings.Builder) {
	for _, w := range t.workloads {
		reference := t.first(w)
		if reference == nil {
			continue
		}
		var all []*cell
		for _, p := range t.platforms {
			all = append(all, t.at(w, p.name), t.plain[[2]string{w, p.name}])
		}
		for _, c := range all {
			if c != nil && c.Steps > 0 && (c.Steps != reference.Steps || c.Layers != reference.Layers) {
				fmt.Fprintf(b, "\n**%s: %d layers in %d steps, and %d in %d.**\n", w, reference.Layers, reference.Steps, c.Layers, c.Steps)
			}
		}
	}
}

func writeRow(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// writeHead aligns all columns but the first to the right.
func writeHead(b *strings.Builder, parts ...[]string) {
	head := slices.Concat(parts...)
	writeRow(b, head)
	b.WriteString("| --- |" + strings.Repeat(" ---: |", len(head)-1) + "\n")
}

// each has a column for each platform, and more behind it.
func each(platforms []platform, what string, more ...string) (columns []string) {
	for _, p := range platforms {
		columns = append(append(columns, p.name+what), more...)
	}
	return columns
}

func optional(c *cell, value func(*cell) float64) string {
	if c == nil || value(c) == 0 {
		return ""
	}
	return short(value(c))
}

func whole(c *cell, value func(*cell) int) string {
	if c == nil || value(c) == 0 {
		return ""
	}
	return strconv.Itoa(value(c))
}

// short writes a number above 0 with three digits, or as a whole number.
func short(v float64) string {
	switch {
	case v >= 1e7:
		return fmt.Sprintf("%.2e", v)
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 0.001:
		return strconv.FormatFloat(v, 'f', max(0, 2-int(math.Floor(math.Log10(v)))), 64)
	}
	return fmt.Sprintf("%.1e", v)
}
