package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// loaded is the model in a file, without the engine between.
func loaded(t *testing.T, file []byte) *wire.Model {
	t.Helper()
	m, err := jsontext.Load(&wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sixty are numbers of 60 rows of two columns, with outcomes.
func sixty(outcome func(i int) float64) string {
	var list []float64
	for i := range 60 {
		list = append(list, float64(i*13%60), float64(i*i%17))
	}
	for i := range 60 {
		list = append(list, outcome(i))
	}
	return numbers(list...)
}

const asked = `"X":{"rows":4,"columns":2}`

var questions = core.Matrix{Data: []float64{13, 1, 7.25, 3.5, 59, 16, 500, -80}, Rows: 4, Columns: 2}

// Intervals, sets and examinations cross the pipe to the bit, and as Python reads them: what core says of the saved model.
func TestCertaintyIsTheModels(t *testing.T) {
	ask := func(do, options string) string {
		return message(`"do":"`+do+`","model":2,"options":`+options+`,`+asked, numbers(questions.Data...))
	}
	examine := message(`"do":"examine","model":2,`+asked, numbers(questions.Data...))
	calibrate := message(`"do":"calibrate","model":1,"options":{"folds":3,"seed":5}`, "")
	all := answers(t, message(`"do":"fit","X":{"rows":60,"columns":2},"y":{"rows":60,"columns":1}`, sixty(func(i int) float64 { return float64(i*13%60)/5 + float64(i%3) }))+
		calibrate+ask("predictInterval", `{"coverage":0.8}`)+examine+ask("predictSet", `{}`)+ask("predictInterval", `{"coverage":1.5}`))
	m := loaded(t, all[1].raw)
	if m.Calibration == nil || m.Calibration.Folds != 3 {
		t.Fatalf("%v: %+v", all[1].Error, m.Calibration)
	}
	low, high, err := m.Calibration.Intervals(questions, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	for i := range low.Data {
		want = append(want, low.Data[i], high.Data[i])
	}
	if string(all[2].Result) != `{"rows":4,"columns":2}` || !same(floats(all[2].raw), want) || want[0] >= want[1] {
		t.Errorf("intervals %s %v, want %v", all[2].Result, floats(all[2].raw), want)
	}
	e, err := m.Examine(questions)
	if err != nil {
		t.Fatal(err)
	}
	var examined []float64
	for i := range e.Recognition {
		examined = append(examined, e.Familiarity[i], float64(e.Recognition[i]))
	}
	if string(all[3].Result) != `{"rows":4,"columns":2,"levels":["weak","moderate","strong"]}` || !same(floats(all[3].raw), examined) || e.Recognition[0] != core.Strong || e.Recognition[3] != core.Weak {
		t.Errorf("examined %s %v, want %v", all[3].Result, floats(all[3].raw), examined)
	}
	if all[4].Error == nil || all[4].Error.Code != "unsupported" || all[5].Error == nil || all[5].Error.Path != "coverage" {
		t.Errorf("a set of numbers: %+v; a coverage of 1.5: %+v", all[4].Error, all[5].Error)
	}

	all = answers(t, message(`"do":"fit","X":{"rows":60,"columns":2},"y":{"rows":60,"columns":1,"texts":["c","a","b"]}`, sixty(func(i int) float64 { return float64(i * 13 % 60 / 21) }))+
		calibrate+ask("predictSet", `{"coverage":0.95}`)+ask("predictInterval", `{}`)+message(`"do":"suspects","model":1,"options":{"share":0.2}`, ""))
	m = loaded(t, all[1].raw)
	sets, err := m.Calibration.Sets(questions, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	var got [][]int
	if err := json.Unmarshal(all[2].Result, &got); err != nil || !slices.EqualFunc(got, sets, slices.Equal) || len(got[0]) == 0 {
		t.Errorf("sets %s, want %v (%v)", all[2].Result, sets, err)
	}
	if all[3].Error == nil || all[3].Error.Code != "unsupported" {
		t.Errorf("an interval of classes: %+v", all[3].Error)
	}
	if !strings.HasPrefix(string(all[4].Result), `{"suspects":[`) {
		t.Errorf("%s, %+v", all[4].Result, all[4].Error)
	}
}

// Booleans, and texts with gaps, are the values that JavaScript has: the model is that of wire's reader of JSON.
func TestTablesOfMixedColumns(t *testing.T) {
	var raw []float64
	var rows, outcomes []string
	for i := range 12 {
		size, hue := float64(i)/4, float64(i%3)
		row := fmt.Sprintf(`{"size": %g, "hue": %q}`, size, []string{"red", "blue", "é\u2028"}[i%3])
		if i == 4 {
			hue, row = math.NaN(), `{"size": 1, "hue": null}`
		}
		raw, rows, outcomes = append(raw, size, hue), append(rows, row), append(outcomes, strconv.FormatBool(i%2 == 1))
	}
	for i := range 12 {
		raw = append(raw, float64(i%2))
	}
	const texts = `"names":["size","hue"],"texts":{"1":["red","blue","é\u2028"]}`
	all := answers(t, message(`"do":"fit","X":{"rows":12,"columns":2,`+texts+`},"y":{"rows":12,"columns":1,"booleans":true},"options":{"missing":"mean"}`, numbers(raw...))+
		message(`"do":"predict","model":1,"X":{"rows":2,"columns":1,"names":["size"]}`, numbers(1, 2))+
		message(`"do":"counterfactual","model":1,"X":{"rows":1,"columns":2,`+texts+`},"options":{"target":true}`, numbers(0, 0))+
		message(`"do":"sampleAt","model":1`, ""))
	if all[0].Error != nil {
		t.Fatalf("%+v", all[0].Error)
	}
	r := &wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}
	value := func(text string) wire.Value {
		v, err := jsontext.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	o, err := r.FitOptions(value(`{"missing":"mean"}`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Fit(value("["+strings.Join(rows, ",")+"]"), value("["+strings.Join(outcomes, ",")+"]"), o)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(all[0].raw, jsontext.Packed(m)) {
		t.Errorf("it makes\n%s\nof the rows\n%s", jsontext.Text(loaded(t, all[0].raw)), jsontext.Text(m))
	}
	if e := all[1].Error; e == nil || e.Code != "invalid-input" || !strings.Contains(e.Message, "hue") {
		t.Errorf("without a column: %+v, %s", e, all[1].Result)
	}
	var found []struct{ Value, Answer any }
	if err := json.Unmarshal(all[2].Result, &found); err != nil || !strings.Contains(string(all[2].Result), "true") {
		t.Errorf("%s, %+v (%v)", all[2].Result, all[2].Error, err)
	}
	if !strings.Contains(string(all[3].Result), `{"x":{"size":0,"hue":"red"},"y":false`) {
		t.Errorf("%s, %+v", all[3].Result, all[3].Error)
	}
}

// What a message says of raw numbers is read strictly: the error names the field, and the next call works.
func TestDescriptionsAreRefused(t *testing.T) {
	one := func(more string) string {
		return message(`"do":"predict","model":1,"X":{"rows":1,"columns":1`+more+`}`, numbers(1))
	}
	fit := func(y string) string {
		return message(`"do":"fit","X":{"rows":2,"columns":1},"y":`+y, numbers(1, 2, 0, 1))
	}
	for _, c := range []struct{ input, code, path, says string }{
		{message(`"do":"predict","model":1,"X":7`, ""), "invalid-option", "X", "X is 7. Give {rows, columns}, and the numbers as raw bytes."},
		{message(`"do":"predict","model":1`, ""), "invalid-option", "X", "{rows, columns}"},
		{message(`"do":"predict","model":1,"X":{"rows":1}`, numbers(1)), "invalid-option", "X", "rows and columns"},
		{message(`"do":"predict","model":1,"X":{"rows":-1,"columns":1}`, ""), "invalid-option", "X.rows", "X.rows is -1. Give a whole number from 0 on."},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":0.5}`, ""), "invalid-option", "X.columns", "X.columns is 0.5."},
		{one(`,"colour":1`), "unknown-option", "X.colour", "colour"},
		{one(`,"names":"x"`), "invalid-option", "X.names", "Give a list of texts."},
		{one(`,"names":["x",7]`), "invalid-option", "X.names[1]", "X.names[1] is 7. Give a text."},
		{one(`,"names":["\ud800"]`), "invalid-option", "X.names[0]", "Give well-formed Unicode."},
		{one(`,"names":["x"],"texts":["a"]`), "invalid-option", "X.texts", "Give an object of lists of texts."},
		{one(`,"names":["x"],"texts":{"x":["a"]}`), "invalid-option", "X.texts", "Give the number of a column as each key."},
		{one(`,"names":["x"],"texts":{"0":"a"}`), "invalid-option", "X.texts.0", "Give a list of texts."},
		{one(`,"names":["x"],"texts":{"-1":["a"]}`), "invalid-input", "", "X has no column -1 for texts."},
		{one(`,"texts":{"0":["a","b"]}`), "invalid-input", "", "X has 1 columns and 0 names."},
		{fit(`3`), "invalid-option", "y", "y is 3."},
		{fit(`{"rows":2,"columns":1,"texts":[1,2]}`), "invalid-option", "y.texts[0]", "y.texts[0] is 1. Give a text."},
		{fit(`{"rows":2,"columns":1,"booleans":"yes"}`), "invalid-option", "y.booleans", "y.booleans is"},
		{fit(`{"rows":1,"columns":1,"booleans":true}`), "invalid-input", "", "8 raw bytes belong to nothing."},
		{message(`"do":"save","model":-2`, ""), "invalid-option", "model", "model is -2. Give the number of a model."},
		{message(`"do":"save","model":1,"options":{"format":"xml"}`, ""), "invalid-option", "format", `Give "json" or "bytes".`},
		{message(`"do":"save","model":1,"options":{"form":"json"}`, ""), "unknown-option", "form", "form"},
		{message(`"do":"sampleAt","model":1,"forget":[-1]`, ""), "invalid-option", "forget[0]", "forget[0] is -1."},
		{message(`"do":"learn","model":1,"X":{"rows":1,"columns":1},"y":[4]`, numbers(4)), "invalid-option", "y", "y is"},
	} {
		all := answers(t, fitNumbers+c.input+good)
		if len(all) != 3 {
			t.Errorf("%.90q: %d answers", c.input, len(all))
			continue
		}
		if e := all[1].Error; e == nil || e.Code != c.code || e.Path != c.path || !strings.Contains(e.Message+" "+e.Hint, c.says) || len(all[1].raw) != 0 {
			t.Errorf("%.120q: %+v, want %s at %q", c.input, e, c.code, c.path)
		}
		if got := floats(all[2].raw); !same(got, []float64{20, 40}) {
			t.Errorf("%.90q: then %v", c.input, got)
		}
	}
}

// full is an output whose reader is gone.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A pipe that breaks ends the engine with its error; an input that ends within a message ends it quietly, without an answer.
func TestBrokenPipes(t *testing.T) {
	if err := newSession().serve(strings.NewReader(fitNumbers), full{}); err != io.ErrClosedPipe {
		t.Errorf("nobody reads: %v", err)
	}
	var out bytes.Buffer
	broken := errors.New("broken")
	if err := newSession().serve(io.MultiReader(strings.NewReader(fitNumbers+`{"do":"nothing"}`+"\n"), iotest.ErrReader(broken)), &out); err != broken || !strings.Contains(out.String(), `"sampleCount":3`) {
		t.Errorf("the input breaks: %v, after %q", err, out.String())
	}
	for _, cut := range []string{fitNumbers[:len(fitNumbers)-1], `{"do":"save"`, ""} {
		out.Reset()
		if err := newSession().serve(strings.NewReader(cut), &out); err != nil || out.Len() != 0 {
			t.Errorf("%.20q: %v, %q", cut, err, out.String())
		}
	}
	// Lines longer than what is read at once are one message.
	names := make([]string, 3)
	for i := range names {
		names[i] = strings.Repeat(string(rune('a'+i)), 50000)
	}
	list, _ := json.Marshal(names)
	all := answers(t, message(`"do":"fit","X":{"rows":3,"columns":1},"y":{"rows":3,"columns":1},"options":{"names":`+string(list)+`}`, numbers(0, 1, 2, 10, 20, 40))+message(`"do":"explain","model":1,"X":{"rows":1,"columns":1}`, numbers(1)))
	if all[1].Error != nil || !strings.Contains(string(all[1].Result), `"names":["`+names[1]+`"]`) {
		t.Errorf("%.200s, %+v", all[1].Result, all[1].Error)
	}
}

// A defect of the engine is an answer, too, and the session goes on.
func TestDefectsAreAnswers(t *testing.T) {
	s := newSession()
	var out bytes.Buffer
	if err := s.serve(strings.NewReader(fitNumbers+`{"do":"nothing"}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	reply := string(s.reply(&call{do: "save", model: 1})) // without options, which read always gives
	if !strings.Contains(reply, `"code":"internal"`) || !strings.Contains(reply, "The engine failed: ") || !strings.Contains(reply, "Report it, with the call.") {
		t.Error(reply)
	}
	out.Reset()
	if err := s.serve(strings.NewReader(fitNumbers+`{"do":"nothing"}`+"\n"), &out); err != nil || !strings.Contains(out.String(), `"model":2`) {
		t.Errorf("then %v, %s", err, out.String())
	}
}

// A call that is cancelled in the midst of its rows is answered by the error alone: numbers that it has by then must not follow, since
// the next message would be read from their middle.
func TestCancelledInTheMidst(t *testing.T) {
	s := newSession()
	if err := s.serve(strings.NewReader(fitNumbers+`{"do":"nothing"}`+"\n"), io.Discard); err != nil { // the end of the input cancels the last call
		t.Fatal(err)
	}
	const rows = 1 << 20 // which are more than one part
	c, err := read(bufio.NewReader(strings.NewReader(message(fmt.Sprintf(`"do":"predict","model":1,"X":{"rows":%d,"columns":1}`, rows), numbers(make([]float64, rows)...)))))
	if err != nil || c.err != nil {
		t.Fatal(err, c.err)
	}
	some := false
	c.reader.GoOn = func() error {
		if some = some || len(c.out) > 0; some {
			c.cancel()
		}
		return c.goOn()
	}
	reply := string(s.reply(c))
	line, rest, _ := strings.Cut(reply, "\n")
	if !some || !strings.Contains(line, `"code":"aborted"`) || rest != "" {
		t.Errorf("some numbers were there: %v; %.200s, and %d bytes more", some, line, len(rest))
	}
}
