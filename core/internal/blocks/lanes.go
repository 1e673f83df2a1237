package blocks

import "math"

// Dense fingerprints lie in blocks of eight nodes, number by number: number j of
// node 8b+i is at blocks[b][8j+i]. The eight sums of a block
// then run side by side from one pointer, which keeps the adders busy; each is
// still added in the order of SquaredDistance, so that the bits are the same.
// Measured per number: about a third of the plain loop's time, natively and
// under wasm (docs/performance.md).
const Lanes = 8

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

// AllBeyond says whether all are above the limit. Eight branches cost more.
func AllBeyond(d2 *[Lanes]float64, limit float64) bool {
	return within(d2[0], limit)+within(d2[1], limit)+within(d2[2], limit)+within(d2[3], limit)+
		within(d2[4], limit)+within(d2[5], limit)+within(d2[6], limit)+within(d2[7], limit) == 0
}

func within(d2, limit float64) (one int) {
	if d2 <= limit {
		one = 1
	}
	return one
}
