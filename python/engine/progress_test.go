package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A fit that is asked to says how far it is, in lines before its answer; another says nothing.
func TestProgress(t *testing.T) {
	const n = 100000 // of a quick fit nothing is told
	list := make([]float64, 9*n)
	for i := range list {
		list[i] = float64(i * 7919 % 1000003)
	}
	fit := func(more string) (lines []string) {
		var out bytes.Buffer
		input := message(`"do":"fit","X":{"rows":100000,"columns":8},"y":{"rows":100000,"columns":1},"options":{"relevance":true}`+more, numbers(list...))
		if err := newSession().serve(strings.NewReader(input+"{\"do\":\"nothing\"}\n"), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, `{"progress":`) {
				return lines
			}
			lines = append(lines, line)
		}
		return lines
	}
	if lines := fit(""); lines != nil {
		t.Errorf("nobody asked, and it says %q", lines)
	}
	lines := fit(`,"progress":true`)
	if len(lines) == 0 {
		t.Fatal("it says nothing")
	}
	for _, line := range lines {
		var p struct{ Progress map[string]int }
		if err := json.Unmarshal([]byte(line), &p); err != nil || len(p.Progress) != 4 || p.Progress["done"] < 0 || p.Progress["total"] < p.Progress["done"] {
			t.Errorf("%q (%v)", line, err)
		}
	}
	if a := answers(t, message(`"do":"sampleAt","model":1,"progress":1`, "")); a[0].Error == nil || a[0].Error.Path != "progress" {
		t.Errorf("%+v", a[0].Error)
	}
}
