package core

import "slices"

// A TNN on several features (appendix C.1): the caller says how the samples are ordered, and neuron j turns from 1 to 0
// between its sample and the next one below, in every feature in which they differ:
//
//	Δ_ji = x_ji - x_{j-1,i},   c_j = how many Δ_ji are not 0
//	W_ji = 2a/(c_j Δ_ji), 0 where Δ_ji is 0;   b_j = a - W_j x_j
//
// so z_j is a at the sample and -a at the one below. For the lowest, Δ is the
// mean of the others, that is (x_N - x_1)/(N-1). At other samples z_j is what it
// happens to be: the samples are reproduced as far as the features follow the
// order, all of them rising or falling with it. The report says how far.
//
// Nothing is sorted here, so a prediction is the plain sum: O(N (n + m)).

// inOrder lists the points in a given order of samples, which has the highest first, from the lowest to the highest.
// Samples that are equal take the place of the first of them.
func (p *points) inOrder(order []int) ([]int, error) {
	pointOf := make([]int, len(p.rows.All))
	if len(order) != len(pointOf) {
		return nil, badOption("order", "order lists "+count(len(order), "sample")+", X has "+count(len(pointOf), "row")+".",
			"List each row once, from the highest sample to the lowest.")
	}
	for i := range p.rows.Count() {
		for _, row := range p.rows.At(i) {
			pointOf[row] = i
		}
	}
	var list []int
	listed, placed := make([]bool, len(order)), make([]bool, p.count())
	for i, row := range order {
		if row < 0 || row >= len(order) || listed[row] {
			return nil, badOption("order["+itoa(i)+"]", "order["+itoa(i)+"] is "+itoa(row)+", which isn't a row, or was listed before.",
				"List each row once, from the highest sample to the lowest.")
		}
		listed[row] = true
		if point := pointOf[row]; !placed[point] {
			placed[point] = true
			list = append(list, point)
		}
	}
	slices.Reverse(list)
	return list, nil
}

// renumbered is an order without the rows that are marked, in the numbers that
// the others then have.
func renumbered(order []int, left []bool) []int {
	number := make([]int, len(left))
	next := 0
	for row, gone := range left {
		number[row] = next
		if !gone {
			next++
		}
	}
	kept := make([]int, 0, next)
	for _, row := range order {
		if !left[row] {
			kept = append(kept, number[row])
		}
	}
	return kept
}
