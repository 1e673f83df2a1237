// Package state is what the page decides by, as values that never change: a change makes another
// page, which undo, a link, the storage and "start over" can go back to. It knows neither the browser nor
// the engine, so that all of it is tested natively.
package state

// Page is all of it.
type Page struct {
	Tab   string // "plane", "line"
	Theme string // "light", "dark"; empty: the system's
	Panel string // which is open beside the plane; empty: the data
	Plane Plane
	Line  Line
}

// JSON is a value that only JavaScript looks into.
type JSON string

// Bench is a tab's points, as web/site/view/bench.js has them. Benches share what an edit leaves alone: Samples is the first
// bench with these samples, External with these external points, Asked with this place that is asked about. So keys of stages
// are made of pointers.
type Bench struct {
	Value                           any // bench.js's
	ID, Duplicates                  string
	Edited, Classes                 bool
	Held                            bool
	Count, Outside, Columns         int // of samples, external points, columns
	Place                           any // that is asked about; bench.js's
	Samples, External, Asked, Names *Bench
	Opened                          *Bench // the bench that was opened, and edited since
}

// Tab is what both tabs have. Undo leaves all but the bench alone.
type Tab struct {
	Bench     *Bench
	Hand      Hand
	Allowed   float64 // the largest error that is none; below 0: what was typed is no such number
	Absorbing bool    // external points are taken in, until that is kept or taken back
	Epsilon   float64 // the error allowed then
}

// Plane is the first tab: an SQANN on points in the plane, or on what of more columns the plane shows.
type Plane struct {
	Tab
	Fit  Fit
	View View

	// What undo leaves alone.
	Layer     int // that the sliders are for, from 1; 0: all
	Lit       int // the sample that lights up; -1: none
	Way       string
	Tuning    bool
	Validated *Bench // the samples for which all folds are asked for, however many they are
}

// Fit is how the network is made: what the options of fit are read from.
type Fit struct {
	Preset            string // "xaia", "paper", "both", "ordinary": xaia beside an ordinary network
	Settings          JSON   // "auto", or a list: an entry a layer, the last for all deeper ones
	R, Top            float64
	Lines             JSON // local lines: "auto", "off", or their options
	Scale, Duplicates string
	Relevance         JSON // null: the preset's
}

// View is what of the plane is shown, and how.
type View struct {
	Choice     JSON   // which columns: see projection in web/scene/project.js; empty until the network says which matter
	Window     Window // the part of the plane; none: all of Framed
	Framed     *Bench // whose points fill the plane: edits don't move what is under the hand
	Background string
	AllLinks   bool
}

// Window is a part of the plane.
type Window struct{ X, Y [2]float64 }

// Hand is what a hand does there.
type Hand struct {
	Adds     string // what a click on open ground adds: "sample", "external"; or "ask": it asks about the place
	Tool     string // "point", "spray", "erase"
	Brush    any    // a class or a value; nil: the first one that suits
	Dragging bool
}

// Line is the second tab: a TNN on one feature.
type Line struct {
	Tab
	A, Tolerance float64 // above 0: a is chosen for it
	Duplicates   string
	Domain       *Domain // what the picture shows; nil before the first
	Table        bool
}

// Domain is what lineDomain of web/scene/line.js gave.
type Domain struct{ Value any }

// Property is a part of a page that a link and the storage hold by this name.
type Property struct {
	Name string
	Of   func(*Page) any // a pointer to it
}

// Properties are all but the points. web/site/view/state.js says how each is read and written, and what is meant without it: that
// is a first visitor's page.
var Properties = []Property{
	{"tab", func(p *Page) any { return &p.Tab }},
	{"preset", func(p *Page) any { return &p.Plane.Fit.Preset }},
	{"settings", func(p *Page) any { return &p.Plane.Fit.Settings }},
	{"r", func(p *Page) any { return &p.Plane.Fit.R }},
	{"top", func(p *Page) any { return &p.Plane.Fit.Top }},
	{"lines", func(p *Page) any { return &p.Plane.Fit.Lines }},
	{"scale", func(p *Page) any { return &p.Plane.Fit.Scale }},
	{"duplicates", func(p *Page) any { return &p.Plane.Fit.Duplicates }},
	{"relevance", func(p *Page) any { return &p.Plane.Fit.Relevance }},
	{"background", func(p *Page) any { return &p.Plane.View.Background }},
	{"links", func(p *Page) any { return &p.Plane.View.AllLinks }},
	{"view", func(p *Page) any { return &p.Plane.View.Choice }},
	{"a", func(p *Page) any { return &p.Line.A }},
}

// Open shows a bench: all of it, in the columns of choice, or in those that matter most to its network.
func (p *Plane) Open(b *Bench, choice JSON) {
	b = b.opened()
	p.Bench = b
	p.View.Choice, p.View.Window, p.View.Framed = choice, Window{}, b
	p.Hand.Brush, p.Hand.Dragging, p.Lit = nil, false, -1
	p.Hand.Adds, p.Hand.Tool = "ask", "point" // who explores points doesn't mean to change them
	if b.Count+b.Outside == 0 {
		p.Hand.Adds = "sample" // there is nobody to ask
	}
}

// Open shows a bench on the line.
func (l *Line) Open(b *Bench) { l.Bench, l.Domain, l.Hand.Dragging = b.opened(), nil, false }

func (b *Bench) opened() *Bench {
	own := *b
	own.Opened = &own
	return &own
}

// Shows says whether a page shows the points of the bench with another number of edits: the view of one suits the other.
func (b *Bench) Shows(other *Bench) bool { return b != nil && other != nil && b.Opened == other.Opened }

// follow is what a change brings with it: what was begun with other points or settings is over.
func (p *Page) follow(was Page) {
	a, b := &was.Plane, &p.Plane
	if b.Bench == nil {
		return
	}
	samples := a.Bench == nil || a.Bench.Samples != b.Bench.Samples
	if samples {
		b.Tuning = false
	}
	if samples || a.Bench.External != b.Bench.External || a.Fit != b.Fit {
		b.Absorbing = false
	}
	if p.Line.Bench != nil && was.Line.Bench != nil && (p.Line.Bench.Samples != was.Line.Bench.Samples || p.Line.Bench.External != was.Line.Bench.External || p.Line.Fit() != was.Line.Fit()) {
		p.Line.Absorbing = false
	}
}

// LineFit is what a curve is made of.
type LineFit struct {
	A, Tolerance float64
	Duplicates   string
}

func (l Line) Fit() LineFit { return LineFit{l.A, l.Tolerance, l.Duplicates} }

// backs say what undo makes of a page in each tab: it is as now, with what there was then.
var backs = map[string]func(now, then Page) Page{"plane": planeBack, "line": lineBack}

// planeBack brings the view back only where it showed other points or columns.
func planeBack(page, before Page) Page {
	now, then := &page.Plane, before.Plane
	if now.Bench == nil {
		return page
	}
	otherColumns := then.View.Choice != "" && then.View.Choice != now.View.Choice // empty: they weren't chosen yet
	if !then.Bench.Shows(now.Bench) || otherColumns {
		now.View = then.View
	}
	now.Bench, now.Fit, now.Hand.Dragging = then.Bench, then.Fit, false
	now.View.Background, now.View.AllLinks = then.View.Background, then.View.AllLinks
	return page
}

func lineBack(page, before Page) Page {
	now, then := &page.Line, before.Line
	if now.Bench != nil {
		now.Bench, now.A, now.Tolerance, now.Duplicates, now.Domain, now.Hand.Dragging = then.Bench, then.A, then.Tolerance, then.Duplicates, then.Domain, false
	}
	return page
}
