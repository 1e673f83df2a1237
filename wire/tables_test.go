package wire_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// fitted fits and gives what is kept.
func (c carrier) fitted(X, y, options string) (*wire.Kept, error) {
	c.Helper()
	if _, err := c.ask("fit", 0, X, y, options); err != nil {
		return nil, err
	}
	return c.Kept[slices.Max(slices.Collect(maps.Keys(c.Kept)))], nil
}

// A list of rows, or of outcomes, from a function of their number.
func listOf(n int, row func(i int) string) string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = row(i)
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// How columns of a table are read, and what is said about it: web/test has the same of JavaScript's values.
func TestHowTablesAreRead(t *testing.T) {
	y12 := listOf(12, func(i int) string { return fmt.Sprint(i * i) })
	object := func(row func(i int) string) string {
		return listOf(12, func(i int) string { return "{" + row(i) + "}" })
	}
	numbers := func(i int) string { return fmt.Sprintf(`"size": %d`, i) }
	with := func(name string, value func(i int) string) string {
		return object(func(i int) string { return numbers(i) + fmt.Sprintf(`, %q: %s`, name, value(i)) })
	}
	every := func(n int, then, otherwise string) func(i int) string {
		return func(i int) string {
			if i%n == 0 {
				return then
			}
			return otherwise
		}
	}
	day := func(i int) string { return fmt.Sprintf(`"2024-03-%02d"`, i+1) }
	quoted := func(form string) func(i int) string { return func(i int) string { return fmt.Sprintf(form, i) } }
	for _, c := range []struct {
		name, X, y, options string
		columns             string // of the model, as "name", "name: texts", "name (gap)"
		warns, refuses      string
		samples             int
	}{
		{"dates are days", with("day", day), y12, `{}`, "size; day", "", "", 12},
		{"texts of numbers are numbers", with("n", quoted(`"%d"`)), y12, `{}`, "size; n", "n has numbers as texts|texts", "", 12},
		{"codes are texts", with("code", quoted(`"%03d"`)), y12, `{}`, "size; code: 12", "texts that may be codes, such as \"000\"", "", 12},
		{"powers may be codes", with("code", quoted(`"%dE4"`)), y12, `{}`, "size; code: 12", "texts that may be codes, such as \"0E4\"", "", 12},
		{"a decimal says that they are numbers", with("code", func(i int) string { return fmt.Sprintf(`"0%d.5"`, i) }), y12, `{}`, "size; code", "", "", 12},
		{"booleans are numbers", with("new", every(2, "true", "false")), y12, `{}`, "size; new", "", "", 12},
		{"a text among numbers", with("n", every(12, `"many"`, "3")), y12, `{}`, "", "", `X[0].n is the text "many", though 11 of the column's 12 values are numbers.`, 0},
		{"a number among texts", with("n", every(12, "3", `"red"`)), y12, `{}`, "", "", "X[0].n is 3, though 11 of the column's 12 values are texts.", 0},
		{"booleans as texts", with("n", every(12, `"true"`, "1")), y12, `{}`, "", "", `X[0].n is the text "true", though`, 0},
		{"a list as a value", with("n", every(1, "[1]", "")), y12, `{}`, "", "", "X[0].n is an array", 0},
		{"an object as a value", with("n", every(1, `{"a": 1}`, "")), y12, `{}`, "", "", "X[0].n is an object", 0},
		{"gaps are refused", with("n", every(4, "null", "3")), y12, `{}`, "", "", "X[0].n", 0},
		{"gaps become means", with("n", every(4, "null", "3")), y12, `{"missing": "mean"}`, "size; n", "", "", 12},
		{"rows with gaps are omitted", with("n", every(4, "null", "3")), y12, `{"missing": "drop"}`, "size; n", "", "", 9},
		{"texts that stand for gaps", with("n", every(4, `"NA"`, `"red"`)), y12, `{"missing": "mean"}`, "size; n: 1", "texts that stand for a missing value in 3 rows", "", 12},
		{"one of them", with("n", every(12, `"?"`, `"red"`)), y12, `{"missing": "mean"}`, "size; n: 1", "texts that stand for a missing value in 1 row,", "", 12},
		{"five gaps are a feature", with("n", every(2, "null", "3")), y12, `{"missing": "as it is"}`, "size; n (gap)", "", "", 12},
		{"columns are chosen", with("n", func(i int) string { return fmt.Sprint(3 * i) }), y12, `{"columns": ["n"]}`, "n", "", "", 12},
		{"a column twice", with("n", every(1, "3", "")), y12, `{"columns": ["n", "n"]}`, "", "", `columns[1] is the text "n"`, 0},
		{"no columns", with("n", every(1, "3", "")), y12, `{"columns": []}`, "", "", "columns is an array", 0},
		{"columns of rows of numbers", "[[1],[2]]", "[1,2]", `{"columns": ["n"]}`, "", "", "columns is given, but X has no row objects", 0},
		{"a row without columns", "[{}]", "[1]", `{}`, "", "", "X[0] has no columns", 0},
		{"a column without a name", object(func(i int) string { return fmt.Sprintf(`"": %d`, 7*i) }), y12, `{}`, "", "", "X[0] has a column without a name.", 0},
		{"a row that is no object", `[{"a": 1}, 2]`, "[1, 2]", `{}`, "", "", "X[1] is 2, X[0] is an object.", 0},
		{"a column that comes later", object(func(i int) string { return numbers(i) + every(2, "", `, "n": 2`)(i) }), y12, `{}`, "size", "Column n isn't used, since X[0] doesn't have it", "", 12},
		{"it counts where gaps are means", object(func(i int) string { return numbers(i) + every(2, "", `, "n": 2`)(i) }), y12, `{"missing": "mean"}`, "size; n", "", "", 12},
		{"numbers of rows", object(func(i int) string { return fmt.Sprintf(`"Unnamed: 0": %d, "size": %d`, i, i*i) }), y12, `{"clean": true}`, "size", "Column Unnamed: 0 was left out: it has the numbers of the rows.", "", 12},
		{"R's numbers of rows", object(func(i int) string { return fmt.Sprintf(`"...1": %d, "size": %d`, i+1, i*i) }), y12, `{"clean": true}`, "size", "...1 was left out", "", 12},
		{"X beside y is no number of rows", object(func(i int) string { return fmt.Sprintf(`"x": %d, "y": %d`, i, i*i) }), y12, `{"clean": true}`, "x; y", "", "", 12},
		{"X alone is", object(func(i int) string { return fmt.Sprintf(`"X": %d, "size": %d`, i, i*i) }), y12, `{"clean": true}`, "size", "X was left out", "", 12},
		{"an id", object(func(i int) string { return numbers(i) + fmt.Sprintf(`, "user_id": %d`, 500+i*37) }), y12, `{"clean": true}`, "size", "Column user_id was left out: it is an id or a name", "", 12},
		{"names", with("name", quoted(`"person %d"`)), y12, `{"clean": true}`, "size", "Column name was left out: it is an id or a name", "", 12},
		{"dates are no names", with("day", day), y12, `{"clean": true}`, "size; day", "", "", 12},
		{"rows without y are omitted", object(numbers), listOf(12, every(4, "null", "1.5")), `{"clean": true}`, "size", "Omitted because y is missing: 3 rows.", "", 9},
		{"one row without y", object(numbers), listOf(12, every(12, "null", "1.5")), `{"clean": true}`, "size", "Omitted because y is missing: 1 row.", "", 11},
		{"and with drop", object(numbers), listOf(12, every(4, "null", `"a"`)), `{"missing": "drop"}`, "size", "Omitted because y is missing: 3 rows.", "", 9},
		{"a gap is told", with("n", every(12, "null", "3")), y12, `{"clean": true}`, "size; n", "1 missing value became its column's mean.", "", 12},
		{"gaps are told", with("n", every(3, "null", "3")), listOf(12, func(i int) string { return fmt.Sprint(i * 7 % 5) }), `{"clean": true}`, "size; n", "4 missing values became their column's mean.", "", 12},
		{"gaps that tell are a feature", listOf(40, func(i int) string { return fmt.Sprintf(`{"size": %d, "n": %s}`, i*17%40, every(4, "null", "3")(i)) }), listOf(40, every(4, "9", "1")), `{"clean": true}`, "size; n (gap)", "n is missing in 10 rows, whose outcomes differ", "", 40},
		{"equal rows are merged", `[{"a": 1}, {"a": 1}, {"a": 5}]`, "[1, 2, 3]", `{"clean": true}`, "a", "", "", 3},
		{"and refused without clean", `[{"a": 1}, {"a": 1}, {"a": 5}]`, "[1, 2, 3]", `{}`, "", "", "X[0] and X[1] are equal, but y[0] and y[1] differ.", 0},
		{"outcomes and rows", `[{"a": 1}, {"a": 2}]`, "[1, 2, 3]", `{}`, "", "", "X has 2 rows, y has 3.", 0},
		{"weights", `[{"a": 1}, {"a": 2}]`, "[1, 2]", `{"weights": [1]}`, "", "", "weights", 0},
		{"names of rows", `[{"a": 1}, {"a": 2}]`, "[1, 2]", `{"names": ["one"]}`, "", "", "names", 0},
		{"texts like numbers", with("n", quoted(`"%d,5"`)), y12, `{}`, "size; n: 12", `n has texts that look like numbers, such as "0,5"`, "", 12},
		{"booleans as two texts", with("n", every(2, `"true"`, `"false"`)), y12, `{}`, "size; n: 2", `n has the texts "true" and "false", which become two features.`, "", 12},
		{"a text for nearly each row", with("n", quoted(`"text %d"`)), y12, `{}`, "size; n: 12", "n has 12 different texts in 12 rows, and each text becomes a feature.", "", 12},
		{"classes that are numbers as texts", object(numbers), listOf(12, quoted(`"%d.5"`)), `{}`, "size", "y has 12 different numbers as texts, and each is a class.", "", 12},
		{"few whole numbers as y", listOf(40, func(i int) string { return fmt.Sprintf(`{"size": %d}`, i) }), listOf(40, func(i int) string { return fmt.Sprint(i % 3) }), `{}`, "size", "y has only 3 different whole numbers in 40 rows", "", 40},
		{"a value far off", with("n", func(i int) string { return fmt.Sprint([]int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 999999}[i]) }), y12, `{}`, "size; n", "Column n has 999999 in row 11, more than 100 times as far away", "", 12},
		{"and far below", with("n", func(i int) string { return fmt.Sprint([]int{3, 1, 4, 1, -999999, 9, 2, 6, 5, 3, 5, 8}[i]) }), y12, `{}`, "size; n", "Column n has -999999 in row 4, more than 100 times", "", 12},
		{"a byte order mark", listOf(2, func(i int) string { return fmt.Sprintf("{\"\ufeffsize\": %d, \"n\": 3}", i) }), "[1, 2]", `{}`, "\ufeffsize; n", "begins with an invisible byte order mark", "", 2},
		{"a column that tells y", listOf(40, func(i int) string { return fmt.Sprintf(`{"size": %d, "n": %d}`, i*7%40, 3*i+1) }), listOf(40, func(i int) string { return fmt.Sprint(i) }), `{}`, "size; n", "Column n tells y by itself", "", 40},
		{"names by a column", object(func(i int) string { return numbers(i) + fmt.Sprintf(`, "who": "w%d"`, i) }), y12, `{"names": "who"}`, "size", "", "", 12},
		{"names by a column that isn't there", object(numbers), y12, `{"names": "who"}`, "", "", "who", 0},
		{"rows of numbers with gaps", "[[1, null], [2, 3], [4, 5]]", "[1, 2, 3]", `{"missing": "mean"}`, "; ", "", "", 3},
		{"classes that are no whole numbers", "[[1], [2]]", "[1, 2.5]", `{"classes": true}`, "", "", "y[1] is 2.5, not a whole number.", 0},
		{"rows of classes", "[[1], [2]]", "[[1, 2], [2, 1]]", `{"classes": true}`, "", "", "y has 2 numbers per row, but classes need one label per row.", 0},
		{"y is missing", "[[1], [2]]", `[null, "a"]`, `{}`, "", "", "y[0] is null", 0},
		{"y is no list", "[[1], [2]]", `7`, `{}`, "", "", "y is 7.", 0},
		{"X is a text", `"x"`, `[1]`, `{}`, "", "", `X is the text "x".`, 0},
		{"rows of other lengths", "[[1, 2], [3]]", "[1, 2]", `{}`, "", "", "X[1] has 1 numbers, X[0] has 2.", 0},
		{"a row that is no row", "[[1, 2], 3]", "[1, 2]", `{}`, "", "", "X[1] is 3, not a row of numbers.", 0},
	} {
		carrier := newCarrier(t)
		k, err := carrier.fitted(c.X, c.y, c.options)
		if c.refuses != "" {
			if err == nil || !strings.Contains(err.Error(), c.refuses) {
				t.Errorf("%s: %v, want %q", c.name, err, c.refuses)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var columns []string
		for _, e := range k.Model.Table.Columns {
			text := e.Name
			if e.Categories != nil {
				text += fmt.Sprintf(": %d", len(e.Categories))
			}
			if e.Gap {
				text += " (gap)"
			}
			columns = append(columns, text)
		}
		if got := strings.Join(columns, "; "); got != c.columns || k.Model.SampleCount() != c.samples {
			t.Errorf("%s: columns %q and %d samples, want %q and %d", c.name, got, k.Model.SampleCount(), c.columns, c.samples)
		}
		said := strings.Join(k.Model.Reading.Warnings, " ")
		if !slices.ContainsFunc(strings.Split(c.warns, "|"), func(part string) bool { return strings.Contains(said, part) }) || c.warns == "" && strings.Contains(said, "left out") {
			t.Errorf("%s: it says %q, want %q", c.name, said, c.warns)
		}
		if dropped := len(k.Model.Reading.Dropped); c.samples < 12 && c.samples > 3 && dropped != 12-c.samples {
			t.Errorf("%s: %d rows are said to be dropped", c.name, dropped)
		}
	}
}

// A model of a table answers row objects, one or several, and rows of numbers where it has no texts; and says what it can't read.
func TestQueriesOfTables(t *testing.T) {
	c := newCarrier(t)
	rows := `[{"size": 1, "hue": "red"}, {"size": 2, "hue": "blue"}, {"size": 3, "hue": "red"}, {"size": 4, "hue": "blue"}]`
	for _, fit := range [][]string{{rows, `["a", "b", "a", "b"]`}, {`[[1, null], [2, 5], [3, 7]]`, `[1, 2, 3]`, `{"missing": "mean"}`}, {rows, `[1, 2, 3, 4]`, `{"missing": "mean"}`}} {
		if _, err := c.ask("fit", 0, fit...); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []struct {
		model  int
		X, has string
	}{
		{1, `{"size": 1, "hue": "red"}`, `"a"`}, {1, `[{"hue": "blue", "size": 4, "more": 1}]`, `["b"]`},
		{1, `[{"size": 1}]`, "X[0] has no"}, {1, `[{"size": "x", "hue": "red"}]`, `X[0].size is the text "x", but the fit has numbers there.`},
		{1, `[{"size": 1, "hue": 3}]`, "X[0].hue is 3, but the fit has texts there."}, {1, `[{"size": 1, "hue": "red"}, 4]`, "X[1] is 4, X[0] is an object."},
		{1, `[[1, 0, 1]]`, `["a"]`}, {2, `[[1, null], [3, 7]]`, `3]`}, {2, `[{"a": 1}]`, "X[0] is an object, but the model was fitted on rows of numbers."},
		{3, `[{"size": 3, "hue": "red"}]`, `[3]`}, {3, `[{"size": 3, "hue": null}]`, `[`}, {3, `7`, "X is 7."},
	} {
		got, err := c.ask("predict", q.model, q.X)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, q.has) {
			t.Errorf("%d answers %s with %q, want %q", q.model, q.X, got, q.has)
		}
	}
	// A module that reads no tables refuses them by name.
	c.reader.Tables = nil
	for _, ask := range [][2]string{{"predict", `[{"size": 1, "hue": "red"}]`}, {"explain", `[{"size": 1, "hue": "red"}]`}} {
		if _, err := c.ask(ask[0], 1, ask[1]); err == nil || !strings.Contains(err.Error(), "reads only numbers") {
			t.Errorf("%s without tables: %v", ask[0], err)
		}
	}
	for _, fit := range [][]string{{rows, "[1, 2, 3, 4]"}, {"[[1, null], [2, 3]]", "[1, 2]", `{"missing": "mean"}`}} {
		if _, err := c.ask("fit", 0, fit...); err == nil || !strings.Contains(err.Error(), "reads only numbers") {
			t.Errorf("a fit without tables: %v", err)
		}
	}
}

// What a model says of itself, whole, has its network: layers with each sample once, and what happened as it was built.
func TestDescriptions(t *testing.T) {
	c := newCarrier(t)
	for _, fit := range [][]string{
		{`[[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.4]]`, `[1, 2, 3, 4, 9]`, `{"trace": true}`},
		{`[0, 1, 2]`, `["a", "b", "a"]`, `{"kind": "tnn"}`},
		{listOf(60, func(i int) string { return fmt.Sprintf(`{"u": %d, "hue": %q}`, i*7%60, []string{"red", "blue"}[i%2]) }), listOf(60, func(i int) string { return fmt.Sprint(i * 7 % 60 / 20) }), `{"forest": true, "missing": "drop", "classes": true}`},
	} {
		if _, err := c.ask("fit", 0, fit...); err != nil {
			t.Fatal(err)
		}
	}
	described := func(number int) wire.Value {
		var w jsontext.Writer
		w.Object()
		c.Kept[number].Describe(&w, 7, true)
		w.End()
		return parsed(t, string(w.Bytes()))
	}
	one := described(1)
	placed := map[int]int{}
	layers := one.Get("layers")
	for k := range layers.Size() {
		nodes := layers.At(k).Get("nodes")
		for i := range nodes.Size() {
			for s := range nodes.At(i).Size() {
				placed[wire.WholeNumber(nodes.At(i).At(s))]++
			}
		}
	}
	for sample := range 5 {
		if placed[sample] != 1 {
			t.Errorf("sample %d stands %d times in the layers", sample, placed[sample])
		}
	}
	admitted := 0
	trace := one.Get("trace")
	for i := range trace.Size() {
		if e := trace.At(i); e.Get("type").Text() == core.Admit.String() {
			admitted++
		}
	}
	if admitted < 5 || !one.Get("skip").True() || one.Get("reach").Real() <= 0 || one.Get("sampleCount").Real() != 5 {
		t.Errorf("%d admissions, skip %v, reach %v", admitted, one.Get("skip").True(), one.Get("reach").Real())
	}
	tnn := described(2)
	if tnn.Get("kind").Text() != "tnn" || tnn.Get("W").Size() == 0 || tnn.Get("alpha").Size() != 3 || tnn.Get("b").Size() == 0 || tnn.Get("a").Real() <= 0 {
		t.Errorf("a TNN says W %d, alpha %d", tnn.Get("W").Size(), tnn.Get("alpha").Size())
	}
	forest := described(3).Get("interpolation").Get("forest")
	if forest.Kind() != wire.Record || forest.Get("trees").Real() < 1 || forest.Get("pairs").Kind() != wire.List {
		t.Errorf("a forest says %s", forest.Shown())
	}
}

// A learner of a calibrated model adapts where it was asked to, says since when outcomes drift, and keeps what a wrong call found.
func TestLearnersOfCalls(t *testing.T) {
	c := newCarrier(t)
	x := func(i int) float64 { return float64(i*37%120) / 10 }
	rows := func(from, to int, later float64) (string, string) {
		return listOf(to-from, func(i int) string { return fmt.Sprintf("[%g]", x(from+i)+float64(from)/1e4) }), listOf(to-from, func(i int) string { return fmt.Sprintf("%g", x(from+i)+float64((from+i)*13%7)/10+later) })
	}
	must := func(name string, number int, arguments ...string) string {
		t.Helper()
		text, err := c.ask(name, number, arguments...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return text
	}
	refused := func(want, name string, number int, arguments ...string) {
		t.Helper()
		before := c.Kept[4].Learner().SampleCount()
		if text, err := c.ask(name, number, arguments...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s %v: %s, %v, want %q", name, arguments, text, err, want)
		}
		if after := c.Kept[4].Learner().SampleCount(); after != before {
			t.Errorf("%s %v has left %d samples of %d", name, arguments, after, before)
		}
	}
	X, y := rows(0, 120, 0)
	must("fit", 0, X, y)
	must("calibrate", 1, `{"folds": 4}`)
	must("calibrate", 1, `{"folds": 4, "adapt": true}`)
	must("learner", 2, `{"adapt": true}`)
	must("fit", 0, "[1, 2, 3]", "[1, 2, 3]", `{"kind": "tnn"}`)
	refused("not calibrated", "learner", 1, `{"adapt": true}`)
	refused("adapt", "learner", 2, `{"adapt": 7}`)
	refused("SQANN", "calibrate", 5, `{"adapt": true}`)
	refused("SQANN", "learner", 5)
	refused("y", "learn", 4, "[[1]]", `["a"]`)
	refused("samples", "forget", 4, "[500]")
	refused("y", "correct", 4, "[[1]]", "[null]")
	refused("duplicates", "learn", 4, "[[1]]", "[1]", `{"duplicates": "some"}`)
	refused("tolerance", "learn", 4, "[[1]]", "[1]", `{"tolerance": -1}`)

	begun := func(of int, options string) (adapts bool) {
		must("learner", of, options)
		calibration, err := c.Kept[slices.Max(slices.Collect(maps.Keys(c.Kept)))].Learner().Calibration()
		if err != nil {
			t.Fatal(err)
		}
		return calibration.Adapt != nil
	}
	for _, one := range []struct {
		of      int
		options string
		adapts  bool
	}{{2, `{}`, false}, {2, `{"adapt": true}`, true}, {3, `{}`, true}, {3, `{"adapt": false}`, false}} {
		if begun(one.of, one.options) != one.adapts {
			t.Errorf("a learner of %d with %s adapts: %v", one.of, one.options, !one.adapts)
		}
	}
	now, outcomes := rows(120, 200, 0)
	if text := must("learn", 4, now, outcomes); !strings.Contains(text, `"drift":null`) || !strings.Contains(text, `"refused":[]`) {
		t.Errorf("rows as before: %s", text)
	}
	now, outcomes = rows(200, 280, 4)
	text := must("learn", 4, now, outcomes)
	var found struct {
		SampleCount int
		Drift       *struct {
			Since int
			What  string
		}
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil || found.Drift == nil || found.Drift.What != "outcomes" || found.Drift.Since < 190 || found.Drift.Since > 215 || found.SampleCount != 280 {
		t.Errorf("outcomes are 4 higher from sample 200 on; it says %s", text)
	}
	before := must("predict", 4, "[[3.702]]")
	if must("correct", 4, "[[3.7]]", "[77]"); !strings.Contains(must("predict", 4, "[[3.7]]"), "77") {
		t.Errorf("corrected to 77, it answers %s, before %s", must("predict", 4, "[[3.7]]"), before)
	}
	within := must("learn", 4, "[[3.7]]", "[78]", `{"tolerance": 2}`)
	other := must("learn", 4, "[[3.7]]", "[99]", `{"duplicates": "first"}`)
	if !strings.Contains(within, `"learned":[]`) || !strings.Contains(must("predict", 4, "[[3.7]]"), "77") {
		t.Errorf("what is right within 2 is learned: %s, %s", within, other)
	}
}
