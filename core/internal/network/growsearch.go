package network

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// grownSearch is search (search.go) in a network that changes: the same answers with the same bits.
type grownSearch struct {
	l     *Changing
	act   *Activation
	query spatial.Query
	x     []float64
	hit   Neuron
	isHit bool

	near   []spatial.Found // within the search radius (search.go), in the order of layers and nodes
	done   int             // of these, which have the squared distances in their layers
	enter  [][]signal      // what enters layer k+1; beyond it nothing does
	far    farSearch
	before func(i, j int) bool // network.stronger for those visited of the same activation
}

func (l *Changing) NewSearch() Propagation {
	s := &grownSearch{l: l, act: l.acts(1)}
	s.before = func(i, j int) bool {
		a, b := &s.far.visited[i], &s.far.visited[j]
		n, o := s.node(a), s.node(b)
		if n.layer == o.layer && a.D2 != b.D2 {
			return a.D2 < b.D2
		}
		return n.order(o) < 0
	}
	return s
}

func (s *grownSearch) node(f *spatial.Found) *grownNode { return s.l.node[s.l.First[f.Place]] }

func (s *grownSearch) Run(x []float64) {
	s.x, s.isHit, s.done = x, false, 0
	for k := range s.enter {
		s.enter[k] = s.enter[k][:0]
	}
	s.near = s.l.Index.Visit(s.near[:0], &s.query, x, s.l.searched, nil)
	slices.SortFunc(s.near, func(a, b spatial.Found) int { return s.node(&a).order(s.node(&b)) })
	for s.done < len(s.near) && !s.isHit {
		s.layer()
	}
}

// layer propagates the next layer with nodes nearby.
func (s *grownSearch) layer() {
	k := s.node(&s.near[s.done]).layer
	nearest := &s.near[s.done]
	for len(s.enter) < int(k) {
		s.enter = append(s.enter, nil)
	}
	out := &s.enter[k-1]
	for ; s.done < len(s.near); s.done++ {
		f := &s.near[s.done]
		n := s.node(f)
		if n.layer != k {
			break
		}
		f.D2 = s.distance(n, f.Place)
		if f.D2 < nearest.D2 {
			nearest = f
		}
		if f.D2 <= s.act.Moderate {
			*out = append(*out, signal{n, float64(s.l.half * s.act.At(f.D2))})
		}
	}
	if !s.isHit && nearest.D2 <= s.act.Strong {
		s.isHit, s.hit = true, s.ranked(nearest, s.act.At(nearest.D2))
	}
}

// distance is that in the node's layer, given what the ones below passed on.
func (s *grownSearch) distance(n *grownNode, place int32) float64 {
	var in []signal
	if k := int(n.layer); k > 1 && k-2 < len(s.enter) {
		in = s.enter[k-2]
	}
	return signalDistance(in, n.in, s.x, s.l.points.Row(int(place)))
}

// ranked leaves the rank out, which changes with every sample and which only an explanation needs: a model's.
func (s *grownSearch) ranked(f *spatial.Found, v float64) Neuron {
	return Neuron{Point: f.Place, V: v, D2: f.D2}
}

func (s *grownSearch) Recognised() (Neuron, bool) { return s.hit, s.isHit }
func (s *grownSearch) Familiarity() float64       { return s.hit.V }

// Strongest goes on through all layers after a hit, then through the index, the nearest leaf first.
func (s *grownSearch) Strongest(dst []Neuron, top int) []Neuron {
	for s.done < len(s.near) {
		s.layer()
	}
	top = min(top, s.l.Index.Present())
	s.far.visited = append(s.far.visited[:0], s.near...)
	best, sound := s.far.strongest(s.act, top, s.l.searched, s.before)
	for prune := top <= sorting.KeepMost; !sound; prune = false {
		best, sound = s.nearest(top, prune)
	}
	dst = dst[:0]
	for _, b := range best {
		dst = append(dst, s.ranked(&s.far.visited[b.I], b.V))
	}
	return dst
}

func (s *grownSearch) Neuron(point int32) Neuron {
	for s.done < len(s.near) {
		s.layer()
	}
	f := spatial.Found{Place: point}
	f.D2 = s.distance(s.node(&f), point)
	return s.ranked(&f, s.act.At(f.D2))
}

// nearest is search.chooseNearest.
func (s *grownSearch) nearest(top int, prune bool) (best []sorting.Ranked, sound bool) {
	w, limit := &s.far, inf
	w.Keys = w.Keys[:0]
	if prune && len(s.near) >= top { // which are among what is found again
		limit = w.nearer(s.near, 0, top, limit)
		w.Keys = w.Keys[:0]
	}
	w.visited = s.l.Index.Visit(w.visited[:0], &s.query, s.x, limit, func(visited []spatial.Found, from int) float64 {
		for i := range visited[from:] {
			f := &visited[from+i]
			f.D2 = s.distance(s.node(f), f.Place)
		}
		if prune {
			limit = w.nearer(visited, from, top, limit)
		}
		return limit
	})
	return w.strongest(s.act, top, limit, s.before)
}

// Moderate takes the layer of the hit as well.
func (s *grownSearch) Moderate(dst []Neuron) []Neuron {
	dst = dst[:0]
	for i := range s.near[:s.done] {
		if f := &s.near[i]; f.D2 <= s.act.Moderate {
			dst = append(dst, s.ranked(f, s.act.At(f.D2)))
		}
	}
	return dst
}
