package network

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Search propagates an input through a network with the skip connection whose layers have the same settings. There the
// activation falls with the squared distance across layers, too, and the distance in the input space bounds it: only
// points within the moderate radius of x enter fingerprints, and only points within the strong radius can be hit.
//
//	found = the points within the search radius, which is at least the moderate one
//	k = the first layer with a point within the strong radius
//	layer by layer before k, for the found nodes:
//	  distance from [activations of the layer below; x] → activation
//	a point within the strong radius is so in layer k, too: hit; else go on behind k in the same way
//	the K strongest: among the found, if the K-th is above what the search radius bounds; else through the tree,
//	  which skips a box whose points cannot be nearer than the K-th
//
// Cost: O(log N + found · fingerprints) in few features. In many features the points near x in a projection onto few
// numbers (spatial.Index) are measured in all of them.
type Search struct {
	n *Network
	*sparseNodes
	act    *Activation
	beyond float64 // no activation beyond the search radius is above it
	query  spatial.Query
	x      []float64
	Hit    Neuron
	IsHit  bool

	found                 []spatial.Found    // by rank; those whose layers are propagated have the distances in them
	near                  sorting.TopK       // the K strongest of these, whose activations are its keys
	strong                []spatial.Found    // within the strong radius, by their distances to x
	entered               []sparse.Component // the activations of all layers, times q/2
	span                  []span             // those of layer k
	turn                  int32              // spans of earlier inputs count as empty
	best                  []sorting.Ranked   // the K strongest: of found, or of far.visited
	keys                  []int64            // of sortFound
	spare                 []int64
	far                   farSearch
	nearBefore, farBefore func(i, j int) bool // network.stronger
}

var inf = math.Inf(1)

type span struct{ turn, from, to int32 }

// worthFinding is an activation. In few features the search radius is where activations fall below it: the K
// strongest nodes are mostly within, and the grid finds all of these at once.
const worthFinding = 0.01

// Searchable says whether search can stand for a full propagation.
func (n *Network) Searchable() bool { return n.nodes != nil && n.Rule.Uniform() }

func (n *Network) NewPropagation() Propagation {
	if n.Searchable() {
		return newSearch(n)
	}
	return &FullPropagation{Network: n}
}

func newSearch(n *Network) *Search {
	s := &Search{n: n, sparseNodes: n.nodes, act: n.Layers[0].Act, span: make([]span, len(n.Layers))}
	s.beyond = s.act.At(n.Searched) * (1 + 1e-12) // rounding could break a tie the wrong way
	s.nearBefore = func(i, j int) bool { return n.stronger(s.ranked(s.found, &s.near, i), s.ranked(s.found, &s.near, j)) }
	s.farBefore = func(i, j int) bool {
		return n.stronger(s.ranked(s.far.visited, &s.far.TopK, i), s.ranked(s.far.visited, &s.far.TopK, j))
	}
	return s
}

func (s *Search) Run(x []float64) {
	s.x, s.IsHit, s.near.Keys = x, false, s.near.Keys[:0]
	s.index.Prepare(&s.query, x)
	if s.n.cells != nil {
		s.found = s.n.cells.Within(s.found[:0], x)
	} else {
		s.found = s.index.Visit(s.found[:0], &s.query, s.n.Searched, nil)
		s.sortFound()
	}
	s.turn++
	s.entered = s.entered[:0]
	if len(s.found) == 0 {
		return
	}
	s.strong = slices.Grow(s.strong[:0], len(s.found))
	s.strong = s.strong[:numberFound(s.found, s.strong[:len(s.found)], s.rank, s.act.Strong)]
	for rank := s.firstStrong(0); ; {
		k := s.layerOf(rank)
		s.propagate(k)
		if k == len(s.n.Layers) || s.recognise(k) {
			return
		}
		s.propagate(k + 1)
		rank = s.firstStrong(s.first[k+1])
	}
}

// numberFound gives the found their nodes' ranks, and copies those within a squared distance to
// strong, which has room for all. It returns how many these are.
//
//go:noinline
func numberFound(found, strong []spatial.Found, rank []int32, limit float64) (n int) {
	for i := range found {
		f := &found[i]
		f.Rank = rank[f.Place]
		if f.D2 <= limit {
			strong[n] = *f
			n++
		}
	}
	return n
}

// sortFound puts the found in the order of ranks.
func (s *Search) sortFound() {
	s.keys = s.keys[:0]
	for i, f := range s.found {
		s.keys = append(s.keys, sorting.KeyOf(s.rank[f.Place], int32(i)))
	}
	s.spare = sorting.SortKeys(s.keys, s.spare)
	found := append(s.far.visited[:0], s.found...)
	for i, key := range s.keys {
		s.found[i] = found[sorting.ItemOf(key)]
	}
	s.far.visited = found
}

// firstStrong is the first rank from one on that is within the strong radius; one behind all without one.
func (s *Search) firstStrong(rank int32) int32 {
	first := int32(len(s.rank))
	for i := range s.strong {
		if r := s.strong[i].Rank; r >= rank {
			first = min(first, r)
		}
	}
	return first
}

