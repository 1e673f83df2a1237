//go:build js && wasm

// Command edge is the HTTP face as a Cloudflare Worker: models in an R2 bucket.
// The static site is served by the platform beside it and never comes here.
//
// A program answers one request after another (programs.mjs). An isolate's first request waits for its start, so
// little may happen before Serve.
package main

import (
	"net/http"
	"syscall/js"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"github.com/xaia-go/xaia/worker"
)

func main() {
	console := js.Global().Get("console")
	workers.Serve(whole(worker.New(worker.Config{
		Store: bucket{cloudflare.GetBinding("MODELS")}, Limits: worker.ForWorker(),
		Token: cloudflare.Getenv("XAIA_TOKEN"), Origins: worker.Origins(cloudflare.Getenv("XAIA_ORIGINS")),
		Yield: yielder(cloudflare.GetBinding("PAUSE")),
		Log:   func(what string, err error) { console.Call("error", what, err.Error()) },
	})))
}

// whole hands an answer over in one piece. The adaptor would make a stream of
// it, wait for it to be read to the end, and fail where it stays empty, as in the
// answer to a HEAD.
func whole(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &response{ResponseWriter: w, body: js.Null()}
		h.ServeHTTP(out, r)
		w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(out.body)
	})
}

type response struct {
	http.ResponseWriter
	body js.Value
}

// Write is called once an answer.
func (w *response) Write(b []byte) (int, error) {
	w.body = js.Global().Get("Uint8Array").New(len(b))
	return js.CopyBytesToJS(w.body, b), nil
}
