//go:build unix

package worker_test

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

func testRefusedInput(t *testing.T, on target) {
	store(t, on, "refused", xor)
	unchanged(t, on)
	const model = `{"format":"xaia-model","version":2,"options":{"model":"tnn"},"X":[[0],[1]],"y":[0,1]}`
	deep := strings.Repeat("[", 100000) + strings.Repeat("]", 100000)
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		code               string
		row, column        any // nil: none
	}{
		"no route":                  {"GET", "/v1/nothing", "", 404, "not-found", nil, nil},
		"no route below":            {"GET", "/v1/models/refused/predict/x", "", 404, "not-found", nil, nil},
		"the root of the routes":    {"GET", "/v1", "", 404, "not-found", nil, nil},
		"no such model":             {"POST", "/v1/models/none/predict", `{"X":[[0,0]]}`, 404, "not-found", nil, nil},
		"no such model to get":      {"GET", "/v1/models/none", "", 404, "not-found", nil, nil},
		"wrong method":              {"GET", "/v1/fit", "", 405, "unsupported", nil, nil},
		"wrong method, list":        {"POST", "/v1/models", "{}", 405, "unsupported", nil, nil},
		"wrong method, model":       {"PATCH", "/v1/models/refused", "{}", 405, "unsupported", nil, nil},
		"wrong method, health":      {"DELETE", "/healthz", "", 405, "unsupported", nil, nil},
		"no body":                   {"POST", "/v1/fit", "", 400, "invalid-input", nil, nil},
		"no JSON":                   {"POST", "/v1/fit", "X=1", 400, "invalid-input", nil, nil},
		"JSON cut off":              {"POST", "/v1/fit", `{"X":[[0,0],[0`, 400, "invalid-input", nil, nil},
		"JSON and more":             {"POST", "/v1/fit", `{} {}`, 400, "invalid-input", nil, nil},
		"deep JSON":                 {"POST", "/v1/fit", deep, 400, "invalid-input", nil, nil},
		"deep JSON inside":          {"POST", "/v1/fit", `{"X":` + deep + `}`, 400, "invalid-input", nil, nil},
		"a list":                    {"POST", "/v1/fit", `[]`, 400, "invalid-input", nil, nil},
		"a field twice":             {"POST", "/v1/fit", `{"X":[[1]],"X":[[2]],"y":[1]}`, 400, "invalid-input", nil, nil},
		"unknown field":             {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"model":"tnn"}`, 400, "unknown-option", nil, nil},
		"no X":                      {"POST", "/v1/fit", `{"y":[1]}`, 400, "invalid-input", nil, nil},
		"no y":                      {"POST", "/v1/fit", `{"X":[[1]]}`, 400, "invalid-input", nil, nil},
		"a text in X":               {"POST", "/v1/fit", `{"X":[[1,2],[3,"4"]],"y":[1,2]}`, 400, "invalid-input", 1.0, 1.0},
		"null in X":                 {"POST", "/v1/fit", `{"X":[[1,null],[3,4]],"y":[1,2]}`, 400, "invalid-input", 0.0, 1.0},
		"NaN in X":                  {"POST", "/v1/fit", `{"X":[[1,NaN],[3,4]],"y":[1,2]}`, 400, "invalid-input", nil, nil},
		"infinite X":                {"POST", "/v1/fit", `{"X":[[1,2],[1e999,4]],"y":[1,2]}`, 400, "invalid-input", 1.0, 0.0},
		"a ragged row":              {"POST", "/v1/fit", `{"X":[[1,2],[3]],"y":[1,2]}`, 400, "invalid-input", 1.0, nil},
		"y too short":               {"POST", "/v1/fit", `{"X":[[1],[2]],"y":[1]}`, 400, "invalid-input", 1.0, nil},
		"a column without name":     {"POST", "/v1/fit", `{"X":[{"a":1,"":2}],"y":[1]}`, 400, "invalid-input", 0.0, nil},
		"mixed labels":              {"POST", "/v1/fit", `{"X":[[1],[2]],"y":["a",2]}`, 400, "invalid-input", 1.0, nil},
		"a lone surrogate":          {"POST", "/v1/fit", `{"X":[[1],[2]],"y":["a","\ud800"]}`, 400, "invalid-input", 1.0, nil},
		"no UTF-8":                  {"POST", "/v1/fit", "{\"X\":[[1],[2]],\"y\":[\"a\",\"\xff\"]}", 400, "invalid-input", nil, nil},
		"equal x, other y":          {"POST", "/v1/fit", `{"X":[[1],[1]],"y":[1,2]}`, 400, "ill-defined", 1.0, nil},
		"unknown option":            {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"presets":"xaia"}}`, 400, "unknown-option", nil, nil},
		"__proto__":                 {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"__proto__":{"r":0}}}`, 400, "unknown-option", nil, nil},
		"wrong option":              {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"preset":"best"}}`, 400, "invalid-option", nil, nil},
		"option out of range":       {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"r":2}}`, 400, "invalid-option", nil, nil},
		"the other's option":        {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"a":5}}`, 400, "invalid-option", nil, nil},
		"two features, TNN":         {"POST", "/v1/fit", `{"X":[[1,2]],"y":[1],"options":{"kind":"tnn"}}`, 400, "unsupported", nil, 1.0},
		"a trace":                   {"POST", "/v1/fit", `{"X":[[1]],"y":[1],"options":{"trace":true}}`, 400, "unsupported", nil, nil},
		"too many steps":            {"POST", "/v1/fit", `{"X":[[1],[2]],"y":[1,2],"options":{"maxSteps":1}}`, 413, "too-large", nil, nil},
		"no model":                  {"POST", "/v1/predict", `{"X":[[1]]}`, 400, "model-file", nil, nil},
		"another X":                 {"POST", "/v1/models/refused/predict", `{"X":[[1,2,3]]}`, 400, "invalid-input", 0.0, 2.0},
		"wrong interpolation":       {"POST", "/v1/models/refused/explain", `{"X":[[1,2]],"options":{"interpolation":{"top":0}}}`, 400, "invalid-option", nil, nil},
		"attributions, wrong X":     {"POST", "/v1/models/refused/attributions", `{"X":[[1,2,3]]}`, 400, "invalid-input", 0.0, 2.0},
		"their interpolation":       {"POST", "/v1/models/refused/attributions", `{"X":[[1,2]],"options":{"interpolation":"none"}}`, 400, "unsupported", nil, nil},
		"a coverage of 1":           {"POST", "/v1/models/refused/predict", `{"X":[[1,2]],"options":{"coverage":1}}`, 400, "invalid-option", nil, nil},
		"a coverage of 0":           {"POST", "/v1/models/refused/predict", `{"X":[[1,2]],"options":{"coverage":0}}`, 400, "invalid-option", nil, nil},
		"not calibrated":            {"POST", "/v1/models/refused/predict", `{"X":[[1,2]],"options":{"coverage":0.9}}`, 400, "unsupported", nil, nil},
		"not calibrated, given":     {"POST", "/v1/predict", `{"model":` + model + `,"X":[[1]],"options":{"coverage":0.9}}`, 400, "unsupported", nil, nil},
		"predict, fingerprint":      {"POST", "/v1/models/refused/predict", `{"X":[[1,2]],"options":{"fingerprint":false}}`, 400, "unknown-option", nil, nil},
		"explain, without":          {"POST", "/v1/models/refused/explain", `{"X":[[1,2]],"options":{"without":0}}`, 400, "unsupported", nil, nil},
		"attributions, fingerprint": {"POST", "/v1/models/refused/attributions", `{"X":[[1,2]],"options":{"fingerprint":false}}`, 400, "unknown-option", nil, nil},
		"explain, coverage":         {"POST", "/v1/models/refused/explain", `{"X":[[1,2]],"options":{"coverage":0.9}}`, 400, "unknown-option", nil, nil},
		"no number to predict":      {"POST", "/v1/predict", `{"model":` + model + `,"X":["a"]}`, 400, "invalid-input", 0.0, 0.0},
		"wrong format":              {"GET", "/v1/models/refused?format=xml", "", 400, "invalid-option", nil, nil},
		"list after no name":        {"GET", "/v1/models?after=../x", "", 400, "invalid-input", nil, nil},
		"put of nothing":            {"PUT", "/v1/models/refused", "", 400, "invalid-input", nil, nil},
		"put of a list":             {"PUT", "/v1/models/refused", "[1]", 400, "invalid-input", nil, nil},
		"put, wrong samples":        {"PUT", "/v1/models/other", `{"X":[[1],[1]],"y":[1,2]}`, 400, "ill-defined", 1.0, nil},
		"absorb, wrong y":           {"POST", "/v1/models/refused/absorb", `{"X":[[5,5]],"y":[1],"tolerance":0.1}`, 400, "invalid-input", 0.0, nil},
		"absorb, tolerance":         {"POST", "/v1/models/refused/absorb", `{"X":[[5,5]],"y":["a"],"tolerance":-1}`, 400, "invalid-option", nil, nil},
		"absorb, no X":              {"POST", "/v1/models/refused/absorb", `{"y":["a"],"tolerance":1}`, 400, "invalid-input", nil, nil},
		"absorb, unknown":           {"POST", "/v1/models/refused/absorb", `{"X":[[5,5]],"y":["a"],"epsilon":1}`, 400, "unknown-option", nil, nil},
		"absorb into nothing":       {"POST", "/v1/models/none/absorb", `{"X":[[5,5]],"y":["a"]}`, 404, "not-found", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var body any
			if c.body != "" {
				body = c.body
			}
			e := send(t, c.method, on.url+c.path, body, authorized).refused(t, c.status, c.code)
			if e["row"] != c.row || e["column"] != c.column {
				t.Errorf("row %v, column %v: %v", e["row"], e["column"], e["message"])
			}
		})
	}
}

