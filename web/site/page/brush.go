//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"
)

func (v *planeView) wireBrush() {
	all("#tools button", func(b js.Value) {
		on(b, "click", func(js.Value) {
			v.tool = b.Get("dataset").Get("tool").String()
			v.drawBrush()
		})
	})
}

// drawBrush offers what a click adds: the classes or a value, an external point,
// or only a question.
func (v *planeView) drawBrush() {
	all("#tools button", func(b js.Value) { pressed(b, b.Get("dataset").Get("tool").String() == v.tool) })
	var content []any
	add := func(inside any, chosen bool, choose func()) {
		b := create("button", "")
		setAttribute(b, "type", "button")
		b.Call("append", inside)
		pressed(b, chosen)
		on(b, "click", func(js.Value) {
			choose()
			v.drawBrush()
		})
		content = append(content, b)
	}
	classes := v.classes()
	v.brush = v.view.Call("brushFor", v.bench, v.brush)
	if classes.Truthy() {
		for i := range classes.Length() {
			class := classes.Index(i)
			add(v.view.Call("classKey", classes, class), v.adds == "sample" && v.brush.Equal(class), func() { v.adds, v.brush = "sample", class })
		}
		if n := classes.Length(); n < 6 {
			add("+ class", false, func() { v.addClass(n) })
		}
	} else {
		add("● value", v.adds == "sample", func() { v.adds = "sample" })
	}
	add("× external", v.adds == "external", func() { v.adds = "external" })
	add("? only ask", v.adds == "ask", func() { v.adds = "ask" })
	if !classes.Truthy() && v.adds != "ask" {
		content = append(content, v.valueField())
	}
	show("brush", content...)
	hide("draw-kind", v.samples()+v.externals() > 0)
}

// addClass offers one more class to draw with.
func (v *planeView) addClass(n int) {
	name := string(rune('a' + n))
	for strings.Contains(" "+js.Global().Get("Array").Call("from", v.classes()).Call("join", " ").String()+" ", " "+name+" ") {
		name += strconv.Itoa(n)
	}
	v.bench = v.view.Call("withClass", v.bench, name)
	v.adds, v.brush = "sample", js.ValueOf(name)
}

func (v *planeView) valueField() js.Value {
	label, field := create("label", "value "), create("input", "")
	field.Set("value", v.typed(v.brush.Float()))
	setAttribute(field, "inputmode", "decimal")
	field.Set("id", "brush-value")
	on(field, "change", func(js.Value) {
		if f, ok := number(field.Get("value").String()); ok {
			v.brush = js.ValueOf(f)
		}
		field.Set("value", v.typed(v.brush.Float()))
	})
	label.Call("append", field)
	return label
}

// wireShow is what the picture shows besides the points.
func (v *planeView) wireShow() {
	changed("background", "change", func(value string) {
		if _, known := backgrounds[value]; known {
			v.remember()
			v.background = value
			v.drawShow()
			v.paint()
			v.kept()
		}
	})
	on(element("all-links").Value, "change", func(js.Value) {
		v.remember()
		v.allLinks = input("all-links").Checked()
		v.drawPlane()
		v.kept()
	})
	for _, id := range []string{"column-x", "column-y"} {
		changed(id, "change", func(string) { v.chooseColumns() })
	}
	on(element("points-details").Value, "toggle", func(js.Value) { v.view.Call("showPoints", v.scene()) })
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
	axis := func(name string) any {
		low, high := d.Get(name).Index(0).Float(), d.Get(name).Index(1).Float()
		middle := (low + high) / 2
		return []any{middle + by*(low-middle), middle + by*(high-middle)}
	}
	v.window = object("x", axis("x"), "y", axis("y"))
	v.zoomed()
}

func (v *planeView) drawShow() {
	input("background").SetValue(v.background)
	setText("background-note", backgrounds[v.background])
	input("all-links").SetChecked(v.allLinks)
}

// drawColumns offers what of more than two columns the plane shows.
func (v *planeView) drawColumns() {
	columns := v.bench.Get("columns")
	hide("columns", columns.Length() <= 2)
	if columns.Length() <= 2 {
		return
	}
	chosen := [2]int{-1, -1}
	if v.choice.Type() == js.TypeObject {
		chosen = [2]int{v.choice.Get("columns").Index(0).Int(), v.choice.Get("columns").Index(1).Int()}
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
	x, _ := strconv.Atoi(input("column-x").Value())
	y, _ := strconv.Atoi(input("column-y").Value())
	before := v.choice.Type() == js.TypeObject
	v.remember()
	switch {
	case x < 0 && y < 0, before && (x < 0 || y < 0):
		v.choice = js.ValueOf("components")
	default:
		if x < 0 {
			x = map[bool]int{true: 1, false: 0}[y == 0]
		}
		if y < 0 || y == x {
			y = map[bool]int{true: 1, false: 0}[x == 0]
		}
		v.choice = object("columns", []any{x, y})
	}
	v.window, v.framed = js.Null(), v.bench
	v.bare()
	v.look()
}

// look shows the scene anew, after what is shown of it has changed; the engine is asked for the background alone.
func (v *planeView) look() {
	v.drawColumns()
	v.shown.projection = v.project(v.shown.bench)
	v.draw()
	v.kept()
	v.paint()
}
