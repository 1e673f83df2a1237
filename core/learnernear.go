package core

import "github.com/xaia-go/xaia/core/internal/network"

import "github.com/xaia-go/xaia/core/internal/spatial"

// This file counts how many of a learner's points are within the reach of each.

// count tells the points within the reach of one that it comes (1) or goes (-1).
func (l *Learner) count(near []network.Neighbour, at, by int32) {
	l.others[at] = 0
	for _, t := range near {
		place := l.net.Place[t.Sample]
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
	return spatial.SquaredDistance(x.Row(int(at)), x.Row(int(other))) <= float64(l.view.network.Q*l.view.network.Q)
}

func (l *Learner) shareAlone() float64 { return float64(l.alone) / float64(l.net.Index.Present()) }
