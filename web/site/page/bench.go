//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// of is the JavaScript value of a bench.
func of(b *state.Bench) js.Value { return b.Value.(js.Value) }

// bench is a JavaScript bench as a state holds it; like is the one that it was made of, nil where there is none.
func (c client) bench(v js.Value, like *state.Bench) *state.Bench {
	b := &state.Bench{
		Value: v, ID: v.Get("id").String(), Duplicates: v.Get("duplicates").String(), Edited: v.Get("edited").Bool(), Classes: v.Get("classes").Truthy(),
		Count: v.Get("X").Length(), Outside: v.Get("external").Length(), Columns: v.Get("columns").Length(),
	}
	b.Samples, b.External, b.Asked, b.Names = b, b, b, b
	if like == nil {
		return b
	}
	b.Opened = like.Opened
	same := func(names ...string) bool {
		for _, name := range names {
			if !v.Get(name).Equal(of(like).Get(name)) {
				return false
			}
		}
		return true
	}
	if same("columns") {
		b.Names = like.Names
	}
	if same("X", "y", "columns", "settings", "scaled") && b.Classes == like.Classes {
		b.Samples = like.Samples
	}
	if same("external") {
		b.External = like.External
	}
	if c.asked(b).Equal(c.asked(like)) {
		b.Asked = like.Asked
	}
	return b
}

// asked is the place that is asked about, or null.
func (c client) asked(b *state.Bench) js.Value { return c.view.Call("asked", of(b)) }

func (c client) benches(sets js.Value) []*state.Bench {
	list := make([]*state.Bench, sets.Length())
	for i := range list {
		list[i] = c.bench(c.view.Call("benchOfSet", sets.Index(i)), nil)
	}
	return list
}

// hands is what the tabs do alike to their points.
type hands struct {
	client
	*state.Machine
	at func(*state.Page) **state.Bench
}

func (h hands) now() *state.Bench {
	p := h.Now()
	return *h.at(&p)
}

func (h hands) js() js.Value { return of(h.now()) }

// edit makes one of bench.js's edits.
func (h hands) edit(step state.Step, name string, args ...any) {
	h.Dispatch(step, func(p *state.Page) { h.change(p, name, args...) })
}

func (h hands) change(p *state.Page, name string, args ...any) {
	b := h.at(p)
	*b = h.bench(h.view.Call(name, append([]any{of(*b)}, args...)...), *b)
}

// choose asks about a point or a place.
func (h hands) choose(chosen js.Value) { h.edit(state.Aside, "choose", chosen) }

// outcome of a point: a class, a number, or null where it is unknown.
func (h hands) outcome(kind string, index int) js.Value {
	if kind == "external" {
		return h.js().Get("external").Index(index).Get("y")
	}
	return h.js().Get("y").Index(index)
}

// stroke is the step of undo that an act belongs to: what continues a stroke has none of its own.
func stroke(a js.Value) state.Step {
	if a.Get("more").Truthy() {
		return state.Aside
	}
	return state.Once
}

// common does of an act what every tab does alike: which point it is about, and what alters it. Done also when the picture is
// older than the bench.
func (h hands) common(a js.Value) (kind string, index int, done bool) {
	index = -1
	if k := a.Get("kind"); k.Type() == js.TypeString {
		kind, index = k.String(), a.Get("index").Int()
	}
	if b := h.now(); kind == "sample" && index >= b.Count || kind == "external" && index >= b.Outside {
		return kind, index, true
	}
	what, outcome := a.Get("type").String(), js.Null()
	switch {
	case what == "menu":
		chosen, err := await(h.view.Call("pointMenu", object("kind", kind, "name", h.view.Call("pointName", h.js(), kind, index), "y", h.outcome(kind, index), "classes", h.js().Get("classes"), "clientX", a.Get("clientX"), "clientY", a.Get("clientY"))))
		if err != nil || !chosen.Truthy() {
			return kind, index, true
		}
		what, outcome = chosen.Get("type").String(), chosen.Get("y")
	case what == "key" && a.Get("key").String() == "e" && kind != "":
		what = "turn"
	}
	switch what {
	case "erase":
		h.edit(stroke(a), "remove", kind, index)
	case "turn":
		h.edit(stroke(a), "turn", kind, index)
	case "relabel":
		h.edit(stroke(a), "relabel", kind, index, outcome)
	default:
		return kind, index, false
	}
	return kind, index, true
}

// conflict says in words which points can't be fitted together, and offers what helps: rule sets what a fit does with
// equal rows. Another error is said as it is.
func (h hands) conflict(b *state.Bench, err error, rule func(p *state.Page, name string)) (said string, offers []remedy) {
	if code(err) != "ill-defined" {
		return err.Error(), nil
	}
	offer := func(title string, change func(*state.Page)) {
		offers = append(offers, remedy{title, func() { h.Dispatch(state.Once, change) }})
	}
	offer("Keep the first", func(p *state.Page) { rule(p, "first") })
	if b.Classes {
		offer("Take the majority", func(p *state.Page) { rule(p, "majority") })
	} else {
		offer("Take the mean", func(p *state.Page) { rule(p, "mean") })
	}
	found := h.view.Call("conflictText", of(b))
	n := found.Get("count").Int()
	if n == 0 {
		return err.Error(), offers
	}
	offer("Leave out all "+strconv.Itoa(n), func(p *state.Page) { h.change(p, "leaveConflicts") })
	return found.Get("text").String(), offers
}

// drawings are what is on the page, each with what it was made of: it is drawn anew where that has changed.
type drawings map[string]any

func (d drawings) stale(name string, key any) bool {
	if was, drawn := d[name]; drawn && was == key {
		return false
	}
	d[name] = key
	return true
}

// stage makes one whose goroutines are guarded.
func stage(compute func(*state.Turn), ready func()) *state.Stage {
	return &state.Stage{Compute: compute, Ready: ready, Start: func(do func()) { go guarded(do) }}
}

// signal is one that aborts when the turn ends.
func signal(t *state.Turn) js.Value {
	control := js.Global().Get("AbortController").New()
	t.OnEnd(func() { control.Call("abort") })
	return control.Get("signal")
}
