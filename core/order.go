package core

import (
	"cmp"
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
