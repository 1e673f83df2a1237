//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

func (v *planeView) wireBrush() {
	choices("#tools", "tool", func(tool string) { v.hold(func(h *state.Hand) { h.Tool = tool }) })
	v.takeBrush = hearing(func(args []js.Value) {
		brush := args[0].Get("brush")
		v.Dispatch(state.Aside, func(p *state.Page) {
			h := &p.Plane.Hand
			if h.Adds = args[0].Get("adds").String(); h.Adds == "ask" {
				h.Tool = "point"
			}
			switch brush.Type() {
			case js.TypeNumber:
				h.Brush = brush.Float()
			case js.TypeString:
				h.Brush = brush.String()
			}
			if args[0].Get("fresh").Truthy() {
				v.change(p, "withClass", brush)
			}
		})
	})
}

// brush is the outcome of a sample that a click adds.
func (v *planeView) brush() js.Value {
	return v.brushFor(v.now(), v.Now().Plane.Hand.Brush)
}

// wireShow is what the picture shows besides the points.
func (v *planeView) wireShow() {
	for _, id := range []string{"column-x", "column-y"} {
		changed(id, "change", func(string) { v.chooseColumns() })
	}
	click("zoom-in", func() { v.zoom(0.75) })
	click("zoom-out", func() { v.zoom(1 / 0.75) })
	click("zoom-fit", v.showAll)
}

func (v *planeView) zoom(by float64) {
	d := v.domain()
	axis := func(a [2]float64) [2]float64 {
		middle := (a[0] + a[1]) / 2
		return [2]float64{middle + by*(a[0]-middle), middle + by*(a[1]-middle)}
	}
	v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.View.Window = state.Window{X: axis(d.X), Y: axis(d.Y)} })
}

// chooseColumns shows the columns that are chosen in the lists.
func (v *planeView) chooseColumns() {
	view := v.Now().Plane.View
	view.Choice = jsonOf(v.chosenColumns(v.now(), parse(view.Choice)))
	v.Dispatch(state.Once, func(p *state.Page) {
		view.Window, view.Framed = state.Window{}, p.Plane.Bench
		p.Plane.View = view
	})
}
