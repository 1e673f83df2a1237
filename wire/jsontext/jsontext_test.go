package jsontext

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// tree reads a value through every method, as encoding/json gives it.
func tree(v wire.Value) any {
	switch v.Kind() {
	case wire.Null:
		return nil
	case wire.Boolean:
		return v.True()
	case wire.Number:
		return v.Real()
	case wire.Text:
		return v.Text()
	case wire.List:
		list := make([]any, v.Size())
		for i := range list {
			list[i] = tree(v.At(i))
		}
		return list
	}
	object := map[string]any{}
	for _, key := range v.Keys() {
		object[key] = tree(v.Own(key))
	}
	if v.Size() != len(object) {
		return "sizes differ"
	}
	return object
}

var samples = []string{
	`0`, `-0`, `-1.5e-3`, `1E+400`, `1e-400`, `4.9e-324`, `0.1`, `true`, `false`, `null`, `""`, `"a"`, ` [ ] `, `{ }`, `[[],{},[{}]]`,
	`[1, 2 ,3]`, `{"a":1,"b":[true,null,"x"],"c":{"d":"e"}}`, `"\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00"`, `"é😀"`, `{"a\u0062":1}`, `["]","}",",","\\\""]`,
	`[1`, `[1,]`, `[,1]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{1:2}`, `01`, `1.`, `.5`, `+1`, `1e`, `-`, `NaN`, `Infinity`, `"`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\n\"",
	`tru`, `nul`, `truex`, `1 2`, `[1]]`, ``, ` `, `]`, `{"a":1 "b":2}`, `[1 2]`, `"\ud800"`, `// x`, `'a'`,
}

// Against encoding/json: what is JSON, and what it says.
func FuzzParse(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		var want any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // encoding/json refuses 1e400 as a float64
		wrong := d.Decode(&want) != nil || d.More() || !json.Valid(text)
		if err != nil {
			limit := err.(*core.Error).Message
			stricter := strings.Contains(limit, "UTF-8") || strings.Contains(limit, "twice") || strings.Contains(limit, "deeper") || strings.Contains(limit, "keys")
			if !wrong && !stricter {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		if wrong {
			t.Fatalf("%q is taken", text)
		}
		if got := tree(v); !reflect.DeepEqual(got, floats(want)) {
			t.Fatalf("%q is read as %v, is %v", text, got, want)
		}
	})
}

func floats(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	}
	return v
}

