//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// client is the boundary: what the controller calls of JavaScript is a method here, and stands in web/site/view/index.js.
// web/test/view.test.mjs compares both sides, the numbers of arguments, too. Nothing of the engine is reached in any other way.
type client struct{ view js.Value }

func (c client) call(name string, args ...any) js.Value { return c.view.Call(name, args...) }

// wait waits for what was promised.
func (c client) wait(name string, args ...any) (js.Value, error) {
	return c.await(c.call(name, args...))
}

func (c client) settle(promise js.Value, number int, settled js.Func) {
	c.call("settle", promise, number, settled)
}

// try is the same of what gives nothing.
func (c client) try(name string, args ...any) error {
	_, err := c.wait(name, args...)
	return err
}

// Links, storage, properties.

func (c client) arrange(text string, plane, line js.Value) (js.Value, error) {
	return c.wait("arrange", text, plane, line)
}
func (c client) stored() js.Value                { return c.call("stored") }
func (c client) store(page js.Value)             { c.call("store", page) }
func (c client) readControl(e js.Value) js.Value { return c.call("readControl", e) }
func (c client) standardModel() js.Value         { return c.view.Get("standardModel") }
func (c client) numberIn(text string) float64    { return c.call("numberIn", text).Float() }
func (c client) share(page js.Value) error       { return c.try("share", page) }
func (c client) withSlider(settings, layers js.Value, layer int, name string, at float64) js.Value {
	return c.call("withSlider", settings, layers, layer, name, at)
}

// Benches.

func (c client) facts(bench, like js.Value) js.Value { return c.call("facts", bench, like) }
func (c client) edited(bench js.Value, name string, args ...any) js.Value {
	return c.call("edited", append([]any{bench, name}, args...)...)
}
func (c client) makeBench(parts js.Value) js.Value    { return c.call("makeBench", parts) }
func (c client) conflictText(b *state.Bench) js.Value { return c.call("conflictText", of(b)) }
func (c client) brushFor(b *state.Bench, before any) js.Value {
	return c.call("brushFor", of(b), before)
}
func (c client) drawnPart(b *state.Bench) js.Value { return c.call("drawnPart", of(b)) }

// Networks.

func (c client) fitNetworks(b *state.Bench, fit, was, signal js.Value) (js.Value, error) {
	return c.wait("fitNetworks", of(b), fit, was, signal)
}
func (c client) answersOf(model js.Value, b *state.Bench, asked, known js.Value) (js.Value, error) {
	return c.wait("answersOf", model, of(b), asked, known)
}
func (c client) traced(pane js.Value, b *state.Bench, signal js.Value) (js.Value, error) {
	return c.wait("traced", pane, of(b), signal)
}
func (c client) calibrateScene(scene, signal js.Value) (js.Value, error) {
	return c.wait("calibrateScene", scene, signal)
}
func (c client) prepareLearner(model js.Value, b *state.Bench, signal js.Value) {
	c.wait("prepareLearner", model, of(b), signal)
}
func (c client) tune(b *state.Bench, relevance js.Value, duplicates string, signal js.Value) (js.Value, error) {
	return c.wait("tune", of(b), relevance, duplicates, signal)
}
func (c client) computeScores(scene js.Value, most int, signal js.Value) error {
	return c.try("computeScores", scene, most, signal)
}
func (c client) absorbRound(pane js.Value, b *state.Bench, epsilon float64, round int) (js.Value, error) {
	return c.wait("absorbRound", pane, of(b), epsilon, round)
}
func (c client) examined(model js.Value, b *state.Bench) (js.Value, error) {
	return c.wait("examined", model, of(b))
}
func (c client) embedded(model js.Value, b *state.Bench, signal js.Value) (js.Value, error) {
	return c.wait("embedded", model, of(b), signal)
}
func (c client) tell(model js.Value, b *state.Bench, projection, act, signal js.Value) {
	c.wait("tell", model, of(b), projection, act, signal)
}
func (c client) paintBehind(about, was js.Value, show js.Func, signal js.Value) error {
	return c.try("paintBehind", about, was, show, signal)
}
func (c client) free(model js.Value) { c.call("free", model) }

// The plane: how it is shown, and what is drawn.

