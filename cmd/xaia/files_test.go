//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const few = "a,y\n1,2\n3,4\n5,7\n"

// -o is replaced whole: a disk that fills up leaves the old file and nothing beside it, and its mode and a link to it stay.
func TestOutputIsReplacedWhole(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	program := at("xaia")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chmod(at(name), mode)
	}
	write("small.csv", few, 0o600)
	write("large.csv", "a,b,y\n"+strings.Repeat("1.25,2.5,3\n7,8,9\n", 5000), 0o600)
	if exit, _, notes := in("", "fit", at("small.csv"), "--target", "y", "-o", at("m.xaia")); exit != 0 {
		t.Fatal(notes)
	}
	os.Chmod(at("m.xaia"), 0o660)
	good, err := os.ReadFile(at("m.xaia"))
	if err != nil {
		t.Fatal(err)
	}
	beside, _ := os.ReadDir(folder)
	full := exec.Command("sh", "-c", `ulimit -f 8; exec "$0" "$@"`, program, "fit", at("large.csv"), "--target", "y", "-o", at("m.xaia"))
	if said, err := full.CombinedOutput(); full.ProcessState.ExitCode() != 1 {
		t.Errorf("on a full disk: %v %s", err, said)
	}
	if now, _ := os.ReadFile(at("m.xaia")); !bytes.Equal(now, good) {
		t.Errorf("a full disk left %d of the old model's %d bytes", len(now), len(good))
	}
	if left, _ := os.ReadDir(folder); len(left) != len(beside) {
		t.Errorf("a full disk left %v", left)
	}

	os.Symlink("m.xaia", at("link.xaia"))
	if exit, _, notes := in("", "fit", at("large.csv"), "--target", "y", "-o", at("link.xaia")); exit != 0 {
		t.Fatal(notes)
	}
	about, err := os.Lstat(at("m.xaia"))
	link, _ := os.Readlink(at("link.xaia"))
	if err != nil || about.Mode().Perm() != 0o660 || about.Size() <= int64(len(good)) || link != "m.xaia" {
		t.Errorf("%v: the model's mode is %v, its size %d, and the link leads to %q", err, about.Mode(), about.Size(), link)
	}

	// What is no file is written as it is.
	pipe := exec.Command("sh", "-c", `mkfifo "$1"; cat "$1" & "$0" predict "$2" "$3" --only -o "$1"; wait`, program, at("pipe"), at("m.xaia"), at("large.csv"))
	if said, err := pipe.Output(); err != nil || !strings.HasPrefix(string(said), "prediction,recognition\n3,") {
		t.Errorf("by a pipe: %v %.80s", err, said)
	}
}

// The table or the model that is read is never written over, by whatever name.
func TestWhatIsReadIsNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	table, model := filepath.Join(folder, "t.csv"), filepath.Join(folder, "m.xaia")
	os.WriteFile(table, []byte(few), 0o600)
	if exit, _, notes := in(few, "fit", "-", "--target", "y", "-o", model); exit != 0 {
		t.Fatal(notes)
	}
	os.Symlink("t.csv", filepath.Join(folder, "link.csv"))
	os.Link(model, filepath.Join(folder, "same.xaia"))
	before := map[string][]byte{}
	for _, name := range []string{table, model} {
		before[name], _ = os.ReadFile(name)
	}
	open, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for _, args := range [][]string{
		{"fit", table, "--target", "y", "-o", table}, {"fit", table, "--target", "y", "-o", filepath.Join(folder, "link.csv")}, {"fit", "-", "--target", "y", "-o", table},
		{"predict", model, table, "-o", table}, {"predict", model, table, "-o", filepath.Join(folder, ".", "same.xaia")}, {"explain", model, table, "-o", model}, {"report", model, "-o", model},
	} {
		var out, notes bytes.Buffer
		exit := run(args, open, &out, &notes)
		if exit == 1 && args[0] == "report" && script == "" { // built without it
			exit = 2
			notes.WriteString("-o")
		}
		if exit != 2 || !strings.Contains(notes.String(), "-o") {
			t.Errorf("xaia %v exits with %d and says %s", args, exit, notes.String())
		}
		for name, text := range before {
			if now, _ := os.ReadFile(name); !bytes.Equal(now, text) {
				t.Fatalf("xaia %v: %s has %d bytes now", args, name, len(now))
			}
		}
	}
}

