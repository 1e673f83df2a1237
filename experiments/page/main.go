//go:build js && wasm

// Command page is the module of paper.html and of the printed tables. Like the
// site's other module it holds two roles, so that there is one download: where
// globalThis.xaiaExperiments says what to run them with, it runs the
// experiments; otherwise it is the engine, for the public JavaScript API.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/xaia-go/xaia/experiments"
	"github.com/xaia-go/xaia/wasm/binding"
)

func main() {
	if host := js.Global().Get("xaiaExperiments"); host.Truthy() {
		serve(host)
	} else {
		binding.Register()
	}
	select {}
}

// serve sets list, the experiments' ids, and run, which gives a section as
// JSON, or an Error. The host has files, by path; tree, which fits one; and
// progress, which it calls with the share that is done.
func serve(host js.Value) {
	var ids []any
	for _, e := range experiments.All {
		ids = append(ids, e.ID)
	}
	host.Set("list", ids)
	host.Set("run", js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		// A panic that left a js.Func would end the instance without a word.
		defer func() {
			if r := recover(); r != nil {
				result = failed(fmt.Sprint(r))
			}
		}()
		text, err := run(host, args[0].String())
		if err != nil {
			return failed(err.Error())
		}
		return text
	}))
}

func failed(why string) js.Value { return js.Global().Get("Error").New(why) }

func run(host js.Value, id string) (string, error) {
	for _, e := range experiments.All {
		if e.ID != id {
			continue
		}
		section, err := e.Run(experiments.Input{
			Files: func(path string) (string, error) {
				text := host.Get("files").Get(path)
				if text.Type() != js.TypeString {
					return "", errors.New("the file " + path + " is missing")
				}
				return text.String(), nil
			},
			Tree:     func(x [][]float64, y []float64, queries [][]float64) []float64 { return tree(host, x, y, queries) },
			Progress: func(share float64) { host.Call("progress", share) },
		})
		if err != nil {
			return "", err
		}
		text, err := json.Marshal(section)
		return string(text), err
	}
	return "", errors.New("there is no experiment " + id)
}

// tree asks the host's library.
func tree(host js.Value, x [][]float64, y []float64, queries [][]float64) []float64 {
	answers := host.Call("tree", array(x), array([][]float64{y}).Index(0), array(queries))
	out := make([]float64, answers.Length())
	for i := range out {
		out[i] = answers.Index(i).Float()
	}
	return out
}

// array makes rows of numbers into arrays, by way of JSON: a number at a time
// would cost a call each.
func array(rows [][]float64) js.Value {
	text, err := json.Marshal(rows)
	if err != nil {
		panic(err) // NaN; the sets have none
	}
	return js.Global().Get("JSON").Call("parse", string(text))
}
