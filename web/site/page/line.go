//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// lineView shows the second tab: a TNN on one feature, on the same kind of bench.
type lineView struct {
	tab    // its models: fit → curve
	curves *state.Stage
}

type (
	lineKey struct {
		samples *state.Bench
		fit     state.LineFit
	}

	// curve is what the samples and the settings give.
	curve struct {
		*fitting
		fit        state.LineFit
		model      js.Value
		before     js.Value // of an absorption: the curve before it; else null
		calibrated bool
	}

	curveKey struct {
		of     *curve
		bench  *state.Bench
		domain *state.Domain
		table  bool
		sure   bool // its model is calibrated
	}

	// asked is what a curve answers.
	askedCurve struct {
		curveKey
		answers js.Value
	}
)

func newLineView(api client, m *state.Machine, sets js.Value) *lineView {
	v := &lineView{tab: newTab(api, m, sets, func(p *state.Page) *state.Tab { return &p.Line.Tab })}
	render := soon(v.render)
	v.models, v.curves = stage(v.fit, render), stage(v.answer, render)
	v.sure, v.trial = stage(v.calibrate, render), stage(v.absorb, render)
	changed("tolerance", "change", func(value string) {
		if t, ok := v.number(value); ok && t > 0 || value == "" {
			v.set(state.Once, func(l *state.Line) { l.Tolerance = t })
		} else {
			notice("The largest fitting error must be a number above 0.", true)
		}
	})
	changed("place-x", "change", func(value string) {
		x, ok := v.number(value)
		if !ok {
			notice("Type a number for x.", true)
			return
		}
		notice("", false)
		v.ask([]any{x})
	})
	choices("#line-brush", "adds", func(adds string) { v.hold(func(h *state.Hand) { h.Adds = adds }) })
	v.learns("line", "line-absorb", "line-epsilon")
	v.listen("line", object("zoom", false, "points", answering(func([]js.Value) any { return v.linePoints(v.now()) })), v.act)
	onResize("line", func() {
		v.outdate()
		v.render()
	})
	on(element("line-points").Value, "toggle", func(ev js.Value) {
		open := element("line-points").Value.Get("open").Bool()
		v.set(state.Aside, func(l *state.Line) { l.Table = open })
	})
	return v
}

func (v *lineView) set(step state.Step, change func(*state.Line)) {
	v.Dispatch(step, func(p *state.Page) { change(&p.Line) })
}

func (v *lineView) start(b *state.Bench) {
	v.Dispatch(state.Once, func(p *state.Page) { v.begin(p, b) })
}

// begin shows a bench, asked about a place between its samples where nothing else is asked.
func (v *lineView) begin(p *state.Page, b *state.Bench) {
	if chosen := of(b).Get("chosen"); !chosen.Truthy() || chosen.Get("kind").String() == "sample" {
		b = v.bench(v.edited(of(b), "choose", v.placeOnLine(of(b), 0.62)), b)
	}
	p.Line.Duplicates = b.Duplicates
	p.Line.Open(b)
}

func (v *lineView) act(a act) {
	if v.common(a) {
		return
	}
	at := []any{a.said.Get("x")}
	switch a.what {
	case "add":
		v.add(a, at, a.said.Get("y"), a.said.Get("y"))
	case "move":
		v.move(a, at, a.said.Get("y"))
	}
}

// fit makes the curve.
func (v *lineView) fit(t *state.Turn) {
	key := t.Key.(lineKey)
	c := &curve{fitting: &fitting{samples: key.samples}, fit: key.fit, model: js.Null(), before: js.Null()}
	if key.samples.Count > 0 {
		var model js.Value
		if model, c.err = v.fitLine(key.samples, key.fit, signal(t)); c.err == nil {
			c.model, c.own = model, []js.Value{model}
		}
	}
	v.deliver(t, c)
}

// answer asks for the curve and what it says of the places.
func (v *lineView) answer(t *state.Turn) {
	key := t.Key.(curveKey)
	a := &askedCurve{key, js.Null()}
	if key.of.model.Truthy() {
		var err error
		if a.answers, err = v.askLine(key.bench, key.of.model, key.domain.Value.(js.Value), key.table); wrong(err, t) {
			return
		}
	}
	t.Deliver(a)
}

// base is the samples' curve; shown that on the screen, which may be of an absorption. Nil before the first.
func (v *lineView) base() *curve {
	c, _ := v.models.Result.(*curve)
	return c
}

func (v *lineView) shown() *curve {
	c, _ := v.onScreen().(*curve)
	return c
}

