//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

func (v *planeView) wireBrush() {
	all("#tools button", func(b js.Value) {
		on(b, "click", func(js.Value) {
			v.hold(func(h *state.Hand) { h.Tool = b.Get("dataset").Get("tool").String() })
		})
	})
}

// brush is the outcome that a click adds.
func (v *planeView) brush() js.Value {
	return v.view.Call("brushFor", v.js(), v.Now().Plane.Hand.Brush)
}

// drawBrush offers what a click adds: the classes or a value, an external point,
// or only a question.
func (v *planeView) drawBrush(p state.Plane) {
	hand := p.Hand
	all("#tools button", func(b js.Value) { pressed(b, b.Get("dataset").Get("tool").String() == hand.Tool) })
	var content []any
	add := func(inside any, chosen bool, choose func(*state.Hand)) {
		b := create("button", "")
		setAttribute(b, "type", "button")
		b.Call("append", inside)
		pressed(b, chosen)
		on(b, "click", func(js.Value) { v.hold(choose) })
		content = append(content, b)
	}
	classes := of(p.Bench).Get("classes")
	brush := v.brush()
	if classes.Truthy() {
		for i := range classes.Length() {
			class := classes.Index(i)
			add(v.view.Call("classKey", classes, class), hand.Adds == "sample" && brush.Equal(class), func(h *state.Hand) { h.Adds, h.Brush = "sample", class.String() })
		}
		if n := classes.Length(); n < 6 {
			add("+ class", false, func(*state.Hand) { v.addClass(n) })
		}
	} else {
		add("● value", hand.Adds == "sample", func(h *state.Hand) { h.Adds = "sample" })
	}
	add("× new", hand.Adds == "external", func(h *state.Hand) { h.Adds = "external" })
	add("? ask", hand.Adds == "ask", func(h *state.Hand) { h.Adds = "ask" })
	if !classes.Truthy() && hand.Adds != "ask" {
		content = append(content, v.valueField(brush))
	}
	show("brush", content...)
	hide("draw-kind", p.Bench.Count+p.Bench.Outside > 0)
}

// addClass offers one more class to draw with.
func (v *planeView) addClass(n int) {
	name := string(rune('a' + n))
	for strings.Contains(" "+js.Global().Get("Array").Call("from", v.js().Get("classes")).Call("join", " ").String()+" ", " "+name+" ") {
		name += strconv.Itoa(n)
	}
	v.Dispatch(state.Aside, func(p *state.Page) {
		v.change(p, "withClass", name)
		p.Plane.Hand.Adds, p.Plane.Hand.Brush = "sample", name
	})
}

func (v *planeView) valueField(brush js.Value) js.Value {
	label, field := create("label", "value "), create("input", "")
	field.Set("value", v.typed(brush.Float()))
	setAttribute(field, "inputmode", "decimal")
	field.Set("id", "brush-value")
	on(field, "change", func(js.Value) {
		if f, ok := number(field.Get("value").String()); ok {
			v.hold(func(h *state.Hand) { h.Brush = f })
		}
		field.Set("value", v.typed(v.brush().Float()))
	})
	label.Call("append", field)
	return label
}

// wireShow is what the picture shows besides the points.
func (v *planeView) wireShow() {
	changed("background", "change", func(value string) {
		if _, known := backgrounds[value]; known {
			v.Dispatch(state.Once, func(p *state.Page) { p.Plane.View.Background = value })
		}
	})
	on(element("all-links").Value, "change", func(js.Value) {
		all := input("all-links").Checked()
		v.Dispatch(state.Once, func(p *state.Page) { p.Plane.View.AllLinks = all })
	})
	for _, id := range []string{"column-x", "column-y"} {
		changed(id, "change", func(string) { v.chooseColumns() })
	}
	click("fingerprint-copy", func() {
		if t := document().Call("querySelector", "#fingerprint-table table"); t.Truthy() {
			done, _ := await(v.view.Call("copyText", t.Get("innerText")))
			setText("live", map[bool]string{true: "The table is copied.", false: "The browser doesn't allow copying; select the table and press Ctrl+C."}[done.Truthy()])
		}
	})
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

// drawColumns offers what of more than two columns the plane shows.
func (v *planeView) drawColumns(p state.Plane) {
	columns := of(p.Bench).Get("columns")
	hide("columns", columns.Length() <= 2)
	if columns.Length() <= 2 {
		return
	}
	chosen := [2]int{-1, -1}
	if choice := parse(p.View.Choice); choice.Type() == js.TypeObject {
		chosen = [2]int{choice.Get("columns").Index(0).Int(), choice.Get("columns").Index(1).Int()}
	}
	for axis, id := range []string{"column-x", "column-y"} {
		options := []any{option("principal component", "-1", chosen[axis] < 0)}
		for i := range columns.Length() {
			options = append(options, option(columns.Index(i).String(), strconv.Itoa(i), i == chosen[axis]))
		}
		show(id, options...)
	}
}

func option(title, value string, selected bool) js.Value {
	o := create("option", title)
	o.Set("value", value)
	o.Set("selected", selected)
	return o
}

// chooseColumns shows two columns, or both components: one of each makes no plane.
func (v *planeView) chooseColumns() {
	x, _ := whole(input("column-x").Value())
	y, _ := whole(input("column-y").Value())
	view := v.Now().Plane.View
	before := parse(view.Choice).Type() == js.TypeObject
	switch {
	case x < 0 && y < 0, before && (x < 0 || y < 0):
		view.Choice = `"components"`
	default:
		if x < 0 {
			x = map[bool]int{true: 1, false: 0}[y == 0]
		}
		if y < 0 || y == x {
			y = map[bool]int{true: 1, false: 0}[x == 0]
		}
		view.Choice = jsonOf(object("columns", []any{x, y}))
	}
	v.drawn["columns"] = nil // the lists may say what was corrected
	v.Dispatch(state.Once, func(p *state.Page) {
		view.Window, view.Framed = state.Window{}, p.Plane.Bench
		p.Plane.View = view
	})
}
