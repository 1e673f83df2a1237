//go:build unix

package worker_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// testCounterfactual asks what would have to be different: a text changes as a whole, and held columns don't.
func testCounterfactual(t *testing.T, on target) {
	path := on.url + "/v1/models/counterfactual"
	send(t, "PUT", path, `{"X":[{"sex":"f","age":30},{"sex":"m","age":30},{"sex":"f","age":60},{"sex":"m","age":50}],"y":["no","yes","yes","yes"]}`, authorized).must(t, 200)
	t.Cleanup(func() { send(t, "DELETE", path, nil, authorized) })
	for body, want := range map[string]string{
		`{"X":[{"sex":"f","age":30}],"options":{"hold":["age"]}}`:                     `"row":{"sex":"m","age":30},"changes":[{"column":"sex","from":"f","to":"m"}],"fraction":0.5,"before":"no","after":"yes"}]}`,
		`{"X":[{"sex":"f","age":30}],"options":{"hold":["sex"]}}`:                     `"changes":[{"column":"age","from":30,"to":`,
		`{"X":[{"sex":"m","age":50}],"options":{"target":"no","hold":["sex","sex"]}}`: "",
	} {
		a := send(t, "POST", path+"/counterfactual", body)
		if want == "" {
			a.refused(t, 400, "unsupported")
		} else if text := string(a.must(t, 200).text); !strings.Contains(text, want) {
			t.Errorf("%s: %s", body, text)
		}
	}
	for body, code := range map[string]string{
		`{"X":[{"sex":"f","age":30}],"options":{"hold":["name"]}}`: "invalid-option", `{"X":[{"sex":"f","age":30}],"options":{"hold":"sex"}}`: "invalid-option",
		`{"X":[{"sex":"f","age":30}],"options":{"target":"maybe"}}`: "invalid-option", `{"X":[{"sex":"f","age":30}],"options":{"nonsense":1}}`: "unknown-option",
		`{"X":[{"sex":"f","age":30}],"options":{"hold":["sex","age"]}}`: "invalid-option",
	} {
		send(t, "POST", path+"/counterfactual", body).refused(t, 400, code)
	}
}

// testSuspects: one of forty rows has the other label. It costs fits, so guests can't ask.
func testSuspects(t *testing.T, on target) {
	path := on.url + "/v1/models/suspects"
	var x [][]float64
	var y []string
	for i := range 40 {
		x, y = append(x, []float64{float64(i%20) + float64(i%20*i%7)/10, float64(i % 3)}), append(y, map[bool]string{true: "a", false: "b"}[i%20 < 10])
	}
	y[23] = "b"
	send(t, "PUT", path, map[string]any{"X": x, "y": y}, authorized).must(t, 200)
	t.Cleanup(func() { send(t, "DELETE", path, nil, authorized) })
	a := send(t, "POST", path+"/suspects", `{}`, authorized).must(t, 200)
	if text := string(a.text); !strings.HasPrefix(text, `{"suspects":[{"sample":23,"kind":"label","outcome":"b","said":"a","score":`) || !strings.Contains(text, `"rest":3`) {
		t.Errorf("suspects: %s", text)
	}
	send(t, "POST", path+"/suspects", `{}`).refused(t, 401, "unauthorized")
	send(t, "POST", path+"/suspects", `{"share":0}`, authorized).refused(t, 400, "invalid-option")
	send(t, "POST", path+"/suspects", `{"shares":0.1}`, authorized).refused(t, 400, "unknown-option")
	send(t, "POST", path+"/suspects", `[]`, authorized).refused(t, 400, "invalid-input")
	send(t, "POST", path+"/suspects", `{"share":0.025}`, authorized).must(t, 200)
}