// frame widens what the picture shows where points are outside of it, but not under the hand.
func (v *lineView) frame(l state.Line) {
	bench := l.Bench
	if l.Domain != nil && l.Hand.Dragging || v.drawn["frame"] == (curveKey{bench: bench, domain: l.Domain}) {
		return
	}
	before := js.Undefined()
	if l.Domain != nil {
		before = l.Domain.Value.(js.Value)
	}
	d := v.lineDomain(bench, before)
	if l.Domain == nil || !d.Get("x").Equal(before.Get("x")) || !d.Get("y").Equal(before.Get("y")) {
		l.Domain = &state.Domain{Value: d}
	}
	v.drawn["frame"] = curveKey{bench: bench, domain: l.Domain}
	v.set(state.Aside, func(now *state.Line) { now.Domain = l.Domain })
}

// render has the page show the state.
func (v *lineView) render() {
	now := v.Now()
	l := now.Line
	if l.Bench == nil || now.Tab != "line" {
		v.sure.Hold()
		v.trial.Hold()
		busy("line", false)
		return
	}
	if v.drawn.stale("bench", l.Bench.Opened) {
		setText("line-note", of(l.Bench).Get("note").String())
		setText("line-proof", "")
		press("#line-sets", "set", l.Bench.ID)
	}
	if v.drawn.stale("brush", l.Hand.Adds) {
		press("#line-brush", "adds", l.Hand.Adds)
	}
	key := lineKey{l.Bench.Samples, l.Fit()}
	v.settling(key)
	v.models.Want(key, true)
	c := v.shown()
	if c == nil {
		busy("line", true)
		return
	}
	bench := c.samples
	if l.Bench.Samples == c.samples { // else the frame would be that of what was open before
		bench = l.Bench
		v.frame(l)
	}
	l = v.Now().Line
	asked, _ := v.curves.Result.(*askedCurve)
	if l.Domain != nil && (l.Bench.Samples == c.samples || asked == nil || asked.of != c) {
		v.curves.Want(curveKey{c, bench, l.Domain, l.Table, c.calibrated}, true)
	}
	fitted := v.models.Has(key)
	current := fitted && asked != nil && asked.of == c && asked.bench == l.Bench
	busy("line", !current)
	if asked != nil && v.drawn.stale("curve", [...]any{asked, l.Allowed}) {
		v.drawCurve(asked)
	}
	hide("line-decide", c == v.base() || c.absorbed.Length() == 0)
	if current {
		v.answered(c, func() {
			v.conflict(c.fitting, func(p *state.Page, rule string) { p.Line.Duplicates = rule })
		}, func() { notice("No points yet. Click on the line's picture, or choose a sample set.", false) })
		v.opened()
	}
	if asked != nil {
		asking, _ := v.curves.Running().(curveKey)
		v.sweep(asked.of, asking.of)
	}
	ready := current && !l.Hand.Dragging
	exists := fitted && v.base().model.Truthy()
	v.kept.Follow(when(fitted, kept(now)), ready)
	v.trial.Follow(when(exists && l.Absorbing, trialKey{v.base(), l.Bench.External, l.Epsilon}), ready)
	v.sure.Follow(when(exists, c), ready)
}

// drawCurve shows a curve; without one, the points.
func (v *lineView) drawCurve(a *askedCurve) {
	l := v.Now().Line
	if a.answers.Truthy() {
		for name, value := range map[string]any{"before": a.of.before, "epsilon": max(0, l.Allowed), "a": l.A, "tolerance": l.Tolerance} {
			a.answers.Set(name, value)
		}
	}
	v.showLine(a.bench, a.of.model, a.answers, a.domain.Value.(js.Value), a.table)
}

// outdate has the curve be drawn anew: its room or its colours have changed.
func (v *lineView) outdate() { delete(v.drawn, "curve") }

// calibrate finds out how sure the curve is, and draws it with its band.
func (v *lineView) calibrate(t *state.Turn) {
	c := t.Key.(*curve)
	made, _ := v.client.calibrate(c.model, signal(t))
	c.calibrated = v.keeps(c.fitting, t, made) || c.calibrated
}

// absorb takes in the external points that the curve misses by more than ε, and
// shows the curve before them dashed.
func (v *lineView) absorb(t *state.Turn) {
	key := t.Key.(trialKey)
	l, of := v.Now().Line, key.of.(*curve)
	if result, ok := v.tried(t, "line")(v.absorbLine(of.model, v.now(), key.epsilon, l.Domain.Value.(js.Value))); ok {
		own := &fitting{samples: of.samples, own: []js.Value{result.Get("model")}, absorbed: result.Get("absorbed")}
		v.deliver(t, &curve{fitting: own, fit: of.fit, model: result.Get("model"), before: result.Get("before")})
	}
}
