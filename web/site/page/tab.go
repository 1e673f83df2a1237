//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// tab is what both tabs do alike: their points, what is computed of these, and what is said of that.
type tab struct {
	client
	*state.Machine
	at   func(*state.Page) *state.Tab
	sets []*state.Bench // that can be opened

	models, trial, sure, kept *state.Stage
	alive                     []fitted  // that aren't freed yet
	settles, settled          any       // what the notice on the page may be about, and what was last said of it
	since                     *sentence // that was said when that came
	drawn                     drawings
	opened                    func() // called when what is on the screen is what the state asks for
}

// fitted is what samples and settings gave: networks, or a curve.
type fitted interface{ self() *fitting }

type fitting struct {
	samples  *state.Bench // the first bench with these samples
	err      error
	own      []js.Value // models that go with it
	absorbed js.Value   // of an absorption: numbers of external points; else null
}

func (f *fitting) self() *fitting { return f }

func (c client) release(f *fitting) {
	for _, model := range f.own {
		c.free(model)
	}
	f.own = nil
}

// keeps a model that is made of its own, which goes with them.
func (c client) keeps(f *fitting, t *state.Turn, model js.Value) bool {
	switch {
	case !model.Truthy():
	case t.Over():
		c.free(model)
	default:
		f.own = append(f.own, model)
		return true
	}
	return false
}

func newTab(api client, m *state.Machine, sets js.Value, at func(*state.Page) *state.Tab) tab {
	return tab{client: api, Machine: m, at: at, sets: api.benches(sets), drawn: drawings{}}
}

func (t *tab) state() *state.Tab {
	p := t.Now()
	return t.at(&p)
}

func (t *tab) now() *state.Bench { return t.state().Bench }

func (t *tab) js() js.Value { return of(t.now()) }

// edit makes one of bench.js's edits.
func (t *tab) edit(step state.Step, name string, args ...any) {
	t.Dispatch(step, func(p *state.Page) { t.change(p, name, args...) })
}

func (t *tab) change(p *state.Page, name string, args ...any) {
	b := t.at(p)
	b.Bench = t.bench(t.edited(of(b.Bench), name, args...), b.Bench)
}

// hold changes what a hand does.
func (t *tab) hold(change func(*state.Hand)) {
	t.Dispatch(state.Aside, func(p *state.Page) { change(&t.at(p).Hand) })
}

// pick asks about a point, ask about a place that is none.
func (t *tab) pick(kind string, index int) {
	t.edit(state.Aside, "choose", object("kind", kind, "index", index))
}

func (t *tab) ask(x any) { t.edit(state.Aside, "choose", object("kind", "place", "x", x)) }

// act is what a hand or a key did in a picture: "pick", "move", "add" and so on, of a point, where one was under it; none has the kind "".
type act struct {
	said              js.Value // all of it: also where, and by which key
	what, kind        string
	index             int
	more, began, done bool // it continues a stroke; begins a drag; ends one
}

func actOf(v js.Value) act {
	a := act{said: v, what: v.Get("type").String(), index: -1}
	if kind := v.Get("kind"); kind.Type() == js.TypeString {
		a.kind, a.index = kind.String(), v.Get("index").Int()
	}
	if a.more = v.Get("more").Truthy(); a.what == "move" {
		a.began, a.done = v.Get("began").Truthy(), v.Get("done").Truthy()
	}
	return a
}

// step is what undo makes of it.
func (a act) step() state.Step {
	if a.more {
		return state.Aside
	}
	return state.Once
}

// listen hears what hands and keys do in a picture.
func (t *tab) listen(id string, options js.Value, does func(act)) {
	options.Set("tool", answering(func([]js.Value) any { return t.state().Hand.Tool }))
	options.Set("adds", answering(func([]js.Value) any { return t.state().Hand.Adds != "ask" }))
	t.gestures(element(id).Value, options)
	on(element(id).Value, "act", func(ev js.Value) { does(actOf(ev.Get("detail"))) })
}

// common does of an act what every tab does alike. True: there is nothing else to do, also where the picture is older than the bench.
func (t *tab) common(a act) bool {
	what, outcome := a.what, js.Null()
	if what == "drop" { // whatever became of the point
		t.LetGo()
		t.hold(func(h *state.Hand) { h.Dragging = false })
		return true
	}
	b := t.now()
	if a.kind == "sample" && a.index >= b.Count || a.kind == "external" && a.index >= b.Outside {
		return true
	}
	switch {
	case what == "menu":
		chosen, err := t.pointMenu(b, a.said)
		if err != nil || !chosen.Truthy() {
			return true
		}
		what, outcome = chosen.Get("type").String(), chosen.Get("y")
	case what == "key" && a.said.Get("key").String() == "e" && a.kind != "":
		what = "turn"
	}
	switch what {
	case "pick":
		t.pick(a.kind, a.index)
	case "erase":
		t.edit(a.step(), "remove", a.kind, a.index)
	case "turn":
		t.edit(a.step(), "turn", a.kind, a.index)
	case "relabel":
		t.edit(a.step(), "relabel", a.kind, a.index, outcome)
	default:
		return false
	}
	return true
}

// add adds a point at a place, with the outcome of a sample or of an external point there, or asks about it.
func (t *tab) add(a act, x, sample, external any) {
	switch adds := t.state().Hand.Adds; {
	case adds == "ask":
		t.ask(x)
	case adds == "external" || a.said.Get("shift").Truthy():
		t.edit(a.step(), "addExternal", x, external)
	default:
		t.edit(a.step(), "addSample", x, sample)
	}
}

