//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// lineView shows the second tab: a TNN on one feature, on the same kind of bench.
type lineView struct {
	hands
	sets []*state.Bench

	models, curves, sure, trial, kept *state.Stage
	drawn                             drawings
	settles, settled                  lineKey
	since                             *sentence
	alive                             []*curve
	opened                            func()
}

type (
	lineKey struct {
		samples *state.Bench
		fit     state.LineFit
	}

	// curve is what the samples and the settings give.
	curve struct {
		fitted   *state.Bench
		fit      state.LineFit
		err      error
		model    js.Value
		before   js.Value // of an absorption: the curve before it; else null
		absorbed js.Value
	}

	curveKey struct {
		of     *curve
		bench  *state.Bench
		domain *state.Domain
		table  bool
	}

	// asked is what a curve answers.
	askedCurve struct {
		curveKey
		answers js.Value
	}

	lineTrialKey struct {
		of       *curve
		external *state.Bench
		epsilon  float64
	}
)

func newLineView(api client, m *state.Machine, sets js.Value) *lineView {
	v := &lineView{hands: hands{api, m, func(p *state.Page) **state.Bench { return &p.Line.Bench }}, drawn: drawings{}}
	v.sets = v.benches(sets)
	v.models, v.curves = stage(v.fit, v.render), stage(v.ask, v.render)
	v.sure, v.trial = stage(v.calibrate, v.render), stage(v.absorb, v.render)
	changed("steepness", "input", func(value string) {
		if a, ok := number(value); ok && a > 0 {
			v.set("steepness", func(l *state.Line) { l.A, l.Tolerance = a, 0 })
		}
	})
	changed("steepness", "change", func(string) { v.LetGo() })
	changed("tolerance", "change", func(value string) {
		if t, ok := number(value); ok && t > 0 || value == "" {
			v.set(state.Once, func(l *state.Line) { l.Tolerance = t })
		} else {
			notice("The largest fitting error must be a number above 0.", true)
		}
	})
	changed("place-x", "change", func(value string) {
		x, ok := number(value)
		if !ok {
			notice("Type a number for x.", true)
			return
		}
		notice("", false)
		v.askAt(x)
	})
	all("#line-brush button", func(b js.Value) {
		on(b, "click", func(js.Value) {
			v.set(state.Aside, func(l *state.Line) { l.Adds = b.Get("dataset").Get("adds").String() })
		})
	})
	click("line-absorb", func() {
		if epsilon, ok := number(input("line-epsilon").Value()); ok && epsilon >= 0 {
			v.trial.Again()
			v.set(state.Aside, func(l *state.Line) { l.Absorbing, l.Epsilon = true, epsilon })
		} else {
			notice("ε is the largest error allowed: a number of at least 0.", true)
		}
	})
	click("line-keep", func() {
		if c := v.shown(); c != nil && c.absorbed.Truthy() {
			v.edit(state.Once, "takeIn", c.absorbed)
		}
	})
	click("line-back", func() { v.set(state.Aside, func(l *state.Line) { l.Absorbing = false }) })
	line := element("line").Value
	v.view.Call("gestures", line, object("zoom", false, "tool", answering(func([]js.Value) any { return "point" })))
	line.Set("points", answering(func([]js.Value) any { return v.view.Call("linePoints", v.js()) }))
	on(line, "act", func(ev js.Value) { v.act(ev.Get("detail")) })
	onResize("line", v.redraw)
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
		b = v.bench(v.view.Call("choose", of(b), v.view.Call("placeOnLine", of(b), 0.62)), b)
	}
	p.Line.Duplicates = b.Duplicates
	p.Line.Open(b)
}

