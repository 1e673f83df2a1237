package wire_test

import (
	"errors"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// What is made, loaded or changed is walked before it is kept; what doesn't hold isn't kept, and the call says so.
func TestVerified(t *testing.T) {
	if wire.Verifying("1") == nil || wire.Verifying("0") != nil || wire.Verifying("") != nil {
		t.Fatal("XAIA_VERIFY means something else")
	}
	const rows, values = `[[0], [1], [2], [4]]`, `[1, 3, 2, 5]`
	c := newCarrier(t)
	var walked []core.Predictor
	broken := errors.New("broken")
	verify := func(err error) func(core.Predictor) error {
		return func(p core.Predictor) error {
			walked = append(walked, p)
			return err
		}
	}
	for number, made := range []struct {
		call      string
		of        int
		arguments []string
		parts     int // that are walked
	}{
		{"fit", 0, []string{rows, values}, 1},
		{"fitLike", 1, []string{rows, values}, 1},
		{"ensemble", 1, []string{"1"}, 3},
		{"calibrate", 1, nil, 1},
		{"remove", 1, []string{"[0]"}, 1},
		{"absorb", 1, []string{`[[8]]`, `[9]`}, 1},
		{"learner", 1, nil, 1},
		{"learnedModel", 7, nil, 1},
	} {
		kept := len(c.Kept)
		for _, err := range []error{broken, nil} {
			walked, c.reader.Verify = nil, verify(err)
			if _, got := c.ask(made.call, made.of, made.arguments...); got != err {
				t.Fatalf("%s: %v, want %v", made.call, got, err)
			}
			if len(walked) != made.parts && err == nil || len(walked) == 0 {
				t.Errorf("%s: %d are walked", made.call, len(walked))
			}
			if err != nil && len(c.Kept) != kept {
				t.Errorf("%s keeps what doesn't hold", made.call)
			}
		}
		if c.Kept[number+1] == nil {
			t.Fatalf("%s makes nothing", made.call)
		}
	}
	for _, change := range [][]string{{"learn", `[[7]]`, `[2]`}, {"correct", `[[7]]`, `[3]`}, {"forget", "[0]"}, {"refresh"}} {
		for _, err := range []error{broken, nil} {
			if change[0] == "learn" && err == nil {
				change = []string{"learn", `[[9]]`, `[4]`}
			}
			walked, c.reader.Verify = nil, verify(err)
			if _, got := c.ask(change[0], 7, change[1:]...); got != err || len(walked) != 1 || walked[0] != c.Kept[7].Model.Predictor {
				t.Errorf("%s: %v, want %v; walked %v", change[0], got, err, walked)
			}
		}
	}
	for _, file := range [][]byte{jsontext.Text(c.Kept[3].Model), jsontext.Packed(c.Kept[1].Model)} {
		for _, err := range []error{broken, nil} {
			c.reader.Verify = verify(err)
			if _, got := jsontext.Load(c.reader, file); got != err {
				t.Errorf("load: %v, want %v", got, err)
			}
		}
	}
	walked = nil
	if _, err := c.ask("predict", 1, rows); err != nil || walked != nil {
		t.Errorf("an answer: %v, and %d are walked", err, len(walked))
	}
}
