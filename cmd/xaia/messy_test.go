//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is no sample or no feature is left out, and the program says so: the model is that of a tidy table, to the byte.
func TestMessyTables(t *testing.T) {
	messy, tidy := "town;index;area;land;note;paid;\n", "town,area,land,paid\n"
	for i := range 12 {
		area, land, paid := strings.Replace(fmt.Sprint(float64(i*7%12)+0.5), ".", ",", 1), []string{"ZA", "NA", "BW"}[i%3], fmt.Sprint(i*i)
		if i == 3 {
			area = "n/a"
		}
		if i > 9 {
			paid = ""
		}
		messy += fmt.Sprintf("t%d;%d;%s;%s;;%s;\n", i, i, area, land, paid)
		if i < 10 {
			tidy += fmt.Sprintf("t%d,%s,%s,%s\n", i, strings.Replace(strings.Replace(area, "n/a", "", 1), ",", ".", 1), strings.Replace(land, "NA", "", 1), paid)
		}
	}
	messy += ";;;;;;\nTotal;;66;;;285;\nSource: the office;;;;;;\n"
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	exit, out, notes := in(strings.ReplaceAll(messy, "\n", "\r"), "fit", "-", "--target", "paid", "--names", "town", "--decimal", ",", "--delimiter", ";", "-o", at("messy.json"))
	want := `the input: line 14: only empty cells: left out.
the input: line 16: “Source: the office” is no row: left out.
the input: line 15: “Total” is no row: left out.
the input: 2 of 12 rows have no “paid”, the first in line 12: left out.
the input: column “index” has the numbers of the rows: left out. To keep it, give it another name.
the input: column “land”: NA and the like stand for missing values. --text keeps them as texts.
the input: column “note” is empty: left out.
the input: 4 cells are empty: the mean of their column takes their place.
A model of “paid” (numbers) from 10 rows and 2 columns: area, land.
`
	if exit != 0 || out != "" || notes != want {
		t.Fatalf("exit %d, it says\n%swant\n%s", exit, notes, want)
	}
	if exit, _, notes := in(tidy, "fit", "-", "--target", "paid", "--names", "town", "-o", at("tidy.json")); exit != 0 || notes != "the input: 4 cells are empty: the mean of their column takes their place.\nA model of “paid” (numbers) from 10 rows and 2 columns: area, land.\n" {
		t.Fatalf("exit %d, %s", exit, notes)
	}
	one, _ := os.ReadFile(at("messy.json"))
	two, _ := os.ReadFile(at("tidy.json"))
	if !bytes.Equal(one, two) || len(one) == 0 {
		t.Errorf("the models are\n%s\n%s", one, two)
	}
	// Answers have the decimal mark of the table, and its separator. Namibia is a missing value here, as in the fit.
	exit, out, notes = in("land\tarea\nZA\t0,5\nNA\t7,5\nBW\t3\n", "predict", at("messy.json"), "-", "--decimal", ",", "--delimiter", "tab")
	_, points, _ := in("land,area\nZA,0.5\n,7.5\nBW,3\n", "predict", at("tidy.json"), "-")
	lines := strings.Split(strings.ReplaceAll(points, ",", "\t"), "\n")
	for i, line := range lines {
		if cells := strings.Split(line, "\t"); i > 0 && len(cells) == 4 {
			lines[i] = strings.ReplaceAll(strings.Join(cells, "\t"), ".", ",")
		}
	}
	if want := strings.Replace(strings.Join(lines, "\n"), "\n\t", "\nNA\t", 1); exit != 0 || out != want || !strings.Contains(out, ",") || !strings.HasPrefix(out, "land\tarea\tprediction\trecognition\nZA\t0,5\t0\tstrong\n") {
		t.Errorf("exit %d, %s%q\nwant %q", exit, notes, out, want)
	}
	// With --text it is a country.
	exit, _, notes = in(messy, "fit", "-", "--target", "paid", "--decimal", ",", "--text", "land", "--leave-out", "town", "--leave-out", "area", "-o", at("text.json"))
	if exit != 0 || !strings.HasSuffix(notes, "A model of “paid” (numbers) from 10 rows and 1 column: land.\n") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if text, _ := os.ReadFile(at("text.json")); !bytes.Contains(text, []byte(`"categories":["land BW","land NA","land ZA"]`)) || !bytes.Contains(text, []byte(`"names":["line 2",`)) {
		t.Errorf("the model is %s", text)
	}
	// Equal rows are answered by their mean: of 1, 16 and 49 for Namibia.
	if exit, out, notes := in("land\nNA\nZA\nBW\n", "predict", at("text.json"), "-"); exit != 0 || out != "land,prediction,recognition\nNA,22,strong\nZA,31.5,strong\nBW,31,strong\n" {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}
	// Another word for a missing value is no country.
	_, gaps, _ := in("land,n\nnull,\n,1\n", "predict", at("text.json"), "-", "--only")
	if lines := strings.Split(gaps, "\n"); len(lines) != 4 || lines[1] != lines[2] || !strings.HasSuffix(lines[1], ",moderate") {
		t.Errorf("null and nothing are answered %q", gaps)
	}
}

