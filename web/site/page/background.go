//go:build js && wasm

package main

import (
	"math"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// resolutions of the background, in cells across: the first is quick, the others
// come while nothing else happens.
var resolutions = []int{40, 120, 240}

// mostCells bounds the finer pictures: cells times samples.
const mostCells = 40e6

// paintKey says what a background is of.
type paintKey struct {
	of     *networks
	opened *state.Bench
	shown  projectionKey
	kind   string
	domain state.Window
	w, h   float64
}

// painted is a background: a canvas for each network, with what it shows.
type painted struct {
	paintKey
	canvases js.Value
}

func (v *planeView) paintKey(s *scene) paintKey {
	w, h := v.size()
	key := paintKey{s.networks, s.bench.Opened, v.projected.key, v.seen.Background, v.domain(), w, h}
	if key.kind == "island" {
		key.shown.row = nil // what the plane doesn't show is as in the nearest row, not as in the one that is chosen
	}
	return key
}

// painted is what lies behind a scene until there is something newer: of the same columns of the same data.
func (v *planeView) painted(s *scene) *painted {
	b, _ := v.behind.Result.(*painted)
	if b == nil || s.bench.Count == 0 || v.seen.Background == "none" || b.opened != s.bench.Opened || b.shown.choice != v.projected.key.choice {
		return nil
	}
	return b
}

// computeBackground computes what lies behind each pane, coarse first, and delivers each as it comes.
func (v *planeView) computeBackground(t *state.Turn) {
	key, projected := t.Key.(paintKey), v.projected
	wanted := affordable(key.h/key.w, key.of.panes[0].about(key.of.samples).Count)
	domain := domainJS(key.domain)
	if was, _ := v.behind.Result.(*painted); was != nil {
		moved := was.paintKey
		moved.domain, moved.w, moved.h = key.domain, key.w, key.h
		if moved == key { // another part of the same
			pause(120)
			if len(wanted) > 1 && v.cellsAcross(was.canvases, domain) >= wanted[0] {
				wanted = wanted[1:] // what is there is no coarser than the first would be
			}
		}
	}
	panes := js.Global().Get("Array").New()
	for i, n := range key.of.panes {
		model := n.model()
		if n.Get("options").Truthy() && (key.kind == "territory" || key.kind == "layer") {
			var err error
			if model, err = v.numbered(t, key.of, i, key.kind); err != nil {
				if !t.Over() {
					notice(err.Error(), true)
				}
				return
			}
		}
		panes.Call("push", object("model", model, "bench", of(n.about(key.of.samples))))
	}
	for _, across := range wanted {
		if t.Over() {
			return
		}
		canvases, err := v.backgrounds(object("kind", key.kind, "panes", panes, "projection", projected.Value, "around", of(key.of.samples).Get("X"),
			"columns", across, "rows", cellsDown(across, key.h/key.w), "domain", domain, "width", key.w, "height", key.h))
		if t.Over() {
			return
		}
		if err != nil {
			if code(err) != "disposed" {
				notice(err.Error(), true)
			}
			return
		}
		t.Deliver(&painted{key, canvases})
	}
}

// affordable lists the resolutions that don't take long; the coarsest never does.
func affordable(ratio float64, samples int) []int {
	n := 1
	for n < len(resolutions) && float64(resolutions[n]*cellsDown(resolutions[n], ratio)*samples) <= mostCells {
		n++
	}
	return resolutions[:n]
}

func cellsDown(across int, ratio float64) int { return int(math.Round(float64(across) * ratio)) }

// numbered is a network's second model, whose outcomes are the samples' own numbers or layers.
func (v *planeView) numbered(t *state.Turn, n *networks, i int, kind string) (js.Value, error) {
	if known := n.numbered[kind]; i < len(known) {
		return known[i], nil
	}
	p := n.panes[i]
	model, err := v.client.numbered(p.Value, p.about(n.samples), kind, signal(t))
	if err == nil {
		n.numbered[kind], n.own = append(n.numbered[kind], model), append(n.own, model)
	}
	return model, err
}
