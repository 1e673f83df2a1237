//go:build js && wasm

package main

import "syscall/js"

// scene is what is on the screen: a bench together with what the engine said of
// it. The engine answers later, so the bench may be ahead of the scene.
type scene struct {
	bench      js.Value
	projection js.Value
	panes      []pane
	opens      int // number of the opening that it is of
}

// pane is one network's picture. There are two where networks are compared.
type pane struct {
	title, preset string
	bench         js.Value // the scene's, or the one after an absorption
	model         js.Value
	answers       js.Value // an explanation for each external point
	answer        js.Value // of what is asked about; null without
	behind        js.Value // the canvas of the background, null
}

func (s *scene) dispose() {
	for _, p := range s.panes {
		if p.model.Truthy() {
			free(p.model)
		}
	}
}

// refresh fits the network to the bench and asks about all external points and
// the chosen one. While it runs, a newer wish waits for it during a drag, and
// ends it otherwise.
func (v *planeView) refresh() {
	v.generation++
	v.begun = notices
	v.scores.stop()
	v.view.Call("stopCalibrating")
	if v.fitting.Truthy() {
		if !v.dragging {
			v.fitting.Call("abort")
		}
		return // the one that runs begins again
	}
	busy("plane", true)
	defer func() { // after a failure, too, or nothing would be fitted any more
		v.fitting = js.Null()
		hide("progress", true)
		busy("plane", false)
	}()
	for {
		generation := v.generation
		v.fitting = js.Global().Get("AbortController").New()
		next, err := v.compute(v.fitting.Get("signal"))
		v.fitting = js.Null()
		hide("progress", true)
		if v.generation == generation || err == nil && v.dragging {
			v.arrive(next, err)
		} else {
			next.dispose()
		}
		if v.generation == generation {
			return
		}
	}
}

// arrive shows a scene, or says why there is none.
func (v *planeView) arrive(next scene, err error) {
	if err != nil {
		next.dispose()
		v.refused(err)
		return
	}
	v.restarts = 0
	if v.samples() == 0 {
		var offers []remedy
		for _, set := range v.sets[:3] {
			offers = append(offers, remedy{set.Get("title").String(), func() { v.start(set) }})
		}
		notice("No points yet. Click on the plane, drop a file on the page, or begin with", false, offers...)
	} else {
		settle(v, v.begun)
	}
	v.chooseView(next)
	next.projection = v.project(next.bench) // columns may have been chosen meanwhile
	if next.opens == v.shown.opens {
		v.outdate()
		for i := range min(len(next.panes), len(v.shown.panes)) {
			next.panes[i].behind = v.shown.panes[i].behind
		}
	} else {
		v.view.Call("forget")
	}
	v.shown.dispose()
	v.shown = next
	v.arrivals++
	v.building.outdated()
	v.painting++ // a background that is under way belongs to the old scene
	v.drawPlane()
	if v.dragging {
		v.drawInspector()
		return
	}
	arrival := v.arrivals
	go guarded(func() { v.follow(arrival) })
}

// follow shows the rest of a scene, a panel at a time so that no task on the page
// is long, and then what takes the engine longer. A newer scene ends it.
func (v *planeView) follow(arrival int) {
	for _, next := range []func(){
		v.drawInspector, v.drawPanels, v.kept, v.absorbing.reset, settled,
		func() { go guarded(v.scores.refresh) }, func() { go guarded(v.building.refresh) }, v.paint, func() { go guarded(v.calibrate) },
	} {
		pause(0)
		if v.arrivals != arrival {
			return
		}
		next()
	}
}

// calibrate finds out how sure the network on the screen is, last of all: it takes some fits.
func (v *planeView) calibrate() {
	if len(v.shown.panes) == 0 {
		return
	}
	p := v.shown.panes[0]
	await(v.view.Call("calibrateScene", v.xaia, v.scene(), v.model.options(v.client, p.bench, p.preset)))
	v.view.Call("showSure", v.scene())
}

// settled says to style.css that the first scene is there: it needs no room kept.
func settled() { setAttribute(document().Get("documentElement"), "data-settled", "") }

// refused says why there is no network, and what helps.
func (v *planeView) refused(err error) {
	switch code(err) {
	case "aborted":
		notice("Cancelled: there is no network for these points yet.", false, remedy{"Fit again", v.refresh})
	case "disposed", "internal":
		if v.restarts < 2 {
			v.restarts++
			notice("The engine had to be started again. Your points are still here.", true)
			v.shown.panes = nil
			go guarded(v.refresh)
			return
		}
		notice(err.Error(), true, remedy{"Try again", v.refresh})
	default:
		said, offers := conflict(&v.edits, err, func(rule string) { v.model.duplicates = rule }, v.refresh)
		notice(said, true, offers...)
	}
	refusing = v
	v.painting++
	v.building.outdated()
	v.shown.bench = v.bench
	v.shown.projection = v.project(v.bench)
	if v.shown.opens != v.opens {
		v.view.Call("forget")
	}
	v.shown.opens = v.opens
	v.shown.dispose()
	v.shown.panes = nil
	v.draw()
	if v.dragging {
		v.drawPanels()
	}
	v.absorbing.reset()
	go guarded(v.scores.refresh)
}

