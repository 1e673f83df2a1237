package wire_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// kinds are models of each form that a file has, by name.
func kinds(t *testing.T) map[string]*wire.Model {
	c := newCarrier(t)
	rows := listOf(50, func(i int) string { return fmt.Sprintf("[%d, %d]", i*13%50, i*i%17) })
	hues := listOf(50, func(i int) string {
		hue, size := fmt.Sprintf("%q", []string{"red", "blue", "NA"}[i%3]), fmt.Sprint(i*13%50)
		if i%7 == 3 {
			size = "null"
		}
		return fmt.Sprintf(`{"size": %s, "hue": %s}`, size, hue)
	})
	values := listOf(50, func(i int) string { return fmt.Sprint(float64(i*13%50)/5 + float64(i*i%17)/10) })
	labels := listOf(50, func(i int) string { return fmt.Sprintf("%q", []string{"a", "b", "c"}[i*13%50*3/50]) })
	names := listOf(50, func(i int) string { return fmt.Sprintf(`"row %d"`, i) })
	weights := listOf(50, func(i int) string { return fmt.Sprint(1 + i%4) })
	made := map[string]*wire.Model{}
	ask := func(name, call string, of int, arguments ...string) int {
		if _, err := c.ask(call, of, arguments...); err != nil {
			t.Fatalf("%s %s: %v", call, name, err)
		}
		last := slices.Max(slices.Collect(maps.Keys(c.Kept)))
		made[name] = c.Kept[last].Model
		return last
	}
	plain := ask("numbers", "fit", 0, rows, values)
	ask("calibrated", "calibrate", plain, `{"folds": 3}`)
	adapting := ask("adapting", "calibrate", plain, `{"folds": 3, "lopsided": true, "adapt": true}`)
	ask("classes with names", "fit", 0, rows, labels, `{"names": `+names+`, "interpolation": {"local": {}}}`)
	forest := ask("a forest", "fit", 0, rows, labels, `{"forest": true}`)
	ask("classes, calibrated", "calibrate", forest, `{"folds": 3}`)
	ask("weights", "fit", 0, rows, values, `{"weights": `+weights+`}`)
	ask("like a balanced one", "fitLike", ask("balanced", "fit", 0, rows, labels, `{"weights": "balanced"}`), rows, labels, `{"weights": "balanced"}`)
	ask("the paper's", "fit", 0, rows, values, `{"preset": "paper"}`)
	ask("a table with gaps", "fit", 0, hues, values, `{"missing": "as it is", "duplicates": "mean"}`)
	ask("a table with means", "fit", 0, hues, labels, `{"missing": "mean", "duplicates": "majority"}`)
	ask("a TNN", "fit", 0, listOf(50, func(i int) string { return fmt.Sprint(i * 13 % 50) }), values, `{"kind": "tnn"}`)
	learner := ask("a learner", "learner", adapting)
	ask("a learner", "learn", learner, "[[100, 3], [1.5, 2.5]]", "[7, 8]")
	delete(made, "a learner") // which a file has as a model
	ask("learned", "learnedModel", learner)
	ask("an ensemble", "ensemble", plain, fmt.Sprint(ask("another", "fit", 0, "[[500, 500], [600, 500], [500, 600]]", "[1, 2, 3]")))
	return made
}

// answered are a model's answers to its own samples, moved a little.
func answered(t *testing.T, m *wire.Model) []float64 {
	of := m
	if m.Network() == nil {
		of = m.Members[0]
	}
	x := of.Network().Data().X
	x.Data = slices.Clone(x.Data)
	for i := range x.Data {
		x.Data[i] += 0.01 * float64(i%3)
	}
	p, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return p.Values.Data
}

func load(text []byte) (*wire.Model, error) {
	return jsontext.Load(&wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}, text)
}

// A file of each form gives the model again: the same answers to the bit, and the same file.
func TestFilesOfEachForm(t *testing.T) {
	models := kinds(t)
	if len(models) < 14 {
		t.Fatalf("%d models", len(models))
	}
	for name, m := range models {
		for form, text := range map[string][]byte{"text": jsontext.Text(m), "bytes": jsontext.Packed(m)} {
			again, err := load(text)
			if err != nil {
				t.Errorf("%s as %s: %v", name, form, err)
				continue
			}
			if !slices.Equal(answered(t, again), answered(t, m)) {
				t.Errorf("%s as %s answers otherwise", name, form)
			}
			if string(jsontext.Text(again)) != string(jsontext.Text(m)) {
				t.Errorf("%s as %s: its file is another one", name, form)
			}
		}
	}
}

// wrongs are shapes that a field of a file may have by mistake or on purpose.
var wrongs = []any{nil, true, 7.0, -1.0, 0.5, 1e308, "x", []any{}, map[string]any{}, []any{[]any{}}, []any{nil, "x"}, []any{1.0, 2.0, 3.0}}

