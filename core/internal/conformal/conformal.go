// Package conformal takes quantiles of scores, in groups some of which may be small.
package conformal

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

const (
	// fewest is how many scores a group needs. If it has fewer, evenly spaced scores of all groups are added.
	fewest = 20
	// many is how many scores make the quantile of a group reliable. With fewer, the quantile is raised by half of its
	// standard error.
	many = 100
)

// Scores are ascending in each group.
type Scores struct {
	all    []float64
	groups [][]float64 // filled up
	own    []int       // how many scores of each are its own
}

// New sorts some scores; group is that of the i-th, from 0 on.
func New(scores []float64, group func(i int) int, groups int) *Scores {
	s := &Scores{groups: make([][]float64, groups), own: make([]int, groups)}
	order := sorting.Ascending(scores)
	for _, i := range order {
		s.all = append(s.all, scores[i])
		g := group(i)
		s.groups[g] = append(s.groups[g], scores[i])
		s.own[g]++
	}
	n := len(scores)
	for g, some := range s.groups {
		if missing := min(fewest, n) - len(some); missing > 0 {
			for i := range missing {
				some = append(some, s.all[(2*i+1)*n/(2*missing)])
			}
			s.groups[g] = nil
			for _, i := range sorting.Ascending(some) {
				s.groups[g] = append(s.groups[g], some[i])
			}
		}
	}
	return s
}

// Quantile is the ⌈(n+1) coverage⌉-th smallest score of a group, or a larger one if the group is small. It is infinite if
// there are fewer scores than that. A group that was filled up then takes the scores of all groups.
func (s *Scores) Quantile(group int, coverage float64) float64 {
	scores, own := s.groups[group], s.own[group]
	least := math.Inf(-1)
	if rankOf(len(scores), coverage) > len(scores) && own < fewest {
		least, scores = scores[len(scores)-1], s.all
	}
	n := len(scores)
	rank := rankOf(n, coverage)
	if rank > n {
		return math.Inf(1)
	}
	if own >= fewest && own < many {
		later := math.Sqrt(float64(float64(float64(n)*coverage)*(1-coverage))) / 2
		rank = min(n, int(math.Ceil(float64(float64(n+1)*coverage)+later)))
	}
	return math.Max(least, scores[rank-1])
}

// Moved is the ⌈(n+1) level⌉-th smallest score of a group, or its first or last. There is none where there are too few scores
// for the coverage that the level was.
func (s *Scores) Moved(group int, coverage, level float64) (score float64, ok bool) {
	scores := s.groups[group]
	n := len(scores)
	if rankOf(n, coverage) > n {
		return 0, false
	}
	return scores[min(max(rankOf(n, level), 1), n)-1], true
}

// AtLeast is how many scores of a group reach one, and how many there are.
func (s *Scores) AtLeast(group int, score float64) (reach, of int) {
	scores := s.groups[group]
	at, _ := slices.BinarySearch(scores, score)
	return len(scores) - at, len(scores)
}

func rankOf(n int, coverage float64) int { return int(math.Ceil(float64(float64(n+1) * coverage))) }
