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
		"| plane, xaia | 500 to 8000 | 3.00 (up to 2000) |  |  |\n",
		"| plane, xaia | 10000 to 1000000 | 1.12 | 1.50 (up to 1000000) |  |\n",
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
