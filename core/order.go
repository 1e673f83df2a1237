package core

import (
	"cmp"
	"math"
	"slices"
)

// sortNumbers sorts the numbers of things (rows, points, neurons), stably. What
// isn't hot is sorted this way: package slices' sort is compiled anew for every
// type of element, which adds some 15 KB to the module each time.
func sortNumbers(list []int, compare func(a, b int) int) { slices.SortStableFunc(list, compare) }

func sortAscending(list []int) { sortNumbers(list, cmp.Compare) }

// keyOf is what hot loops sort by: a number, with what it is the number of below.
// slices.Sort on keys is compiled once for all of them, and faster than with a
// function that compares.
func keyOf(number, thing int32) int64 { return int64(number)<<32 | int64(thing) }

func thingOf(key int64) int32 { return int32(key) }

// ascending is the order of some finite numbers. They are cut into 2^31 cells, by which
// keys are sorted, so that numbers are compared only where a cell has several: a million
// uniform ones take half the time.
func ascending(x []float64) []int {
	order, keys := make([]int, len(x)), make([]int64, len(x))
	low, high := x[0], x[0]
	for _, v := range x {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	const last = math.MaxInt32
	cells := last / (high - low) // a unit
	for i, v := range x {
		cell := float64((v - low) * cells)
		if !(cell >= 0 && cell <= last) { // the numbers are equal, but for some last bits
			cell = last
		}
		keys[i] = keyOf(int32(cell), int32(i))
	}
	slices.Sort(keys)
	for i, key := range keys {
		order[i] = int(thingOf(key))
	}
	for from, i := 0, 1; i <= len(keys); i++ {
		if i < len(keys) && keys[i]>>32 == keys[from]>>32 {
			continue
		}
		if i > from+1 {
			slices.SortFunc(order[from:i], func(a, b int) int { return cmp.Compare(x[a], x[b]) })
		}
		from = i
	}
	return order
}
