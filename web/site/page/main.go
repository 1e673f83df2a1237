//go:build js && wasm

// Command page is the module that the site downloads. It holds two roles, so
// that there is one download: if globalThis.xaiaPage is
// set, it is the controller of workshop.html, a client of the
// public JavaScript API; otherwise it is the engine.
//
// The controller decides what happens: it keeps the state, asks the engine and
// says what is drawn. What is drawn, read and written is in web/figures/draw and web/site/view.
package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/wasm/binding"
	"github.com/xaia-go/xaia/web/site/page/state"
)

func main() {
	if page := js.Global().Get("xaiaPage"); page.Truthy() {
		start(page)
	} else {
		binding.RegisterPage()
	}
	select {}
}

func start(page js.Value) {
	api := client{page.Get("view")}
	sets := page.Get("benches")
	a := &app{client: api, Machine: state.New()}
	for _, next := range []func(){
		func() { a.plane = newPlaneView(api, a.Machine, sets.Get("plane")) },
		func() { a.line = newLineView(api, a.Machine, sets.Get("line")) },
		a.begin,
	} {
		pause(0) // no task is long on a slow phone
		next()
	}
	setAttribute(document().Get("documentElement"), "data-ready", "")
}
