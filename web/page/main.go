//go:build js && wasm

// Command page is the module that the site downloads. It holds two roles, so
// that there is one download: in the page's role, which is told by
// globalThis.xaiaPage, it is the controller of index.html, a client of the
// public JavaScript API; otherwise it is the engine.
package main

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"github.com/xaia-go/xaia/wasm/binding"
)

func main() {
	if page := js.Global().Get("xaiaPage"); page.Truthy() {
		start(page)
	} else {
		binding.Register()
	}
	select {}
}

func start(page js.Value) {
	document = dom.GetWindow().Document()
	api := client{xaia: page.Get("xaia"), plot: page.Get("plot")}
	newTabs()
	newPlaneView(api, readSets(page.Get("sets").Get("plane"))).open(0)
	newLineView(api, readSets(page.Get("sets").Get("line"))).open(0)
	document.DocumentElement().SetAttribute("data-ready", "")
}
