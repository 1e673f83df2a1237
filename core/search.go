package core

import (
	"math"
	"slices"
)

// evidence is what a propagation saw, as outputs are made from it. A pass has
// all of it; a search finds only what an output needs, with the same bits.
type evidence interface {
	// recognised is the node that is hit, if there is one.
	recognised() (candidate, bool)
	// strongest appends the K strongest nodes of the layers passed, strongest first.
	strongest(dst []candidate, top int) []candidate
	// familiar is the strongest node of the layers passed, also after a hit.
	familiar() candidate
	// layerwise appends the strongest node of each layer passed, strongest first.
	layerwise(dst []candidate) []candidate
	// moderate appends the nodes of the layers passed that reach their layer's
	// admission threshold, in the order of layers and nodes.
	moderate(n *network, dst []candidate) []candidate
}

// search propagates an input through a network with the skip connection whose
// layers have the same settings. There activation falls with the squared distance
// across layers too, and the distance in the input space bounds it: only points
// within the faint radius of x reach the floor, and only points within the strong
// radius can be hit.
//
//	k = the first layer with a point within the strong radius
//	layer by layer before k, for the nodes within the faint radius:
//	  distance from [activations of the layer below; x] → activation
//	one of the points within the strong radius is so in layer k too: hit; else go
//	on behind k in the same way
//	the K strongest: among those nodes, if the K-th is above what the faint
//	radius bounds; else through the tree, a box being left out when its points
//	cannot be nearer than the K-th.
//
// With sparse fingerprints the points within the faint radius are found
// (network.within), and cost their fingerprints: O(log N + found ·
// fingerprints). With dense ones see search_dense.go.
type search struct {
	n *network
	*numbering
	act      *activation
	faint    float64
	faintest float64 // no activation beyond the faint radius is above it
	x        []float64
	least    leastOf
	strong   []near // within the strong radius, by their distances to x
	nodes    []met  // those within the faint radius of the layers propagated
	best     []ranked
	hit      candidate
	isHit    bool

	// Sparse:
	found []near      // within the faint radius, by rank
	done  int         // how many of the found are propagated
	parts []component // the activations of all layers, times q/2
	span  []span      // those of layer k
	turn  int32       // spans of earlier inputs count as empty
	seen  float64     // by readAhead
	tree  throughTree
	keys  []int64 // of sortFound
	spare []int64

	// Dense:
	in     [][]float64 // what enters layer k beside x ...
	silent []bool      // ... or that it is all 0
	d2     []float64   // of a layer
	few    bool        // most nodes of layer 1 are beyond the faint radius
	low    []float64   // a bound of each node's squared distance, by rank; +Inf for those in nodes
}

// met is a node that the search has looked at; layers from 0.
type met struct {
	layer, node int32
	d2, v       float64
}

type span struct{ turn, from, to int32 }

// searchable says whether search can stand for pass.
func (n *network) searchable() bool { return n.skip && n.rule.uniform() }

// prepareSearch finds what is the same for all searches of a finished network.
func (n *network) prepareSearch() {
	n.faintD2 = n.faint()
	if n.nodes != nil {
		n.numbering = n.nodes.numbering
	} else {
		n.numbering = newNumbering(n)
	}
}

func newSearch(n *network) *search {
	s := &search{n: n, numbering: n.numbering, act: &n.layers[0].act, faint: n.faintD2}
	s.faintest = s.act.at(s.faint) * (1 + 1e-12) // rounding could break a tie the wrong way
	if n.nodes != nil {
		s.span = make([]span, len(n.layers))
	} else {
		s.in, s.silent = make([][]float64, len(n.layers)), make([]bool, len(n.layers))
		s.low = make([]float64, len(s.rank))
	}
	return s
}

func (s *search) run(x []float64) {
	s.x, s.isHit, s.nodes = x, false, s.nodes[:0]
	if s.n.nodes == nil {
		s.runDense()
		return
	}
	s.runSparse()
}

// recognise says whether layer k is hit; the layers below are propagated.
func (s *search) recognise(k int) bool {
	first, last := s.first[k], s.first[k+1]
	least := met{d2: inf}
	for _, f := range s.strong {
		if rank := s.rank[f.at]; rank >= first && rank < last {
			d2 := f.d2 // layer 1 sees x alone
			if k > 0 {
				d2 = s.distance(k, f.at)
			}
			if i := rank - first; d2 < least.d2 || d2 == least.d2 && i < least.node {
				least = met{layer: int32(k), node: i, d2: d2}
			}
		}
	}
	if s.isHit = least.d2 <= s.act.strong; s.isHit {
		least.v = s.act.at(least.d2)
		s.hit = least.candidate()
	}
	return s.isHit
}

// distance is the squared distance to the node at a place, which is of layer k.
func (s *search) distance(k int, at int32) float64 {
	if s.n.nodes == nil {
		return s.denseDistance(k, s.rank[at]-s.first[k])
	}
	return sparseDistance(s.entering(k), s.n.nodes.fingerprint(at), s.x, s.n.tree.row(at))
}

func (c *met) candidate() candidate {
	return candidate{layer: c.layer, node: c.node, v: c.v, d2: c.d2}
}

