//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

func (v *planeView) wireAbsorb() {
	v.learns("absorb", "absorb", "epsilon")
	click("absorb-examine", v.examine)
	changed("epsilon", "input", func(string) { v.render() })
}

// showAbsorbable says what there is to absorb, and forgets what was said of other points.
func (v *planeView) showAbsorbable() {
	bench := v.scene().bench
	hide("epsilon-label", bench.Classes) // a class is right or wrong: there is no error to allow
	setText("absorb-state", v.view.Call("absorbable", of(bench)).String())
	setText("absorb-proof", "")
	input("absorb").SetDisabled(v.view.Call("known", of(bench)).Length() == 0 || len(v.scene().panes) == 0)
}

// allowed is ε as far as it can be read: the plane marks the external points that err by more.
func (v *planeView) allowed() float64 {
	epsilon, _ := v.number(input("epsilon").Value())
	return max(0, epsilon)
}

// examine says which external points are out of distribution.
func (v *planeView) examine() {
	s := v.scene()
	if len(s.panes) == 0 || s.bench.Outside == 0 {
		setText("absorb-proof", "There is nothing to examine.")
		return
	}
	text, err := await(v.view.Call("examined", s.panes[0].model, of(s.bench)))
	if err != nil {
		text = js.ValueOf(err.Error())
	}
	setText("absorb-proof", text.String())
}

// absorb takes in the external points that the network errs on, without forgetting (section 3 of the paper): round by round,
// before and after side by side, until the reader keeps it or takes it back.
func (v *planeView) absorb(t *state.Turn) {
	key := t.Key.(trialKey)
	bench, base := v.scene().bench, key.of.(*networks)
	before := base.panes[0]
	before.title = "before"
	for round := 1; ; round++ {
		result, ok := tried(t, "absorb", v.view.Call("absorbRound", before.model, of(bench), key.epsilon, round))
		if !ok {
			return
		}
		model := result.Get("model")
		after := network{title: "after round " + strconv.Itoa(round), preset: before.preset, model: model, bench: v.client.bench(result.Get("bench"), nil)}
		after.bench.Opened = bench.Opened
		n := newNetworks(base.samples, base.fit)
		n.panes, n.own, n.absorbed, n.last = []network{before, after}, []js.Value{model}, result.Get("absorbed"), !result.Get("more").Bool()
		v.deliver(t, n)
		if n.last {
			return
		}
		if !still() {
			pause(600)
		}
	}
}
