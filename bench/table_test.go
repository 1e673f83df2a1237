//go:build !js

package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestExponent(t *testing.T) {
	if e := exponent([]int{500, 1000, 4000}, []float64{3, 12, 192}); math.Abs(e-2) > 1e-12 {
		t.Errorf("four times the time for twice the samples has exponent %v, want 2", e)
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0.00012: "1.2e-04", 0.0513: "0.0513", 3.14159: "3.14", 99.94: "99.9", 1234.5: "1234", 2.5e7: "2.50e+07"} {
		if got := short(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	native, one, page := platform{name: "native"}, platform{name: "one"}, platform{name: "Chromium", version: "156"}
	table := newTable([]platform{native, one, page}, 150*time.Second)
	add := func(workload, platform, output string, over bool) {
		t.Helper()
		results, err := parse(output)
		if err != nil {
			t.Fatal(err)
		}
		table.add(workload, platform, results, over)
	}
	add("plane-1000 xaia", "native", `=== RUN
BENCH {"workload":"plane-1000 xaia","milliseconds":20,"layers":2,"steps":7,"terms":50,"floorMilliseconds":10,"timesFloor":2.125,"peakBytes":1048576,"queries":10}
BENCH {"workload":"plane-1000 xaia","milliseconds":20,"layers":2,"steps":7,"terms":50,"floorMilliseconds":10,"timesFloor":2.125,"peakBytes":1048576,"queries":10,"nearMicroseconds":3}
PASS`, true)
	add("plane-1000 xaia", "one", `BENCH {"workload":"plane-1000 xaia","milliseconds":40,"layers":2,"steps":7}`, false)
	add("plane-1000 xaia", "Chromium", "", true)
	add("plane-2000 xaia", "native", `BENCH {"workload":"plane-2000 xaia","milliseconds":160,"layers":2,"steps":7}`, false)
	add("plane-2000 xaia", "Chromium", `BENCH {"workload":"plane-2000 xaia","milliseconds":160,"layers":3,"steps":8}`, false)
	add("plane-1000 xaia plain", "native", `BENCH {"workload":"plane-1000 xaia plain","plainMilliseconds":500,"timesFit":24.25,"layers":2,"steps":7}`, false)
	add("plane-1000 xaia plain", "Chromium", `BENCH {"workload":"plane-1000 xaia plain","plainMilliseconds":900,"timesFit":12.5,"layers":2,"steps":9}`, false)
	add("plane-10000 xaia", "native", `BENCH {"workload":"plane-10000 xaia","milliseconds":10}`, false)
	add("plane-1000000 xaia", "native", `BENCH {"workload":"plane-1000000 xaia","milliseconds":10000,"exponent":1.125}`, false)
	add("plane-10000 xaia", "one", `BENCH {"workload":"plane-10000 xaia","milliseconds":10}`, false)
	add("plane-1000000 xaia", "one", `BENCH {"workload":"plane-1000000 xaia","milliseconds":10000}`, true)
	got := table.markdown()
	for _, want := range []string{
		"| plane-1000 xaia | 20.0 | 40.0 | over 150 s | 1.00 |  |  | 2 |  | 7 | 50.0 | 10.0 | 2.12 · – · – | 500 · 900 | 24.2 · 12.5 |\n",
		"| plane-1000 xaia | 3.00 | over 150 s | failed | failed | over 150 s | over 150 s |\n",
		"| plane, xaia | 500 to 8000 | 3.00 (up to 2000) |  |  |  |\n",
		"| plane, xaia | 10000 to 1000000 | 1.12 | 1.50 (up to 1000000) |  | 1.15 |\n",
		"**plane-1000 xaia: 2 layers in 7 steps, and 2 in 9.**",
		"**plane-2000 xaia: 2 layers in 7 steps, and 3 in 8.**",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing: %s", want)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// A ratio is the one that was measured by turns where all pairs were, else by that platform's milliseconds; a refusal and a
// run that was ended have none.
func TestTables(t *testing.T) {
	table := newTable([]platform{{name: "native"}, {name: oneProcessor}, {name: "Node"}, {name: "Chromium"}}, 150*time.Second)
	for _, run := range []struct {
		workload, platform, output string
		over                       bool
	}{
		{workload: "cube-8000 xaia", platform: "native", output: `{"milliseconds":300,"layers":9,"nodes":8000,"steps":17,"peakBytes":2097152}`},
		{workload: "cube-8000 xaia", platform: "Node", output: `{"milliseconds":1500,"allPairsMilliseconds":750,"timesAllPairs":1.75,"layers":9,"steps":17,"peakBytes":1048576}`},
		{workload: "cube-8000 xaia", platform: "Chromium", over: true},
		{workload: "diamonds xaia", platform: "native", output: `{"milliseconds":900,"layers":5,"nodes":50000,"steps":60000,"heldMicroseconds":40}`},
		{workload: "diamonds xaia", platform: "Node", output: `{"milliseconds":12,"peakBytes":1048576,"refused":"Fitting 53940 samples needs more."}`},
		{workload: "diamonds xaia", platform: "Chromium", output: `{"milliseconds":9000,"layers":5,"steps":60000}`, over: true},
		{workload: "digits xaia", platform: "native", output: `{"milliseconds":200,"layers":3,"steps":4}`},
	} {
		output := run.output
		if output != "" {
			output = "BENCH " + strings.Replace(output, "{", `{"workload":"`+run.workload+`",`, 1)
		}
		results, err := parse(output)
		if err != nil {
			t.Fatal(err)
		}
		table.add(run.workload, run.platform, results, run.over)
	}
	got := table.markdown()
	for _, want := range []string{
		"| cube-8000 xaia | 300 | 1500 | over 150 s | 750 | 0.400 | 1.75 |  | 1.00 |",
		"| 2.00 | 1.00 |  | 9 | 8000 | 17 |\n",
		"| diamonds xaia | 900 | refused (12.0) | 9000 |  |  |  |  | 0.100 |",
		"\ndiamonds xaia, Node: Fitting 53940 samples needs more.\n",
		"| diamonds xaia | 40.0 | refused | over 150 s | 100 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing: %s", want)
		}
	}
	fits, _, _ := strings.Cut(got, "\n## Tables\n")
	if strings.Contains(fits, "cube-8000") || !strings.Contains(fits, "| digits xaia | 200 |") {
		t.Error("the tables of many features stand among the other fits, or these among them")
	}
	if t.Failed() {
		t.Log(got)
	}
}