// project says how a bench's rows are shown. The points that the view was fitted to
// determine its scales, so no point moves on the screen when another one is moved.
func (v *planeView) project(bench js.Value) js.Value {
	choice := v.choice
	if !choice.Truthy() {
		choice = v.view.Call("firstColumns", bench, js.Null())
	}
	return v.view.Call("projection", v.framed, choice, v.view.Call("asked", bench))
}

// chooseView chooses what is shown of a bench that was opened, now that its network is known.
func (v *planeView) chooseView(s scene) {
	if v.choice.Truthy() || !s.bench.Get("columns").Equal(v.bench.Get("columns")) {
		return
	}
	relevance := js.Null()
	if len(s.panes) > 0 {
		relevance = s.panes[0].model.Get("relevance")
	}
	v.choice = v.view.Call("firstColumns", s.bench, relevance)
	v.drawColumns()
}

// outdate says of what is painted behind the points that it is of another scene: it stays until
// there is something newer.
func (v *planeView) outdate() {
	for _, p := range v.shown.panes {
		if p.behind.Truthy() {
			p.behind.Set("outdated", true)
		}
	}
}

// compute asks the engine for all of a scene.
func (v *planeView) compute(signal js.Value) (scene, error) {
	s := scene{bench: v.bench, opens: v.opens}
	if v.samples() == 0 {
		return s, nil
	}
	presets := []string{v.model.preset}
	if v.model.preset == "both" {
		presets = []string{"xaia", "paper"}
	}
	for _, preset := range presets {
		p := pane{preset: preset, bench: s.bench, behind: js.Null()}
		if len(presets) > 1 {
			p.title = map[string]string{"xaia": "xaia", "paper": "the paper's network"}[preset]
		}
		options := v.model.options(v.client, s.bench, preset)
		options.Set("signal", signal)
		options.Set("onProgress", progress)
		var err error
		if p.model, err = await(v.xaia.Call("fit", v.view.Call("packedRows", s.bench), s.bench.Get("y"), options)); err != nil {
			return s, err
		}
		s.panes = append(s.panes, p)
		if err := v.inquire(&s.panes[len(s.panes)-1]); err != nil {
			return s, err
		}
	}
	return s, nil
}

// inquire asks a pane's model about the external points and the chosen place.
func (v *planeView) inquire(p *pane) (err error) {
	if p.answers, err = await(v.view.Call("explainExternal", p.model, p.bench)); err != nil {
		return err
	}
	p.answer = js.Null()
	if place := v.view.Call("asked", p.bench); place.Truthy() {
		p.answer, err = await(p.model.Call("explain", v.view.Call("oneRow", place)))
	}
	return err
}

// askAgain asks the models on the screen about what is chosen now.
func (v *planeView) askAgain() {
	v.generation++
	generation, shown := v.generation, v.shown
	if v.fitting.Truthy() {
		return // the fit that runs begins again, and asks
	}
	busy("plane", true)
	defer busy("plane", false)
	shown.bench = v.bench
	shown.projection = v.project(v.bench)
	shown.panes = append([]pane(nil), shown.panes...)
	for i := range shown.panes {
		p := &shown.panes[i]
		if p.bench.Equal(v.shown.bench) {
			p.bench = v.bench
		} else {
			p.bench = v.view.Call("choose", p.bench, object("kind", "place", "x", v.view.Call("asked", v.bench)))
		}
		if err := v.inquire(p); err != nil {
			if v.generation == generation {
				v.refused(err)
			}
			return
		}
	}
	if v.generation != generation || len(v.shown.panes) != len(shown.panes) {
		return
	}
	for i := range shown.panes {
		shown.panes[i].behind = v.shown.panes[i].behind // it may have been painted meanwhile
	}
	v.shown = shown
	v.draw()
	v.kept()
	if v.choice.Type() == js.TypeObject && v.bench.Get("columns").Length() > 2 && v.background != "island" {
		v.outdate() // it is about the row that is chosen
		v.paint()
	}
}

var progress = callback(func(args []js.Value) {
	hide("progress", false)
	bar := element("progress-bar").Value
	bar.Set("max", args[0].Get("total"))
	bar.Set("value", args[0].Get("done"))
})
