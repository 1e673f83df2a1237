//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

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

// computeBackground computes what lies behind each pane, and delivers it as it comes.
func (v *planeView) computeBackground(t *state.Turn) {
	key := t.Key.(paintKey)
	was := js.Null()
	if b := v.behind.Result; b != nil {
		moved := b.(*painted).paintKey
		moved.domain, moved.w, moved.h = key.domain, key.w, key.h
		if moved == key { // another part of the same
			was = b.(*painted).canvases
		}
	}
	panes := arrays.New()
	for _, n := range key.of.panes {
		panes.Call("push", n.with("bench", of(n.about(key.of.samples))))
	}
	show := callback(func(args []js.Value) { t.Deliver(&painted{key, args[0]}) })
	defer show.Release()
	about := object("kind", key.kind, "panes", panes, "projection", v.projected.Value, "around", of(key.of.samples).Get("X"), "domain", v.domainJS(key.domain), "width", key.w, "height", key.h)
	wrong(v.paintBehind(about, was, show, signal(t)), t)
}
