package state

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func bench(count int) *Bench {
	b := &Bench{ID: "drawn", Count: count, Columns: 2}
	b.Samples, b.External, b.Asked, b.Names = b, b, b, b
	return b
}

// edited is a bench after an edit of its samples, external points or question.
func edited(b *Bench, what string) *Bench {
	own := *b
	switch what {
	case "samples":
		own.Samples, own.Count = &own, b.Count+1
	case "external":
		own.External = &own
	}
	own.Asked = &own
	return &own
}

func begun() *Machine {
	m := New()
	m.Dispatch(Once, func(p *Page) {
		p.Plane.Fit = Fit{Preset: "xaia", Settings: `"auto"`, R: 0.5, Top: 8, Lines: `"auto"`, Scale: "minmax", Relevance: "null"}
		p.Plane.View.Background = "island"
		p.Line.A = 5
		p.Plane.Open(bench(4), "")
		p.Line.Open(bench(3))
	})
	return m
}

// What undo has to bring back, each from its own change.
var changes = []struct {
	name, tab string
	change    func(*Page)
}{
	{"a sample", "plane", func(p *Page) { p.Plane.Bench = edited(p.Plane.Bench, "samples") }},
	{"an external point", "plane", func(p *Page) { p.Plane.Bench = edited(p.Plane.Bench, "external") }},
	{"another set", "plane", func(p *Page) { p.Plane.Open(bench(7), "") }},
	{"the preset", "plane", func(p *Page) { p.Plane.Fit.Preset = "paper" }},
	{"settings", "plane", func(p *Page) { p.Plane.Fit.Settings = "[]" }},
	{"the top share", "plane", func(p *Page) { p.Plane.Fit.R = 0.25 }},
	{"top and lines", "plane", func(p *Page) { p.Plane.Fit.Top, p.Plane.Fit.Lines = 3, `"off"` }},
	{"the scale", "plane", func(p *Page) { p.Plane.Fit.Scale = "none" }},
	{"equal rows", "plane", func(p *Page) { p.Plane.Fit.Duplicates = "mean" }},
	{"relevance", "plane", func(p *Page) { p.Plane.Fit.Relevance = "false" }},
	{"the background", "plane", func(p *Page) { p.Plane.View.Background = "layer" }},
	{"all links", "plane", func(p *Page) { p.Plane.View.AllLinks = true }},
	{"columns", "plane", func(p *Page) { p.Plane.View.Choice = `{"columns":[1,0]}` }},
	{"the line's sample", "line", func(p *Page) { p.Line.Bench = edited(p.Line.Bench, "samples") }},
	{"steepness", "line", func(p *Page) { p.Line.A = 9 }},
	{"tolerance", "line", func(p *Page) { p.Line.Tolerance = 0.1 }},
	{"the line's equal rows", "line", func(p *Page) { p.Line.Duplicates = "mean" }},
	{"another line", "line", func(p *Page) { p.Line.Open(bench(9)) }},
}

func TestUndoOfEveryChange(t *testing.T) {
	for _, c := range changes {
		m := begun()
		m.Dispatch(Aside, func(p *Page) { p.Tab, p.Plane.View.Choice = c.tab, `"components"` })
		before := m.Now()
		m.Dispatch(Once, c.change)
		after := m.Now()
		if after == before {
			t.Errorf("%s changed nothing", c.name)
		}
		if !m.Undo() || m.Now() != before && kept(m.Now()) != kept(before) {
			t.Errorf("%s: undone, the page is %+v, before %+v", c.name, m.Now(), before)
		}
		if m.Undo() {
			t.Errorf("%s took two steps", c.name)
		}
		if !m.Redo() || kept(m.Now()) != kept(after) || m.Redo() {
			t.Errorf("%s: redone, the page is %+v, want %+v", c.name, m.Now(), after)
		}
	}
}

// kept is what of a page undo answers for.
func kept(p Page) Page {
	p.Plane.Hand, p.Plane.Lit = Hand{}, 0
	return p
}

// Undo goes back in the tab that is open, and leaves the other and what a hand holds alone.
func TestUndoByTab(t *testing.T) {
	m := begun()
	m.Dispatch(Once, func(p *Page) { p.Plane.Fit.R = 0.25 })
	m.Dispatch(Aside, func(p *Page) { p.Tab = "line" })
	m.Dispatch(Once, func(p *Page) { p.Line.A = 9 })
	m.Dispatch(Aside, func(p *Page) { p.Plane.Hand.Adds, p.Line.Hand.Adds = "external", "ask" })
	m.Undo()
	if p := m.Now(); p.Line.A != 5 || p.Plane.Fit.R != 0.25 || p.Line.Hand.Adds != "ask" {
		t.Errorf("on the line: %+v", p)
	}
	m.Dispatch(Aside, func(p *Page) { p.Tab = "plane" })
	m.Undo()
	if p := m.Now(); p.Plane.Fit.R != 0.5 || p.Plane.Hand.Adds != "external" {
		t.Errorf("in the plane: %+v", p)
	}
}

