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