// sealed gives a changed byte file the right checksum.
func sealed(b []byte) []byte {
	b = bytes.Clone(b[:len(b)-8])
	sum := fnv.New64a()
	sum.Write(b)
	return binary.LittleEndian.AppendUint64(b, sum.Sum64())
}

func float64s(list ...float64) string {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}

func uint32s(list ...uint32) string {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return string(b)
}

func testRefusedModels(t *testing.T, on target) {
	store(t, on, "sound", map[string]any{"X": [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0.05, 0.25}, {0.01, 0.02}}, "y": []float64{0, 1, 2, 3, 4, 5},
		"options": map[string]any{"preset": "paper", "scale": "none", "settings": map[string]any{"a1": 0.3, "a2": 0.9, "admission": 0.1, "activation": 0.9}}})
	unchanged(t, on)
	text := string(send(t, "GET", on.url+"/v1/models/sound", nil).must(t, 200).text)
	// With a right checksum, or it would refuse most of the following files.
	text = regexp.MustCompile(`"version":2,"checksum":"[0-9a-f]{16}"`).ReplaceAllString(text, `"version":2`)
	packed := send(t, "GET", on.url+"/v1/models/sound?format=bytes", nil).must(t, 200).text
	placed := func(layers ...string) string { return `"layers":[` + strings.Join(layers, ",") + `]` }
	layers := placed(`[[0],[3],[4],[5]]`, `[[1]]`, `[[2]]`)
	if strings.Count(text, layers) != 1 {
		t.Fatalf("the test expects another placement: %s", text)
	}
	change := func(from, to string) string {
		if strings.Count(text, from) != 1 {
			t.Fatalf("%q is not in %s", from, text)
		}
		return strings.Replace(text, from, to, 1)
	}
	changeBytes := func(from, to string) string {
		if !bytes.Contains(packed, []byte(from)) {
			t.Fatalf("%q is not in the bytes", from)
		}
		return string(sealed(bytes.Replace(packed, []byte(from), []byte(to), 1)))
	}
	at := len(packed) - 16 // the last fingerprint
	fingerprint := func(f func(b []byte)) string {
		b := bytes.Clone(packed)
		f(b[at : at+8])
		return string(sealed(b))
	}
	for name, file := range map[string]string{
		"a later version":     change(`"version":2`, `"version":3`),
		"an earlier version":  change(`"version":2`, `"version":1`),
		"a wrong checksum":    change(`"version":2`, `"version":2,"checksum":"0123456789abcdef"`),
		"no version":          change(`"version":2,`, ``),
		"another format":      change(`"xaia-model"`, `"other"`),
		"null in X":           change(`[0.05,0.25]`, `[null,0.25]`),
		"infinite":            change(`[0.05,0.25]`, `[1e999,0.25]`),
		"a sample fewer":      change(`,[0.05,0.25]`, ``),
		"unknown options":     change(`"r":0.5`, `"q":0.5`),
		"options wrong":       change(`"r":0.5`, `"r":5`),
		"no placement":        change(`,`+layers, ``),
		"a sample twice":      change(layers, placed(`[[0],[3],[4],[5]]`, `[[1],[1]]`)),
		"no such sample":      change(layers, placed(`[[0],[3],[4],[5]]`, `[[1]]`, `[[6]]`)),
		"a sample missing":    change(layers, placed(`[[0],[3],[4],[5]]`, `[[1]]`)),
		"an empty layer":      change(layers, placed(`[[0],[3],[4],[5]]`, `[[1]]`, `[]`, `[[2]]`)),
		"an empty node":       change(layers, placed(`[[0],[3],[4],[5],[]]`, `[[1]]`, `[[2]]`)),
		"unequal together":    change(layers, placed(`[[0],[3],[4,5]]`, `[[1]]`, `[[2]]`)),
		"another placement":   change(layers, placed(`[[0],[3],[4]]`, `[[1],[5]]`, `[[2]]`)), // sample 5 is next to 0
		"no list":             change(layers, `"layers":{"0":1}`),
		"half an ensemble":    `{"format":"xaia-model","version":2,"members":[` + text + `]}`,
		"members that differ": `{"format":"xaia-model","version":2,"members":[` + text + `,{"format":"xaia-model","version":2,"options":{"model":"tnn"},"X":[[0],[1]],"y":[0,1]}]}`,
		"deep members":        strings.Repeat(`{"format":"xaia-model","version":2,"members":[`, 10) + text + strings.Repeat(`]}`, 10),

		"bytes cut off":             string(packed[:len(packed)-1]),
		"bytes cut off early":       string(packed[:7]),
		"bytes and more":            string(packed) + "x",
		"a bit changed":             string(packed[:60]) + string(packed[60]^1) + string(packed[61:]),
		"bytes of another version":  changeBytes("xaia\x02", "xaia\x03"),
		"bytes, NaN in X":           changeBytes(float64s(0.05, 0.25), float64s(0.05, math.NaN())),
		"bytes, another placement":  changeBytes(uint32s(1, 3, 1, 4), uint32s(1, 4, 1, 3)),
		"bytes, no JSON":            changeBytes(`{"format"`, `["format"`),
		"fingerprint NaN":           fingerprint(func(b []byte) { copy(b, "\xff\xff\xff\xff\xff\xff\xff\x7f") }),
		"fingerprint of another":    fingerprint(func(b []byte) { copy(b, "\x00\x00\x00\x00\x00\x00\xf0\x3f") }),
		"bytes that claim too much": string(sealed(append(append([]byte{}, "xaia\x02\x00\x00\x00\xff\xff\xff\x7f"...), packed[12:]...))),
	} {
		t.Run(name, func(t *testing.T) {
			send(t, "PUT", on.url+"/v1/models/unsound", file, authorized).refused(t, 400, "model-file")
			send(t, "PUT", on.url+"/v1/models/sound", file, authorized).refused(t, 400, "model-file")
			if !strings.HasPrefix(file, "xaia") {
				send(t, "POST", on.url+"/v1/predict", `{"X":[[0,0]],"model":`+file+`}`, authorized).refused(t, 400, "model-file")
			}
		})
	}
	for name, file := range map[string]string{"cut off": text[:len(text)-5], "NaN": change(`[0.05,0.25]`, `[NaN,0.25]`)} {
		t.Run(name, func(t *testing.T) {
			send(t, "PUT", on.url+"/v1/models/unsound", file, authorized).refused(t, 400, "invalid-input")
		})
	}
	// Numbers that a sort or a division can't bear, in a file that is well-formed otherwise.
	for _, classes := range []bool{true, false} {
		body, err := calibrated(classes)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		a := send(t, "POST", on.url+"/v1/predict", body, authorized)
		if classes {
			a.refused(t, 400, "model-file")
		} else {
			a.must(t, 200)
		}
		if took := time.Since(begun); took > pace.Of(time.Second) || len(body) > 8<<10 {
			t.Errorf("%d bytes with a calibration out of range took %s", len(body), took)
		}
	}
	if after := send(t, "GET", on.url+"/v1/models/sound?format=bytes", nil).must(t, 200).text; !bytes.Equal(after, packed) {
		t.Error("the model that was there is another one")
	}
}

