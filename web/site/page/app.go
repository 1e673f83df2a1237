//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// app is the page around the two tabs: what both share.
type app struct {
	client
	*state.Machine
	plane *planeView
	line  *lineView
	kept  *state.Stage
	drawn drawings

	files      map[string]*state.Bench // sample sets that came as files, once read
	opening    *opening                // what a link or the storage says, until it is on the page
	unopened   bool                    // what is stored couldn't be shown: only points of one's own take its place
	linked     *state.Page             // what the address holds; nil: nothing
	guest      bool                    // that came by it, and isn't stored
	complained *sentence               // that nothing could be taken away
}

func (a *app) begin() {
	a.files, a.drawn = map[string]*state.Bench{}, drawings{}
	a.kept = stage(a.keep, func() {})
	a.plane.kept, a.line.kept = a.kept, a.kept
	a.plane.opened, a.line.opened = a.opened, a.opened
	a.Changed = a.render
	failed = a.failed
	a.wireTabs()
	a.wireControls()
	a.wireKeys()
	a.wireFiles()
	a.wireTakeaway()
	click("undo", func() { a.travel(a.Undo, "There is nothing to undo.") })
	click("redo", func() { a.travel(a.Redo, "There is nothing to redo.") })
	click("theme", a.switchTheme)
	click("clear", a.clear)
	click("start-over", a.startOver)
	click("cancel", func() { a.plane.models.Abort() })
	a.restore()
	go guarded(a.offerSets)
	on(js.Global(), "hashchange", func(js.Value) {
		if js.Global().Get("location").Get("hash").String() != "" {
			a.restore()
		}
	})
}

// render has the page show the state.
func (a *app) render() {
	tab := a.Now().Tab
	if a.drawn.stale("tab", tab) {
		for _, name := range []string{"plane", "line"} {
			t := element("tab-" + name).Value
			setAttribute(t, "aria-selected", name == tab)
			setAttribute(t, "tabindex", map[bool]string{true: "0", false: "-1"}[name == tab])
			hide("view-"+name, name != tab)
		}
		rooms = map[string]room{}
	}
	if theme := a.Now().Theme; theme != "" && a.drawn.stale("theme", theme) {
		document().Get("documentElement").Get("dataset").Set("theme", theme)
		a.plane.outdate()
		a.line.outdate()
	}
	if a.drawn.stale("travels", a.Travels()) {
		for _, id := range []string{"undo", "redo"} {
			hide(id, !a.Travels())
		}
	}
	a.plane.render()
	a.line.render()
}

// travel undoes or redoes in the tab that is open.
func (a *app) travel(step func() bool, none string) {
	if !step() {
		notice(none, false)
	}
}

// clear takes all points away; undo brings them back. Where there are none, it does nothing that undo would have to.
func (a *app) clear() {
	if a.Now().Tab == "line" {
		if !blank(a.Now().Line.Bench) {
			a.line.start(a.empty([]any{"x"}, nil))
		}
		return
	}
	var classes any
	now := a.plane.now()
	if now.Columns == 2 {
		if blank(now) {
			return
		}
		if now.Classes {
			classes = of(now).Get("classes")
		}
	}
	a.plane.start(a.empty([]any{"x₁", "x₂"}, classes))
}

// blank says whether a bench has no points.
func blank(b *state.Bench) bool {
	return b.Count == 0 && of(b).Get("external").Length() == 0
}

// empty is a bench without points.
func (a *app) empty(columns, classes any) *state.Bench {
	return a.bench(a.makeBench(object("edited", true, "columns", columns, "classes", classes)), nil)
}

// startOver forgets what was kept, unless that is behind a link, and shows the page as a first visitor sees it.
func (a *app) startOver() {
	a.kept.Hold()
	a.unopened = false
	if !a.guest {
		a.store(js.Null())
	}
	a.unlink()
	a.arrange("")
}

func (a *app) wireTabs() {
	tabs := []string{"plane", "line"}
	for i, name := range tabs {
		on(element("tab-"+name).Value, "click", func(js.Value) { a.show(name) })
		on(element("tab-"+name).Value, "keydown", func(ev js.Value) {
			switch ev.Get("key").String() {
			case "ArrowRight", "ArrowLeft":
				a.show(tabs[1-i])
				element("tab-" + tabs[1-i]).Focus()
			}
		})
	}
	// Choosing a kind of outcome for an empty plane.
	choices("#draw-kind", "kind", func(kind string) {
		var classes any
		if kind == "classes" {
			classes = []any{"a", "b"}
		}
		if now := a.plane.now(); blank(now) && now.Classes == (classes != nil) {
			return // it is so already
		}
		a.plane.start(a.empty([]any{"x₁", "x₂"}, classes))
	})
}

// wireControls has the property that a control's data-property names be what is chosen or typed there; a slider's way is one step.
func (a *app) wireControls() {
	all("[data-property]", func(e js.Value) {
		name := e.Get("dataset").Get("property").String()
		hear := func(event string, step state.Step) {
			on(e, event, func(js.Value) {
				value := a.readControl(e)
				if value.IsUndefined() {
					notice(e.Get("dataset").Get("problem").String(), true)
					return
				}
				a.Dispatch(step, func(p *state.Page) {
					take(p, object(name, value))
					switch name {
					case "top":
						p.Plane.Fit.Lines = `"off"`
					case "a":
						p.Line.Tolerance = 0
					}
				})
			})
		}
		if e.Get("type").String() != "range" {
			hear("change", state.Once)
			return
		}
		hear("input", state.Step(name))
		on(e, "change", func(js.Value) { a.LetGo() })
	})
}

// show opens a tab.
func (a *app) show(tab string) {
	a.Dispatch(state.Aside, func(p *state.Page) { p.Tab = tab })
}

// switchTheme goes from what the system prefers to the other, and back.
func (a *app) switchTheme() {
	dark := js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
	if chosen := a.Now().Theme; chosen != "" {
		dark = chosen == "dark"
	}
	a.Dispatch(state.Aside, func(p *state.Page) { p.Theme = map[bool]string{true: "light", false: "dark"}[dark] })
}

func (a *app) wireKeys() {
	a.listenToKeys(hearing(func(args []js.Value) {
		switch what, tab := args[0].String(), a.Now().Tab; {
		case what == "undo" || what == "redo":
			element(what).Value.Call("click")
		case what == "picture":
			element(tab).Focus()
		case tab == "plane":
			a.plane.enterNetwork(what)
		}
	}))
}

// offerSets makes the buttons of the sample sets, each with its picture.
func (a *app) offerSets() {
	offer := func(tab string, bench js.Value, open func()) {
		id := bench.Get("id").String()
		b := a.setButton(tab, bench, id == a.plane.now().ID || id == a.line.now().ID)
		on(b, "click", func(js.Value) { open() })
	}
	for _, bench := range a.plane.sets {
		pause(0)
		offer("plane", of(bench), func() { a.plane.start(bench) })
	}
	for _, bench := range a.line.sets {
		offer("line", of(bench), func() { a.line.start(bench) })
	}
	files := a.tables()
	for i := range files.Length() {
		file := files.Index(i)
		offer("plane", file, func() { a.openSet(file) })
	}
}

// openSet reads one of the sample sets that are files, as it would read a reader's.
func (a *app) openSet(file js.Value) {
	id := file.Get("id").String()
	bench, ok := a.files[id]
	if !ok {
		read, err := a.fetchTable(file)
		if err != nil {
			notice(err.Error(), true, remedy{"Try again", func() { a.openSet(file) }})
			return
		}
		bench = a.bench(read, nil)
		a.files[id] = bench
	}
	a.plane.start(bench)
}