func (v *lineView) act(a js.Value) {
	kind, index, done := v.common(a)
	if done {
		return
	}
	at := []any{a.Get("x")}
	switch a.Get("type").String() {
	case "add":
		switch adds := v.Now().Line.Adds; {
		case adds == "ask":
			v.askAt(a.Get("x").Float())
		case adds == "external" || a.Get("shift").Truthy():
			v.edit(state.Once, "addExternal", at, a.Get("y"))
		default:
			v.edit(state.Once, "addSample", at, a.Get("y"))
		}
	case "pick":
		v.choose(object("kind", kind, "index", index))
	case "move":
		step := state.Aside
		if a.Get("began").Truthy() {
			step = state.Once
		}
		v.Dispatch(step, func(p *state.Page) {
			p.Line.Dragging = !a.Get("done").Truthy()
			v.change(p, "move", kind, index, at, a.Get("y"))
		})
	}
}

func (v *lineView) askAt(x float64) { v.choose(object("kind", "place", "x", []any{x})) }

func lineOptions(fit state.LineFit) js.Value {
	options := object("model", "tnn")
	if fit.Tolerance > 0 {
		options.Set("tolerance", fit.Tolerance)
	} else {
		options.Set("a", fit.A)
	}
	if fit.Duplicates != "" {
		options.Set("duplicates", fit.Duplicates)
	}
	return options
}

// fit makes the curve.
func (v *lineView) fit(t *state.Turn) {
	key := t.Key.(lineKey)
	c := &curve{fitted: key.samples, fit: key.fit, model: js.Null(), before: js.Null(), absorbed: js.Null()}
	if key.samples.Count > 0 {
		var model js.Value
		options := lineOptions(key.fit)
		options.Set("names", v.view.Call("sampleNames", of(key.samples)))
		options.Set("signal", signal(t))
		if model, c.err = await(v.xaia.Call("fit", of(key.samples).Get("X"), of(key.samples).Get("y"), options)); c.err == nil {
			c.model = model
		}
	}
	if c.err != nil && !t.Latest() || t.Over() {
		c.free()
		return
	}
	v.alive = append(v.alive, c)
	t.Deliver(c)
}

func (c *curve) free() {
	if c.model.Truthy() {
		free(c.model)
	}
}

