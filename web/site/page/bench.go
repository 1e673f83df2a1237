//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// of is the JavaScript value of a bench.
func of(b *state.Bench) js.Value { return b.Value.(js.Value) }

// bench is a JavaScript bench as a state holds it; like is the one that it was made of, nil where there is none.
func (c client) bench(v js.Value, like *state.Bench) *state.Bench {
	if like != nil && v.Equal(of(like)) {
		return like // the edit changed nothing
	}
	before := js.Null()
	if like != nil {
		before = of(like)
	}
	facts := c.facts(v, before)
	// Numbers, and last the text that may be any.
	said := strings.SplitN(facts.Get("said").String(), " ", 11)
	n := func(i int) (number int) { // strconv would be 17 KB of the module
		for _, digit := range []byte(said[i]) {
			number = 10*number + int(digit-'0')
		}
		return number
	}
	b := &state.Bench{
		Value: v, Count: n(0), Outside: n(1), Columns: n(2), Edited: n(3) > 0, Classes: n(4) > 0, Held: n(5) > 0, Duplicates: said[9], ID: said[10],
		Place: facts.Get("asked"),
	}
	b.Samples, b.External, b.Asked, b.Names = b, b, b, b
	if like == nil {
		return b
	}
	b.Opened = like.Opened
	if n(6) > 0 {
		b.Samples = like.Samples
	}
	if n(7) > 0 {
		b.External = like.External
	}
	if n(8) > 0 {
		b.Names = like.Names
	}
	if asked(b).Equal(asked(like)) {
		b.Asked = like.Asked
	}
	return b
}

// asked is the place that is asked about, or null.
func asked(b *state.Bench) js.Value { return b.Place.(js.Value) }

func (c client) benches(sets js.Value) []*state.Bench {
	list := make([]*state.Bench, sets.Length())
	for i := range list {
		list[i] = c.bench(sets.Index(i), nil)
	}
	return list
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

// memo is a value for JavaScript, the same as long as what it is of is the same.
type memo[K comparable] struct {
	of    K
	value js.Value
}

func (m *memo[K]) get(of K, make func() js.Value) js.Value {
	if !m.value.Truthy() || m.of != of {
		m.of, m.value = of, make()
	}
	return m.value
}

// stage makes one whose goroutines are guarded.
func stage(compute func(*state.Turn), ready func()) *state.Stage {
	return &state.Stage{Compute: compute, Ready: ready, Start: func(do func()) { go guarded(do) }}
}

// soon is something that is done once what runs now waits or has ended, however often it was asked for by then.
func soon(do func()) func() {
	asked := false
	return func() {
		if asked {
			return
		}
		asked = true
		go guarded(func() {
			asked = false
			do()
		})
	}
}

// signal is one that aborts when the turn ends.
func signal(t *state.Turn) js.Value {
	control := js.Global().Get("AbortController").New()
	t.OnEnd(func() { control.Call("abort") })
	return control.Get("signal")
}
