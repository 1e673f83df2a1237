//go:build js && wasm

package main

import (
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
	b := &state.Bench{
		Value: v, ID: v.Get("id").String(), Duplicates: v.Get("duplicates").String(), Edited: v.Get("edited").Bool(), Classes: v.Get("classes").Truthy(),
		Count: v.Get("X").Length(), Outside: v.Get("external").Length(), Columns: v.Get("columns").Length(),
	}
	facts := c.facts(v)
	b.Place, b.Held = facts.Get("asked"), facts.Get("held").Bool()
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