// Numbers that are classes stay what they are, and a single gap is said as one.
func TestClassesOfNumbers(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.xaia")
	table := "a,grade\n1,1\n2,\n3,2\n,1\n9,2\n"
	exit, _, notes := in(table, "fit", "-", "--target", "grade", "--classes", "-o", model)
	if want := "the input: 1 of 5 rows have no “grade”, the first in line 3: left out.\nthe input: 1 cell is empty: the mean of its column takes its place.\nA model of “grade” (2 classes) from 4 rows and 1 column: a.\n"; exit != 0 || notes != want {
		t.Fatalf("exit %d, %s want %s", exit, notes, want)
	}
	if exit, out, notes := in("a\n9\n1\n", "predict", model, "-", "--only"); exit != 0 || out != "prediction,recognition\n2,strong\n1,strong\n" {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}
	if _, out, _ := in("", "check", model); !strings.HasPrefix(out, "An SQANN of 4 samples in 3 layers for 2 classes (1, 2).\nColumns: a.\n") {
		t.Error(out)
	}
}

// A model that interpolates nothing has no answer beside its samples: an empty cell, and words.
func TestNoAnswer(t *testing.T) {
	for y, hit := range map[string]string{"1,2\n3,4\n5,0.0000001\n": "4", "1,red\n3,blue\n5,red\n": "blue"} {
		model := filepath.Join(t.TempDir(), "m.xaia")
		if exit, _, notes := in("a,y\n"+y, "fit", "-", "--target", "y", "--options", `{"interpolation": "none"}`, "-o", model); exit != 0 {
			t.Fatal(notes)
		}
		if exit, out, notes := in("a\n3\n4\n", "predict", model, "-"); exit != 0 || out != "a,prediction,recognition\n3,"+hit+",strong\n4,,moderate\n" {
			t.Errorf("exit %d, %s%s", exit, out, notes)
		}
		if exit, out, notes := in("a\n4\n", "explain", model, "-"); exit != 0 || !strings.HasPrefix(out, "line 2: no answer (none, moderate, familiarity 0.") {
			t.Errorf("exit %d, %s%s", exit, out, notes)
		}
		if exit, out, _ := in("a\n5\n", "predict", model, "-", "--only"); exit != 0 || !strings.HasSuffix(out, "\n1e-07,strong\n") && !strings.HasSuffix(out, "\nred,strong\n") {
			t.Errorf("exit %d, %s", exit, out)
		}
	}
}

