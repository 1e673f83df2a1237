//go:build unix

package worker_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/worker"
)

// Any body is answered or refused without a defect, and a model that is stored afterwards can be asked.
func FuzzBody(f *testing.F) {
	paths := []string{"POST /v1/fit", "POST /v1/predict", "POST /v1/explain", "PUT /v1/models/a", "POST /v1/models/xor/predict", "POST /v1/models/xor/explain", "POST /v1/models/xor/attributions", "POST /v1/models/xor/absorb"}
	const file = `{"format":"xaia-model","version":2,"options":{"model":"sqann","preset":"paper","scale":"none"},"X":[[0,0],[0,1],[0.1,0]],"y":["a","b","a"],"layers":[[[0]],[[1]],[[2]]]}`
	for _, body := range []string{
		`{"X":[[0,0],[0,1],[1,0],[1,1]],"y":["a","b","b","a"]}`, `{"X":[[1],[2]],"y":[1,2],"options":{"kind":"tnn","a":3}}`, `{"X":[[1,2],[2,1]],"y":[[1,2],[3,4]],"options":{"kind":"tnn","order":[1,0]}}`,
		`{"X":[{"a":1,"b":"x"},{"a":null,"b":"y"}],"y":[true,false],"options":{"missing":"mean","columns":["b","a"]}}`, file, `{"model":` + file + `,"X":[[0,0.5]],"options":{"interpolation":{"tnn":2}}}`,
		`{"format":"xaia-model","version":2,"members":[` + file + `,` + file + `]}`, `{"X":{"data":[1,2,3,4],"rows":2,"columns":2},"y":[1,2],"options":{"settings":[{"a1":1,"a2":1,"admission":0.1,"activation":0.9}]}}`,
		`{"X":[[9,9]],"y":["a"],"tolerance":0.5,"rounds":1}`, `{"X":[0.5,0.5]}`, "xaia\x01\x00\x00\x00\x02\x00\x00\x00{}\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		for i := range paths {
			f.Add(i, []byte(body))
		}
	}
	l := worker.ForWorker()
	l.Numbers, l.Memory = 1<<16, 8<<20
	l.Owner = worker.Allowance{Body: 1 << 20, Answer: 1 << 20, Time: 10 * time.Second}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		method, path, _ := strings.Cut(paths[uint(which)%uint(len(paths))], " ")
		h := worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token, Verify: core.Verify,
			Log: func(what string, err error) { t.Errorf("%s: %v", what, err) }})
		ask := func(method, path string, body []byte) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(context.Background(), method, path, bytes.NewReader(body))
			authorized(r)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		if w := ask("PUT", "/v1/models/xor", []byte(marshal(t, xor))); w.Code != http.StatusOK {
			t.Fatal(w.Body)
		}
		w := ask(method, path, body)
		if w.Code != http.StatusOK && w.Code != http.StatusBadRequest && w.Code != http.StatusRequestEntityTooLarge {
			t.Fatalf("%s %s %q: %d %s", method, path, body, w.Code, w.Body)
		}
		if method == "PUT" && w.Code == http.StatusOK {
			packed := ask("GET", path+"?format=bytes", nil).Body.Bytes()
			if w := ask("PUT", path, packed); w.Code != http.StatusOK {
				t.Fatalf("%q is stored, and refused when it is stored again: %s", body, w.Body)
			}
		}
	})
}