func (s *search) recognised() (candidate, bool) { return s.hit, s.isHit }

// strongest is for inputs that hit nothing: those that do aren't propagated
// further than the hit takes.
func (s *search) strongest(dst []candidate, top int) []candidate {
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		dst = append(dst, s.nodes[b.i].candidate())
	}
	s.nodes = s.nodes[:found]
	return dst
}

// shares is strongest for an output alone.
func (s *search) shares(dst []share, top int) []share {
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		c := &s.nodes[b.i]
		dst = append(dst, share{b.v, s.n.layers[c.layer].point[c.node]})
	}
	s.nodes = s.nodes[:found]
	return dst
}

// choose makes best the K strongest of all nodes. For that it may have to look at more of them
// than were found before: the caller forgets those behind the number it returns.
func (s *search) choose(top int) (found int) {
	top = min(top, len(s.rank))
	found = len(s.nodes)
	s.best = s.best[:0]
	if found > 0 {
		s.keepAll(top, 0)
	}
	if len(s.best) < top || s.best[top-1].v <= s.faintest {
		if s.act.at(s.n.tree.bound(1, s.x, inf)) == 0 {
			s.takeFirst(top) // nothing is activated at all: lower layers come first
		} else if !s.takeNearest(top, true) {
			s.nodes = s.nodes[:found]
			s.takeNearest(top, false)
		}
	}
	return found
}

// familiar is the hit where there is one: with one setting for all layers no
// node before it is above τ_act.
func (s *search) familiar() candidate {
	if s.isHit {
		return s.hit
	}
	return s.strongest(nil, 1)[0]
}

// before is candidate.stronger for nodes that are equally activated.
func (c *met) before(o *met) bool {
	if c.layer != o.layer {
		return c.layer < o.layer
	}
	return c.d2 < o.d2 || c.d2 == o.d2 && c.node < o.node
}

// takeNearest makes best the K strongest of all nodes. To
// prune is to leave out what is a little further away than the weakest of some K.
// That is sound where a little further makes a difference in activation that
// rounding can't hide, as takeNearest tells in the end.
func (s *search) takeNearest(top int, prune bool) (sound bool) {
	tightest := inf
	if s.n.nodes == nil {
		tightest = s.nearestByBounds(top, prune)
	} else {
		tightest = s.nearestByTree(top, prune)
	}
	return math.IsInf(tightest, 1) || s.act.at(tightest)*(1+1e-12) < s.best[top-1].v
}

// takeFirst makes best the K strongest where every activation is 0. O(nodes of
// the layers needed).
func (s *search) takeFirst(top int) {
	from := len(s.nodes)
	for k := 0; len(s.nodes) < from+top; k++ {
		for i, point := range s.n.layers[k].point {
			s.look(k, int32(i), s.distance(k, s.at[point]))
		}
	}
	s.keepAll(top, from)
}

// look takes any node's activation.
func (s *search) look(k int, i int32, d2 float64) {
	s.nodes = append(s.nodes, met{int32(k), i, d2, s.act.at(d2)})
}

// leastOf are the K least squared distances so far, in order; K is its capacity.
type leastOf []float64

func (l leastOf) reset(top int) leastOf { return slices.Grow(l[:0], top)[:0:top] }

// take puts a squared distance among them. What it returns is a little beyond the
// K-th; +Inf where there aren't so many yet.
func (l *leastOf) take(d2 float64) (limit float64) {
	one := [1]near{{d2: d2}}
	return l.takeAll(one[:], inf)
}

// takeAll is take for those of a list that are within the limit so far.
//
//go:noinline
func (l *leastOf) takeAll(list []near, limit float64) float64 {
	least := *l
	for i := range list {
		d2 := list[i].d2
		if d2 >= limit {
			continue
		}
		j := len(least)
		if j < cap(least) {
			least = least[:j+1]
		} else if j--; d2 >= least[j] {
			continue
		}
		for ; j > 0 && least[j-1] > d2; j-- {
			least[j] = least[j-1]
		}
		least[j] = d2
	}
	*l = least
	if len(least) < cap(least) {
		return inf
	}
	return least[len(least)-1] * (1 + 1e-9)
}

// moderate takes the layer of the hit as well, which run leaves where it is. Where
// the threshold is below what the faint radius bounds, it needs a pass.
func (s *search) moderate(n *network, dst []candidate) []candidate {
	if s.act.moderate > s.faint {
		var p pass
		p.run(n, s.x)
		return p.moderate(n, dst)
	}
	if s.isHit && n.nodes != nil {
		s.propagate(int(s.hit.layer) + 1)
	} else if s.isHit {
		s.propagateBlocks(int(s.hit.layer))
	}
	dst = dst[:0]
	for i := range s.nodes {
		if s.nodes[i].d2 <= s.act.moderate {
			dst = append(dst, s.nodes[i].candidate())
		}
	}
	return dst
}

// layerwise needs every layer's strongest node: that is a pass.
func (s *search) layerwise(dst []candidate) []candidate {
	var p pass
	p.run(s.n, s.x)
	return p.layerwise(dst)
}
