package core

import (
	"testing"
)

// A sample learned, one predicted, and one forgotten, among so many.
func benchmarkLearner(b *testing.B, n, columns int) {
	d := Dataset{X: newMatrix(n+4096, columns), Values: newMatrix(n+4096, 1)}
	random := lcg(7)
	for i := range d.X.Data {
		d.X.Data[i] = random()
	}
	for i := range d.Values.Data {
		d.Values.Data[i] = random()
	}
	first := make([]bool, d.X.Rows)
	for i := n; i < len(first); i++ {
		first[i] = true
	}
	m := fit(b, d.without(first), SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}})
	l, err := NewLearner(m, Control{})
	if err != nil {
		b.Fatal(err)
	}
	at := n
	b.ReportAllocs()
	for b.Loop() {
		if at == d.X.Rows {
			b.StopTimer()
			if l, err = NewLearner(m, Control{}); err != nil {
				b.Fatal(err)
			}
			at = n
			b.StartTimer()
		}
		if _, err := l.Learn(d.Pick([]int{at}), LearnOptions{}); err != nil {
			b.Fatal(err)
		}
		at++
	}
}

func lcg(seed uint64) func() float64 {
	return func() float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return float64(seed>>11) / (1 << 53)
	}
}

func BenchmarkLearnPlane10k(b *testing.B)  { benchmarkLearner(b, 10000, 2) }
func BenchmarkLearnPlane100k(b *testing.B) { benchmarkLearner(b, 100000, 2) }
func BenchmarkLearn26of5k(b *testing.B)    { benchmarkLearner(b, 5000, 26) }