// What stands in a table reaches the terminal without what it would obey: neither in notes and errors nor in explanations.
func TestNothingIsObeyed(t *testing.T) {
	const evil = "\x1b]0owned\a\x1b[31m\u009b2J\u202e"
	folder := t.TempDir()
	model := filepath.Join(folder, "m.xaia")
	table := "name,co" + evil + ",empty" + evil + ",y\n" + "\"first" + evil + "\nline 9: 1 (hit)\",1,,a" + evil + "\nsecond,2,,b\n"
	var said strings.Builder
	note := func(exit int, out, notes string) { said.WriteString(out + notes) }
	exit, out, notes := in(table, "fit", "-", "--target", "y", "--names", "name", "-o", model)
	if exit != 0 {
		t.Fatal(notes)
	}
	note(exit, out, notes)
	note(in(table, "explain", model, "-"))
	note(in("x"+evil+",y\n1,2\n", "fit", "-", "--target", "none"))
	note(in("x,y\n1"+evil+",2\n3,4\n", "fit", "-", "--target", "y"))
	note(in(table, "fit", "-", "--target", "no"+evil))
	note(in(table, "fit", filepath.Join(folder, evil)+".csv", "--target", "y"))
	note(in(table, "fit"+evil))
	note(in(table, "fit", "-", "--bad"+evil))
	note(in(table, "fit", "-", "--target", "y", "--options", `{"pre`+"\u202e"+`":1}`))
	if strings.ContainsAny(said.String(), "\x1b\a\u009b\u202e") {
		t.Errorf("it prints %q", said.String())
	}
	if !strings.Contains(said.String(), `first\u001b]0owned\u0007\u001b[31m\u009b2J\u202e\u000aline 9: 1 (hit)`) {
		t.Errorf("the name isn't shown in %q", said.String())
	}
	// What isn't for a terminal stays as it is.
	if _, out, _ := in(table, "predict", model, "-"); !strings.Contains(out, evil) {
		t.Errorf("the table is %q", out)
	}
}

func TestTablesWithoutNames(t *testing.T) {
	folder := t.TempDir()
	model := filepath.Join(folder, "m.json")
	exit, _, notes := in("1.5,red,2\n3,blue,4\n5,red,7\n", "fit", "-", "--no-header", "--target", "column 3", "-o", model)
	if exit != 0 || !strings.Contains(notes, "from 3 rows and 2 columns: column 1, column 2.") {
		t.Fatalf("%d %s", exit, notes)
	}
	if exit, out, notes := in("3,blue\n1.5,red\n", "predict", model, "-", "--no-header"); exit != 0 || out != "3,blue,4,strong\n1.5,red,2,strong\n" {
		t.Errorf("%d %q %s", exit, out, notes)
	}
	if _, out, _ := in("5,red\n", "explain", model, "-", "--no-header"); !strings.HasPrefix(out, "line 1: 7 (hit") || !strings.Contains(out, "line 3\n") {
		t.Errorf("%q", out)
	}
	if exit, _, notes := in("1,2\n3\n", "fit", "-", "--no-header", "--target", "column 2"); exit != 1 || !strings.Contains(notes, "line 2: It has 1 cell, and there are 2 columns.") {
		t.Errorf("%d %s", exit, notes)
	}
	if exit, _, notes := in("1,2\n3,4\n", "fit", "-", "--target", "column 2"); exit != 1 || !strings.Contains(notes, "or give --no-header") {
		t.Errorf("%d %s", exit, notes)
	}
}

// Dates of one form that can be read in one way are days since 1970-01-01, in the fit and in what is asked.
func TestDates(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.json")
	exit, _, notes := in("when,y\n1969-12-31,2\n2020-02-29,4\nNA,5\n1970-01-02,7\n", "fit", "-", "--target", "y", "-o", model)
	if exit != 0 || !strings.Contains(notes, "column “when” has dates: read as days since 1970-01-01.") {
		t.Fatalf("%d %s", exit, notes)
	}
	if text, _ := os.ReadFile(model); !bytes.Contains(text, []byte(`"X":[[-1],[18321],[6107],[1]]`)) { // the third is the mean
		t.Errorf("the model is %s", text)
	}
	if exit, out, notes := in("when\n2020-02-29\n1969-12-31\n", "predict", model, "-", "--only"); exit != 0 || out != "prediction,recognition\n4,strong\n2,strong\n" {
		t.Errorf("%d %q %s", exit, out, notes)
	}
	if exit, _, notes := in("when\n2020-02-29\n18321\n", "predict", model, "-"); exit != 1 || !strings.Contains(notes, "line 2, column “when”: “2020-02-29” is no number") {
		t.Errorf("%d %s", exit, notes)
	}
	if _, _, notes := in("when,y\n1969-12-31,2\n2020-02-29,4\n", "fit", "-", "--target", "y", "--text", "when", "-o", model); strings.Contains(notes, "days") {
		t.Error(notes)
	}
	if exit, out, notes := in("when\n2020-02-29\n", "predict", model, "-", "--only"); exit != 0 || out != "prediction,recognition\n4,strong\n" {
		t.Errorf("%d %q %s", exit, out, notes)
	}
}
