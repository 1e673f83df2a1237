//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

func parse(text state.JSON) js.Value {
	if text == "" {
		return js.Null()
	}
	return js.Global().Get("JSON").Call("parse", string(text))
}

func jsonOf(v js.Value) state.JSON {
	return state.JSON(js.Global().Get("JSON").Call("stringify", v).String())
}

// values are a page's properties, for JavaScript.
func values(p state.Page) js.Value {
	v := object()
	for _, property := range state.Properties {
		switch of := property.Of(&p).(type) {
		case *string:
			v.Set(property.Name, *of)
		case *state.JSON:
			v.Set(property.Name, parse(*of))
		case *float64:
			v.Set(property.Name, *of)
		case *bool:
			v.Set(property.Name, *of)
		}
	}
	return v
}

// take reads the properties that are there.
func take(p *state.Page, from js.Value) {
	for _, property := range state.Properties {
		v := from.Get(property.Name)
		if v.IsUndefined() {
			continue
		}
		switch of := property.Of(p).(type) {
		case *string:
			*of = v.String()
		case *state.JSON:
			if *of = jsonOf(v); property.Name == "view" && v.IsNull() {
				*of = ""
			}
		case *float64:
			*of = v.Float()
		case *bool:
			*of = v.Bool()
		}
	}
}
