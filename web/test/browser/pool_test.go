//go:build !js

package web_test

import (
	"fmt"
	"net/http"
	"testing"
)

// Calls in parts start as many engines as they are told, in workers of the page, and have the same bits; so do modules
// that carry their worker. Where the policy forbids workers, the page computes.
func TestCallsInParts(t *testing.T) {
	files := http.FileServer(http.Dir("../../../dist/npm"))
	policy := "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src "
	for _, c := range []struct {
		module, workers string
		want            int
	}{{"xaia.mjs", "'self'", 4}, {"inline.mjs", "blob:", 4}, {"xaia.mjs", "'none'", 0}} {
		t.Run(c.module+" "+c.workers, func(t *testing.T) {
			server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/" {
					files.ServeHTTP(w, r)
					return
				}
				w.Header().Set("Content-Security-Policy", policy+c.workers+"; img-src data:")
				fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><title>parts</title>`)
			}))
			ctx := visitEmbed(t, server)
			got := evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
				let started = 0;
				const Plain = Worker;
				globalThis.Worker = class extends Plain {
					constructor(...given) {
						super(...given);
						this.addEventListener("message", ({data}) => { if (data.ready) started++; });
					}
				};
				const xaia = await import("/%s");
				const X = Array.from({length: 120}, (_, i) => [Math.sin(i), Math.cos(i * i), i / 120]), y = X.map(([a, b, c]) => a * a + b + c);
				const model = await xaia.fit(X, y);
				const results = async (workers) => JSON.stringify([await xaia.crossValidate(X, y, {workers}), await (await model.calibrate({workers})).save(),
					(await xaia.tune(X, y, {workers, folds: 3})).scores, await model.leaveOneOut({workers})]);
				const [one, three] = [await results(1), await results(3)];
				xaia.terminate();
				return (one === three ? "same" : "another") + " " + started;
			})()`, c.module))
			want := fmt.Sprintf("same %d", c.want)
			expect(t, got == want, "%q, want %q", got, want)
		})
	}
}