func TestLimits(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	keys := func(n int) []byte {
		w := &Writer{}
		w.Object()
		for i := range n {
			w.Key("k" + string(rune('0'+i%10)) + strings.Repeat("x", i/10))
			w.Null()
		}
		w.End()
		return w.Bytes()
	}
	for name, c := range map[string]struct {
		text []byte
		ok   bool
	}{
		"as deep as allowed": {deep(mostDepth), true}, "deeper": {deep(mostDepth + 1), false}, "a million deep": {deep(1e6), false},
		"many keys": {keys(300), true}, "too many keys": {keys(mostKeys + 1), false},
		"a key twice": {[]byte(`{"a":1,"a":1}`), false}, "a key twice, escaped": {[]byte(`{"a":1,"\u0061":1}`), false},
		"a late key twice": {[]byte(`{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"9":1}`), false},
		"no UTF-8":         {[]byte("\"\xff\""), false},
	} {
		if _, err := Parse(c.text); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Elements and keys in any order are the same ones.
func TestOutOfOrder(t *testing.T) {
	v, err := Parse([]byte(` [10, "a,]", [1,2] , {"x" : 5, "y":{"z":6}} ] `))
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{3, 0, 2, 2, 1, 3} {
		want := []any{10.0, "a,]", []any{1.0, 2.0}, map[string]any{"x": 5.0, "y": map[string]any{"z": 6.0}}}[i]
		if got := tree(v.At(i)); !reflect.DeepEqual(got, want) {
			t.Errorf("element %d is %v", i, got)
		}
	}
	o := v.At(3)
	for _, key := range []string{"x", "y", "x", "none", "y"} {
		want := map[string]wire.Kind{"x": wire.Number, "y": wire.Record, "none": wire.Missing}[key]
		if got := o.Own(key).Kind(); got != want {
			t.Errorf("%s is of kind %d", key, got)
		}
	}
	if _, ok := v.Numbers(nil); ok {
		t.Error("a text counts as a number")
	}
	if list, ok := v.At(2).Numbers([]float64{7}); !ok || !reflect.DeepEqual(list, []float64{7, 1, 2}) {
		t.Errorf("the numbers are %v", list)
	}
}

func TestLoneSurrogate(t *testing.T) {
	for text, well := range map[string]bool{`"\ud83d\ude00"`: true, `"\ud83d"`: false, `"\ude00\ud83d"`: false, `"\ud83dx"`: false, `"a"`: true, "\"\uFFFD\"": true} {
		v, err := Parse([]byte(text))
		if err != nil || v.WellFormed() != well {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What is written is what encoding/json reads, to the last bit.
func TestWrite(t *testing.T) {
	numbers := []float64{0, math.Copysign(0, -1), 1, -0.1, 1e21, 1e-7, 5e-324, math.MaxFloat64, 1.0 / 3}
	w := &Writer{}
	w.Object()
	w.Key("numbers").Numbers(numbers)
	w.Key("none").Numbers([]float64{math.NaN(), math.Inf(1)})
	w.Key("text \" \\ \n \x00 é😀").Text("</script>\u2028")
	w.Key("list").List()
	w.Integers(nil)
	w.Bool(true)
	w.Object()
	w.End()
	w.Integer(-5)
	w.End()
	w.End()
	var got map[string]any
	if err := json.Unmarshal(w.Bytes(), &got); err != nil {
		t.Fatal(err, string(w.Bytes()))
	}
	for i, f := range got["numbers"].([]any) {
		if math.Float64bits(f.(float64)) != math.Float64bits(numbers[i]) {
			t.Errorf("%v came back as %v", numbers[i], f)
		}
	}
	delete(got, "numbers")
	want := map[string]any{"none": []any{nil, nil}, "text \" \\ \n \x00 é😀": "</script>\u2028", "list": []any{[]any{}, true, map[string]any{}, -5.0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// Numbers and texts have JavaScript's form, which encoding/json's is too (beside -0 and what HTML would take).
func TestTheFormIsJavaScripts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := []float64{0, 1e9, 123456789, 1e20, 999999999999999900000, 1e21, 1.5e21, 1e-6, 9.99e-7, 1e-7, -1e-7, 1.25e-10, 1e100, 1e-100, 5e-324, math.MaxFloat64, 1 << 53, 1.0 / 3}
	for range 20000 {
		numbers = append(numbers, math.Pow(10, random.Float64()*60-30), float64(random.IntN(1000))*math.Pow(10, float64(random.IntN(40)-20)))
		if v := math.Float64frombits(random.Uint64()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			numbers = append(numbers, v)
		}
	}
	var texts []string
	for r := range rune(0x3000) {
		texts = append(texts, string(r))
	}
	w, want := &Writer{}, bytes.Buffer{}
	w.List()
	w.Numbers(numbers)
	for _, s := range texts {
		w.Text(s)
	}
	w.End()
	list := []any{numbers}
	for _, s := range texts {
		list = append(list, s)
	}
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(list); err != nil {
		t.Fatal(err)
	}
	js := strings.NewReplacer(`"\u2028"`, "\"\u2028\"", `"\u2029"`, "\"\u2029\"").Replace(strings.TrimSpace(want.String())) // JSON.stringify leaves these
	if got := string(w.Bytes()); got != js {
		at := 0
		for at < len(got) && at < len(js) && got[at] == js[at] {
			at++
		}
		t.Errorf("at %d it writes %.60q, JavaScript %.60q", at, got[max(0, at-20):], js[max(0, at-20):])
	}
}
