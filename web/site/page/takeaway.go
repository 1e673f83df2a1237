//go:build js && wasm

package main

import "syscall/js"

func (a *app) wireTakeaway() {
	click("share", a.share)
	for _, what := range []string{"model", "predictions", "workbook", "report"} {
		click("save-"+what, func() { a.save(what) })
	}
	click("code", a.code)
	for _, kind := range []string{"svg", "png"} {
		click("save-"+kind, func() { a.savePicture(kind) })
	}
}

// fittedModel is the model on the screen, or null.
func (a *app) fittedModel() js.Value {
	if a.Now().Tab == "line" {
		if c := a.line.shown(); c != nil {
			return c.model
		}
	} else if s := a.plane.scene(); len(s.panes) > 0 && !s.part.Truthy() {
		return s.panes[0].model()
	}
	return js.Null()
}

func (a *app) nothing() bool {
	if a.fittedModel().Truthy() {
		return false
	}
	a.complain("There is no network to save yet.")
	return true
}

// complain says why nothing was taken away, until something is.
func (a *app) complain(text string) {
	notice(text, true)
	a.complained = said
}

func (a *app) taken() {
	if said != nil && a.complained == said {
		notice("", false)
	}
}

// save has a file made of the model and offered.
func (a *app) save(what string) {
	if a.nothing() {
		return
	}
	if wrong(a.client.save(what, a.fittedModel(), a.properties()), nil) {
		return
	}
	a.taken()
}

func (a *app) code() {
	if a.shownBench().Count == 0 {
		a.complain("There are no points to write code for yet.")
		return
	}
	a.taken()
	wrong(a.showCode(a.properties()), nil)
}

// savePicture saves the chosen chart.
func (a *app) savePicture(kind string) {
	scene := js.Null()
	if a.Now().Tab == "plane" {
		scene = a.plane.sceneJS()
	}
	saved, err := a.savePictures(scene, kind, input("chart").Value())
	if wrong(err, nil) {
		return
	}
	if saved.Int() == 0 {
		a.complain("This chart is not on the screen.")
	} else {
		a.taken()
	}
}
