//go:build !js

package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// check says what is in a model file, and whether it holds: the checksum is right, and each sample is answered by its own neuron.
func (c *command) check(args []string) error {
	asJSON := c.Bool("json", false, "the description that JavaScript's model has, with its layers")
	c.saved()
	if err := c.read(args, "MODEL [options]", 1, 1); err != nil {
		return err
	}
	m, err := c.load(c.words[0])
	if err != nil {
		return err
	}
	if err := m.RecognisesItself(math.MaxInt32, nil); err != nil {
		return fmt.Errorf("%s: %w", c.words[0], err)
	}
	if *asJSON {
		var w jsontext.Writer
		w.Object()
		(&wire.Kept{Model: m}).Describe(&w, 0, true)
		w.End()
		return c.save(append(w.Bytes(), '\n'))
	}
	var out bytes.Buffer
	parts := m.Parts()
	if len(parts) > 1 {
		fmt.Fprintf(&out, "An ensemble of %d models.\n", len(parts))
	}
	for _, part := range parts {
		describe(&out, part)
	}
	if m.Unchecked {
		out.WriteString("It has no checksum: it may have been changed.\n")
	} else {
		out.WriteString("Its checksum is right.\n")
	}
	return c.save(out.Bytes())
}

// describe says in words what a model is, and that it holds.
func describe(out *bytes.Buffer, m *wire.Model) {
	kind, layers := "A TNN", ""
	s := m.SQANN()
	if s != nil {
		kind, layers = "An SQANN", " in "+plural(len(s.Layers()), "layer")
	}
	what := plural(m.OutputCount(), "number")
	if classes := m.Classes(); classes != nil {
		what = fmt.Sprintf("%d classes (%s)", len(classes), labels(classes))
	}
	fmt.Fprintf(out, "%s of %s%s for %s.\n", kind, plural(m.SampleCount(), "sample"), layers, what)
	if m.Table == nil || m.Table.Columns[0].Name == "" {
		fmt.Fprintf(out, "Columns: %d, without names.\n", columnsOf(m))
	} else {
		var columns []string
		for _, column := range m.Table.Columns {
			name := wire.Harmless(column.Name)
			if column.Categories != nil {
				name += " (" + plural(len(column.Categories), "text") + ")"
			}
			columns = append(columns, name)
		}
		fmt.Fprintf(out, "Columns: %s.\n", strings.Join(columns, ", "))
	}
	if c := m.Calibration; c != nil {
		counts := c.Counts()
		more := ""
		if c.Lopsided {
			more += "; lopsided"
		}
		if c.Adapt != nil {
			more += "; adapting"
		}
		fmt.Fprintf(out, "Calibrated with %d folds: %d strong, %d moderate, %d weak%s.\n", c.Folds, counts[core.Strong], counts[core.Moderate], counts[core.Weak], more)
	}
	if s == nil || m.Published() {
		return
	}
	off := m.Report().MaxFittingError
	if off == 0 {
		out.WriteString("Each sample is answered by its own neuron, exactly.\n")
	} else {
		fmt.Fprintf(out, "Each sample has its own neuron; answers to samples are off by %s at most.\n", short(off))
	}
}

// labels are the first of some classes.
func labels(classes []core.Label) string {
	var names []string
	for _, label := range classes[:min(5, len(classes))] {
		names = append(names, wire.Harmless(label.String()))
	}
	if more := len(classes) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