// Whatever shape a field of a file has: it is refused as a model file, with a remedy, or it is a model that answers.
func TestFilesOfAnotherShape(t *testing.T) {
	models := kinds(t)
	tried, refused := 0, 0
	for name, m := range models {
		var file map[string]any
		if err := json.Unmarshal(jsontext.Text(m), &file); err != nil {
			t.Fatal(err)
		}
		delete(file, "checksum")
		try := func(path string) {
			text, err := json.Marshal(file)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			loaded, err := load(text)
			if err == nil {
				answered(t, loaded)
				return
			}
			refused++
			if e, is := err.(*core.Error); !is || e.Code != core.ModelFile && e.Code != core.TooLarge || e.Message == "" || e.Hint == "" {
				t.Errorf("%s, %s: %#v", name, path, err)
			}
		}
		var walk func(path string, get func() any, set func(any))
		walk = func(path string, get func() any, set func(any)) {
			was := get()
			for _, w := range wrongs {
				if !reflect.DeepEqual(w, was) {
					set(w)
					try(fmt.Sprint(path, " = ", w))
				}
			}
			set(was)
			switch was := was.(type) {
			case map[string]any:
				for _, key := range slices.Sorted(maps.Keys(was)) {
					walk(path+"."+key, func() any { return was[key] }, func(v any) { was[key] = v })
					value := was[key]
					delete(was, key)
					try(path + " without " + key)
					was[key] = value
				}
				was["unknown"] = 1.0
				try(path + ".unknown")
				delete(was, "unknown")
			case []any:
				for i := range was {
					if i == 0 || i == len(was)-1 {
						walk(fmt.Sprintf("%s[%d]", path, i), func() any { return was[i] }, func(v any) { was[i] = v })
					}
				}
				if len(was) > 0 {
					set(was[1:])
					try(path + " without its first")
					set(append(slices.Clone(was), was[0]))
					try(path + " and its first once more")
					set(was)
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(file)) {
			walk(key, func() any { return file[key] }, func(v any) { file[key] = v })
		}
	}
	if tried < 7_000 || refused < tried/2 {
		t.Errorf("%d files were tried, %d refused", tried, refused)
	}
	t.Logf("%d files were tried, %d refused", tried, refused)
}

// A file for xaia/lite has each sample once, in its layer, and says what it has; only an SQANN has one.
func TestLiteFilesOfEachForm(t *testing.T) {
	for name, m := range kinds(t) {
		var w jsontext.Writer
		err := wire.WriteLite(&w, m)
		if m.SQANN() == nil || m.SQANN().Options().Preset != core.XAIA {
			if err == nil && m.SQANN() == nil {
				t.Errorf("%s has a lite file", name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var file struct {
			Version, Count, Features, Outputs int
			Checksum                          string
			Reach                             float64
			Samples                           [][]int
			Points                            [][]float64
			Alpha                             []any
			Layers                            []struct {
				A1, A2, Strong, Moderate float64
				Points                   []int
			}
			Columns     []any
			Names       []string
			Gaps        [][]int
			Weights     []float64
			Forest      []float64
			Calibration *struct {
				Recognition []int
				Scores      [][]float64
				Median      []float64
				Shares      []float64
				Threshold   float64
				Floor       []*float64
				Levels      [][][]float64
			}
		}
		if err := json.Unmarshal(w.Bytes(), &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		samples, points := map[int]bool{}, map[int]bool{}
		for _, list := range file.Samples {
			for _, s := range list {
				samples[s] = true
			}
		}
		for _, l := range file.Layers {
			for _, p := range l.Points {
				points[p] = true
			}
			if !(l.Strong > 0 && l.Strong <= l.Moderate && l.A1 > 0 && l.A2 > 0) {
				t.Errorf("%s: a layer has %+v", name, l)
			}
		}
		more := m.Table != nil && m.Table.Missing == core.MissingAsItIs || m.Calibration != nil && (m.Calibration.Adapt != nil || m.Calibration.Lopsided)
		if len(samples) != m.SampleCount() || file.Count != m.SampleCount() || len(points) != len(file.Points) || len(file.Points) != len(file.Samples) || len(file.Alpha) != len(file.Points) ||
			file.Features != m.FeatureCount() || file.Outputs != m.OutputCount() || file.Reach != m.SQANN().Reach() || file.Checksum != wire.Checksum(m) || (file.Version == 2) != more {
			t.Errorf("%s: %d samples, %d of %d points in layers, version %d, %+v", name, len(samples), len(points), len(file.Points), file.Version, file)
		}
		if (file.Columns != nil) != (m.Table != nil) || (file.Names != nil) != (m.SQANN().Data().Names != nil) || (file.Forest != nil) != (m.SQANN().Interpolation().Forest.Use == core.On) || (file.Gaps != nil) != (name == "a table with gaps") {
			t.Errorf("%s: columns %v, names %v, %d numbers of a forest, gaps %v", name, file.Columns != nil, file.Names != nil, len(file.Forest), file.Gaps)
		}
		if c := file.Calibration; (c != nil) != (m.Calibration != nil) {
			t.Errorf("%s: a calibration %v", name, c != nil)
		} else if c != nil && (!slices.Equal(c.Median, m.Calibration.Median) && c.Shares == nil || len(c.Recognition) == 0 || len(c.Scores) == 0 || c.Threshold != m.Calibration.Threshold() ||
			(c.Levels != nil) != (m.Calibration.Adapt != nil) || (c.Floor != nil) != m.Calibration.Lopsided) {
			t.Errorf("%s: calibrated as %+v", name, *c)
		}
	}
}

// What an explanation says of each kind of model, beside what core says of the same row.
func TestExplanationsOfEachKind(t *testing.T) {
	c := newCarrier(t)
	line := listOf(12, func(i int) string { return fmt.Sprint(i * 5 % 12) })
	for _, call := range [][]string{
		{"fit", line, line, `{"kind": "tnn", "names": ` + listOf(12, func(i int) string { return fmt.Sprintf(`"n%d"`, i) }) + `}`},
		{"fit", line, line}, {"fit", "[100, 101, 102]", "[1, 2, 3]"},
		{"fit", line, listOf(12, func(i int) string { return fmt.Sprintf("%q", []string{"a", "b"}[i*5%12/6]) }), `{"interpolation": "none"}`},
	} {
		if _, err := c.ask(call[0], 0, call[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	explained := func(number int, rest ...string) (list []map[string]any) {
		text, err := c.ask("explain", number, rest...)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return list
	}
	one := explained(1, "[3.3, 7]", `{"fingerprint": true}`)
	e, err := c.Kept[1].Model.Network().Explain([]float64{3.3})
	if err != nil {
		t.Fatal(err)
	}
	first := one[0]["neurons"].([]any)[0].(map[string]any)
	if one[0]["active"].(float64) != float64(e.Active) || len(one[0]["neighbours"].([]any)) != 2 || first["weight"].(float64) != max(e.Neighbours[0].Weight, e.Neighbours[1].Weight) ||
		first["alpha"].(float64) != 3 || first["names"].([]any)[0] != "n3" || len(one[0]["fingerprint"].([]any)) != 12 {
		t.Errorf("a TNN between 3 and 4 says %v", one[0])
	}
	if _, err := c.ask("ensemble", 2, "3"); err != nil {
		t.Fatal(err)
	}
	both := explained(5, "[3.5, 101]")
	if both[0]["member"].(float64) != 0 || both[1]["member"].(float64) != 1 || both[1]["value"].(float64) != 2 {
		t.Errorf("an ensemble says %v", both)
	}
	if none := explained(4, "[3.5, 5]"); none[0]["value"] != nil || none[0]["status"] != "none" || none[1]["value"] != "a" {
		t.Errorf("without interpolation it says %v", none)
	}
	if _, err := c.ask("calibrate", 2, `{"folds": 3}`); err != nil {
		t.Fatal(err)
	}
	sure := explained(6, "[3.5]")[0]["interval"].([]any)
	low, high, err := c.Kept[6].Model.Calibration.Intervals(core.Matrix{Data: []float64{3.5}, Rows: 1, Columns: 1}, 0.9)
	if err != nil || sure[0].(float64) != low.Data[0] || sure[1].(float64) != high.Data[0] {
		t.Errorf("an interval of %v, core says %v to %v (%v)", sure, low.Data, high.Data, err)
	}
}

// Folds of a table find their means and texts anew; rows that were omitted have no answer, and no fold.
func TestFoldsOfTables(t *testing.T) {
	c := newCarrier(t)
	rows := listOf(24, func(i int) string {
		if i%6 == 2 {
			return `{"size": null, "hue": "red"}`
		}
		return fmt.Sprintf(`{"size": %d, "hue": %q}`, i*7%24, []string{"red", "blue"}[i%2])
	})
	y := listOf(24, func(i int) string { return fmt.Sprint(i * 7 % 24) })
	groups := listOf(24, func(i int) string { return fmt.Sprint(i % 5) })
	for rule, dropped := range map[string]int{"mean": 0, "drop": 4} {
		for _, grouped := range []string{"", `, "groups": ` + groups} {
			text, err := c.ask("crossValidate", 0, rows, y, `{"folds": 4, "missing": "`+rule+`", "duplicates": "mean"`+grouped+`}`)
			if err != nil {
				t.Fatal(err)
			}
			var found struct {
				Folds, Dropped []int
				Predictions    []*float64
				RowCount       int
			}
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				t.Fatal(err)
			}
			if len(found.Folds) != 24 || len(found.Predictions) != 24 || len(found.Dropped) != dropped || found.RowCount != 24-dropped {
				t.Errorf("%s: %s", rule, text)
			}
			of := map[int]int{}
			for i, fold := range found.Folds {
				out := slices.Contains(found.Dropped, i)
				if out != (fold == -1) || out != (found.Predictions[i] == nil) {
					t.Errorf("%s, row %d is in fold %d, out: %v", rule, i, fold, out)
				}
				if before, is := of[i%5]; grouped != "" && !out && is && before != fold {
					t.Errorf("group %d is in the folds %d and %d", i%5, before, fold)
				} else if !out {
					of[i%5] = fold
				}
			}
		}
	}
	if _, err := c.ask("crossValidate", 0, rows, y, `{"missing": "drop", "groups": [1, 2]}`); err == nil {
		t.Error("two groups for 24 rows")
	}
}
