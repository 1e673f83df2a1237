//go:build js && wasm

// Command edge is the HTTP server as a Cloudflare Worker, with models in an R2 bucket.
// The platform serves the static site without calling it.
//
// A program answers one request after another (programs.mjs). An isolate's first request waits for the program's
// start, so do little before Serve.
package main

import (
	"net/http"
	"syscall/js"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/worker"
)

var version = "devel" // the build sets it

func main() {
	console := js.Global().Get("console")
	workers.Serve(whole(worker.New(worker.Config{
		Store: bucket{cloudflare.GetBinding("MODELS"), cloudflare.GetBinding("SIZED")}, Limits: worker.ForWorker(),
		Token: cloudflare.Getenv("XAIA_TOKEN"), Origins: worker.Origins(cloudflare.Getenv("XAIA_ORIGINS")),
		Version: version,
		Yield:   yielder(cloudflare.GetBinding("PAUSE")),
		Log: func(what string, err error) {
			console.Call("error", wire.Harmless(what), wire.HarmlessLines(err.Error()))
		},
	})))
}

// whole passes an answer on in one piece. The adaptor would make a stream of it,
// wait until the stream is read to its end, and fail if it stays empty, as it does for
// a HEAD request.
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

// Write is called once per answer.
func (w *response) Write(b []byte) (int, error) {
	w.body = bytesOf(b)
	return len(b), nil
}

func bytesOf(b []byte) js.Value {
	to := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(to, b)
	return to
}
