package blocks

import (
	"math"

	"github.com/xaia-go/xaia/internal/simd"
)

// Dense fingerprints lie in blocks of eight nodes, number by number: number j of
// node 8b+i is at blocks[b][8j+i]. The eight sums of a block
// then run side by side from one pointer, which keeps the adders busy; each is
// still added in the order of SquaredDistance, so that the bits are the same.
// Measured per number: about a third of the plain loop's time, natively and
// under wasm (docs/performance.md).
const Lanes = simd.Lanes

// Padded is how many numbers n of them take in blocks.
func Padded(n int) int { return (n + Lanes - 1) / Lanes * Lanes }

// Put writes a point to place i of its block.
func Put(block []float64, i int, point []float64) {
	for j, v := range point {
		block[j*Lanes+i%Lanes] = v
	}
}

// Fill lays rows out in blocks, one behind the other.
//
//go:noinline
func Fill(blocks []float64, rows []float64, width int) {
	for i := 0; len(rows) > 0; i, rows = i+1, rows[width:] {
		Put(blocks[i/Lanes*Lanes*width:], i, rows[:width])
	}
}

// Of is rows in new blocks.
func Of(rows []float64, width int) []float64 {
	blocks := make([]float64, Padded(len(rows)/max(1, width))*width)
	Fill(blocks, rows, width)
	return blocks
}

// NearestOf is the least distance, the first of equals; -1 without any.
func NearestOf(d2 []float64) int {
	nearest := -1
	least := math.Inf(1)
	for i, d := range d2 {
		if d < least || nearest < 0 {
			nearest, least = i, d
		}
	}
	return nearest
}
