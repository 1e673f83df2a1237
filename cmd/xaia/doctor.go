//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// diagnosis is what suspects finds, as in JavaScript.
type diagnosis struct {
	Suspects                  []suspect
	Rest, Right, RightWithout int
}

type suspect struct {
	Sample          int
	Name, Kind      string
	Outcome, Said   any
	Score           float64
	Against, Misled []int
}

// doctor says what is odd in a table: whose outcomes the others contradict, equal rows that disagree, and rows that nobody is like.
func (c *command) doctor(args []string) error {
	share := c.Float64("share", 0.05, "this share of the rows is listed at most")
	asJSON := c.Bool("json", false, "the findings as JavaScript's model.suspects gives them")
	c.saved()
	l, err := c.learn(args, "TABLE --target COLUMN [options]")
	if err != nil {
		return err
	}
	if !(*share > 0 && *share <= 1) {
		return misuse(fmt.Sprintf("--share is %g; give a number above 0, at most 1", *share))
	}
	q := wire.Question{Reader: reader(), Kept: &wire.Kept{Model: l.model}, Given: [...]wire.Value{wire.Samples: jsontext.Missing, wire.ScoreRows: jsontext.Missing, wire.Options: parsed(fmt.Appendf(nil, `{"share": %g}`, *share))}}
	var w jsontext.Writer
	if err := wire.Suspects.Run(&q, &w); err != nil {
		return err
	}
	if *asJSON {
		return c.save(append(w.Bytes(), '\n'))
	}
	var found diagnosis
	if err := json.Unmarshal(w.Bytes(), &found); err != nil {
		return err
	}
	c.say(l.said())
	return c.save(found.text(l))
}

// text is a page to read.
func (d *diagnosis) text(l *learned) []byte {
	var out bytes.Buffer
	name := func(sample int) string { return wire.Harmless(l.model.Network().Data().Names[sample]) }
	names := func(list []int) string {
		var all []string
		for _, sample := range list[:min(3, len(list))] {
			all = append(all, name(sample))
		}
		if more := len(list) - len(all); more > 0 {
			all = append(all, fmt.Sprintf("%d more", more))
		}
		return strings.Join(all, ", ")
	}
	count := 0
	section := func(title string, kinds ...string) {
		first := true
		for _, s := range d.Suspects {
			if !slices.Contains(kinds, s.Kind) {
				continue
			}
			if first {
				fmt.Fprintf(&out, "%s\n", title)
				first = false
			}
			count++
			fmt.Fprintf(&out, "  %s: %s", name(s.Sample), short(s.Outcome))
			if s.Kind != "alone" {
				fmt.Fprintf(&out, "; the others say %s", short(s.Said))
				if len(s.Against) > 0 {
					fmt.Fprintf(&out, ", because of %s", names(s.Against))
				}
				if len(s.Misled) > 0 {
					fmt.Fprintf(&out, "; it misleads %s", names(s.Misled))
				}
			}
			out.WriteString("\n")
		}
	}
	section("The others contradict these, the first most:", "label", "value")
	section("An equal row has another outcome:", "duplicate")
	section("Nobody is like these:", "alone")
	if count == 0 {
		out.WriteString("Nothing is odd: no row is contradicted, and none is alone.\n")
	}
	unit := "are answered rightly by those most like them"
	if !l.classes {
		unit = "are answered by those most like them as well as half of all rows are"
	}
	fmt.Fprintf(&out, "Of the other %d rows %d %s; without the contradicted rows %d.\n", d.Rest, d.Right, unit, d.RightWithout)
	return out.Bytes()
}