// Lines that are no rows, and cells that can be read in two ways, are refused with their place.
func TestStrangeTablesAreRefused(t *testing.T) {
	rows := ""
	for i := range 12 {
		rows += fmt.Sprintf("r%d,%d,%g,%s\n", i, i, float64(i)/2, []string{"a", "b"}[i%2])
	}
	survey := func(second string) string {
		text := "id,fruit,,y\n" + second + "\n"
		for i := range 12 {
			text += fmt.Sprintf("%d,apple,,%s\n", i, []string{"a", "b"}[i%2])
		}
		return text
	}
	const head = "region,units,price,y\n"
	for name, c := range map[string]struct {
		table, says string
		args        []string
	}{
		"a title":                         {"Sales,,,\n" + head + rows, "line 1: It has 1 name for 4 columns, as a title has. Remove the lines above the names, or name each column.", nil},
		"a title of two, apart":           {"Sales,by me,,\n,,,\n" + head + rows, "line 1: It has 2 names for 4 columns, as a title has.", nil},
		"answers below the names":         {survey(",apple,pear,Response"), "line 2: “apple” seems to belong to the names, and the line to be no row. Remove the line, or give its empty cells a value.", nil},
		"what a survey's tool writes":     {"a,y\nhow,which\n\"{\"\"ImportId\"\":1}\",\"{\"\"ImportId\"\":2}\"\nu,a\nv,b\n", "line 3: It is written by a survey's tool, and is no row. Remove the line.", nil},
		"a number and a word":             {"a,y\n3 rooms,2\n4 room,4\n", "line 2, column “a”: “3 rooms” can be a number or a date in more than one way.", nil},
		"long codes beside amounts":       {"a,y\n12345678901234567890,2\n5 kg,4\n3 kg,3\n", "line 3, column “a”: “5 kg” can be", nil},
		"a power or a code":               {"a,y\n2E4,2\n3E5,4\n", "line 2, column “a”: “2E4” can be a power of ten or a code. Write the number with all of its digits", nil},
		"one word below two names":        {strings.ReplaceAll(survey(",how,how,"), "fruit,,y", "fruit,taste,y"), "line 2: “how” seems to belong to the names", nil},
		"a separator's line":              {"sep=;\na;y\n1;2\n", "line 1: It names the separator. Remove the line, and give --delimiter.", nil},
		"single quotes":                   {"'a','y'\n'1','2'\n", "the input: Its cells are in single quotes. Write double quotes, \".", nil},
		"no rows but empty ones":          {"a,y\n,\n , \n", "the input: It has no rows. Give at least one line of cells below the names.", nil},
		"a zero byte":                     {"a,y\n1,2\n3,\x00\n", "line 3: It is no text in UTF-8.", nil},
		"a long cell, shortened":          {"a,y\n1,2\n" + strings.Repeat("ä", 40) + ",3\n", "line 3, column “a”: “" + strings.Repeat("ä", 29) + "…” is no number", nil},
		"an outcome that is a date badly": {"a,y\n1,2020-1-02\n2,2020-1-03\n", "line 2, column “y”: “2020-1-02” can be", nil},
		"no column to leave out":          {few, "There is no column “b”. The columns are a, y.", []string{"--leave-out", "b"}},
		"no column of texts":              {few, "There is no column “b”. The columns are a, y.", []string{"--text", "b"}},
		"no column of names":              {few, "There is no column “b”. The columns are a, y.", []string{"--names", "b"}},
		"nowhere to write":                {few, "none/m.xaia: no such file or directory\n", []string{"-o", "none/m.xaia"}},
	} {
		target := "y"
		if strings.HasPrefix(c.table, "Sales") {
			target = "Sales"
		}
		if name == "nowhere to write" {
			c.says = "open none: no such file or directory\n"
		}
		exit, out, notes := in(c.table, append([]string{"fit", "-", "--target", target}, c.args...)...)
		if exit != 1 || out != "" || !strings.Contains(notes, c.says) {
			t.Errorf("%s: it exits with %d, prints %q and says %q, which lacks %q", name, exit, out, notes, c.says)
		}
	}
	for _, c := range []struct{ args, says string }{
		{"fit - --target y --delimiter ,;", "give , ; tab or |"}, {"fit - --target y --decimal ·", "give . or ,"}, {"fit - --target y --decimal", "needs an argument"},
	} {
		if exit, _, notes := in(few, strings.Fields(c.args)...); exit != 2 || !strings.Contains(notes, c.says) {
			t.Errorf("%s: exit %d, %s", c.args, exit, notes)
		}
	}
	// Different words are texts, and rows as survey tools write them aren't, where nothing is missing beside them.
	model := filepath.Join(t.TempDir(), "m.json")
	if exit, _, notes := in("a,y\n3 rooms,2\n4 chairs,4\n3 rooms,2\n4 chairs,4\n", "fit", "-", "--target", "y", "-o", model); exit != 0 {
		t.Error(notes)
	}
	if text, _ := os.ReadFile(model); !bytes.Contains(text, []byte(`"categories":["3 rooms","4 chairs"]`)) {
		t.Errorf("the model is %s", text)
	}
	if exit, _, notes := in(strings.Replace(survey(",apple,pear,Response"), "\n3,apple", "\n,apple", 1), "fit", "-", "--target", "y", "-o", model); exit != 0 || !strings.Contains(notes, "from 13 rows") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if exit, _, notes := in(survey("0,apple,,b"), "fit", "-", "--target", "y", "-o", model); exit != 0 || !strings.Contains(notes, "from 13 rows") {
		t.Errorf("exit %d, %s", exit, notes)
	}
}

