//go:build js && wasm

package main

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"github.com/xaia-go/xaia/worker"
)

// bucket keeps models in R2. The adaptor's calls don't support conditions, so this
// calls the binding directly.
type bucket struct {
	r2    js.Value
	sized js.Value // a function that learns a model's size
}

const prefix = "models/"

func (b bucket) Get(_ context.Context, name string) (worker.Stored, error) {
	object, err := await(b.r2.Call("get", prefix+name))
	if err != nil {
		return worker.Stored{}, err
	}
	if object.IsNull() {
		return worker.Stored{}, worker.ErrNoModel
	}
	size := object.Get("size").Int()
	if b.sized.Type() == js.TypeFunction {
		b.sized.Invoke(name, size)
	}
	if size > worker.ForWorker().Stored { // stored by another program
		return worker.Stored{}, worker.Damaged{Name: name, Why: "It has " + strconv.Itoa(size) + " bytes."}
	}
	buffer, err := await(object.Call("arrayBuffer"))
	if err != nil {
		return worker.Stored{}, err
	}
	bytes := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, bytes.Length())
	js.CopyBytesToGo(data, bytes)
	return worker.Stored{Data: data, ETag: object.Get("etag").String()}, nil
}

func (b bucket) Put(_ context.Context, name string, data []byte, c worker.Condition) (etag string, err error) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	condition := js.Global().Get("Headers").New()
	for name, tags := range map[string]worker.Tags{"If-Match": c.IfMatch, "If-None-Match": c.IfNoneMatch} {
		if len(tags) > 0 {
			condition.Call("set", name, strings.Join(tags, ","))
		}
	}
	options := map[string]any{"onlyIf": condition}
	object, err := await(b.r2.Call("put", prefix+name, bytes, options))
	if err != nil {
		return "", err
	}
	if object.IsNull() { // the condition doesn't hold
		return "", worker.ErrConflict
	}
	return object.Get("etag").String(), nil
}

// Delete asks first whether the model exists, because R2's delete doesn't say so.
func (b bucket) Delete(_ context.Context, name string) error {
	object, err := await(b.r2.Call("head", prefix+name))
	if err != nil {
		return err
	}
	if object.IsNull() {
		return worker.ErrNoModel
	}
	_, err = await(b.r2.Call("delete", prefix+name))
	return err
}

func (b bucket) List(_ context.Context, after string, most int) (list []worker.Entry, more bool, err error) {
	options := map[string]any{"prefix": prefix, "limit": most}
	if after != "" {
		options["startAfter"] = prefix + after
	}
	found, err := await(b.r2.Call("list", options))
	if err != nil {
		return nil, false, err
	}
	objects := found.Get("objects")
	for i := range objects.Length() {
		o := objects.Index(i)
		list = append(list, worker.Entry{
			Name: o.Get("key").String()[len(prefix):], Size: int64(o.Get("size").Float()),
			Modified: time.UnixMilli(int64(o.Get("uploaded").Call("getTime").Float())),
		})
	}
	return list, found.Get("truncated").Bool(), nil
}

// await waits for a promise in the goroutine of a request.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{value: args[0]}
		return nil
	})
	defer then.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer failed.Release()
	promise.Call("then", then, failed)
	out := <-settled
	return out.value, out.err
}