func testNames(t *testing.T, on target) {
	store(t, on, "a", xor)
	longest := strings.Repeat("z", 64)
	store(t, on, longest, xor)
	store(t, on, "0-_x", xor)
	unchanged(t, on)
	for name, status := range map[string]int{
		"..%2Fa": 400, "a%2Fb": 400, "%2Fetc%2Fpasswd": 400, "a%5Cb": 400, "..%5Ca": 400, ".hidden": 400, "a.b": 400, "a%00": 400, "%00": 400, "a%0Ab": 400,
		"A": 400, "%C3%A4": 400, "%EF%BD%81": 400, "%F0%9F%98%80": 400, "%FF": 400, "a%20": 400, "%20a": 400, "-a": 400, "_a": 400, "a:b": 400, "a*": 400, "~": 400,
		"a%25": 400, "con.txt": 400, longest + "z": 400, strings.Repeat("n", 10<<10): 400,
		"":            404,
		"...":         400,
		"%2E%2E%2Fa":  400,
		"a/b":         404,
		"a/predict/b": 404,
	} {
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			code := map[int]string{400: "invalid-input", 404: "not-found"}[status]
			send(t, method, on.url+"/v1/models/"+name, xor, authorized).refused(t, status, code)
		}
		if status == 400 {
			send(t, "POST", on.url+"/v1/models/"+name+"/predict", `{"X":[[0,0]]}`).refused(t, 400, "invalid-input")
			send(t, "POST", on.url+"/v1/models/"+name+"/absorb", `{"X":[[9,9]],"y":["a"]}`, authorized).refused(t, 400, "invalid-input")
		}
	}
	// workerd resolves the dots before the Worker sees them. Nothing is found in either case.
	for _, path := range []string{"/v1/models/../../etc/passwd", "/v1/models/%2e%2e/%2e%2e/x", "/v1/models/./a/.."} {
		r, _ := url.Parse(on.url)
		a := send(t, "PUT", r.Scheme+"://"+r.Host+path, xor, authorized)
		if a.status != 400 && a.status != 404 && a.status != 405 {
			t.Errorf("%s: %d %s", path, a.status, a.text)
		}
	}
}

