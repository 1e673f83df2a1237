//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// mostValidated is up to how many samples the honest figures are computed without
// being asked for: they cost ten fits.
const mostValidated = 1000

type scoreKey struct {
	of       *networks
	external *state.Bench
	all      bool // samples are left out, however many there are
}

func (v *planeView) wireScores() {
	click("leave-out", func() {
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Validated = p.Plane.Bench.Samples })
	})
	click("hold-out", func() {
		if v.now().Held {
			v.edit(state.Once, "putBack")
		} else if v.now().Count < 6 {
			notice("Holding out a third of the samples needs at least six.", true)
		} else {
			v.edit(state.Once, "holdOut")
		}
	})
	on(element("scores-table").Value, "choose", func(ev js.Value) {
		if i := ev.Get("detail").Get("sample").Int(); i < v.now().Count {
			v.pick("sample", i)
		}
	})
}

// score computes the figures that the fitting error is not: of samples that the network hadn't seen, in folds or held out, and
// of the usual alternatives on the same points.
func (v *planeView) score(t *state.Turn) {
	key := t.Key.(scoreKey)
	most := mostValidated
	if key.all {
		most = 1 << 30
	}
	of := *v.scene()
	of.networks = key.of
	if len(of.answers) > len(key.of.panes) {
		of.answers = of.answers[:len(key.of.panes)]
	}
	wrong(v.computeScores(v.sceneOf(&of), most, signal(t)), t)
}
