package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// This file keeps what is near each of a learner's points: the samples that can matter to it, and how many are within the
// reach.

// search finds the samples near x, which may be the point at a place; else same is the place of the point that is equal to x,
// or -1.
func (l *Learner) search(at int32, x []float64) (near []neighbour, same int32) {
	l.found = l.index.Visit(l.found[:0], &l.query, x, l.limit, nil)
	near, same = make([]neighbour, 0, len(l.found)), -1
	for _, f := range l.found {
		if f.D2 == 0 && at < 0 {
			same = f.Place
		}
		if f.Place != at {
			near = append(near, atDistance(l.first[f.Place], f.D2))
		}
	}
	return near, same
}

const mostListed = 64 // samples near one, on the average

// list keeps what is near each point, where that isn't too much. In few features a search takes no longer.
func (l *Learner) list(index *spatial.Index, account *counter) error {
	if !index.Projected() {
		return nil
	}
	places := index.Places()
	all, err := spatial.FindNeighbours(index, l.limit, nil, places, account)
	if err != nil || all.List == nil || len(all.List) > mostListed*(len(places)+mostListed) {
		return err
	}
	l.pairs = len(all.List)
	l.lists = make([][]neighbour, len(places))
	for i, at := range places {
		x := l.view.points.x.Row(i)
		near := all.Of(at)
		list := make([]neighbour, 0, len(near))
		for _, t := range near {
			p := index.Point[t]
			list = append(list, atDistance(l.first[p], spatial.SquaredDistance(x, l.view.points.x.Row(int(p)))))
		}
		l.lists[i] = list
	}
	return nil
}

// listed keeps the lists while a point comes (1), whose samples nearby are given, or goes (-1).
func (l *Learner) listed(row, at int32, near []neighbour, by int) {
	if l.lists == nil {
		return
	}
	l.lists[at] = nil
	if by > 0 {
		l.lists[at] = near
	}
	for _, t := range near {
		list := &l.lists[l.place[t.sample]]
		if by > 0 {
			*list = append(*list, neighbour{row, t.d2})
		} else {
			*list = slices.DeleteFunc(*list, func(n neighbour) bool { return n.sample == row })
		}
	}
	if l.pairs += 2 * by * len(near); l.pairs > mostListed*(l.index.Present()+mostListed) {
		l.lists = nil
	}
}

// count tells the points within the reach of one that it comes (1) or goes (-1).
func (l *Learner) count(near []neighbour, at, by int32) {
	l.others[at] = 0
	for _, t := range near {
		place := l.place[t.sample]
		if !l.reaches(at, place) {
			continue
		}
		l.others[at]++
		other := &l.others[place]
		if *other == 0 {
			l.alone--
		}
		if *other += by; *other == 0 {
			l.alone++
		}
	}
	if l.others[at] == 0 {
		l.alone += int(by)
	}
}

// reaches says whether two points are within the reach of each other.
func (l *Learner) reaches(at, other int32) bool {
	x := &l.view.points.x
	return spatial.SquaredDistance(x.Row(int(at)), x.Row(int(other))) <= float64(l.view.network.q*l.view.network.q)
}

func (l *Learner) shareAlone() float64 { return float64(l.alone) / float64(l.index.Present()) }
