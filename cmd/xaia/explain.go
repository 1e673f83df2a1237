package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// explanation is what explain prints of the engine's.
type explanation struct {
	Value       any
	Status      string
	Recognition string
	Familiarity float64
	Neurons     []struct {
		Alpha   any
		Weight  float64
		Samples []int
		Names   []string
	}
	Unseen []struct{ Column, Text string }
	Gaps   []struct {
		Column any
		Share  float64
	}
	Corrections []struct{ Column, Value any }
	Limit       any
}

func (c *command) explain(args []string) error {
	asJSON := c.Bool("json", false, "the explanations as in JavaScript, one in each line")
	most := c.Int("most", 5, "so many neurons of a row are shown, the strongest")
	others := c.Bool("others", false, "of a row that is one of the samples, as the other samples answer; it takes a second for 20,000 of them, each row")
	c.saved()
	c.tables()
	if err := c.read(args, "MODEL TABLE [options]", 2, 2); err != nil {
		return err
	}
	m, t, x, given, err := c.asked()
	if err != nil {
		return err
	}
	how := wire.NewExplaining(m, false)
	if *others && m.SQANN() == nil {
		_, err := how.Without(core.Control{}, nil)
		return fmt.Errorf("%s: %w", c.words[0], err)
	}
	var text bytes.Buffer
	for i := range x.Rows {
		by := how
		if *others {
			if by, err = byOthers(how, m, x.Row(i)); err != nil {
				return t.placed(err, nil)
			}
		}
		var w jsontext.Writer
		if err := by.Write(&w, x.Row(i), given, i); err != nil {
			return t.placed(err, nil)
		}
		if *asJSON {
			text.Write(append(w.Bytes(), '\n'))
			continue
		}
		var e explanation
		if err := json.Unmarshal(w.Bytes(), &e); err != nil {
			return err
		}
		e.print(&text, t, i, *most)
	}
	return c.save(text.Bytes())
}

// byOthers leaves the samples out that a row is.
func byOthers(how *wire.Explaining, m *wire.Model, x []float64) (*wire.Explaining, error) {
	e, err := core.NewExplainer(m.Network()).Explain(x)
	if err != nil || len(e.Neurons) == 0 || e.Neurons[0].Distance > 0 {
		return how, err
	}
	return how.Without(core.Control{}, e.Neurons[0].Samples)
}

// print writes what a row of a table came from.
func (e *explanation) print(text *bytes.Buffer, t *table, row, most int) {
	called := func(column any) string {
		if k, is := column.(float64); is { // the model's columns have no names, and are the table's in their order
			column = t.names[int(k)]
		}
		return short(column)
	}
	status := e.Status
	if status != "" {
		status += ", "
	}
	fmt.Fprintf(text, "line %d: %s (%s%s, familiarity %.2f)\n", t.lines[row], short(e.Value), status, e.Recognition, e.Familiarity)
	for k, neuron := range e.Neurons {
		if k == most {
			rest := 0.0
			for _, other := range e.Neurons[most:] {
				rest += other.Weight
			}
			fmt.Fprintf(text, "  %3.0f%%  %s\n", 100*rest, plural(len(e.Neurons)-most, "more neuron"))
			break
		}
		var samples []string
		for j, sample := range neuron.Samples {
			if j < len(neuron.Names) && neuron.Names[j] != "" {
				samples = append(samples, wire.Harmless(neuron.Names[j]))
			} else {
				samples = append(samples, "sample "+strconv.Itoa(sample))
			}
		}
		if n := len(samples); n > 3 {
			samples = append(samples[:3], fmt.Sprintf("%d more", n-3))
		}
		fmt.Fprintf(text, "  %3.0f%%  %-12s  %s\n", 100*neuron.Weight, short(neuron.Alpha), strings.Join(samples, ", "))
	}
	for _, gap := range e.Gaps {
		fmt.Fprintf(text, "  %3.0f%%  because %s is missing: of samples that lack it, too\n", 100*gap.Share, called(gap.Column))
	}
	for _, u := range e.Unseen {
		fmt.Fprintf(text, "  the fit has not seen %q in column %q\n", u.Text, u.Column)
	}
	if number, is := e.Limit.(float64); is {
		for _, part := range e.Corrections {
			if part.Value != 0.0 {
				fmt.Fprintf(text, "  %+.4g  %s\n", part.Value, called(part.Column))
			}
		}
		if number != 0 {
			fmt.Fprintf(text, "  %+.4g  limit\n", number)
		}
	}
}
