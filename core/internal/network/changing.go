package network

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Changing is a network that grows, with what finds the samples near each of its points.
type Changing struct {
	grown
	points   *spatial.Matrix // at their places
	Place    []int32         // of each sample's point; -1: gone
	First    []int32         // of each place: the sample that stands for the point
	Index    *spatial.Growing
	limit    float64 // the squared distance beyond which samples can't matter
	searched float64 // network.searched of the one that it began as
	query    spatial.Query
	found    []spatial.Found
	Crowded  bool          // these are too many: a change is felt nearly everywhere, so it costs more than a construction
	Lists    [][]Neighbour // of each place: the samples that can matter to it; nil where these are too many to be kept
	Pairs    int           // entries of these
}

// NewChanging begins as a network with the skip connection, whose points stand at their places; place and first are as in
// changing.
func NewChanging(n *Network, points *spatial.Matrix, place, first []int32, a Account) (*Changing, error) {
	l := &Changing{points: points, Place: place, First: first, Index: spatial.NewGrowing(n.Index)}
	acts := New(Choices{R: n.R, Rule: n.Rule})
	acts.Q = n.Q
	l.grown = grown{
		half: n.Q / 2, node: make([]*grownNode, len(place)), acts: acts.actOf,
		x: func(s int32) []float64 { return l.points.Row(int(l.Place[s])) },
		Near: func(s int32) []Neighbour {
			if l.Lists != nil {
				return l.Lists[l.Place[s]]
			}
			at := l.Place[s]
			near, _ := l.Search(at, l.points.Row(int(at)))
			return near
		},
	}
	l.limit = math.Max(n.mattersTo(n.Rule.kinds(), n.Q), float64(n.Q*n.Q))
	l.searched = math.Max(n.Searched, l.acts(1).Moderate)
	if err := l.list(n.Index, a); err != nil {
		return nil, err
	}
	return l, l.takeOver(n, func(point int) int32 { return l.First[point] }, a)
}

// Add makes room for the next sample, which shares the point at a place, or has a new one for at < 0. On an error nothing has
// changed.
func (l *Changing) Add(x []float64, at int32, a Account) (int32, error) {
	if at < 0 {
		var err error
		if at, err = l.Index.Add(x, a); err != nil {
			return at, err
		}
		l.First = append(l.First, int32(len(l.Place)))
	}
	l.Place, l.node = append(l.Place, at), append(l.node, nil)
	return at, nil
}

// Search finds the samples near x, which may be the point at a place; else same is the place of the point that is equal to x,
// or -1.
func (l *Changing) Search(at int32, x []float64) (near []Neighbour, same int32) {
	l.found = l.Index.Visit(l.found[:0], &l.query, x, l.limit, nil)
	near, same = make([]Neighbour, 0, len(l.found)), -1
	for _, f := range l.found {
		if f.D2 == 0 && at < 0 {
			same = f.Place
		}
		if f.Place != at {
			near = append(near, atDistance(l.First[f.Place], f.D2))
		}
	}
	return near, same
}

const mostListed = 64 // samples near one, on the average

// list keeps what is near each point, where that isn't too much. In few features a search takes no longer.
func (l *Changing) list(index *spatial.Index, a Account) error {
	if !index.Projected() {
		return nil
	}
	places := index.Places()
	all, err := spatial.FindNeighbours(index, l.limit, nil, places, a)
	if err != nil || all.List == nil || len(all.List) > mostListed*(len(places)+mostListed) {
		l.Crowded = err == nil
		return err
	}
	l.Pairs = len(all.List)
	l.Lists = make([][]Neighbour, len(places))
	for i, at := range places {
		x := l.points.Row(i)
		near := all.Of(at)
		list := make([]Neighbour, 0, len(near))
		for _, t := range near {
			p := index.Point[t]
			list = append(list, atDistance(l.First[p], spatial.SquaredDistance(x, l.points.Row(int(p)))))
		}
		l.Lists[i] = list
	}
	return nil
}

// Listed keeps the lists while a point comes (1), whose samples nearby are given, or goes (-1).
func (l *Changing) Listed(row, at int32, near []Neighbour, by int) {
	if l.Lists == nil {
		return
	}
	if int(at) == len(l.Lists) {
		l.Lists = append(l.Lists, nil)
	}
	l.Lists[at] = nil
	if by > 0 {
		l.Lists[at] = near
	}
	for _, t := range near {
		list := &l.Lists[l.Place[t.Sample]]
		if by > 0 {
			*list = append(*list, Neighbour{row, t.d2})
		} else {
			*list = slices.DeleteFunc(*list, func(n Neighbour) bool { return n.Sample == row })
		}
	}
	if l.Pairs += 2 * by * len(near); l.Pairs > mostListed*(l.Index.Present()+mostListed) {
		l.Lists, l.Crowded = nil, true
	}
}