// spaces is JSON of a given length.
func spaces(n int) string {
	const text = `{"X":[[0,0],[0,1],[1,0],[1,1]],"y":["a","b","b","a"]}`
	return text + strings.Repeat(" ", n-len(text))
}

func inChunks(text string) chunked {
	return func() io.Reader { return io.MultiReader(strings.NewReader(text)) }
}

func testSizes(t *testing.T, on target) {
	unchanged(t, on)
	const most = 8 << 20
	send(t, "POST", on.url+"/v1/fit", inChunks(spaces(most)), authorized).must(t, 200)
	for _, path := range []string{"/v1/fit", "/v1/models/large/absorb"} {
		send(t, "POST", on.url+path, inChunks(spaces(most+1)), authorized).refused(t, 413, "too-large")
		send(t, "POST", on.url+path, spaces(most+1), authorized).refused(t, 413, "too-large")
	}
	send(t, "PUT", on.url+"/v1/models/large", spaces(most+1), authorized).refused(t, 413, "too-large")

	// Short requests that would take much work.
	store(t, on, "wide", `{"X":[`+strings.TrimSuffix(strings.Repeat(`[1.5,2],`, 1), ",")+`],"y":[1]}`)
	labels := make([]string, 9000)
	X := make([]int, len(labels))
	for i := range labels {
		labels[i], X[i] = "l"+strings.Repeat("x", i%100)+string(rune('a'+i/100%26))+string(rune('a'+i/2600)), i
	}
	for name, c := range map[string]struct{ path, body string }{
		"a table of empty rows":    {"/v1/fit", `{"X":[{` + keys(3000) + `}` + strings.Repeat(",{}", 100000) + `],"y":[1]}`},
		"a class for every sample": {"/v1/fit", marshal(t, map[string]any{"X": X, "y": labels})},
	} {
		t.Run(name, func(t *testing.T) { send(t, "POST", on.url+c.path, c.body, authorized).refused(t, 413, "too-large") })
	}
}

