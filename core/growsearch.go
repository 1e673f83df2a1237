package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// grownSearch is search (search.go) in a learner's network: the same answers with the same bits.
type grownSearch struct {
	l     *Learner
	act   *activation
	query spatial.Query
	x     []float64
	hit   rankedNode
	isHit bool

	found []spatial.Found
	room  []grownFound  // of those near
	near  []*grownFound // within the search radius (search.go), in the order of layers and nodes
	done  int           // of these, whose layers are propagated
	enter [][]signal    // what enters layer k+1; beyond it nothing does
	far   farSearch     // whose keys serve the near ones, too

	searched, beyond float64 // see search
	nearBefore       func(i, j int) bool
	farBefore        func(i, j int) bool
}

// grownFound is a node, with the squared distance in its layer once that is propagated.
type grownFound struct {
	*grownNode
	place int32
	d2    float64
}

func (l *Learner) newSearch() propagation {
	s := &grownSearch{l: l, act: l.grown.acts(1), searched: l.searched}
	s.beyond = s.act.at(s.searched) * (1 + 1e-12)
	s.nearBefore = func(i, j int) bool { return s.near[i].before(s.near[j]) }
	s.farBefore = func(i, j int) bool { return s.visited(i).before(s.visited(j)) }
	return s
}

// before is rankedNode.stronger for nodes of the same activation.
func (f *grownFound) before(o *grownFound) bool {
	if f.layer != o.layer {
		return f.layer < o.layer
	}
	if f.d2 != o.d2 {
		return f.d2 < o.d2
	}
	return f.order(o.grownNode) < 0
}

func (s *grownSearch) visited(i int) *grownFound {
	f := s.far.visited[i]
	return &grownFound{s.node(f.Place), f.Place, f.D2}
}

func (s *grownSearch) node(place int32) *grownNode { return s.l.grown.node[s.l.first[place]] }

func (s *grownSearch) run(x []float64) {
	s.x, s.isHit, s.done = x, false, 0
	s.near, s.enter = s.near[:0], s.enter[:0]
	s.found = s.l.index.Visit(s.found[:0], &s.query, x, s.searched, nil)
	if cap(s.room) < len(s.found) {
		s.room = make([]grownFound, 2*len(s.found))
	}
	for i, f := range s.found {
		s.room[i] = grownFound{s.node(f.Place), f.Place, f.D2}
		s.near = append(s.near, &s.room[i])
	}
	slices.SortFunc(s.near, func(a, b *grownFound) int { return a.order(b.grownNode) })
	for s.done < len(s.near) && !s.isHit {
		s.layer()
	}
}

// layer propagates the next layer with nodes nearby.
func (s *grownSearch) layer() {
	first := s.done
	k := s.near[first].layer
	in := s.entering(k)
	nearest := -1
	for ; s.done < len(s.near) && s.near[s.done].layer == k; s.done++ {
		f := s.near[s.done]
		if k > 1 { // layer 1 sees x alone
			f.d2 = s.distance(in, f.grownNode, f.place)
		}
		if nearest < 0 || f.d2 < s.near[nearest].d2 {
			nearest = s.done
		}
	}
	for len(s.enter) < int(k) {
		s.enter = append(s.enter, nil)
	}
	out := s.enter[k-1]
	for _, f := range s.near[first:s.done] {
		if f.d2 <= s.act.moderate {
			out = append(out, signal{f.grownNode, float64(s.l.grown.half * s.act.at(f.d2))})
		}
	}
	s.enter[k-1] = out
	if f := s.near[nearest]; !s.isHit && f.d2 <= s.act.strong {
		s.isHit, s.hit = true, s.ranked(f)
	}
}

// entering is what layer k sees beside x.
func (s *grownSearch) entering(k int32) []signal {
	if k == 1 || int(k)-2 >= len(s.enter) {
		return nil
	}
	return s.enter[k-2]
}

func (s *grownSearch) distance(in []signal, n *grownNode, place int32) float64 {
	return signalDistance(in, n.in, s.x, s.l.view.points.x.Row(int(place)))
}

func (s *grownSearch) ranked(f *grownFound) rankedNode { return s.rankedAs(f, s.act.at(f.d2)) }

func (s *grownSearch) rankedAs(f *grownFound, v float64) rankedNode {
	return rankedNode{layer: f.layer - 1, node: f.place, point: f.place, v: v, d2: f.d2}
}

func (s *grownSearch) recognised() (rankedNode, bool) { return s.hit, s.isHit }

func (s *grownSearch) familiar() rankedNode {
	if s.isHit {
		return s.hit
	}
	return s.strongest(nil, 1)[0]
}

// strongest goes on through all layers after a hit, then through the index, the nearest leaf first.
func (s *grownSearch) strongest(dst []rankedNode, top int) []rankedNode {
	for s.done < len(s.near) {
		s.layer()
	}
	top = min(top, s.l.index.Present())
	dst = dst[:0]
	if len(s.near) >= top {
		s.far.Keys = s.far.Keys[:0]
		for i := range s.near {
			s.far.Keys = append(s.far.Keys, s.near[i].d2)
		}
		s.act.all(s.far.Keys, s.far.Keys)
		if best := s.far.Rank(top, s.nearBefore); best[top-1].V > s.beyond {
			for _, b := range best {
				dst = append(dst, s.rankedAs(s.near[b.I], b.V))
			}
			return dst
		}
	}
	best, sound := s.nearest(top, top <= sorting.KeepMost)
	if !sound {
		best, _ = s.nearest(top, false)
	}
	for _, b := range best {
		dst = append(dst, s.rankedAs(s.visited(b.I), b.V))
	}
	return dst
}

// nearest is search.chooseNearest.
func (s *grownSearch) nearest(top int, prune bool) (best []sorting.Ranked, sound bool) {
	w, limit := &s.far, inf
	w.Keys = w.Keys[:0]
	if prune && len(s.near) >= top { // which are among what is found again
		for _, f := range s.near {
			w.Keys = append(w.Keys, -f.d2)
		}
		limit = -w.Bound(top, 0) * (1 + 1e-9)
		w.Keys = w.Keys[:0]
	}
	w.visited = s.l.index.Visit(w.visited[:0], &s.query, s.x, limit, func(visited []spatial.Found, from int) float64 {
		for i := range visited[from:] {
			f := &visited[from+i]
			n := s.node(f.Place)
			f.D2 = s.distance(s.entering(n.layer), n, f.Place)
		}
		if prune {
			limit = w.nearer(visited, from, top, limit)
		}
		return limit
	})
	return w.strongest(s.act, top, limit, s.farBefore)
}

// moderate takes the layer of the hit as well.
func (s *grownSearch) moderate(dst []rankedNode) []rankedNode {
	dst = dst[:0]
	for i := range s.near[:s.done] {
		if f := s.near[i]; f.d2 <= s.act.moderate {
			dst = append(dst, s.ranked(f))
		}
	}
	return dst
}
