package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/wire"
)

// said is an answer.
type said struct {
	Bytes  int
	Result json.RawMessage
	Error  *struct {
		Code, Message, Hint, Path string
		Row, Column               int
	}
	raw []byte
}

// What is kept counts as memory in use until it is forgotten (wire.Held); a learner that was begun counts, too.
func TestForgottenModelsHoldNothing(t *testing.T) {
	s := newSession()
	var out bytes.Buffer
	learn := message(`"do":"learn","model":1,"X":{"rows":1,"columns":1},"y":{"rows":1,"columns":1}`, numbers(9, 1))
	if err := s.serve(strings.NewReader(fitNumbers+fitNumbers+learn+`{"do":"sampleAt","model":2}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	if len(s.shelf.Kept) != 3 || len(s.shelf.Held) != 3 {
		t.Fatalf("%d models, %d are held: %s", len(s.shelf.Kept), len(s.shelf.Held), out.String())
	}
	if err := s.serve(strings.NewReader(`{"do":"sampleAt","model":1,"forget":[1,2,3,7]}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	if len(s.shelf.Kept) != 0 || len(s.shelf.Held) != 0 {
		t.Errorf("%d models, and %d are held", len(s.shelf.Kept), len(s.shelf.Held))
	}
}

// numbers are raw numbers.
func numbers(list ...float64) string {
	var b []byte
	for _, f := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
	}
	return string(b)
}

// message is a call's fields with their raw bytes.
func message(fields, raw string) string {
	return `{` + fields + `,"bytes":` + strconv.Itoa(len(raw)) + "}\n" + raw
}

// answers are all that the engine says to an input. The end of the input cancels the last call, so one more is last.
func answers(t testing.TB, input string) (all []said) {
	var out bytes.Buffer
	if err := newSession().serve(strings.NewReader(input+`{"do":"nothing"}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	for r := bufio.NewReader(&out); ; {
		line, err := r.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return all[:max(0, len(all)-1)]
		}
		var a said
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if (a.Result == nil) == (a.Error == nil) {
			t.Fatalf("neither result nor error: %s", line)
		}
		a.raw = make([]byte, a.Bytes)
		if _, err := io.ReadFull(r, a.raw); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
}

func floats(raw []byte) (list []float64) {
	for ; len(raw) > 0; raw = raw[8:] {
		list = append(list, math.Float64frombits(binary.LittleEndian.Uint64(raw)))
	}
	return list
}

func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

var (
	fitNumbers = message(`"do":"fit","X":{"rows":3,"columns":1},"y":{"rows":3,"columns":1}`, numbers(0, 1, 2, 10, 20, 40))
	fitTexts   = message(`"do":"fit","X":{"rows":4,"columns":2,"names":["size","colour"],"texts":{"1":["red","blue"]}},"y":{"rows":4,"columns":1,"texts":["b","a"]}`,
		numbers(0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0))
	good = message(`"do":"predict","model":1,"X":{"rows":2,"columns":1}`, numbers(1, 2))
)

func TestFitAndPredict(t *testing.T) {
	all := answers(t, fitNumbers+good+fitTexts+
		message(`"do":"predict","model":2,"X":{"rows":3,"columns":2,"names":["colour","size"],"texts":{"0":["blue","red"]}}`, numbers(0, 0, 1, 0, 0, 1))+
		message(`"do":"scores","model":2,"X":{"rows":1,"columns":2,"names":["size","colour"],"texts":{"1":["blue"]}}`, numbers(1, 0))+
		message(`"do":"predict","model":2,"X":{"rows":0,"columns":2}`, ""))
	if len(all) != 6 {
		t.Fatalf("%d answers", len(all))
	}
	if got := floats(all[1].raw); !same(got, []float64{20, 40}) {
		t.Errorf("predictions %v", got)
	}
	var model struct {
		Model    int
		Classes  []string
		Columns  []struct{ Name string }
		Features int
	}
	if json.Unmarshal(all[2].Result, &model) != nil || model.Model != 2 || strings.Join(model.Classes, " ") != "a b" || len(model.Columns) != 2 || model.Columns[1].Name != "colour" {
		t.Errorf("%s", all[2].Result)
	}
	// Columns go by their names, and texts by themselves: (0, blue) is a, (0, red) b, (1, blue) b.
	if got := floats(all[3].raw); !same(got, []float64{0, 1, 1}) {
		t.Errorf("classes %v: %v", got, all[3].Error)
	}
	if got := floats(all[4].raw); !same(got, []float64{0, 1}) {
		t.Errorf("scores %v", got)
	}
	if string(all[5].Result) != `{"rows":0,"columns":1}` {
		t.Errorf("no rows: %s", all[5].Result)
	}
}

// Each is refused, and the good call after it works.
func TestMalformed(t *testing.T) {
	for _, c := range []struct{ input, code, says string }{
		{"no JSON\n", "invalid-input", "JSON"},
		{"[]\n", "invalid-input", "The message is"},
		{"\n", "invalid-input", "JSON"},
		{`{"do":7}` + "\n", "invalid-option", "do is 7."},
		{`{"do":"sing"}` + "\n", "unknown-option", "calibrate, counterfactual, examine"},
		{`{"do":"predict","modle":1}` + "\n", "unknown-option", "modle"},
		{`{"do":"predict","bytes":-1}` + "\n", "invalid-option", "bytes is -1."},
		{`{"do":"predict","bytes":1e300}` + "\n", "invalid-option", "bytes is"},
		{message(`"do":"predict","model":7,"X":{"rows":1,"columns":1}`, numbers(1)), "disposed", "no such model"},
		{message(`"do":"predict","model":1,"X":{"rows":2,"columns":1}`, numbers(1)), "invalid-input", "only 8 raw bytes"},
		{message(`"do":"predict","model":1,"X":{"rows":2000000000,"columns":2000000000}`, numbers(1)), "invalid-input", "only 8 raw bytes"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":1}`, numbers(1)+"left"), "invalid-input", "4 raw bytes belong to nothing"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":2}`, numbers(1, 2)), "invalid-input", "fitted on 1 feature"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":1,"names":["x"],"texts":{"0":["a"]}}`, numbers(1)), "invalid-input", "not the index of a text"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":1,"names":["x"],"texts":{"4":["a"]}}`, numbers(1)), "invalid-input", "no column 4"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":2,"names":["x","x"]}`, numbers(1, 1)), "invalid-input", "Name each column"},
		{message(`"do":"predict","model":1,"X":{"rows":1,"columns":1}`, numbers(math.NaN())), "invalid-input", "X[0][0] is NaN."},
		{message(`"do":"predictInterval","model":1,"X":{"rows":1,"columns":1}`, numbers(1)), "unsupported", "not calibrated"},
		{message(`"do":"fit","X":{"rows":2,"columns":1},"y":{"rows":2,"columns":1,"texts":["a"]}`, numbers(1, 2, 0, 1)), "invalid-input", "y.codes[1]"},
		{message(`"do":"fit","X":{"rows":2,"columns":1},"y":{"rows":2,"columns":1},"options":{"presett":1}`, numbers(1, 2, 0, 1)), "unknown-option", "presett"},
		{message(`"do":"fit","X":{"rows":2,"columns":1},"y":{"rows":2,"columns":1}`, numbers(1, 1, 0, 1)), "ill-defined", "X[0] and X[1]"},
		{message(`"do":"load"`, "XAIA, but no file"), "model-file", "not JSON"},
	} {
		all := answers(t, fitNumbers+c.input+good)
		if len(all) != 3 {
			t.Errorf("%.60q: %d answers", c.input, len(all))
			continue
		}
		if e := all[1].Error; e == nil || e.Code != c.code || !strings.Contains(e.Message+" "+e.Hint, c.says) {
			t.Errorf("%.90q: %+v", c.input, e)
		}
		if got := floats(all[2].raw); !same(got, []float64{20, 40}) {
			t.Errorf("%.60q: then %v", c.input, got)
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	all := answers(t, fitTexts+message(`"do":"save","model":1,"options":{"format":"json"}`, "")+message(`"do":"save","model":1`, ""))
	if !bytes.Equal(all[0].raw, all[2].raw) || !wire.IsBytes(all[2].raw) {
		t.Error("a fit's file isn't that of save")
	}
	query := `"X":{"rows":1,"columns":2,"names":["size","colour"],"texts":{"1":["red"]}}`
	for _, file := range []string{string(all[1].raw), string(all[2].raw)} {
		loaded := answers(t, message(`"do":"load"`, file)+message(`"do":"scores","model":1,`+query, numbers(0.3, 0)))
		kept := answers(t, fitTexts+message(`"do":"scores","model":1,`+query, numbers(0.3, 0)))
		if !same(floats(loaded[1].raw), floats(kept[1].raw)) || len(kept[1].raw) != 16 {
			t.Errorf("%v after loading, %v before", floats(loaded[1].raw), floats(kept[1].raw))
		}
	}
	damaged := []byte(string(all[2].raw))
	damaged[len(damaged)/2] ^= 1
	if e := answers(t, message(`"do":"load"`, string(damaged)))[0].Error; e == nil || e.Code != "model-file" {
		t.Errorf("a damaged file: %v", e)
	}
}

func TestForgotten(t *testing.T) {
	all := answers(t, fitNumbers+fitNumbers+message(`"do":"predict","forget":[1],"model":2,"X":{"rows":1,"columns":1}`, numbers(1))+good)
	if all[2].Error != nil || all[3].Error == nil || all[3].Error.Code != "disposed" {
		t.Errorf("%+v, %+v", all[2].Error, all[3].Error)
	}
}

// A model stays what it is; the learner that begins with it has another number, and keeps it.
func TestLearn(t *testing.T) {
	learn := func(model, rows int, options string, raw ...float64) string {
		n := strconv.Itoa(rows)
		return message(`"do":"learn","model":`+strconv.Itoa(model)+`,"X":{"rows":`+n+`,"columns":1},"y":{"rows":`+n+`,"columns":1},"options":`+options, numbers(raw...))
	}
	ask := func(model int) string {
		return message(`"do":"predict","model":`+strconv.Itoa(model)+`,"X":{"rows":2,"columns":1}`, numbers(4, 5))
	}
	explain := message(`"do":"explain","model":2,"X":{"rows":1,"columns":1}`, numbers(5))
	all := answers(t, fitNumbers+learn(1, 1, `{}`, 4, 80)+learn(2, 1, `{"names":["five"],"weights":[2]}`, 5, 7)+ask(2)+ask(1)+explain+
		learn(2, 1, `{"weights":[2, 3]}`, 6, 7)+learn(2, 1, `{"weights":"balanced"}`, 6, 7)+learn(2, 1, `{"names":["a", "b"]}`, 6, 7)+learn(2, 1, `{"scale":"none"}`, 6, 7)+
		message(`"do":"learn","model":2,"X":{"rows":1,"columns":2},"y":{"rows":1,"columns":1}`, numbers(6, 6, 7))+
		learn(2, 2, `{}`, 4, 81, 6, 1)+message(`"do":"save","model":2`, "")+fitNumbers)
	for _, i := range []int{1, 2} {
		if want := `"model":2,"learned":[0],"refused":[],"sampleCount":` + strconv.Itoa(3+i) + `,"stale":{"reason":"range","column":0}`; all[i].Error != nil || !strings.Contains(string(all[i].Result), want) {
			t.Errorf("%s, %v", all[i].Result, all[i].Error)
		}
	}
	if got := floats(all[3].raw); !same(got, []float64{80, 7}) {
		t.Errorf("the learner answers %v", got)
	}
	if got := floats(all[4].raw); same(got, []float64{80, 7}) || len(got) != 2 {
		t.Errorf("the model answers %v", got)
	}
	if !strings.Contains(string(all[5].Result), `"names":["five"]`) {
		t.Errorf("%s", all[5].Result)
	}
	for i := 6; i <= 10; i++ {
		if all[i].Error == nil || all[i].Error.Code != "invalid-option" && all[i].Error.Code != "unknown-option" && all[i].Error.Code != "invalid-input" {
			t.Errorf("answer %d: %s, %v", i, all[i].Result, all[i].Error)
		}
	}
	if got := string(all[11].Result); !strings.Contains(got, `"learned":[1],"refused":[{"row":0,"code":"ill-defined"`) || !strings.Contains(got, `"sampleCount":6`) {
		t.Errorf("%s, %v", got, all[11].Error)
	}
	if again := answers(t, message(`"do":"load"`, string(all[12].raw)))[0]; again.Error != nil || !strings.Contains(string(again.Result), `"sampleCount":6`) {
		t.Errorf("saved and loaded: %s, %v", again.Result, again.Error)
	}
	if !strings.Contains(string(all[13].Result), `"model":3`) {
		t.Errorf("%s", all[13].Result)
	}
}

func TestForgottenSamples(t *testing.T) {
	forget := func(model int, samples string) string {
		return message(`"do":"forget","model":`+strconv.Itoa(model)+`,"samples":`+samples, "")
	}
	all := answers(t, fitNumbers+forget(1, "[1]")+message(`"do":"sampleAt","model":2`, "")+message(`"do":"sampleAt","model":1`, "")+forget(2, "[7]")+forget(2, `"a"`)+forget(2, "[0]"))
	if want := `"model":2,"sampleCount":2,`; all[1].Error != nil || !strings.Contains(string(all[1].Result), want) {
		t.Errorf("%s, %v", all[1].Result, all[1].Error)
	}
	if before, after := strings.Count(string(all[3].Result), `"x"`), strings.Count(string(all[2].Result), `"x"`); before != 3 || after != 2 {
		t.Errorf("the model has %d samples, and the learner %d", before, after)
	}
	for i := 4; i <= 5; i++ {
		if all[i].Error == nil || all[i].Error.Code != "invalid-input" {
			t.Errorf("answer %d: %s, %v", i, all[i].Result, all[i].Error)
		}
	}
	if all[6].Error != nil || !strings.Contains(string(all[6].Result), `"sampleCount":1`) {
		t.Errorf("%s, %v", all[6].Result, all[6].Error)
	}
}

// long is a fit of many seconds.
func long() string {
	const n, columns = 20000, 40
	list := make([]float64, 0, n*(columns+1))
	for i := range n * columns {
		list = append(list, math.Mod(float64(i+1)*math.Phi*float64(1+i%columns), 1))
	}
	for i := range n {
		list = append(list, list[i*columns]+list[i*columns+1])
	}
	return message(`"do":"fit","X":{"rows":20000,"columns":40},"y":{"rows":20000,"columns":1}`, numbers(list...))
}

func TestCancel(t *testing.T) {
	in, send := io.Pipe()
	receive, out := io.Pipe()
	go func() { out.CloseWithError(newSession().serve(in, out)) }()
	go func() {
		io.WriteString(send, long())
		time.Sleep(50 * time.Millisecond)
		io.WriteString(send, `{"do":"cancel"}`+"\n"+fitNumbers+good)
	}()
	start := time.Now()
	r := bufio.NewReader(receive)
	line, err := r.ReadString('\n')
	if err != nil || !strings.Contains(line, `"code":"aborted"`) {
		t.Fatalf("%.200s, %v", line, err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it went on for %v", took)
	}
	if line, err = r.ReadString('\n'); err != nil || !strings.Contains(line, `"model":1`) {
		t.Errorf("then %.200s, %v", line, err)
	}
	send.Close()
}

// The parent's end is seen during a fit.
func TestInputCloses(t *testing.T) {
	in, send := io.Pipe()
	ended := make(chan error)
	var out bytes.Buffer
	go func() { ended <- newSession().serve(in, &out) }()
	io.WriteString(send, long())
	send.Close()
	select {
	case err := <-ended:
		if err != nil || !strings.Contains(out.String(), `"code":"aborted"`) {
			t.Errorf("%v, %.200s", err, out.String())
		}
	case <-time.After(20 * time.Second):
		t.Error("the engine goes on without its parent")
	}
}

func FuzzServe(f *testing.F) {
	f.Add(fitNumbers + good)
	f.Add(fitTexts + message(`"do":"explain","model":1,"X":{"rows":1,"columns":2,"names":["size","colour"],"texts":{"1":["red"]}},"options":{"fingerprint":true}`, numbers(0.3, 0)))
	f.Add(message(`"do":"fit","X":{"rows":2,"columns":1},"y":{"rows":2,"columns":1,"booleans":true}`, numbers(0, 1, 0, 1)) + message(`"do":"attributions","model":1,"X":{"rows":1,"columns":1}`, numbers(0.5)))
	f.Add(fitNumbers + message(`"do":"calibrate","model":1`, "") + message(`"do":"predictInterval","model":2,"options":{"coverage":0.5},"X":{"rows":1,"columns":1}`, numbers(0.5)))
	f.Add(fitNumbers + message(`"do":"learn","model":1,"X":{"rows":1,"columns":1},"y":{"rows":1,"columns":1},"options":{"weights":[2],"names":["a"]}`, numbers(5, 7)) + message(`"do":"explain","model":2,"X":{"rows":1,"columns":1}`, numbers(5)))
	f.Add("[\n" + `{"do":"save","bytes":3}` + "\n{}\n" + `{"do":"cancel"}` + "\n" + `{"do":"load","bytes":2}` + "\n{}")
	f.Fuzz(func(t *testing.T, input string) {
		all := answers(t, input+"\n"+strings.Repeat(" ", 100)+"\n"+fitNumbers)
		for _, a := range all {
			if a.Error != nil && (a.Error.Code == "internal" || a.Error.Message == "" || a.Error.Hint == "") {
				t.Errorf("%+v", a.Error)
			}
		}
	})
}