// propagate activates the found nodes of all layers before one. From then on they have the squared distance in their own
// layer.
func (s *Search) propagate(before int) {
	found, first := s.found[len(s.near.Keys):], s.first
	k, end := 0, first[before]
	for len(found) > 0 && found[0].Rank < end {
		for first[k+1] <= found[0].Rank {
			k++
		}
		n, last := 1, first[k+1]
		for n < len(found) && found[n].Rank < last {
			n++
		}
		if k > 0 {
			s.distances(found[:n], s.entering(k), s.x)
		}
		s.activate(k, found[:n])
		found = found[n:]
	}
}

// activate activates nodes of layer k, given their squared distances. It repeats the steps of activation.all in its own
// loop: a loop more takes 1.06 of a query's time.
func (s *Search) activate(k int, group []spatial.Found) {
	s.near.Keys = slices.Grow(s.near.Keys, len(group))
	s.entered = slices.Grow(s.entered, len(group))
	n, start := len(s.near.Keys), len(s.entered)
	vs, parts := s.near.Keys[n:][:len(group)], s.entered[start:][:len(group)]
	act, first, half, passed, furthest := s.act, s.first[k], s.n.Q/2, 0, s.act.Moderate
	a1, perA2, r, rest, plateau := act.a1, act.perA2, act.r, act.oneMinusR, act.plateau
	for i := range group {
		f := &group[i]
		v := peak(f.D2, a1, rest)
		if f.D2 <= plateau {
			n, part := floatmath.ExpReduced(exponent(f.D2, perA2))
			v += float64(r * floatmath.Scaled(floatmath.ExpFactors(n, part)))
		}
		vs[i] = v
		parts[passed] = sparse.Component{Node: f.Rank - first, V: float64(half * v)}
		if f.D2 <= furthest {
			passed++
		}
	}
	s.near.Keys = s.near.Keys[:n+len(group)]
	s.entered = s.entered[:start+passed]
	s.span[k] = span{s.turn, int32(start), int32(start + passed)}
}

// recognise says whether layer k is hit; the layers below are propagated.
func (s *Search) recognise(k int) bool {
	first, last := s.first[k], s.first[k+1]
	least := spatial.Found{D2: inf}
	for _, f := range s.strong {
		if rank := s.rank[f.Place]; rank >= first && rank < last {
			if k > 0 { // layer 1 sees x alone
				f.D2 = s.distance(k, f.Place)
			}
			if f.D2 < least.D2 || f.D2 == least.D2 && rank < least.Rank {
				least = f
			}
		}
	}
	if s.IsHit = least.D2 <= s.act.Strong; s.IsHit {
		s.Hit = s.node(least, s.act.At(least.D2))
	}
	return s.IsHit
}

// distance is the squared distance to the node at a place, which is of layer k.
func (s *Search) distance(k int, at int32) float64 {
	return sparse.SparseDistance(s.entering(k), s.fingerprint(at), s.x, s.index.Row(at))
}

// entering is what layer k (from 0) sees beside x.
func (s *Search) entering(k int) []sparse.Component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return nil
	}
	return s.entered[s.span[k-1].from:s.span[k-1].to]
}

// node is a found one whose layer is propagated.
func (s *Search) node(f spatial.Found, v float64) Neuron {
	return Neuron{Point: s.index.Point[f.Place], Rank: f.Rank, V: v, D2: f.D2}
}

// ranked is one of the nodes whose activations are keys.
func (s *Search) ranked(found []spatial.Found, v *sorting.TopK, i int) Neuron {
	return s.node(found[i], v.Keys[i])
}

func (s *Search) Recognised() (Neuron, bool) { return s.Hit, s.IsHit }

// Familiarity is the hit's: with one setting for all layers no node before it is above τ_act.
func (s *Search) Familiarity() float64 { return s.Hit.V }

// Strongest goes on through all layers after a hit.
func (s *Search) Strongest(dst []Neuron, top int) []Neuron {
	s.propagate(len(s.n.Layers))
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		dst = append(dst, s.node(found[b.I], b.V))
	}
	return dst
}

// Neuron takes a point's layer, and so those before it.
func (s *Search) Neuron(point int32) Neuron {
	s.propagate(len(s.n.Layers))
	at := s.place[point]
	d2 := s.distance(s.layerOf(s.rank[at]), at)
	return Neuron{Point: point, Rank: s.rank[at], V: s.act.At(d2), D2: d2}
}

// Shares is strongest for an output alone, without a hit.
func (s *Search) Shares(dst []Share, top int) []Share {
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		dst = append(dst, Share{b.V, int(s.index.Point[found[b.I].Place])})
	}
	return dst
}

// choose sets best to the K strongest of all nodes, and returns what these are numbers of.
func (s *Search) choose(top int) []spatial.Found {
	top = min(top, len(s.rank))
	if len(s.near.Keys) >= top {
		if s.best = s.near.Rank(top, s.nearBefore); s.best[top-1].V > s.beyond {
			return s.found
		}
	}
	return s.chooseFar(top)
}

// Moderate takes the layer of the hit as well, which run leaves where it is.
func (s *Search) Moderate(dst []Neuron) []Neuron {
	if s.IsHit {
		s.propagate(s.layerOf(s.Hit.Rank) + 1)
	}
	dst = dst[:0]
	for i, v := range s.near.Keys {
		if s.found[i].D2 <= s.act.Moderate {
			dst = append(dst, s.node(s.found[i], v))
		}
	}
	return dst
}
