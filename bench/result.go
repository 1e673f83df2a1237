//go:build !js

package main

import (
	"encoding/json"
	"strings"
)

// result is one BENCH line; core's benchResult writes it.
type result struct {
	Workload          string  `json:"workload"`
	Milliseconds      float64 `json:"milliseconds"`
	Layers            int     `json:"layers"`
	Steps             int     `json:"steps"`
	Nodes             int     `json:"nodes"`
	Terms             float64 `json:"terms"`
	FloorMilliseconds float64 `json:"floorMilliseconds"`
	TimesFloor        float64 `json:"timesFloor"`
	PeakBytes         float64 `json:"peakBytes"`
	PlainMilliseconds float64 `json:"plainMilliseconds"`
	TimesFit          float64 `json:"timesFit"`
	Queries           int     `json:"queries"`
	NearMicroseconds  float64 `json:"nearMicroseconds"`
	FarMicroseconds   float64 `json:"farMicroseconds"`
	Exponent          float64 `json:"exponent"`

	AllPairsMilliseconds float64 `json:"allPairsMilliseconds"`
	TimesAllPairs        float64 `json:"timesAllPairs"`
	HeldMicroseconds     float64 `json:"heldMicroseconds"`
	Refused              string  `json:"refused"`
}

// parse finds the BENCH lines among all that a run printed.
func parse(output string) ([]result, error) {
	var results []result
	for line := range strings.Lines(output) {
		object, found := strings.CutPrefix(line, "BENCH ")
		if !found {
			continue
		}
		var r result
		if err := json.Unmarshal([]byte(object), &r); err != nil {
			return results, err
		}
		results = append(results, r)
	}
	return results, nil
}
