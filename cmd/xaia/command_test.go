//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands of the documents print into them")

// The tables and the commands of docs/command.md and docs/start.md, as they stand there.
func TestTheWalkOfTheDocument(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", folder, "-overlay", withScript(t), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	walk(t, folder, "../../docs/command.md", 7, "flats.csv", "new.csv")
	walk(t, folder, "../../docs/start.md", 3)
	report, err := os.ReadFile(filepath.Join(folder, "rent.html"))
	if err != nil || !bytes.Contains(report, []byte(`\"names\":[\"Ahornweg 3\"`)) || !bytes.Contains(report, []byte("the script")) {
		t.Errorf("the report lacks the model or its script: %v, %d bytes", err, len(report))
	}
}

// walk runs the commands of a page, at least so many, beside its tables.
func walk(t *testing.T, folder, page string, least int, names ...string) {
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	tables := regexp.MustCompile("(?s)```text\n(.*?)```").FindAllSubmatch(written, -1)
	for i, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), tables[i][1], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ran := 0
	said := regexp.MustCompile("(?s)```console\n.*?```").ReplaceAllFunc(written, func(block []byte) []byte {
		var out bytes.Buffer
		out.WriteString("```console\n")
		for line := range strings.Lines(string(block)) {
			command, is := strings.CutPrefix(line, "$ ")
			if !is {
				continue
			}
			ran++
			c := exec.Command("bash", "-c", command)
			c.Dir, c.Env = folder, append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"))
			printed, err := c.CombinedOutput()
			if _, ended := err.(*exec.ExitError); err != nil && !ended {
				t.Fatal(err)
			}
			out.WriteString(line + string(printed))
		}
		out.WriteString("```")
		return out.Bytes()
	})
	if ran < least {
		t.Errorf("%s has %d commands", page, ran)
	}
	if *update {
		if err := os.WriteFile(page, said, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(said, written) {
		t.Errorf("the commands print other than %s says (go test ./cmd/xaia -update writes it):\n%s", page, said)
	}
}

// withScript is an overlay that puts some text in place of the script of reports, which only a build has.
func withScript(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	overlay := filepath.Join(folder, "overlay.json")
	for name, text := range map[string]string{
		filepath.Join(folder, "report.mjs"): "// the script",
		overlay:                             `{"Replace": {"` + filepath.Join(here, "report.mjs") + `": "` + filepath.Join(folder, "report.mjs") + `"}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}

// in runs a command with a table as its input.
func in(table string, args ...string) (exit int, out, notes string) {
	var o, n bytes.Buffer
	exit = run(args, strings.NewReader(table), &o, &n)
	return exit, o.String(), n.String()
}

// What a fit warns of is said with the table's name, and the model is made.
func TestWarningsAreSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.xaia")
	exit, _, notes := in("a,y\n1,2\n1,3\n2,5\n", "fit", "-", "--target", "y", "-o", file, "--options", `{"duplicates": "mean"}`)
	if _, err := os.Stat(file); exit != 0 || err != nil || !strings.Contains(notes, "the input: 2 samples have equal x and different y") {
		t.Errorf("it exits with %d and says %q (%v)", exit, notes, err)
	}
}

// What stands between quotes in the line of names separates nothing.
func TestSeparatorsWithinNames(t *testing.T) {
	if exit, _, notes := in("\"a;b\",y\n1,2\n2,4\n3,5\n", "fit", "-", "--target", "y", "-o", filepath.Join(t.TempDir(), "m.xaia")); exit != 0 || !strings.HasSuffix(notes, "from 3 rows and 1 column: a;b.\n") {
		t.Errorf("it exits with %d and says %q", exit, notes)
	}
}

// Where a table has the model's columns in another order, and more of them, an error names the column that it means.
func TestErrorsNameTheModelsColumn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.xaia")
	if exit, _, notes := in("a,b,y\n1,2,3\n2,1,4\n3,5,8\n", "fit", "-", "--target", "y", "-o", file, "--options", `{"missing": "error"}`); exit != 0 {
		t.Fatal(notes)
	}
	for column, table := range map[string]string{"a": "note,b,a\nx,2,1\ny,3,\n", "b": "note,b,a\nx,2,1\ny,,3\n"} {
		if exit, _, notes := in(table, "predict", file, "-"); exit == 0 || !strings.Contains(notes, "line 3, column “"+column+"”") {
			t.Errorf("it exits with %d and says %q", exit, notes)
		}
	}
}

// A year names a column beside words, with a comma or without.
func TestYearsAsNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.xaia")
	for table, target := range map[string]string{"price,2007,kg\n100,0,2\n103,1,2.1\n99,0,3\n": "price", "\"price,eur\",2007,kg\n100,0,2\n103,1,2.1\n99,0,3\n": "price,eur"} {
		if exit, _, notes := in(table, "fit", "-", "--target", target, "-o", file); exit != 0 {
			t.Fatalf("%s: %s", target, notes)
		}
		if exit, out, notes := in("kg,2007\n2.1,1\n", "predict", file, "-"); exit != 0 || !strings.Contains(out, "103") {
			t.Errorf("%s: predicted %q, %s", target, out, notes)
		}
	}
}

// What can't be read in one way is refused, and names the place.
func TestTablesAreRefused(t *testing.T) {
	many := strings.Repeat("1,2\n", 20)
	for name, c := range map[string]struct {
		table, says string
		args        []string
	}{
		"a text among numbers":               {"a,y\n1,2\n3,4\nx5,6\n", "line 4, column “a”: “x5” is no number", nil},
		"a unit":                             {"a,y\n1 kg,2\n3 kg,4\n5 %,1\n", "line 2, column “a”: “1 kg” can be", nil},
		"thousands":                          {"a;y\n1,234;2\n3,111;4\n", "line 2, column “a”: “1,234” can be", nil},
		"a thousand or a fraction":           {"a;y\n1.234;2\n3.111;4\n", "line 2, column “a”: “1.234” may be a thousand", nil},
		"a decimal comma":                    {"a;y\n1,5;2\n3,5;4\n", "“1,5” can be a number or a date in more than one way. Write numbers as 1234.5, or give --decimal ,", nil},
		"dates":                              {"a,y\n2020-1-02,2\n2021-03-04,4\n", "line 2, column “a”: “2020-1-02” can be a number or a date", nil},
		"a day that there isn't":             {"a,y\n2020-01-02,2\n2021-02-29,4\n", "line 2, column “a”: “2020-01-02” can be a number or a date", nil},
		"dates with times":                   {"a,y\n2020-01-02T10:00,2\n2021-03-04T11:30,4\n", "line 2, column “a”: “2020-01-02T10:00” can be", nil},
		"a date among numbers":               {"a,y\n7,2\n2021-03-04,4\n", "line 3, column “a”: “2021-03-04” is no number, and others in the column are", nil},
		"dates in words":                     {"a,y\n3 March 2020,2\n2 May 2021,4\n", "line 2, column “a”: “3 March 2020” can be", nil},
		"a short line":                       {"a,y\n1,2\n3\n4,5\n", "line 3: It has 1 cell, and there are 2 names", nil},
		"a long line":                        {"a,y\n" + many + "1,2,3\n", "line 22: It has 3 cells, and there are 2 names", nil},
		"a line after a cell of three lines": {"a,y\n\"p\nq\nr\",2\n3\n", "line 5: It has 1 cell,", nil},
		"an open quote":                      {"a,y\n1,2\n\"3,4\n5,6\n", "line 3: A quote", nil},
		"a quote inside":                     {"a,y\n1,2\np\"q,4\n", "line 3: A quote", nil},
		"no names":                           {"1,2\n3,4\n", "line 1: “1” is a number, and the first line must name", nil},
		"years in a row of years":            {"red,2007\nblue,2008\ngreen,2009\n", "line 1: “2007” is a number, and the first line must name", nil},
		"rows without names":                 {"red,y\nblue,z\nred,y\n", "line 1: “red” is in line 3 as well", nil},
		"a name twice":                       {"a,a,y\n1,2,3\n4,5,6\n", "line 1, column “a”: The name is used twice", nil},
		"two separators":                     {"a,b;y\n1,2;3\n", "line 1: The names have more than one separator", nil},
		"blanks":                             {"a y\n1 2\n3 4\n", "line 1: Blanks separate the names", nil},
		"a comment":                          {"# from here\na,y\n1,2\n", "It begins with a comment", nil},
		"JSON":                               {`[{"a": 1}]`, "It is JSON", nil},
		"HTML":                               {"<!doctype html>", "It is HTML", nil},
		"a workbook":                         {"PK\x03\x04…", "It is a workbook", nil},
		"Latin-1":                            {"a,y\n1,2\n\xe4,3\n", "line 3: It is no text in UTF-8", nil},
		"nothing":                            {" \n", "It is empty", nil},
		"too many columns":                   {strings.Repeat(",", 10000) + "y\n" + strings.Repeat("1,", 10000) + "1\n", "line 1: It has 10001 columns; up to 10000 are read", nil},
		"no rows":                            {"a,y\n", "line 1: There is one line", nil},
		"no target":                          {"a,b\n1,2\n", "There is no column “y”. The columns are a, b.", nil},
		"an empty target":                    {"a,y\n1,\n2,\n", "column “y”", nil},
		"only ids":                           {"id,y\n" + "a,1\nb,2\nc,3\nd,4\ne,5\nf,6\ng,7\nh,8\ni,9\nj,10\n", "No column is left to learn from", nil},
		"equal rows that differ":             {"a,y\n1,2\n3,4\n1,5\n", "line 4", []string{"--options", `{"duplicates": "error"}`}},
		"an option":                          {"a,y\n1,2\n3,4\n", `--options: `, []string{"--options", `{"preset": "other"}`}},
	} {
		exit, out, notes := in(c.table, append([]string{"fit", "-", "--target", "y"}, c.args...)...)
		if exit != 1 || out != "" || !strings.Contains(notes, c.says) {
			t.Errorf("%s: it exits with %d, prints %q and says %q, which lacks %q", name, exit, out, notes, c.says)
		}
	}
}

func TestQuestionsAreRefused(t *testing.T) {
	folder := t.TempDir()
	model := filepath.Join(folder, "m.xaia")
	if exit, _, notes := in("n,colour,y\n1,red,a\n2,Yes,b\n3,red,a\n", "fit", "-", "--target", "y", "-o", model); exit != 0 {
		t.Fatal(notes)
	}
	for name, c := range map[string]struct{ table, says string }{
		"a missing column":     {"n,color\n1,red\n", "There is no column “colour”, which the model needs. The columns are n, color."},
		"a text for a number":  {"n,colour\n1,red\nmany,red\n", "line 3, column “n”: “many” is no number"},
		"a number that is one": {"n,colour\n1e999,red\n", "line 2, column “n”: “1e999” is no number"},
	} {
		answers := filepath.Join(folder, "answers.csv")
		os.WriteFile(answers, []byte("before"), 0o600)
		exit, out, notes := in(c.table, "predict", model, "-", "-o", answers)
		after, _ := os.ReadFile(answers)
		if exit != 1 || out != "" || !strings.Contains(notes, c.says) || string(after) != "before" {
			t.Errorf("%s: it exits with %d, prints %q and says %q", name, exit, out, notes)
		}
	}
	// Texts of one case are another's only where the fit had them so.
	if exit, out, notes := in("colour;n\nred;1\nYes;2\n", "predict", model, "-", "--only"); exit != 0 || out != "prediction;recognition\na;strong\nb;strong\n" {
		t.Errorf("%d %q %q", exit, out, notes)
	}
	if exit, _, notes := in("no model", "predict", "-", model); exit != 1 || !strings.Contains(notes, "the input: It is no model") {
		t.Errorf("%d %q", exit, notes)
	}
	cut, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	if exit, _, notes := in(string(cut[:len(cut)-9]), "predict", "-", model); exit != 1 || !strings.HasPrefix(notes, "xaia predict: the input: ") {
		t.Errorf("%d %q", exit, notes)
	}
}

// Numbers that stand for kinds are texts where --text says so, mixed with others or not, and later tables are read likewise.
func TestNumbersAsTexts(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.json")
	table := "line,stop,y\n1,a,10\nx5,b,20\n2,a,30\n1,b,11\n2,b,31\nx5,a,21\n"
	if exit, _, notes := in(table, "fit", "-", "--target", "y", "-o", model, "--text", "line"); exit != 0 {
		t.Fatal(notes)
	}
	if text, _ := os.ReadFile(model); !bytes.Contains(text, []byte(`"categories":["line 1","line 2","line x5"]`)) {
		t.Errorf("the model is %s", text)
	}
	if _, out, notes := in("stop,line\na,2\nb,1\na,x5\n", "predict", model, "-", "--only"); out != "prediction,recognition\n30,strong\n11,strong\n21,strong\n" {
		t.Errorf("%q %q", out, notes)
	}
	_, out, _ := in("stop,line\na,7\n", "explain", model, "-")
	if !strings.Contains(out, `the fit has not seen "7" in column "line"`) {
		t.Errorf("%q", out)
	}
}

// With --others a row that is a sample is answered by the others, by the same numbers; another row as without.
func TestExplainByOthers(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.xaia")
	table := "a,b,y\n"
	for i := range 30 {
		table += fmt.Sprintf("%d,%d,%d\n", i, i*i%7, 10*i)
	}
	if exit, _, notes := in(table, "fit", "-", "--target", "y", "-o", model); exit != 0 {
		t.Fatal(notes)
	}
	explained := func(rows string, options ...string) (list []explanation) {
		exit, out, notes := in("a,b\n"+rows, append([]string{"explain", model, "-", "--json"}, options...)...)
		if exit != 0 {
			t.Fatal(notes)
		}
		for line := range strings.Lines(out) {
			var e explanation
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			list = append(list, e)
		}
		return list
	}
	const rows = "12,4\n12.5,3\n29,1\n"
	itself, others := explained(rows), explained(rows, "--others")
	for i, sample := range map[int]int{0: 12, 2: 29} {
		if n := itself[i].Neurons; len(n) != 1 || n[0].Samples[0] != sample || itself[i].Value != float64(10*sample) {
			t.Errorf("row %d: %+v", i, itself[i])
		}
		if len(others[i].Neurons) < 2 || others[i].Value == itself[i].Value {
			t.Errorf("row %d by the others: %+v", i, others[i])
		}
		for _, n := range others[i].Neurons {
			if slices.Contains(n.Samples, sample) || slices.Max(n.Samples) > 29 {
				t.Errorf("row %d by the others, because of %v", i, n.Samples)
			}
		}
	}
	if !reflect.DeepEqual(itself[1], others[1]) {
		t.Errorf("no sample: %+v, by the others %+v", itself[1], others[1])
	}
	// Sample 29 is left out: 27, whose b is the same, is the strongest then, by its own number.
	if others[2].Neurons[0].Samples[0] != 27 {
		t.Errorf("beside 29: %v", others[2].Neurons[0].Samples)
	}
}

// A wrong command is told from a wrong table.
func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		args string
		exit int
		says string
	}{
		{"", 2, "xaia fit TABLE"}, {"help", 0, "xaia fit TABLE"}, {"fit --help", 0, "-leave-out"}, {"version", 0, version},
		{"fitt t.csv", 2, `no command "fitt"`}, {"fit", 2, "usage: xaia fit TABLE"}, {"fit a.csv b.csv --target y", 2, "got 2 words"}, {"fit none.csv", 2, "--target"},
		{"fit none.csv --target y", 1, "none.csv"}, {"fit none.csv --target y --delimiter x", 2, "give , ; tab or |"}, {"fit - --target y --options 7", 2, "no JSON object"},
		{"predict - -", 2, "only one"}, {"explain none.xaia none.csv --most x", 2, "most"}, {"report none.xaia", 1, ""}, {"serve --open --address 0.0.0.0:0", 1, "-open"}, {"serve x", 2, ""}, {"serve --room-anywhere", 2, ""}, {"serve --room --address 127.0.0.1:0", 1, ""}, {"serve --room --address 192.0.2.7:0", 1, "-room-anywhere"}, {"serve --address 8080", 1, "127.0.0.1:8080"},
	} {
		exit, out, notes := in("a,y\n1,2\n", strings.Fields(c.args)...)
		if exit != c.exit || !strings.Contains(out+notes, c.says) && !strings.HasPrefix(c.args, "serve") {
			t.Errorf("xaia %s exits with %d, not %d: %s%s", c.args, exit, c.exit, out, notes)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"a,y\n1,2\n3,4\n", "a;y\n\"1\n2\";x\n", "\ufeffa\ty\r\n\t1\r\n", ",y\n1,\n", "a,y,\n1,2,\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := read("t", text, reading{})
		if err != nil {
			if _, is := err.(refusal); !is {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		for k := range table.names {
			for _, as := range []kind{anyKind, numbers, texts} {
				c, err := table.column(k, as)
				if err == nil && len(c.missing) != len(table.rows) || err == nil && (c.numbers == nil) == (c.texts == nil) {
					t.Fatalf("column %d: %+v", k, c)
				}
			}
		}
	})
}

// The command refuses what the package reads as amounts: all units that web/package/table/numbers.js knows.
func TestUnitsOfThePackageAreRefused(t *testing.T) {
	source, err := os.ReadFile("../../web/package/table/numbers.js")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile("(?s)const units = new Map\\(`\n(.*?)\n`").FindSubmatch(source)
	if list == nil {
		t.Fatal("numbers.js has no list of units")
	}
	known := strings.FieldsFunc(string(list[1]), func(c rune) bool { return strings.ContainsRune(" ;\n", c) })
	if len(known) < 150 {
		t.Errorf("%d units were found", len(known))
	}
	for _, unit := range known {
		for _, cell := range []string{"12 " + unit, "1,234.5 " + unit, "3 " + unit + "/h"} {
			if !amount.MatchString(cell) {
				t.Errorf("%q is an amount to the package, and would be a text to the command", cell)
			}
		}
		if cell := "12" + unit; len(unit) > 1 && !amount.MatchString(cell) {
			t.Errorf("%q is an amount to the package, and would be a text to the command", cell)
		}
	}
}

// A wrong label is found, with those who say so; equal rows that disagree, and a row that nobody is like, are told apart; JSON has the same.
func TestDoctor(t *testing.T) {
	var table strings.Builder
	table.WriteString("id,across,up,side\n")
	for i := range 60 {
		x, side := float64(i)/60, "left"
		if x > 0.5 {
			side = "right"
		}
		if i == 10 {
			side = "right"
		}
		fmt.Fprintf(&table, "n%d,%g,%g,%s\n", i, x, float64(i*7%10)/40, side)
	}
	table.WriteString("twin,0.9,0.1,right\ntwin too,0.9,0.1,left\nfar,40,40,right\n")
	exit, out, notes := in(table.String(), "doctor", "-", "--target", "side", "--names", "id")
	if exit != 0 {
		t.Fatal(notes)
	}
	for _, want := range []string{
		"The others contradict these, the first most:\n  n10: right; the others say left, because of n", "An equal row has another outcome:\n", "  twin too: left; the others say right",
		"Nobody is like these:\n  far: right\n", "Of the other ", " are answered rightly by those most like them; without the contradicted rows ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it doesn't say %q:\n%s", want, out)
		}
	}
	exit, out, _ = in(table.String(), "doctor", "-", "--target", "side", "--names", "id", "--json", "--share", "1")
	var found diagnosis
	if err := json.Unmarshal([]byte(out), &found); exit != 0 || err != nil || !slices.ContainsFunc(found.Suspects, func(s suspect) bool {
		return s.Name == "n10" && s.Kind == "label" && s.Said == "left"
	}) {
		t.Errorf("as JSON it says %s (%v)", out, err)
	}
	for _, c := range []struct{ args, says string }{{"doctor - --target side --share 0", "--share is 0;"}, {"doctor - --target side --share NaN", "--share is NaN;"}, {"doctor -", "it needs --target"}} {
		if exit, _, notes := in(table.String(), strings.Fields(c.args)...); exit == 0 || !strings.Contains(notes, c.says) {
			t.Errorf("%s: exit %d, %s", c.args, exit, notes)
		}
	}
}

// What is in a file is said, and whether it holds: a sample in two layers, or a number that was changed, is noticed.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	model, changed := filepath.Join(dir, "m.json"), filepath.Join(dir, "changed.json")
	var table strings.Builder
	table.WriteString("size,hue,kind\n")
	for i := range 30 {
		fmt.Fprintf(&table, "%d,%s,%s\n", i*i%31, []string{"red", "blue", "green"}[i%3], []string{"small", "large"}[i*i%31/16])
	}
	if exit, _, notes := in(table.String(), "fit", "-", "--target", "kind", "--options", `{"duplicates": "first"}`, "-o", model); exit != 0 {
		t.Fatal(notes)
	}
	exit, out, notes := in("", "check", model)
	if exit != 0 {
		t.Fatal(notes)
	}
	for _, want := range []string{"An SQANN of 30 samples in ", " layers for 2 classes (large, small).", "Columns: size, hue (3 texts).", "Each sample is answered by its own neuron, exactly.", "Its checksum is right."} {
		if !strings.Contains(out, want) {
			t.Errorf("it doesn't say %q:\n%s", want, out)
		}
	}
	exit, out, _ = in("", "check", model, "--json")
	var said struct {
		SampleCount int
		Layers      []struct{ Nodes [][]int }
	}
	if err := json.Unmarshal([]byte(out), &said); exit != 0 || err != nil || said.SampleCount != 30 || len(said.Layers) == 0 {
		t.Errorf("as JSON it says %s (%v)", out, err)
	}
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	save := func() {
		text, err := json.Marshal(file)
		if err == nil {
			err = os.WriteFile(changed, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	file["X"].([]any)[3].([]any)[0] = 8.5
	save()
	if exit, _, notes := in("", "check", changed); exit != 1 || !strings.Contains(notes, "changed") {
		t.Errorf("a changed number: exit %d, %s", exit, notes)
	}
	file["X"].([]any)[3].([]any)[0] = 21.0
	delete(file, "checksum")
	save()
	if exit, out, _ := in("", "check", changed); exit != 0 || !strings.Contains(out, "It has no checksum") {
		t.Errorf("without a checksum: exit %d, %s", exit, out)
	}
	layers := file["layers"].([]any)
	layers[0] = append(layers[0].([]any), layers[len(layers)-1].([]any)[0])
	save()
	if exit, _, notes := in("", "check", changed); exit != 1 || !strings.Contains(notes, changed) {
		t.Errorf("a sample in two layers: exit %d, %s", exit, notes)
	}
	if exit, _, _ := in("", "check"); exit != 2 {
		t.Errorf("without a model: exit %d", exit)
	}
}

// Where gaps are features, an explanation says that one is why, and by how much.
func TestExplainSaysWhatIsMissing(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.xaia")
	table := "income,years,paid\n"
	for i := range 40 {
		if i%4 == 0 {
			table += fmt.Sprintf(",%d,late\n", i%9)
		} else {
			table += fmt.Sprintf("%d,%d,in time\n", 20+7*i%50, i%9)
		}
	}
	if exit, _, notes := in(table, "fit", "-", "--target", "paid", "-o", model, "--options", `{"missing": "as it is"}`); exit != 0 || strings.Contains(notes, "takes their place") {
		t.Fatal(notes)
	}
	_, out, notes := in("income,years\nNA,3.5\n40,3.5\n", "explain", model, "-")
	rows := strings.Split(out, "line 3: ")
	if len(rows) != 2 || !strings.HasPrefix(out, "line 2: late") || !regexp.MustCompile(`(?m)^  +\d+%  because income is missing: of samples that lack it, too$`).MatchString(rows[0]) || strings.Contains(rows[1], "missing") {
		t.Errorf("%s%s", out, notes)
	}
}
