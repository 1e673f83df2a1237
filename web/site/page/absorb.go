//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

func (v *planeView) wireAbsorb() {
	v.learns("absorb", "absorb", "epsilon")
	click("absorb-examine", v.examine)
}

// examine says which external points are out of distribution.
func (v *planeView) examine() {
	s := v.scene()
	if len(s.panes) == 0 || s.bench.Outside == 0 {
		setText("absorb-proof", "There is nothing to examine.")
		return
	}
	text, err := v.examined(s.panes[0].model(), s.bench)
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
	for round := 1; ; round++ {
		result, ok := v.tried(t, "absorb")(v.absorbRound(before.Value, bench, key.epsilon, round))
		if !ok {
			return
		}
		after := network{result.Get("after"), v.client.bench(result.Get("bench"), nil)}
		after.bench.Opened = bench.Opened
		n := newNetworks(base.samples, base.fit)
		n.panes, n.own, n.absorbed, n.last = []network{{result.Get("before"), nil}, after}, []js.Value{after.model()}, result.Get("absorbed"), !result.Get("more").Bool()
		v.deliver(t, n)
		if n.last {
			return
		}
		if !still() {
			pause(600)
		}
	}
}
