//go:build unix

package worker_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/worker"
)

func headOf(packed []byte) string {
	return string(packed[12 : 12+binary.LittleEndian.Uint32(packed[8:])])
}

// relabelled is a byte file with another head, and the right checksum.
func relabelled(packed []byte, head string) []byte {
	old := binary.LittleEndian.Uint32(packed[8:])
	b := binary.LittleEndian.AppendUint32(bytes.Clone(packed[:8]), uint32(len(head)))
	return sealed(append(append(b, head...), packed[12+old:]...))
}

// A stored file that is whole, but no model that a fit makes, is said to be damaged at each request: never 500, and never an
// answer. An upload of it is refused.
func TestMalformedFiles(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Limits: worker.ForMachine(1), Token: token}))
	defer server.Close()
	url, path := server.URL+"/v1/models/m", filepath.Join(folder, "m.xaia")
	send(t, "PUT", url, `{"X":[[0,1,2],[1,2,5],[2,1,1],[3,5,0],[4,4,7],[5,0,3]],"y":[[1,0],[2,3],[3,1],[4,8],[5,2],[6,4]],"options":{"interpolation":{"local":{}}}}`, authorized).must(t, 200)
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := headOf(packed)
	frame := func(more string) string {
		return strings.Replace(text, `"version":2,`, `"version":2,"frame":{"features":3,"outputs":2,"reach":0.5,"shift":[0,0,0],"divide":[5,5,7]`+more+`},`, 1)
	}
	good := relabelled(packed, frame(`,"slopes":[[1,2,3],[4,5,6]],"penalty":1`))
	os.WriteFile(path, good, 0o600)
	send(t, "POST", url+"/predict", `{"X":[[0,1.5,2]]}`).must(t, 200)
	for name, made := range map[string]string{
		"transposed slopes":    frame(`,"slopes":[[1,2],[3,4],[5,6]],"penalty":1`),
		"slopes in one row":    frame(`,"slopes":[[1,2,3,4,5,6]],"penalty":1`),
		"slopes in one column": frame(`,"slopes":[[1],[2],[3],[4],[5],[6]],"penalty":1`),
		"fewer slopes":         frame(`,"slopes":[[1,2,3]],"penalty":1`),
		"slopes of texts":      frame(`,"slopes":"x","penalty":1`),
		"a penalty below 0":    frame(`,"slopes":[[1,2,3],[4,5,6]],"penalty":-1`),
		"a divisor of 0":       strings.Replace(frame(``), `[5,5,7]`, `[5,0,7]`, 1),
		"a frame of a list":    regexp.MustCompile(`"frame":\{.*?\},`).ReplaceAllString(frame(``), `"frame":[1],`),
		"no features":          strings.Replace(frame(``), `"features":3`, `"features":0`, 1),
		"other features":       strings.Replace(frame(``), `"features":3`, `"features":4`, 1),
		"many outputs":         strings.Replace(frame(``), `"outputs":2`, `"outputs":2147483647`, 1),
		"a reach below 0":      strings.Replace(frame(``), `"reach":0.5`, `"reach":-0.5`, 1),
	} {
		broken := relabelled(packed, made)
		send(t, "PUT", server.URL+"/v1/models/n", string(broken), authorized).refused(t, 400, "model-file")
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, r := range []struct{ method, path, body string }{{"POST", "/predict", `{"X":[[0,1.5,2]]}`}, {"POST", "/explain", `{"X":[[0,1.5,2]]}`}, {"POST", "/attributions", `{"X":[[0,1.5,2]]}`},
			{"POST", "/absorb", `{"X":[[9,9,9]],"y":[[1,2]],"tolerance":0.1}`}, {"GET", "", ""}} {
			t.Run(name+r.path, func(t *testing.T) { send(t, r.method, url+r.path, r.body, authorized).refused(t, 422, "model-file") })
		}
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		send(t, "POST", url+"/predict", `{"X":[[0,1.5,2]]}`).must(t, 200)
	}
}

