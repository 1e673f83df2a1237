//go:build !js

// Command sets writes the page's sample sets as JSON to standard output.
package main

import (
	"encoding/json"
	"log"
	"math"
	"os"

	"github.com/xaia-go/xaia/experiments"
	"github.com/xaia-go/xaia/experiments/numpy"
)

// set is one sample set. Settings are what preset "paper" uses for it; empty
// means the classic schedule.
type set struct {
	ID       string             `json:"id"`
	Title    string             `json:"title"`
	Note     string             `json:"note"`
	X        [][]float64        `json:"x"`
	Labels   []string           `json:"labels,omitempty"`
	Values   []float64          `json:"values,omitempty"`
	External [][]float64        `json:"external"`
	Truth    []any              `json:"truth,omitempty"` // the outcomes of External that are known
	Settings map[string]float64 `json:"settings,omitempty"`
}

func main() {
	write := json.NewEncoder(os.Stdout)
	if err := write.Encode(map[string]any{"plane": short(plane()), "line": short(line())}); err != nil {
		log.Fatal(err)
	}
}

func settings(a1, a2 float64) map[string]float64 {
	return map[string]float64{"a1": a1, "a2": a2, "admission": 0.1, "activation": 0.9}
}

// known are the outcomes that external points have from the samples they were
// moved away from.
func known(labels []string) []any {
	return each(labels, func(label string) any { return label })
}

func each[T any](items []T, outcome func(T) any) []any {
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = outcome(item)
	}
	return all
}

// short leaves five digits after the point: the page loads a third of the bytes.
func short(sets []set) []set {
	round := func(v float64) float64 { return math.Round(v*1e5) / 1e5 }
	for _, s := range sets {
		for _, rows := range [][][]float64{s.X, s.External} {
			for _, row := range rows {
				for j := range row {
					row[j] = round(row[j])
				}
			}
		}
		for i := range s.Values {
			s.Values[i] = round(s.Values[i])
		}
		for i, v := range s.Truth {
			if f, ok := v.(float64); ok {
				s.Truth[i] = round(f)
			}
		}
	}
	return sets
}

func plane() []set {
	r := numpy.New(7)
	ringX, ringY := experiments.Rings()
	var ringLabels []string
	for _, y := range ringY {
		ringLabels = append(ringLabels, map[float64]string{1: "inner", 0.5: "outer"}[y])
	}
	noisyX, noisyY := experiments.Fig4Noisy(numpy.New(0), 128)
	donutX, donutY := experiments.Fig4Donut(numpy.New(0), 128)
	moonX, moonLabels := experiments.Moons(r, 24, 0.06)
	spiralX, spiralLabels := experiments.Spirals(r, 36, 0.01)
	var latticeX [][]float64
	var latticeLabels []string
	for i := range 36 {
		latticeX = append(latticeX, []float64{float64(i % 6), float64(i / 6)})
		latticeLabels = append(latticeLabels, []string{"dark", "light"}[(i%6+i/6)%2])
	}
	ringMoved := append(experiments.Moved(r, ringX[:6], 0.45), []float64{1.35, 1.45})
	noisyMoved := experiments.Moved(r, noisyX[:16], 0.2)
	donutMoved := experiments.Moved(r, donutX[:16], 0.2)
	islandX, islandLabels := experiments.Moons(numpy.New(3), 70, 0.1)
	for i, label := range islandLabels {
		for j, v := range islandX[i] {
			islandX[i][j] = math.Round(100*v) / 100
		}
		islandLabels[i] = map[string]string{"a": "blue", "b": "orange"}[label]
	}
	return []set{
		{ID: "islands", Title: "Islands", Note: "Two half moons. Drag the × off the coast, and put a point down at sea.", X: islandX, Labels: islandLabels,
			External: [][]float64{{1.35, -0.25}}},
		{ID: "rings", Title: "Two rings", Note: "One class rings the other: figure 3(C) of the paper. Drag the × into the ring, between the rings, and out to sea.", X: ringX, Labels: ringLabels,
			External: ringMoved, Truth: known(ringLabels[:6]), Settings: settings(1, 1)},
		{ID: "pencil", Title: "The paper's four points", Note: "The pencil-and-paper example of the appendix. Ask between two of them, and see how they share the answer.",
			X: [][]float64{{1, 1.2}, {1.2, 0.8}, {-1, -1}, {-1.2, -1.2}}, Values: []float64{1, 1, 0, 0},
			External: [][]float64{{1.25, 1.25}, {-1.25, -1}, {-1, -1.4}}, Settings: settings(0.001, 0.5)},
		{ID: "noisy", Title: "Noisy diagonal", Note: "The value is the distance from the centre: figure 4 of the paper, first data set. Ask just beside the diagonal, and far from it.",
			X: noisyX, Values: noisyY, External: noisyMoved, Truth: each(noisyMoved, func(p []float64) any { return math.Hypot(p[0], p[1]) })},
		{ID: "donut", Title: "Donut", Note: "The value is the cosine of the angle: figure 4 of the paper, second data set. Ask in the hole.",
			X: donutX, Values: donutY, External: donutMoved, Truth: each(donutMoved, func(p []float64) any { return p[0] / math.Hypot(p[0], p[1]) })},
		{ID: "xor", Title: "XOR", Note: "Four corners, two classes. Symmetric: on such sets the published construction can err. Put a point in the middle.",
			X: [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, Labels: []string{"a", "b", "b", "a"}, External: [][]float64{{0.2, 0.35}, {0.6, 0.6}}},
		{ID: "moons", Title: "Two moons", Note: "Two half circles that interlock. Ask where a tip meets the other half.", X: moonX, Labels: moonLabels,
			External: experiments.Moved(r, moonX[:12], 0.25), Truth: known(moonLabels[:12])},
		{ID: "spirals", Title: "Two spirals", Note: "Two arms of one and a half turns. Compare with an ordinary network.", X: spiralX, Labels: spiralLabels,
			External: experiments.Moved(r, spiralX[20:32], 0.12), Truth: known(spiralLabels[20:32])},
		{ID: "lattice", Title: "Lattice", Note: "A lattice of 36, coloured like a chessboard. All neighbours are equally far: the hardest case for ties. Watch its construction.",
			X: latticeX, Labels: latticeLabels, External: [][]float64{{0.5, 0.5}, {2.2, 3.1}, {4.9, 1.4}}},
	}
}

func line() []set {
	n := 48
	wave := set{ID: "wave", Title: "Damped wave", Note: "Figure 2(B): (1 + 0.1 sin 20x) e^-x at 48 points."}
	decay := set{ID: "decay", Title: "Decay", Note: "Figure 2(B): e^-x at 48 points."}
	for i := range n {
		x := float64(i) / float64(n)
		wave.X = append(wave.X, []float64{x})
		wave.Values = append(wave.Values, (1+0.1*math.Sin(20*x))*math.Exp(-x))
		decay.X = append(decay.X, []float64{x})
		decay.Values = append(decay.Values, math.Exp(-x))
	}
	return []set{
		{ID: "three", Title: "The paper's three points", Note: "The pencil-and-paper example of section 2.",
			X: [][]float64{{1}, {0.5}, {0}}, Values: []float64{1, 2, 3}},
		{ID: "steps", Title: "Uneven steps", Note: "Gaps of different width: each neuron is as steep as its gap is narrow.",
			X: [][]float64{{0}, {0.1}, {0.3}, {0.35}, {0.6}, {1}}, Values: []float64{1, 1.8, 1.2, 0.4, 0.9, 0.2}},
		decay, wave,
	}
}
