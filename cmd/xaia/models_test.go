//go:build unix

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Models that fit makes of no table: those of JavaScript and Python, without names, with several outputs, calibrated, joined.

// listed is JSON of n elements.
func listed(n int, element func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = element(i)
	}
	return "[" + strings.Join(all, ",") + "]"
}

// made is a model of rows and outcomes in JSON.
func made(t *testing.T, x, y, options string) *wire.Model {
	t.Helper()
	r := reader()
	o, err := r.FitOptions(parsed([]byte(options)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Fit(parsed([]byte(x)), parsed([]byte(y)), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// saved is a model's file, in the form that the end of its name says.
func saved(t *testing.T, m *wire.Model, name string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, file(m, name), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

var (
	pairs   = listed(30, func(i int) string { return fmt.Sprintf("[%d,%d]", i, i*i%7) })
	squares = listed(30, func(i int) string { return strconv.Itoa(i * i) })
	both    = listed(30, func(i int) string { return fmt.Sprintf("[%d,%d]", i*i, 5-i) })
	seven   = listed(30, func(i int) string { return fmt.Sprintf(`"k%d"`, i%7) })
	late    = listed(40, func(i int) string { return strconv.Itoa(i % 4 / 3) })
	// holed are rows of which every fourth lacks its first number.
	holed = listed(40, func(i int) string {
		if i%4 == 0 {
			return fmt.Sprintf("[null,%d]", i%9)
		}
		return fmt.Sprintf("[%d,%d]", 20+7*i%50, i%9)
	})
)

// What check says of each kind of model.
func TestCheckOfEachKind(t *testing.T) {
	const checksum = "Its checksum is right.\n"
	const exactly = "Each sample is answered by its own neuron, exactly.\n"
	plain := made(t, pairs, squares, "{}")
	calibrated, err := plain.Calibrate(core.CrossValidateOptions{Folds: 3, Lopsided: true})
	if err != nil {
		t.Fatal(err)
	}
	levels := map[core.Recognition]int{}
	for _, r := range calibrated.Calibration.Recognition {
		levels[r]++
	}
	adapting := *calibrated
	adapting.Calibration = calibrated.Calibration.Adapting()
	folds := fmt.Sprintf("Calibrated with 3 folds: %d strong, %d moderate, %d weak; lopsided", levels[core.Strong], levels[core.Moderate], levels[core.Weak])
	paper := made(t, pairs, squares, `{"preset": "paper"}`)
	joined, err := wire.Join(plain, paper)
	if err != nil {
		t.Fatal(err)
	}
	layers := func(m *wire.Model) string { return plural(len(m.SQANN().Layers()), "layer") }
	of := func(m *wire.Model, what string) string {
		return "An SQANN of 30 samples in " + layers(m) + " for " + what + ".\nColumns: 2, without names.\n"
	}
	if layers(plain) == layers(paper) {
		t.Errorf("both members have %s", layers(plain))
	}
	settings := listed(9, func(int) string { return `{"a1": 0.02, "a2": 0.2, "admission": 0.2, "activation": 0.8}` })
	two, classes, published, gaps := made(t, pairs, both, "{}"), made(t, pairs, seven, "{}"), made(t, pairs, seven, `{"preset": "published-v1", "settings": `+settings+`}`), made(t, holed, late, `{"missing": "as it is"}`)
	for name, c := range map[string]struct {
		model *wire.Model
		says  string
	}{
		"numbers":         {plain, of(plain, "1 number") + exactly + checksum},
		"several outputs": {two, of(two, "2 numbers") + exactly + checksum},
		"many classes":    {classes, of(classes, "7 classes (k0, k1, k2, k3, k4, 2 more)") + exactly + checksum},
		"calibrated":      {calibrated, of(plain, "1 number") + folds + ".\n" + exactly + checksum},
		"adapting":        {&adapting, of(plain, "1 number") + folds + "; adapting.\n" + exactly + checksum},
		"published":       {published, of(published, "7 classes (k0, k1, k2, k3, k4, 2 more)") + checksum},
		"an ensemble":     {joined, "An ensemble of 2 models.\n" + of(plain, "1 number") + exactly + of(paper, "1 number") + exactly + checksum},
		"a TNN":           {made(t, "[[1],[2],[4],[9]]", "[1,5,2,8]", `{"kind": "tnn"}`), "A TNN of 4 samples for 1 number.\nColumns: 1, without names.\n" + checksum},
		"equal rows":      {made(t, "[[1],[1],[2],[3]]", "[1,2,3,4]", `{"duplicates": "mean"}`), "An SQANN of 4 samples in 1 layer for 1 number.\nColumns: 1, without names.\nEach sample has its own neuron; answers to samples are off by 0.5 at most.\n" + checksum},
		"gaps":            {gaps, "An SQANN of 40 samples in " + layers(gaps) + " for 1 number.\nColumns: 2, without names.\n" + exactly + checksum},
	} {
		for _, as := range []string{"m.json", "m.xaia"} {
			if exit, out, notes := in("", "check", saved(t, c.model, as)); exit != 0 || out != c.says || notes != "" {
				t.Errorf("%s, %s: exit %d, %s%swant\n%s", name, as, exit, out, notes, c.says)
			}
		}
	}
	// What it writes goes to a file, and never over the model.
	model, to := saved(t, two, "m.xaia"), filepath.Join(t.TempDir(), "about.json")
	var about struct {
		SampleCount, OutputCount int
		Layers                   []struct{ Nodes [][]int }
	}
	exit, out, notes := in("", "check", model, "--json", "-o", to)
	text, _ := os.ReadFile(to)
	if err := json.Unmarshal(text, &about); exit != 0 || out+notes != "" || err != nil || about.SampleCount != 30 || len(about.Layers) != len(two.SQANN().Layers()) {
		t.Errorf("exit %d, %s%s: %v, %s", exit, out, notes, err, text)
	}
	if exit, _, notes := in("", "check", model, "-o", model); exit != 2 || !strings.Contains(notes, "would be lost") {
		t.Errorf("over the model: exit %d, %s", exit, notes)
	}
}

// A damaged file is refused by each command, and none writes. One whose checksum was made to fit is found by check, even
// where reading it, which tries some samples, lets it pass.
func TestDamagedModels(t *testing.T) {
	x := listed(600, func(i int) string { return fmt.Sprintf("[%d,%d]", i, i*i%71) })
	m := made(t, x, listed(600, func(i int) string { return strconv.Itoa(i * i % 13) }), "{}")
	model := saved(t, m, "m.xaia")
	good, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	flipped := func(at int) []byte {
		text := slices.Clone(good)
		text[at] ^= 0x10
		return text
	}
	to := filepath.Join(t.TempDir(), "out")
	for name, c := range map[string]struct {
		text []byte
		says string
	}{
		"a bit of a number": {flipped(len(good) / 2), "The file was changed or truncated: its checksum is wrong. "},
		"a bit of the head": {flipped(20), "The file was changed or truncated: its checksum is wrong. "},
		"its checksum":      {flipped(len(good) - 1), "The file was changed or truncated: its checksum is wrong. "},
		"cut":               {good[:len(good)-100], "The file was changed or truncated: its checksum is wrong. "},
		"nearly all gone":   {good[:9], "The file has 9 bytes, too few for a model. "},
		"another version":   {append(append([]byte("xaia"), 9), good[5:]...), "The file is of version 9, this build of xaia reads version 2. "},
		"empty":             {nil, "It is no model, or is cut off. Give a file that fit or a page has saved.\n"},
		"a table":           {[]byte(few), "It is no model, or is cut off. Give a file that fit or a page has saved.\n"},
		"half of JSON":      {[]byte(`{"format": "xaia`), "It is no model, or is cut off. Give a file that fit or a page has saved.\n"},
	} {
		if err := os.WriteFile(model, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"check", model}, {"predict", model, "-"}, {"explain", model, "-"}} {
			exit, out, notes := in("p,q\n1,2\n", append(args, "-o", to)...)
			if want := "xaia " + args[0] + ": " + model + ": " + c.says; exit != 1 || out != "" || !strings.HasPrefix(notes, want) {
				t.Errorf("%s: exit %d, %q, not %q", name, exit, out+notes, want)
			}
		}
	}
	loaded := 0
	size := len(m.SQANN().Fingerprints())
	for at := len(good) - 8 - size/2; at < len(good)-8; at += size / 40 {
		text := flipped(at)
		sum := fnv.New64a()
		sum.Write(text[:len(text)-8])
		binary.LittleEndian.PutUint64(text[len(text)-8:], sum.Sum64())
		if err := os.WriteFile(model, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if exit, _, _ := in("p,q\n1,2\n", "predict", model, "-"); exit == 0 {
			loaded++
			if exit, out, notes := in("", "check", model, "-o", to); exit != 1 || out != "" || !strings.HasPrefix(notes, "xaia check: "+model+": The model doesn't recognise its own samples: ") {
				t.Errorf("byte %d: exit %d, %s%s", at, exit, out, notes)
			}
		}
	}
	if loaded == 0 {
		t.Error("none of the false files is read, so check had nothing to find")
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("it wrote an answer")
	}
}

// A model of rows without names takes the columns of a table in their order, and calls them as the table does.
func TestModelsWithoutNames(t *testing.T) {
	two := saved(t, made(t, pairs, both, "{}"), "m.json")
	exit, out, notes := in("prediction;q\n3;2\n4;2\n", "predict", two, "-")
	if want := "prediction;q;prediction (2);prediction 2;recognition\n3;2;9;2;strong\n4;2;16;1;strong\n"; exit != 0 || out != want {
		t.Errorf("%d, %s%s", exit, out, notes)
	}
	if exit, _, notes := in("p,q,r\n1,2,3\n", "predict", two, "-"); exit != 1 || !strings.Contains(notes, "the input: It has 3 columns, and the model 2, which have no names.") {
		t.Errorf("%d, %s", exit, notes)
	}
	if exit, _, notes := in("p\n1\n", "explain", two, "-"); exit != 1 || !strings.Contains(notes, "the input: It has 1 column, and the model 2, which have no names.") {
		t.Errorf("%d, %s", exit, notes)
	}
	if exit, _, notes := in("p,q\n1,2\n3,red\n", "predict", two, "-"); exit != 1 || !strings.Contains(notes, "line 3, column “q”: “red” is no number.") {
		t.Errorf("%d, %s", exit, notes)
	}
	if exit, _, notes := in("p,q\n1,2\n\n3,\n", "predict", two, "-"); exit != 1 || !strings.Contains(notes, "the input: line 4, column “q”: ") {
		t.Errorf("a gap that the model doesn't take: %d, %s", exit, notes)
	}

	// A gap that is a feature is no column of the table.
	m := made(t, holed, late, `{"missing": "as it is"}`)
	if m.FeatureCount() != 3 {
		t.Fatalf("%d features", m.FeatureCount())
	}
	exit, out, notes = in("size,age\nNA,3.5\n40,3.5\n", "explain", saved(t, m, "m.json"), "-")
	rows := strings.Split(out, "line 3: ")
	if exit != 0 || len(rows) != 2 || !strings.Contains(rows[0], "%  because size is missing: of samples that lack it, too\n") || strings.Contains(rows[1], "missing") {
		t.Errorf("%d, %s%s", exit, out, notes)
	}
	exit, out, notes = in("size,age\nNA,3\n41,3\n", "predict", saved(t, m, "m.xaia"), "-", "--only")
	q, _, _, err := reader().QueryTable(m, parsed([]byte("[[null,3],[41,3]]")))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Predict(q)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out, "\n")
	for i := range 2 {
		if want := strconv.FormatFloat(p.Values.Row(i)[0], 'f', -1, 64) + ","; exit != 0 || len(lines) != 4 || !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("%d, %s%s want %s", exit, out, notes, want)
		}
	}
}

// What explain prints is what the JSON has: the shares add up, and where a local line corrects them, its parts add up to the answer.
func TestExplainAddsUp(t *testing.T) {
	local := saved(t, made(t, pairs, squares, `{"interpolation": {"local": {}}}`), "m.json")
	const rows = "p,q\n3,2\n3.5,2.5\n900,-4\n"
	exit, out, notes := in(rows, "explain", local, "-", "--json")
	if exit != 0 {
		t.Fatal(notes)
	}
	said := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	_, text, _ := in(rows, "explain", local, "-", "--most", "4")
	blocks := strings.Split(text, "line ")[1:]
	if len(said) != 3 || len(blocks) != 3 {
		t.Fatalf("%d lines of JSON, %d of text", len(said), len(blocks))
	}
	limited := 0
	for i, line := range said {
		var e explanation
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		answer, all := 0.0, 0.0
		for _, n := range e.Neurons {
			answer, all = answer+n.Weight*n.Alpha.(float64), all+n.Weight
		}
		want := fmt.Sprintf("%d: %s (%s, %s, familiarity %.2f)\n", i+2, strconv.FormatFloat(e.Value.(float64), 'g', 4, 64), e.Status, e.Recognition, e.Familiarity)
		for _, n := range e.Neurons[:min(4, len(e.Neurons))] {
			want += fmt.Sprintf("  %3.0f%%  %-12.4g  sample %d\n", 100*n.Weight, n.Alpha, n.Samples[0])
			all -= n.Weight
		}
		if len(e.Neurons) > 4 {
			want += fmt.Sprintf("  %3.0f%%  %d more neurons\n", 100*all, len(e.Neurons)-4)
		}
		for k, c := range e.Corrections {
			if answer += c.Value.(float64); c.Value != 0.0 {
				want += fmt.Sprintf("  %+.4g  %s\n", c.Value, []string{"p", "q"}[k])
			}
		}
		if limit, _ := e.Limit.(float64); limit != 0 {
			limited++
			answer += limit
			want += fmt.Sprintf("  %+.4g  limit\n", limit)
		}
		if blocks[i] != want {
			t.Errorf("it says\n%swant\n%s", blocks[i], want)
		}
		if value := e.Value.(float64); math.Abs(answer-value) > 1e-9*(1+math.Abs(value)) {
			t.Errorf("line %d: the parts add up to %g, the answer is %g", i+2, answer, value)
		}
	}
	if limited != 1 {
		t.Errorf("%d of the rows have a limit", limited)
	}
	// Several outputs stand in brackets, one neuron is not several, and of a neuron's samples three are named.
	two := saved(t, made(t, "[[1],[2]]", "[[3,0.5],[4,-1]]", "{}"), "m.json")
	if _, out, notes := in("p\n2\n1.5\n", "explain", two, "-", "--most", "1"); !strings.HasPrefix(out, "line 2: (4, -1) (hit, strong, familiarity 1.00)\n  100%  (4, -1)       sample 1\nline 3: ") || !strings.HasSuffix(out, "%  1 more neuron\n") {
		t.Errorf("%s%s", out, notes)
	}
	same := saved(t, made(t, "[[1],[1],[1],[1],[9]]", `["a","a","a","a","b"]`, `{"duplicates": "majority", "names": ["n", "", "o", "p", "q"]}`), "m.json")
	if exit, out, notes := in("p\n1\n", "explain", same, "-"); exit != 0 || !strings.HasSuffix(out, "  100%  a             n, sample 1, o, 1 more\n") {
		t.Errorf("%d, %s%s", exit, out, notes)
	}
	// Only an SQANN can leave samples out, and it is the model that can't, not the table.
	tnn := saved(t, made(t, "[[1],[2],[4],[9]]", "[1,5,2,8]", `{"kind": "tnn"}`), "m.json")
	if exit, out, notes := in("p\n1\n", "explain", tnn, "-", "--others"); exit != 1 || out != "" || !strings.HasPrefix(notes, "xaia explain: "+tnn+`: A model of kind "tnn" can't leave samples out of an answer.`) {
		t.Errorf("%d, %s%s", exit, out, notes)
	}
	if exit, _, notes := in("p\n1\n", "explain", tnn); exit != 2 || !strings.Contains(notes, "it takes MODEL TABLE [options], and got 1 words") {
		t.Errorf("%d, %s", exit, notes)
	}
}

// A report is one page that has the model whole, and a usual row to begin with; a title is text.
func TestReport(t *testing.T) {
	if was := script; was == "" {
		script = "// the script"
		t.Cleanup(func() { script = was })
	}
	folder := t.TempDir()
	table := "town,size,hue,price\n"
	var sizes []float64
	for i := range 31 {
		size := ""
		if i%5 != 2 {
			sizes = append(sizes, float64(i*i%37))
			size = fmt.Sprint(i * i % 37)
		}
		table += fmt.Sprintf("t%d,%s,%s,%d\n", i, size, []string{"red", "blue", "red"}[i%3], i*3)
	}
	named := filepath.Join(folder, "flats.xaia")
	if exit, _, notes := in(table, "fit", "-", "--target", "price", "--names", "town", "--options", `{"missing": "as it is"}`, "-o", named); exit != 0 {
		t.Fatal(notes)
	}
	page := func(args ...string) (string, told) {
		t.Helper()
		exit, out, notes := in("", append([]string{"report"}, args...)...)
		_, rest, _ := strings.Cut(out, `<script type="application/json" id="report">`)
		inside, _, _ := strings.Cut(rest, "</script>")
		var about told
		if err := json.Unmarshal([]byte(inside), &about); exit != 0 || err != nil {
			t.Fatalf("%v: exit %d, %s %v", args, exit, notes, err)
		}
		return out, about
	}
	out, about := page(named)
	if !strings.Contains(out, "<title>flats: a report</title>") || !strings.Contains(out, "<p>The network has 31 samples. Each neuron is one of them, called by its name, or by its line in the table.") || !strings.HasSuffix(out, "<script type=\"module\">"+script+"</script></body></html>\n") {
		t.Errorf("%.3000s", out)
	}
	if want := []string{"size", "size is missing", "hue = blue", "hue = red"}; !slices.Equal(about.Columns, want) || about.Texts[1] != nil || *about.Texts[3] != [2]string{"hue", "red"} {
		t.Errorf("columns %q, texts %v", about.Columns, about.Texts)
	}
	// Where a size is missing, the model has the mean, which counts for the median.
	mean := 0.0
	for _, size := range sizes {
		mean += size / float64(len(sizes))
	}
	for len(sizes) < 31 {
		sizes = append(sizes, mean)
	}
	slices.Sort(sizes)
	if r := about.Row; len(r) != 4 || math.Abs(r[0]-sizes[15]) > 1e-9 || !slices.Equal(r[1:], []float64{0, 0, 1}) {
		t.Errorf("the row is %v; the median is %v", about.Row, sizes[15])
	}
	if !slices.Equal(about.Show, []string{"picture", "network", "why"}) || about.Names[30] != "t30" || len(about.Rows) != 31 || about.Rows[30] != 31 {
		t.Errorf("shows %q of %q, %v", about.Show, about.Names, about.Rows)
	}
	inside := filepath.Join(folder, "inside.json")
	os.WriteFile(inside, []byte(about.Model), 0o600)
	if exit, out, notes := in("size,hue\n4,red\n", "predict", inside, "-", "--only"); exit != 0 {
		t.Error(notes)
	} else if _, of, _ := in("size,hue\n4,red\n", "predict", named, "-", "--only"); out != of {
		t.Errorf("the model inside answers %q, the file's %q", out, of)
	}

	// Of texts that are equally frequent, the row has the first.
	tied := filepath.Join(folder, "tied.xaia")
	if exit, _, notes := in("hue,size,price\nred,1,3\nblue,2,5\nblue,3,8\nred,4,6\ngrey,5,1\n", "fit", "-", "--target", "price", "-o", tied); exit != 0 {
		t.Fatal(notes)
	}
	_, about = page(tied)
	first := about.Texts[slices.IndexFunc(about.Texts, func(text *[2]string) bool { return text != nil && text[1] != "grey" })][1]
	for k, v := range about.Row {
		if text := about.Texts[k]; text != nil && (v == 1) != (text[1] == first) {
			t.Errorf("the row is %v of %q; it is to have %q", about.Row, about.Columns, first)
		}
	}

	tnn := saved(t, made(t, "[[1],[2],[4],[9]]", "[1,5,2,8]", `{"kind": "tnn"}`), "m.json")
	out, about = page(tnn, "--title", "</title><b>1 & 2")
	if !strings.Contains(out, "<h1>&lt;/title&gt;&lt;b&gt;1 &amp; 2</h1>") || strings.Contains(out, "<b>") || !strings.Contains(out, "counted from 0.") {
		t.Errorf("%.1500s", out)
	}
	if !slices.Equal(about.Show, []string{"picture"}) || !slices.Equal(about.Columns, []string{"column 1"}) || !slices.Equal(about.Row, []float64{4}) {
		t.Errorf("%+v", about)
	}

	joined, err := wire.Join(made(t, pairs, squares, "{}"), made(t, pairs, squares, "{}"))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(folder, "report.html")
	if exit, _, notes := in("", "report", saved(t, joined, "m.json"), "-o", to); exit != 1 || !strings.Contains(notes, "An ensemble has two networks, and a report shows one. Give one of them.") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if exit, _, notes := in("", "report", "-o", to); exit != 2 || !strings.Contains(notes, "it takes MODEL, and got 0 words") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if exit, _, notes := in("", "report", filepath.Join(folder, "none.xaia"), "-o", to); exit != 1 || !strings.Contains(notes, "none.xaia: no such file") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("it wrote a report")
	}
}
