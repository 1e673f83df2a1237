// Package folds deals rows into folds, by a seeded shuffle that is the same on every platform and in every version.
package folds

import (
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Shuffled gives each row a fold, in the order of the shuffle, class by class.
func Shuffled(classes []int, folds int, seed uint64) []int {
	order := shuffled(len(classes), seed)
	sorting.SortNumbers(order, func(a, b int) int { return classes[a] - classes[b] })
	fold := make([]int, len(classes))
	for i, row := range order {
		fold[row] = i % folds
	}
	return fold
}

// shuffled is a permutation of 0 to n-1 by Fisher and Yates, from splitmix64 (Steele, Lea, Flood 2014).
func shuffled(n int, seed uint64) []int {
	order := sorting.Identity(n)
	for i := n - 1; i > 0; i-- {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		j, _ := bits.Mul64(z, uint64(i+1)) // uniform to within i/2^64
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Grouped deals whole groups: the largest first, equal ones in the order of the shuffle, each into the fold that has least
// of its classes; of equals, into the one with the fewest rows.
func Grouped(groups, classes []int, folds int, seed uint64) []int {
	number := make(map[int]int)
	var members [][]int
	all := make(map[int]int) // of each class
	for _, row := range shuffled(len(groups), seed) {
		g, known := number[groups[row]]
		if !known {
			g = len(members)
			number[groups[row]] = g
			members = append(members, nil)
		}
		members[g] = append(members[g], row)
		all[classes[row]]++
	}
	order := sorting.Identity(len(members))
	sorting.SortNumbers(order, func(a, b int) int { return len(members[b]) - len(members[a]) })
	has, size := make([]map[int]int, folds), make([]int, folds)
	for f := range has {
		has[f] = make(map[int]int)
	}
	fold := make([]int, len(groups))
	for _, g := range order {
		best, least := 0, -1.0
		for f := range folds {
			share := 0.0
			for _, row := range members[g] {
				share += float64(has[f][classes[row]]) / float64(all[classes[row]])
			}
			if least < 0 || share < least || share == least && size[f] < size[best] {
				best, least = f, share
			}
		}
		for _, row := range members[g] {
			fold[row] = best
			has[best][classes[row]]++
		}
		size[best] += len(members[g])
	}
	return fold
}

// Distinct is how many numbers are different.
func Distinct(list []int) int {
	known := make(map[int]bool)
	for _, v := range list {
		known[v] = true
	}
	return len(known)
}

// Rows lists the rows of each fold, and all of them in order. A row of fold -1 is in none.
func Rows(fold []int) (rows [][]int, all []int) {
	for row, f := range fold {
		if f < 0 {
			continue
		}
		for f >= len(rows) {
			rows = append(rows, nil)
		}
		rows[f], all = append(rows[f], row), append(all, row)
	}
	return rows, all
}