// A slider's way is one step, until it is let go or another moves; what undo can't tell apart is none.
func TestSteps(t *testing.T) {
	m := begun()
	slide := func(step Step, r float64) { m.Dispatch(step, func(p *Page) { p.Plane.Fit.R = r }) }
	slide("r", 0.4)
	slide("r", 0.3)
	m.LetGo()
	slide("r", 0.2)
	m.Dispatch(Once, func(p *Page) { p.Plane.View.Window = Window{X: [2]float64{0, 1}} })
	m.Dispatch(Once, func(p *Page) { p.Panel = "model" })
	var seen []float64
	for m.Undo() {
		seen = append(seen, m.Now().Plane.Fit.R)
	}
	if !slices.Equal(seen, []float64{0.3, 0.5}) {
		t.Errorf("undo goes to %v", seen)
	}
	for range mostUndone + 20 {
		m.Dispatch(Once, func(p *Page) { p.Plane.Bench = edited(p.Plane.Bench, "samples") })
	}
	if len(m.histories["plane"].past) != mostUndone {
		t.Errorf("%d steps are kept", len(m.histories["plane"].past))
	}
}

// Undo doesn't move what is under the hand: a zoom stays, but where other points or columns were shown.
func TestUndoKeepsTheView(t *testing.T) {
	m := begun()
	zoomed := Window{X: [2]float64{0, 1}, Y: [2]float64{0, 1}}
	m.Dispatch(Once, func(p *Page) { p.Plane.Bench = edited(p.Plane.Bench, "samples") })
	m.Dispatch(Aside, func(p *Page) { p.Plane.View.Window = zoomed })
	m.Undo()
	if got := m.Now().Plane.View.Window; got != zoomed {
		t.Errorf("the view went to %v", got)
	}
	was := m.Now().Plane.View
	m.Dispatch(Once, func(p *Page) { p.Plane.Open(bench(9), "") })
	if got := m.Now().Plane.View.Window; got != (Window{}) {
		t.Errorf("another set is shown in %v", got)
	}
	m.Undo()
	if got := m.Now().Plane.View; got != was {
		t.Errorf("back at the first set its view is %v, was %v", got, was)
	}
}

// What was begun with other points or settings is over.
func TestChangesEndWhatWasBegun(t *testing.T) {
	for _, c := range changes {
		m := begun()
		m.Dispatch(Aside, func(p *Page) { p.Plane.Tuning, p.Plane.Absorbing, p.Line.Absorbing = true, true, true })
		m.Dispatch(Once, c.change)
		p := m.Now()
		samples := c.name == "a sample" || c.name == "another set"
		looks := slices.Contains([]string{"the background", "all links", "columns"}, c.name)
		if p.Plane.Tuning == samples || p.Plane.Absorbing == (c.tab == "plane" && !looks) || p.Line.Absorbing == (c.tab == "line") {
			t.Errorf("%s: tuning %v, absorbing %v and %v", c.name, p.Plane.Tuning, p.Plane.Absorbing, p.Line.Absorbing)
		}
	}
}

// Every setting of a fit is a property, and every property is one that state.js reads and writes: else a link would lose it.
func TestProperties(t *testing.T) {
	var p Page
	known := map[any]bool{}
	var names []string
	for _, property := range Properties {
		known[property.Of(&p)] = true
		names = append(names, property.Name)
	}
	fit := reflect.ValueOf(&p.Plane.Fit).Elem()
	for i := range fit.NumField() {
		if !known[fit.Field(i).Addr().Interface()] {
			t.Errorf("%s of a fit is no property", fit.Type().Field(i).Name)
		}
	}
	source, err := os.ReadFile("../../view/state.js")
	if err != nil {
		t.Fatal(err)
	}
	_, parts, _ := strings.Cut(string(source), "\nconst parts = {\n")
	parts, _, _ = strings.Cut(parts, "\n};\n")
	var read []string
	for _, found := range regexp.MustCompile(`(?m)^  (\w+): \{`).FindAllStringSubmatch(parts, -1) {
		if name := found[1]; name != "set" && name != "ask" { // which are of the bench
			read = append(read, name)
		}
	}
	slices.Sort(names)
	slices.Sort(read)
	if !slices.Equal(names, read) {
		t.Errorf("Go keeps %v, state.js reads %v", names, read)
	}
}