// Of numbers doctor says whose value is off, beside what it would be, and in a tidy table that nothing is odd.
func TestDoctorOfNumbers(t *testing.T) {
	var table strings.Builder
	table.WriteString("id,x,y\n")
	for i := range 40 {
		y := 3 * i
		if i == 21 {
			y = 999
		}
		fmt.Fprintf(&table, "n%d,%d,%d\n", i, i, y)
	}
	exit, out, notes := in(table.String(), "doctor", "-", "--target", "y", "--names", "id")
	if exit != 0 || !strings.HasPrefix(out, "The others contradict these, the first most:\n  n21: 999; the others say 6") || !strings.Contains(out, "are answered by those most like them as well as half of all rows are; without the contradicted rows ") {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}
	var found diagnosis
	_, text, _ := in(table.String(), "doctor", "-", "--target", "y", "--names", "id", "--json")
	if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Suspects) == 0 || found.Suspects[0].Sample != 21 || found.Suspects[0].Said.(float64) > 70 {
		t.Errorf("%v: %s", err, text)
	}
	for _, s := range found.Suspects {
		if s.Kind == "value" && len(s.Misled) > 3 && !strings.Contains(out, fmt.Sprintf(", %d more\n", len(s.Misled)-3)) {
			t.Errorf("%s misleads %d, and it says\n%s", s.Name, len(s.Misled), out)
		}
	}
	even := "x,y\n"
	for i := range 40 {
		even += fmt.Sprintf("%d,%s\n", i%20, []string{"low", "high"}[i%20/10])
	}
	if exit, out, notes := in(even, "doctor", "-", "--target", "y"); exit != 0 || out != "Nothing is odd: no row is contradicted, and none is alone.\nOf the other 40 rows 40 are answered rightly by those most like them; without the contradicted rows 40.\n" {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}
	if exit, out, notes := in("x,y\n1,5\n2,7\n3,1\n", "doctor", "-", "--target", "y", "--options", `{"kind": "tnn"}`); exit != 1 || out != "" || notes != "xaia doctor: A TNN doesn't have suspects. Fit an SQANN.\n" {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}
}

// Yes and no are one text each in whatever case, numbers by the name of an id say nothing of the others, and a last line of two
// columns is a row that lacks its value, unless it stands apart.
func TestWhatCellsMean(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.json")
	rows := ""
	for i := range 12 {
		rows += fmt.Sprintf("%d,%s,%d\n", 7000+i*i, []string{"Yes", "no", "NO", "yes"}[i%4], i%4%3*5)
	}
	exit, _, notes := in("customer id,smokes,y\n"+rows, "fit", "-", "--target", "y", "-o", model)
	if exit != 0 || !strings.Contains(notes, "the input: column “customer id” is different in nearly each row, as names are: left out. --text takes it, --names calls the rows by it.\n") || !strings.HasSuffix(notes, "from 12 rows and 1 column: smokes.\n") {
		t.Errorf("exit %d, %s", exit, notes)
	}
	if text, _ := os.ReadFile(model); !bytes.Contains(text, []byte(`"categories":["no","yes"]`)) {
		t.Errorf("the model is %s", text)
	}
	// Equal rows have their mean: 0 and 0 for yes, 5 and 10 for no.
	if exit, out, notes := in("smokes\nYES\nNo\n", "predict", model, "-"); exit != 0 || out != "smokes,prediction,recognition\nYES,0,strong\nNo,7.5,strong\n" {
		t.Errorf("exit %d, %s%s", exit, out, notes)
	}

	towns := "town,y\n"
	for i := range 12 {
		towns += fmt.Sprintf("t%d,%d\n", i%4, i)
	}
	for end, says := range map[string]string{
		"last,\n":                        "the input: 1 of 13 rows have no “y”, the first in line 14: left out.\n",
		"\nlast,\n":                      "the input: line 15: “last” is no row: left out.\n",
		"\nby us,\nby them,\n":           "the input: line 16: “by them” is no row: left out.\nthe input: line 15: “by us” is no row: left out.\n",
		"Total,66\nSource: an office,\n": "the input: line 15: “Source: an office” is no row: left out.\nthe input: line 14: “Total” is no row: left out.\n",
		"Total,66\n":                     "the input: line 14: “Total” is no row: left out.\n",
	} {
		exit, _, notes := in(towns+end, "fit", "-", "--target", "y", "-o", model)
		if exit != 0 || !strings.HasPrefix(notes, says) || !strings.HasSuffix(notes, "from 12 rows and 1 column: town.\n") {
			t.Errorf("%q: exit %d, %s", end, exit, notes)
		}
	}
	// Rows without a first cell are no group of that name.
	if _, _, notes := in("note,"+strings.ReplaceAll(towns, "\nt", "\n,t")+",Total,66\n", "fit", "-", "--target", "y", "-o", model); !strings.HasPrefix(notes, "the input: line 14: “Total” is no row: left out.\n") {
		t.Errorf("%s", notes)
	}
	// A town of that name has several rows.
	if exit, _, notes := in(towns+"Total,1\nTotal,66\n", "fit", "-", "--target", "y", "-o", model); exit != 0 || !strings.HasSuffix(notes, "from 14 rows and 1 column: town.\n") {
		t.Errorf("exit %d, %s", exit, notes)
	}
}