// Each value of a stored file's head is replaced by each odd one: the file is damaged, or a model that answers. Nothing is a
// defect.
func TestChangedHeads(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	var logged []string
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Limits: worker.ForMachine(1), Token: token, Log: func(what string, err error) {
		if strings.Contains(err.Error(), "no model that a fit makes") {
			logged = append(logged, err.Error())
		}
	}}))
	defer server.Close()
	url, path := server.URL+"/v1/models/m", filepath.Join(folder, "m.xaia")
	odd := []any{nil, true, "", "auto", -1.0, 0.5, 3.0, 1e308, 4e9, []any{}, []any{[]any{}}, []any{-1.0}, []any{"a", "a"}, []any{0.0, 0.0, 0.0}, map[string]any{}}
	numbers := `"X":[[0,1],[1,2],[2,1],[3,5],[4,4],[5,0]]`
	for name, c := range map[string]struct{ body, ask string }{
		"numbers, a frame": {`{` + numbers + `,"y":[1,2,3,4,5,6],"options":{"interpolation":{"local":{}},"relevance":[1,2]}}`, `[[0,1.5]]`},
		"classes":          {`{` + numbers + `,"y":["a","b","a","b","a","b"],"options":{"weights":[1,2,1,2,1,2],"names":["1","2","3","4","5","6"]}}`, `[[0,1.5]]`},
		"a table":          {`{"X":[{"a":0,"b":"x"},{"a":1,"b":"y"},{"a":2,"b":"x"},{"a":null,"b":"z"}],"y":[1,2,3,4],"options":{"missing":"mean"}}`, `[{"a":0,"b":"x"}]`},
		"paper":            {`{` + numbers + `,"y":[1,2,3,4,5,6],"options":{"preset":"paper","scale":"standard"}}`, `[[0,1.5]]`},
		"a TNN":            {`{"X":[0,1,2],"y":[1,2,3],"options":{"kind":"tnn"}}`, `[[0.5]]`},
	} {
		send(t, "PUT", url, c.body, authorized).must(t, 200)
		packed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := headOf(packed)
		if strings.Contains(name, "frame") {
			text = strings.Replace(text, `"version":2,`, `"version":2,"frame":{"features":2,"outputs":1,"reach":0.5,"shift":[0,0],"divide":[5,5],"slopes":[[1,2]],"penalty":1},`, 1)
		}
		var head any
		if err := json.Unmarshal([]byte(text), &head); err != nil {
			t.Fatal(err)
		}
		tried, answered, damaged := 0, 0, 0
		changed(head, odd, func(where string) {
			tried++
			made := relabelled(packed, marshal(t, head))
			if err := os.WriteFile(path, made, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, r := range []struct{ path, body string }{{"/predict", `{"X":` + c.ask + `}`}, {"/explain", `{"X":` + c.ask + `}`}, {"/attributions", `{"X":` + c.ask + `}`}} {
				switch a := send(t, "POST", url+r.path, r.body); a.status {
				case 200:
					answered++
				case 422:
					damaged++
				case 400: // the head has become another model: it asks for more columns, or for fewer
					if e := a.json["error"].(map[string]any); e["code"] != "unsupported" && e["row"] != 0.0 {
						t.Errorf("%s, %s: %s is the client's error: %s", name, where, r.path, a.text)
					}
					answered++
				default:
					t.Errorf("%s, %s: %s is answered %d %.200s", name, where, r.path, a.status, a.text)
				}
			}
			if a := send(t, "PUT", server.URL+"/v1/models/n", string(made), authorized); a.status != 200 && a.status != 400 {
				t.Errorf("%s, %s: put is answered %d %.200s", name, where, a.status, a.text)
			}
		})
		if tried < 100 || answered == 0 || damaged < tried {
			t.Errorf("%s: of %d heads %d questions were answered, %d refused", name, tried, answered, damaged)
		}
	}
	if len(logged) > 0 {
		t.Errorf("the engine panicked: %s", logged[0])
	}
}

// changed calls try with each value in v replaced by each other one, by turns, and with each key left out.
func changed(v any, by []any, try func(where string)) {
	var walk func(v any, where string)
	walk = func(v any, where string) {
		switch v := v.(type) {
		case map[string]any:
			for key, old := range v {
				for _, other := range by {
					v[key] = other
					try(fmt.Sprintf("%s.%s = %v", where, key, other))
				}
				delete(v, key)
				try(where + "." + key + " left out")
				v[key] = old
				walk(old, where+"."+key)
			}
		case []any:
			for i, old := range v[:min(len(v), 2)] {
				for _, other := range by {
					v[i] = other
					try(fmt.Sprintf("%s[%d] = %v", where, i, other))
				}
				v[i] = old
				walk(old, fmt.Sprintf("%s[%d]", where, i))
			}
		}
	}
	walk(v, "")
}
