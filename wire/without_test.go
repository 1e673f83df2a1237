package wire_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

func errorAt(err error) string {
	if e, is := err.(*core.Error); is {
		return e.Path
	}
	return ""
}

// A module without learners leaves samples out by a fit: to the letter what a learner that forgets them says.
func TestLeftOutByFits(t *testing.T) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	var rows, values, labels []string
	for i := range 40 {
		x, z := math.Sin(float64(i*i)), float64(i*7%11)/5
		rows = append(rows, "["+number(x)+", "+number(z)+"]")
		values = append(values, number(x*x+z))
		labels = append(labels, `"`+[]string{"l", "m", "r"}[i*i%7%3]+`"`)
	}
	list := func(of []string) string { return "[" + strings.Join(of, ",") + "]" }
	forgetting, fitting := newCarrier(t), newCarrier(t)
	fitting.reader.Forgetting = wire.FittedWithout
	for _, fit := range [][]string{
		{list(rows), list(values)}, {list(rows), list(labels)},
		{list(rows), list(values), `{"forest": true}`}, {list(rows), list(labels), `{"interpolation": {"local": {}}}`},
	} {
		for _, c := range []carrier{forgetting, fitting} {
			if _, err := c.ask("fit", 0, fit...); err != nil {
				t.Fatal(err)
			}
		}
	}
	for model := 1; model <= 4; model++ {
		for _, call := range []string{"explain", "attributions"} {
			for _, left := range []string{"0", "[39]", "[3, 7, 7]"} {
				options := `{"without": ` + left + `}`
				want, err := forgetting.ask(call, model, list(rows[:8]), options)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := fitting.ask(call, model, list(rows[:8]), options); err != nil || got != want {
					t.Errorf("model %d, %s without %s: %v\n%s\n%s", model, call, left, err, got, want)
				}
			}
			for _, left := range []string{"40", "-1", "[0, 50]"} {
				for _, c := range []carrier{forgetting, fitting} {
					if _, err := c.ask(call, model, list(rows[:1]), `{"without": `+left+`}`); errorAt(err) != "without" {
						t.Errorf("model %d, %s without %s: %v", model, call, left, err)
					}
				}
			}
		}
	}
}