// move drags a point; y is its outcome where that is its height. A drag is one step, as a slider's way is. The place that is
// asked about is dragged without changing anything.
func (t *tab) move(a act, x, y any) {
	if a.began {
		t.LetGo()
	}
	step := state.Step("move")
	if a.kind == "place" {
		step = state.Aside
	}
	t.Dispatch(step, func(p *state.Page) {
		t.at(p).Hand.Dragging = !a.done
		if a.kind == "place" {
			t.change(p, "choose", object("kind", "place", "x", x))
		} else {
			t.change(p, "move", a.kind, a.index, x, y)
		}
	})
	if a.done {
		t.LetGo()
	}
}

// learns wires the buttons that have external points taken in, as a trial until it is kept or taken back.
func (t *tab) learns(prefix, learn, field string) {
	changed(field, "input", func(value string) {
		epsilon, ok := t.number(value)
		if !ok || epsilon < 0 {
			epsilon = -1
		}
		t.Dispatch(state.Aside, func(p *state.Page) { t.at(p).Allowed = epsilon })
	})
	click(learn, func() {
		epsilon := t.state().Allowed
		if t.now().Classes { // one is right or wrong: there is no error to allow
			epsilon = 0
		}
		if epsilon < 0 {
			notice("ε is the largest error allowed: a number of at least 0.", true)
			return
		}
		setText(prefix+"-proof", "")
		t.trial.Again()
		t.Dispatch(state.Aside, func(p *state.Page) { t.at(p).Absorbing, t.at(p).Epsilon = true, epsilon })
	})
	click(prefix+"-keep", func() {
		if f := t.onScreen(); f != nil && f.self().absorbed.Truthy() {
			t.edit(state.Once, "takeIn", f.self().absorbed)
		}
	})
	click(prefix+"-undo", func() {
		setText(prefix+"-proof", "")
		t.Dispatch(state.Aside, func(p *state.Page) { t.at(p).Absorbing = false })
	})
}

type trialKey struct {
	of       fitted
	external *state.Bench
	epsilon  float64
}

// tried says what came of an absorption: a model, where there is one.
func (c client) tried(turn *state.Turn, prefix string) func(result js.Value, err error) (js.Value, bool) {
	return func(result js.Value, err error) (js.Value, bool) {
		switch {
		case turn.Over() && err == nil && result.Get("model").Truthy():
			c.free(result.Get("model"))
		case turn.Over():
		case err != nil:
			setText(prefix+"-proof", err.Error())
		default:
			setText(prefix+"-proof", result.Get("text").String())
			return result, result.Get("model").Truthy()
		}
		return result, false
	}
}

// deliver shows what was fitted, where it is still wanted.
func (t *tab) deliver(turn *state.Turn, f fitted) {
	if f.self().err != nil && !turn.Latest() || turn.Over() {
		t.release(f.self())
		return
	}
	t.alive = append(t.alive, f)
	turn.Deliver(f)
}

// onScreen is what was fitted to the samples, or an absorption that is tried; nil before the first.
func (t *tab) onScreen() fitted {
	base, _ := t.models.Result.(fitted)
	if trial, _ := t.trial.Result.(fitted); trial != nil && t.state().Absorbing && t.trial.Key.(trialKey).of == base {
		return trial
	}
	return base
}

// settling notes what is wanted: what was said before may be about it.
func (t *tab) settling(key any) {
	if t.settles != key {
		t.settles, t.since = key, said
	}
}

// answered says what is to be said of what was fitted, and takes away what was said of what was before.
func (t *tab) answered(f fitted, refused, empty func()) {
	m := f.self()
	switch {
	case m.err != nil:
		if t.drawn.stale("refused", f) {
			refused()
			refusing = t
			t.settled, t.since = nil, said
		}
	case t.settled == t.settles:
	case m.samples.Count == 0:
		t.settled = t.settles
		empty()
	default:
		t.settled = t.settles
		settle(t, t.since)
	}
}

// conflict says in words which points can't be fitted together, and offers what helps: rule sets what a fit does with
// equal rows. Another error is said as it is.
func (t *tab) conflict(m *fitting, rule func(p *state.Page, name string)) {
	if code(m.err) != "ill-defined" {
		notice(m.err.Error(), true)
		return
	}
	offer := func(title string, change func(*state.Page)) remedy {
		return remedy{title, func() { t.Dispatch(state.Once, change) }}
	}
	offers := []remedy{offer("Keep the first", func(p *state.Page) { rule(p, "first") })}
	if m.samples.Classes {
		offers = append(offers, offer("Take the majority", func(p *state.Page) { rule(p, "majority") }))
	} else {
		offers = append(offers, offer("Take the mean", func(p *state.Page) { rule(p, "mean") }))
	}
	text, found := m.err.Error(), t.conflictText(m.samples)
	if n := found.Get("count").Int(); n > 0 {
		text = found.Get("text").String()
		offers = append(offers, offer("Leave out all "+strconv.Itoa(n), func(p *state.Page) { t.change(p, "leaveConflicts") }))
	}
	notice(text, true, offers...)
}

// sweep frees what nothing shows or asks any more.
func (t *tab) sweep(shown, asked fitted) {
	var left []fitted
	for _, f := range t.alive {
		if f == shown || f == asked || f == t.models.Result || f == t.trial.Result {
			left = append(left, f)
		} else {
			t.release(f.self())
		}
	}
	t.alive = left
}

// when is a key where it is wanted.
func when(wanted bool, key any) any {
	if wanted {
		return key
	}
	return nil
}