func keys(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strings.Repeat("k", 1+i%50) + string(rune('0'+i/50%10)) + string(rune('0'+i/500)) + `":1`)
	}
	return b.String()
}

// calibrated is the body of a prediction by a calibrated model. Its file has scores that are out of range for classes,
// and the least unit there is for numbers.
func calibrated(classes bool) (string, error) {
	var x, y []string
	for i := range 64 {
		x, y = append(x, strconv.Itoa(i)), append(y, strconv.Itoa(i%3))
	}
	samples, err := jsontext.Parse([]byte(`{"X":[` + strings.Join(x, ",") + `],"y":[` + strings.Join(y, ",") + `],"options":{"classes":` + strconv.FormatBool(classes) + `}}`))
	if err != nil {
		return "", err
	}
	reader := &wire.Reader{Most: 1000}
	o, err := reader.FitOptions(samples.Get("options"))
	if err != nil {
		return "", err
	}
	m, err := reader.Fit(samples.Get("X"), samples.Get("y"), o)
	if err != nil {
		return "", err
	}
	if m, err = m.Calibrate(core.CrossValidateOptions{Folds: 2}); err != nil {
		return "", err
	}
	if classes {
		for i := range m.Calibration.Scores.Data {
			m.Calibration.Scores.Data[i] = 1e308
		}
	} else {
		m.Calibration.Median[0] = math.SmallestNonzeroFloat64
	}
	var file jsontext.Writer
	wire.WriteFile(&file, m)
	return `{"model":` + string(file.Bytes()) + `,"X":[[1.5]],"options":{"coverage":0.9}}`, nil
}