func testRoutes(t *testing.T, on target) {
	a := send(t, "GET", on.url+"/healthz", nil).must(t, 200)
	if a.json["status"] != "ok" || !on.edge && a.json["version"] == nil {
		t.Errorf("healthz: %s", a.text)
	}
	send(t, "GET", on.url+"/readyz", nil).must(t, 200)
	send(t, "GET", on.url+"/metrics", nil).refused(t, 401, "unauthorized")
	send(t, "GET", on.off+"/metrics", nil).refused(t, 403, "forbidden")

	fitted := send(t, "POST", on.url+"/v1/fit", xor, authorized).must(t, 200)
	file := fitted.json["model"].(map[string]any)
	if file["format"] != "xaia-model" || fitted.json["report"].(map[string]any)["steps"].(float64) < 4 {
		t.Errorf("fit: %s", fitted.text)
	}
	query := [][]float64{{0.1, 0.9}, {0.9, 0.8}}
	want := []any{"b", "a"}
	if a := send(t, "POST", on.url+"/v1/predict", map[string]any{"model": file, "X": query}, authorized).must(t, 200); !reflect.DeepEqual(a.json["predictions"], want) {
		t.Errorf("predict: %s", a.text)
	}
	explained := send(t, "POST", on.url+"/v1/explain", map[string]any{"model": file, "X": query}, authorized).must(t, 200)
	first := explained.json["explanations"].([]any)[0].(map[string]any)
	if first["value"] != "b" || first["status"] != "hit" || !reflect.DeepEqual(first["neurons"].([]any)[0].(map[string]any)["samples"], []any{1.0}) {
		t.Errorf("explain: %s", explained.text)
	}

	// A cross-validation takes the options of fit, folds and seed. Its rows are those that were sent.
	dealt := send(t, "POST", on.url+"/v1/crossvalidate", `{"X":[[0],[null],[1],[2],[3]],"y":["a","a","a","b","b"],"options":{"missing":"drop","folds":2,"seed":1}}`, authorized).must(t, 200)
	if p := dealt.json["predictions"].([]any); len(p) != 5 || p[1] != nil || p[0] != "a" && p[0] != "b" || dealt.json["folds"].([]any)[1] != -1.0 ||
		!reflect.DeepEqual(dealt.json["dropped"], []any{1.0}) || dealt.json["rowCount"] != 4.0 || dealt.json["spread"].(map[string]any)["accuracy"] == nil {
		t.Errorf("crossvalidate: %s", dealt.text)
	}
	for body, path := range map[string]string{
		`{"X":[[0],[1]],"y":[1,2],"options":{"folds":3}}`:                  "folds",
		`{"X":[[0],[1]],"y":[1,2],"options":{"folds":1}}`:                  "folds",
		`{"X":[[0],[1]],"y":[1,2],"options":{"seed":-1}}`:                  "seed",
		`{"X":[[0],[1]],"y":[1,2],"options":{"kind":"tnn","settings":{}}}`: "settings.a1",
	} {
		if a := send(t, "POST", on.url+"/v1/crossvalidate", body, authorized).refused(t, 400, "invalid-option"); a["path"] != path {
			t.Errorf("%s: %v", body, a)
		}
	}

	// The same model, stored in each possible way.
	put := store(t, on, "routes-fit", xor)
	store(t, on, "routes-file", file)
	bytes := send(t, "GET", on.url+"/v1/models/routes-fit?format=bytes", nil).must(t, 200)
	if bytes.header.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(string(bytes.text), "xaia") {
		t.Errorf("as bytes: %q", bytes.text)
	}
	store(t, on, "routes-bytes", bytes.text)
	for key, want := range map[string]any{"name": "routes-fit", "kind": "sqann", "sampleCount": 4.0, "featureCount": 2.0, "size": float64(len(bytes.text))} {
		if put.json[key] != want {
			t.Errorf("put says %s is %v, not %v", key, put.json[key], want)
		}
	}
	for _, name := range []string{"routes-fit", "routes-file", "routes-bytes"} {
		got := send(t, "GET", on.url+"/v1/models/"+name, nil).must(t, 200)
		if !reflect.DeepEqual(got.json, file) {
			t.Errorf("%s comes back as %s", name, got.text)
		}
		asked := send(t, "POST", on.url+"/v1/models/"+name+"/predict", map[string]any{"X": query}).must(t, 200)
		why := send(t, "POST", on.url+"/v1/models/"+name+"/explain", map[string]any{"X": query}).must(t, 200)
		if !reflect.DeepEqual(asked.json["predictions"], want) || !reflect.DeepEqual(why.json, explained.json) {
			t.Errorf("%s answers %s %s", name, asked.text, why.text)
		}
		whole := send(t, "POST", on.url+"/v1/models/"+name+"/explain", map[string]any{"X": query, "options": map[string]any{"fingerprint": true}}).must(t, 200)
		for _, e := range whole.json["explanations"].([]any) {
			if fingerprint, _ := e.(map[string]any)["fingerprint"].([]any); len(fingerprint) == 0 {
				t.Errorf("%s explains with fingerprints %s", name, whole.text)
			}
			delete(e.(map[string]any), "fingerprint")
		}
		if !reflect.DeepEqual(whole.json, why.json) {
			t.Errorf("%s explains with fingerprints %s, without %s", name, whole.text, why.text)
		}
	}
	head := send(t, "HEAD", on.url+"/v1/models/routes-fit", nil).must(t, 200)
	if len(head.text) > 0 || head.header.Get("ETag") != put.header.Get("ETag") {
		t.Errorf("HEAD: %q %v", head.text, head.header)
	}
	if same := send(t, "GET", on.url+"/v1/models/routes-fit", nil, with("If-None-Match", put.header.Get("ETag"))); same.status != 304 || len(same.text) > 0 {
		t.Errorf("what the client has already: %d %s", same.status, same.text)
	}

	// Options reach the engine, and a flat row is one row.
	none := send(t, "POST", on.url+"/v1/models/routes-fit/predict", map[string]any{"X": []float64{0.5, 0.5}, "options": map[string]any{"interpolation": "none"}}).must(t, 200)
	if string(none.text) != `{"predictions":[null]}` {
		t.Errorf("without an output: %s", none.text)
	}

	// Text columns and missing values.
	rows := `[{"size":1,"colour":"red"},{"size":null,"colour":"blue"},{"size":3,"colour":"red"}]`
	table := `{"X":` + rows + `,"y":[1,2,3],"options":{"missing":"drop"}}`
	if a := store(t, on, "routes-table", table); !reflect.DeepEqual(a.json["dropped"], []any{1.0}) || a.json["featureCount"] != 2.0 {
		t.Errorf("a table: %s", a.text)
	}
	if a := send(t, "POST", on.url+"/v1/models/routes-table/predict", `{"X":[{"colour":"red","size":3}]}`).must(t, 200); string(a.text) != `{"predictions":[3]}` {
		t.Errorf("a row object: %s", a.text)
	}

	// The texts that the model has never seen, in the rows that have them; there are more rows than one part of an answer.
	many := strings.Repeat(`{"colour":"red","size":3},`, 40) + `{"colour":"green","size":3}`
	var seen struct {
		Explanations []struct{ Unseen []map[string]string }
	}
	a = send(t, "POST", on.url+"/v1/models/routes-table/explain", `{"X":[`+many+`]}`).must(t, 200)
	if err := json.Unmarshal([]byte(a.text), &seen); err != nil || len(seen.Explanations) != 41 || seen.Explanations[39].Unseen != nil ||
		!reflect.DeepEqual(seen.Explanations[40].Unseen, []map[string]string{{"column": "colour", "text": "green"}}) {
		t.Errorf("unseen texts: %v %s", err, a.text)
	}

	// Numbers and missing values as texts, in X and in y. The report says how they were read.
	texts := `[{"size":"1","colour":"red"},{"size":" 2e0 ","colour":"NA"},{"size":"NA","colour":"red"},{"size":4,"colour":"blue"},{"size":"5","colour":"red"}]`
	fit := send(t, "POST", on.url+"/v1/fit", `{"X":`+texts+`,"y":["a","b","c","d",null],"options":{"missing":"drop"}}`, authorized).must(t, 200)
	report := fmt.Sprint(fit.json["report"].(map[string]any)["warnings"])
	for _, said := range []string{"Column size has numbers as texts in 3 rows", "Column size has texts that stand for a missing value in 1 row,", "Column colour has texts that stand", "Omitted because y is missing: 1 row."} {
		if !strings.Contains(report, said) {
			t.Errorf("no %q in %s", said, report)
		}
	}
	if !reflect.DeepEqual(fit.json["dropped"], []any{1.0, 2.0, 4.0}) {
		t.Errorf("dropped are %v", fit.json["dropped"])
	}
	model, _ := json.Marshal(fit.json["model"])
	if a := send(t, "POST", on.url+"/v1/predict", `{"model":`+string(model)+`,"X":[{"size":"4.0","colour":"blue"},{"size":"\u0031","colour":"red"}]}`, authorized).must(t, 200); string(a.text) != `{"predictions":["d","a"]}` {
		t.Errorf("queries with texts of numbers: %s", a.text)
	}

	// Absorbing takes only the samples that the model gets wrong.
	numbers := map[string]any{"X": [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, "y": []float64{0, 1, 1, 2}}
	store(t, on, "routes-absorb", numbers)
	absorbed := send(t, "POST", on.url+"/v1/models/routes-absorb/absorb",
		map[string]any{"X": [][]float64{{0, 0}, {5, 5}}, "y": []float64{0.05, 50}, "tolerance": 0.1}, authorized).must(t, 200)
	if !reflect.DeepEqual(absorbed.json["absorbed"], []any{1.0}) || absorbed.json["sampleCount"] != 5.0 {
		t.Errorf("absorb: %s", absorbed.text)
	}
	again := send(t, "GET", on.url+"/v1/models/routes-absorb", nil).must(t, 200)
	if len(again.json["X"].([]any)) != 5 || again.header.Get("ETag") != absorbed.header.Get("ETag") {
		t.Errorf("after absorbing: %s", again.text)
	}
	if a := send(t, "POST", on.url+"/v1/models/routes-absorb/predict", `{"X":[[5,5]]}`).must(t, 200); string(a.text) != `{"predictions":[50]}` {
		t.Errorf("after absorbing: %s", a.text)
	}
	nothing := send(t, "POST", on.url+"/v1/models/routes-absorb/absorb", `{"X":[[5,5]],"y":[50],"tolerance":0.1}`, authorized).must(t, 200)
	if nothing.header.Get("ETag") != again.header.Get("ETag") || nothing.json["rounds"] != 0.0 {
		t.Errorf("what is known already was written: %s", nothing.text)
	}

	// The list: in order, and from a name on.
	names := list(t, on.url)
	if want := []string{"routes-absorb", "routes-bytes", "routes-file", "routes-fit", "routes-table"}; !slices.Equal(names, want) {
		t.Errorf("the list is %v", names)
	}
	later := send(t, "GET", on.url+"/v1/models?after=routes-file", nil).must(t, 200).json["models"].([]any)
	if len(later) != 2 || later[0].(map[string]any)["name"] != "routes-fit" || later[0].(map[string]any)["size"] != float64(len(bytes.text)) ||
		!strings.HasPrefix(later[0].(map[string]any)["modified"].(string), "20") {
		t.Errorf("after a name: %v", later)
	}
	send(t, "DELETE", on.url+"/v1/models/routes-bytes", nil, authorized).must(t, 200)
	send(t, "GET", on.url+"/v1/models/routes-bytes", nil).refused(t, 404, "not-found")
	send(t, "DELETE", on.url+"/v1/models/routes-bytes", nil, authorized).refused(t, 404, "not-found")
}

func testJavaScript(t *testing.T, on target) {
	unchanged(t, on)
	var complaints strings.Builder // among them what fits warn of
	compare := exec.Command("node", "testdata/roundtrip.mjs", on.url, token)
	compare.Stderr = &complaints
	out, err := compare.Output()
	compared, _ := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil || compared < 20000 {
		t.Fatalf("%v: %s%s", err, out, complaints.String())
	}
	t.Logf("%d answers are the same", compared)
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
