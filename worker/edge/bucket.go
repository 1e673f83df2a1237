//go:build js && wasm

package main

import (
	"context"
	"errors"
	"slices"
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
	sized js.Value // a function that learns a model's size; undefined in tests
}

const prefix = "models/"

func (b bucket) Get(_ context.Context, name string, before func(etag string, size int64) error) (worker.Stored, error) {
	object, err := await(b.r2.Call("get", prefix+name))
	if err != nil {
		return worker.Stored{}, err
	}
	if object.IsNull() || object.Get("size").Int() == 0 {
		return worker.Stored{}, worker.ErrNoModel
	}
	size, etag := object.Get("size").Int(), object.Get("etag").String()
	if b.sized.Type() == js.TypeFunction {
		b.sized.Invoke(name, size)
	}
	if size > worker.ForWorker().Stored { // stored by another program
		return worker.Stored{}, worker.Damaged(name, "It has "+strconv.Itoa(size)+" bytes.")
	}
	if err := before(etag, int64(size)); err != nil {
		return worker.Stored{}, err
	}
	buffer, err := await(object.Call("arrayBuffer"))
	if err != nil {
		return worker.Stored{}, err
	}
	bytes := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, bytes.Length())
	js.CopyBytesToGo(data, bytes)
	return worker.Stored{Data: data, ETag: etag}, nil
}

// Put needs no Durable Object: R2 compares the ETag and writes in one step, for all isolates.
func (b bucket) Put(_ context.Context, name string, data []byte, c worker.Condition) (etag string, err error) {
	if c.IfNoneMatch != nil || slices.Contains(c.IfMatch, "*") { // what was deleted under a condition counts as nothing
		object, err := await(b.r2.Call("head", prefix+name))
		if err != nil {
			return "", err
		}
		if !object.IsNull() && object.Get("size").Int() == 0 {
			if !c.Allows("", false) {
				return "", worker.ErrConflict
			}
			c = worker.Condition{IfMatch: worker.Tags{`"` + object.Get("etag").String() + `"`}}
		}
	}
	condition := js.Global().Get("Headers").New()
	for name, tags := range map[string]worker.Tags{"If-Match": c.IfMatch, "If-None-Match": c.IfNoneMatch} {
		if len(tags) > 0 {
			condition.Call("set", name, strings.Join(tags, ","))
		}
	}
	object, err := await(b.r2.Call("put", prefix+name, bytesOf(data), map[string]any{"onlyIf": condition}))
	if err != nil {
		return "", err
	}
	if object.IsNull() { // the condition doesn't hold
		return "", worker.ErrConflict
	}
	return object.Get("etag").String(), nil
}

// Delete asks first whether the model exists, because R2's delete doesn't say so. Nor does it take a condition, so a
// model that is to be deleted under one is replaced by an empty object, which counts as no model.
func (b bucket) Delete(ctx context.Context, name string, c worker.Condition) error {
	object, err := await(b.r2.Call("head", prefix+name))
	if err != nil {
		return err
	}
	exists := !object.IsNull() && object.Get("size").Int() > 0
	switch {
	case exists && (c.IfMatch != nil || c.IfNoneMatch != nil):
		_, err = b.Put(ctx, name, nil, c)
	case exists:
		_, err = await(b.r2.Call("delete", prefix+name))
	case c.Allows("", false):
		err = worker.ErrNoModel
	default:
		err = worker.ErrConflict
	}
	return err
}

func (b bucket) List(_ context.Context, after string, most int) (list []worker.Entry, more bool, err error) {
	for more = true; more && len(list) < most; {
		options := map[string]any{"prefix": prefix, "limit": most - len(list)}
		if after != "" {
			options["startAfter"] = prefix + after
		}
		found, err := await(b.r2.Call("list", options))
		if err != nil {
			return nil, false, err
		}
		more = found.Get("truncated").Bool()
		objects := found.Get("objects")
		for i := range objects.Length() {
			o := objects.Index(i)
			after = o.Get("key").String()[len(prefix):]
			if size := int64(o.Get("size").Float()); size > 0 {
				list = append(list, worker.Entry{Name: after, Size: size, Modified: time.UnixMilli(int64(o.Get("uploaded").Call("getTime").Float()))})
			}
		}
		more = more && objects.Length() > 0
	}
	return list, more, nil
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