// ask asks for the curve and what it says of the places.
func (v *lineView) ask(t *state.Turn) {
	key := t.Key.(curveKey)
	a := &askedCurve{key, js.Null()}
	if key.of.model.Truthy() {
		var err error
		if a.answers, err = await(v.view.Call("askLine", of(key.bench), key.of.model, key.domain.Value)); err != nil {
			if code(err) != "disposed" && !t.Over() {
				notice(err.Error(), true)
			}
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
	c := v.base()
	if trial, _ := v.trial.Result.(*curve); trial != nil && v.Now().Line.Absorbing && v.trial.Key.(lineTrialKey).of == c {
		return trial
	}
	return c
}

// frame widens what the picture shows where points are outside of it, but not under the hand.
func (v *lineView) frame(l state.Line, bench *state.Bench) {
	if l.Domain != nil && l.Dragging || v.drawn["frame"] == (curveKey{bench: bench, domain: l.Domain}) {
		return
	}
	before := js.Undefined()
	if l.Domain != nil {
		before = l.Domain.Value.(js.Value)
	}
	d := v.view.Call("lineDomain", of(bench), before)
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
		all("#line-sets button", func(b js.Value) { pressed(b, b.Get("dataset").Get("set").String() == l.Bench.ID) })
	}
	if v.drawn.stale("brush", l.Adds) {
		all("#line-brush button", func(b js.Value) { pressed(b, b.Get("dataset").Get("adds").String() == l.Adds) })
	}
	key := lineKey{l.Bench.Samples, l.Fit()}
	if v.settles != key {
		v.settles, v.since = key, said
	}
	v.models.Want(key, true)
	c := v.shown()
	if c == nil {
		busy("line", true)
		return
	}
	bench := c.fitted
	if l.Bench.Samples == c.fitted {
		bench = l.Bench
	}
	v.frame(l, bench)
	l = v.Now().Line
	asked, _ := v.curves.Result.(*askedCurve)
	if l.Bench.Samples == c.fitted || asked == nil || asked.of != c {
		v.curves.Want(curveKey{c, bench, l.Domain, l.Table}, true)
	}
	fitted := v.models.Has(key)
	current := fitted && asked != nil && asked.of == c && asked.bench == l.Bench
	busy("line", !current)
	if asked != nil && v.drawn.stale("curve", asked) {
		v.drawCurve(asked)
	}
	trial := c != v.base()
	hide("line-decide", !trial || c.absorbed.Length() == 0)
	if current {
		v.answered(c)
		v.opened()
	}
	v.sweep()
	ready := current && !l.Dragging
	rest := func(s *state.Stage, wanted bool, key any) {
		if !wanted {
			key = nil
		}
		s.Follow(key, ready)
	}
	exists := fitted && v.base().model.Truthy()
	rest(v.kept, fitted, kept(now))
	rest(v.trial, exists && l.Absorbing, lineTrialKey{v.base(), l.Bench.External, l.Epsilon})
	rest(v.sure, exists, c)
}

// answered says what is to be said of a curve.
func (v *lineView) answered(c *curve) {
	switch {
	case c.err != nil:
		if v.drawn.stale("refused", c) {
			text, offers := v.conflict(c.fitted, c.err, func(p *state.Page, rule string) { p.Line.Duplicates = rule })
			notice(text, true, offers...)
			refusing = v
			v.since, v.settled = said, lineKey{}
		}
	case v.settled == v.settles:
	case !c.model.Truthy():
		v.settled = v.settles
		notice("No points yet. Click on the line's picture, or choose a sample set.", false)
	default:
		v.settled = v.settles
		settle(v, v.since)
	}
}

// drawCurve shows a curve; without one, the points.
func (v *lineView) drawCurve(a *askedCurve) {
	l := v.Now().Line
	if !a.of.model.Truthy() {
		v.view.Call("showNoLine", of(a.bench), a.domain.Value)
		return
	}
	epsilon, _ := number(input("line-epsilon").Value())
	for name, value := range map[string]any{"before": a.of.before, "epsilon": epsilon, "a": l.A, "tolerance": l.Tolerance, "domain": a.domain.Value} {
		a.answers.Set(name, value)
	}
	v.view.Call("showLine", of(a.bench), a.of.model, a.answers)
}

// redraw draws the curve anew: its room, its colours or what is known of it has changed.
func (v *lineView) redraw() {
	delete(v.drawn, "curve")
	v.render()
}

// calibrate finds out how sure the curve is, and draws it with its band.
func (v *lineView) calibrate(t *state.Turn) {
	c := t.Key.(*curve)
	bench := v.now()
	if c != v.base() {
		bench = v.bench(v.view.Call("takeIn", of(bench), c.absorbed), bench)
	}
	if news, err := await(v.view.Call("calibrateLine", v.xaia, of(bench), c.model, lineOptions(c.fit), signal(t))); err == nil && news.Bool() && !t.Over() {
		v.redraw()
	}
}

// absorb takes in the external points that the curve misses by more than ε, and
// shows the curve before them dashed.
func (v *lineView) absorb(t *state.Turn) {
	key := t.Key.(lineTrialKey)
	l := v.Now().Line
	result, err := await(v.view.Call("absorbLine", key.of.model, of(l.Bench), key.epsilon, l.Domain.Value))
	if t.Over() {
		if err == nil && result.Get("model").Truthy() {
			free(result.Get("model"))
		}
		return
	}
	if err != nil {
		setText("line-proof", err.Error())
		return
	}
	setText("line-proof", result.Get("text").String())
	if model := result.Get("model"); model.Truthy() {
		c := &curve{fitted: key.of.fitted, fit: key.of.fit, model: model, before: result.Get("before"), absorbed: result.Get("absorbed")}
		v.alive = append(v.alive, c)
		t.Deliver(c)
	}
}

// sweep frees the curves that nothing shows any more.
func (v *lineView) sweep() {
	trial, _ := v.trial.Result.(*curve)
	asked, _ := v.curves.Result.(*askedCurve)
	var left []*curve
	for _, c := range v.alive {
		if c == v.base() || c == trial || asked != nil && c == asked.of {
			left = append(left, c)
		} else {
			c.free()
		}
	}
	v.alive = left
}