func (c client) firstColumns(b *state.Bench, relevance js.Value) js.Value {
	return c.call("firstColumns", of(b), relevance)
}
func (c client) chosenColumns(b *state.Bench, before js.Value) js.Value {
	return c.call("chosenColumns", of(b), before)
}
func (c client) projection(b *state.Bench, choice, row, embedded js.Value) js.Value {
	return c.call("projection", of(b), choice, row, embedded)
}
func (c client) fitDomain(b *state.Bench, projection js.Value, w, h float64) state.Window {
	return windowOf(c.call("fitDomain", of(b), projection, object("width", w, "height", h)))
}
func (c client) points(b *state.Bench, projection js.Value) js.Value {
	return c.call("points", of(b), projection)
}
func (c client) movedTo(b *state.Bench, projection, act js.Value) js.Value {
	return c.call("movedTo", of(b), projection, act)
}
func (c client) forget()                                     { c.call("forget") }
func (c client) showPlane(scene, looks js.Value)             { c.call("showPlane", scene, looks) }
func (c client) showNetwork(scene, step js.Value)            { c.call("showNetwork", scene, step) }
func (c client) showInspector(scene js.Value, light js.Func) { c.call("showInspector", scene, light) }
func (c client) showPanels(scene, about, signal js.Value)    { c.wait("showPanels", scene, about, signal) }
func (c client) again()                                      { c.call("again") }
func (c client) showSure(scene js.Value)                     { c.call("showSure", scene) }
func (c client) showControls(b *state.Bench, about js.Value, take js.Func) {
	c.call("showControls", of(b), about, take)
}
func (c client) focusNetwork(way string)      { c.call("focusNetwork", way) }
func (c client) lightNeurons(sample js.Value) { c.call("lightNeurons", sample) }

// The line.

func (c client) fitLine(b *state.Bench, fit state.LineFit, signal js.Value) (js.Value, error) {
	return c.wait("fitLine", of(b), object("a", fit.A, "tolerance", fit.Tolerance, "duplicates", fit.Duplicates), signal)
}
func (c client) askLine(b *state.Bench, model, domain js.Value, table bool) (js.Value, error) {
	return c.wait("askLine", of(b), model, domain, table)
}
func (c client) calibrate(model, signal js.Value) (js.Value, error) {
	return c.wait("calibrate", model, signal)
}
func (c client) absorbLine(model js.Value, b *state.Bench, epsilon float64, domain js.Value) (js.Value, error) {
	return c.wait("absorbLine", model, of(b), epsilon, domain)
}
func (c client) lineDomain(b *state.Bench, before js.Value) js.Value {
	return c.call("lineDomain", of(b), before)
}
func (c client) linePoints(b *state.Bench) js.Value { return c.call("linePoints", of(b)) }
func (c client) placeOnLine(bench js.Value, part float64) js.Value {
	return c.call("placeOnLine", bench, part)
}
func (c client) showLine(b *state.Bench, model, answers, domain js.Value, table bool) {
	c.call("showLine", of(b), model, answers, domain, table)
}

// Hands, files, what is taken away.

func (c client) gestures(place, options js.Value) { c.call("gestures", place, options) }
func (c client) listenToKeys(act js.Func)         { c.call("listenToKeys", act) }
func (c client) listenToFiles(open, add js.Func)  { c.call("listenToFiles", open, add) }
func (c client) listenToNetwork(open js.Func)     { c.call("listenToNetwork", open) }
func (c client) pointMenu(b *state.Bench, act js.Value) (js.Value, error) {
	return c.wait("pointMenu", of(b), act)
}
func (c client) openFile(name string, source js.Value, open *state.Bench, series bool) (js.Value, error) {
	return c.wait("openFile", name, source, of(open), series)
}
func (c client) rowsFor(source js.Value, b *state.Bench) (js.Value, error) {
	return c.wait("rowsFor", source, of(b))
}
func (c client) tables() js.Value                           { return c.view.Get("tables") }
func (c client) fetchTable(file js.Value) (js.Value, error) { return c.wait("fetchTable", file) }
func (c client) setButton(tab string, bench js.Value, open bool) js.Value {
	return c.call("setButton", tab, bench, open)
}
func (c client) save(what string, model, page js.Value) error {
	return c.try("save", what, model, page)
}
func (c client) download(name, text, kind string) error { return c.try("download", name, text, kind) }
func (c client) savePictures(scene js.Value, kind, chart string) (js.Value, error) {
	return c.wait("savePictures", scene, kind, chart)
}
func (c client) showCode(page js.Value) error { return c.try("showCode", page) }
