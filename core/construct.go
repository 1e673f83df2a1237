package core

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// EventType is what became of a sample when it was held against a layer.
type EventType uint8

const (
	Admit   EventType = iota // it became the layer's next node
	Filter                   // it stays unused, for a deeper layer
	Collide                  // it strongly activated a node, and joined a layer
	Drop                     // a layer was dropped after a collision below it
)

// Event is one step of a construction. Layers count from 1, samples and nodes
// from 0.
type Event struct {
	Type       EventType
	Sample     int // the sample under examination; for Drop, the one that collided
	Layer      int // the layer it was held against; for Drop, the layer that falls
	Joined     int // Collide: the layer it joins, below Layer where the tie rule moved it
	Node       int // Admit: its own; Filter, Collide: the node it activates most; -1 where there is none
	Activation float64
}

// Progress is how far a construction has come. Placed can fall when layers are
// dropped; Steps only grows.
type Progress struct {
	Placed, Total     int
	Layer             int
	Steps, Collisions int
}

// builder constructs the layers over a set of points as SPEC 3.2 says, pass by
// pass, including the passes that a collision cuts short: a trace tells of them,
// the published presets depend on them, and so does the tie rule. Points
// remember their propagation (memory), so that starting over is cheap.
//
//	repeat until no point is unused:
//	  pass over layer k: for each unused point p, in data set order
//	    propagate p through the finished layers
//	    it activates a node of layer c < k above τ_act:
//	      collision: layers c+1..k fall, p joins layer c, go on with layer c+1
//	    else layer k is empty or activated below τ_ad everywhere: admission
//	    else a node of layer k is activated above τ_act: p joins layer k
//	    else p is filtered, and stays unused
//	  k = k + 1
//
// It always ends: (n_1, n_2, ...) grows lexicographically at every step, and
// Σ n_k <= N (SPEC 3.4).
type builder struct {
	counter
	memory
	preset  Preset // PublishedV1 or V2, else the passes of SPEC 3.2
	used    []bool
	answers []int // published presets: whose α a point gets, its own but for equal fingerprints
	trace   []Event
	fallen  fallenBlocks
	tracing bool
}

func (b *builder) run() error {
	b.used = make([]bool, b.network.points.count())
	if b.preset.published() {
		b.answers = sorting.Counting(len(b.used))
		return b.runPublished()
	}
	for b.placed < len(b.used) {
		k := len(b.network.layers) + 1
		current := b.network.newLayer(k)
		collided := false
		for p := 0; p < len(b.used) && !collided; p++ {
			if b.used[p] {
				continue
			}
			outcome, _, err := b.examine(p, k, current)
			if err != nil {
				return err
			}
			collided = outcome == Drop
		}
		if !collided {
			b.network.layers = append(b.network.layers, current)
		}
	}
	return nil
}

// examine holds point p against the finished layers and the growing layer k.
// The outcome is Drop where a collision ended the pass, with the points that
// are unused again.
func (b *builder) examine(p, k int, current *layer) (outcome EventType, returned []int, err error) {
	if err := b.step(k); err != nil {
		return 0, nil, err
	}
	if hit := b.propagate(p); hit > 0 {
		return Drop, b.collide(p, hit, current), nil
	}
	v := b.seen[k-1]
	m := b.update(p, k-1, current, v)
	if err := b.reserveGrown(); err != nil {
		return 0, nil, err
	}
	event := Event{Sample: p, Layer: k, Node: m.nearest}
	if b.tracing && m.nearest >= 0 {
		event.Activation = current.act.at(m.least)
	}
	switch {
	case m.least > current.act.moderate: // +Inf for an empty layer
		event.Type, event.Node = Admit, current.size()
	case b.preset.published() || m.least > current.act.strong:
		event.Type = Filter
	case m.least == 0 && k > 1:
		// The tie rule: the same fingerprint as another sample's. Told apart
		// one layer below.
		return Drop, b.collide(p, k, current), nil
	default:
		event.Type, event.Joined = Collide, k
	}
	b.record(event)
	if event.Type != Filter {
		b.join(current, p, v, event.Type == Collide)
	}
	return event.Type, nil, nil
}

// reserveGrown accounts for the growth of the memories.
func (b *builder) reserveGrown() error {
	grown := b.memory.grown
	b.memory.grown = 0
	return b.Reserve(8 * grown)
}

func (b *builder) join(l *layer, p int, eta []float64, collided bool) {
	if l.full() {
		l.blocks = append(l.blocks, b.fallen.reuse(blocks.Lanes*len(eta)))
	}
	l.push(p, eta)
	b.used[p] = true
	if b.answers != nil {
		b.answers[p] = p
	}
	b.placed++
	if collided {
		l.collided++
		b.collides++
	}
}

// collide resolves the collision of p at layer c: the layers above the one it
// joins fall, the unfinished one included. It returns the points they held, the
// lowest layer's first, in node order.
func (b *builder) collide(p, c int, current *layer) (returned []int) {
	n := b.network
	memos := b.memos[p]
	hit := &memos[c-1]
	event := Event{Type: Collide, Sample: p, Layer: c, Node: hit.nearest, Activation: hit.layer.act.at(hit.least)}
	// The tie rule (SPEC 3.3; the paper takes fingerprints for unique, which
	// symmetric data refutes): where a node coincides with p, p falls a layer.
	for !b.preset.published() && c > 1 && memos[c-1].least == 0 {
		c--
	}
	event.Joined = c
	b.record(event)
	for k := len(n.layers); k >= c; k-- {
		if k == len(n.layers) && current.size() == 0 {
			continue
		}
		b.record(Event{Type: Drop, Sample: p, Layer: k + 1, Node: -1})
	}
	for _, l := range append(n.layers[c:len(n.layers):len(n.layers)], current) {
		returned = append(returned, l.point...)
		b.fallen = append(b.fallen, l.blocks...)
	}
	for _, other := range returned {
		b.used[other] = false
	}
	b.placed -= len(returned)
	n.layers = n.layers[:c]
	b.join(n.layers[c-1], p, b.seen[c-1], true)
	if b.answers != nil && hit.least == 0 {
		b.answers[p] = hit.layer.point[hit.nearest]
	}
	return returned
}

// record keeps an event, with the point's first sample as its sample. (Not inlined, for
// the size of the module.)
//
//go:noinline
func (b *builder) record(e Event) {
	if !b.tracing {
		return
	}
	e.Sample = b.network.points.rows.At(e.Sample)[0]
	b.trace = append(b.trace, e)
}

// propagateAll finds the answers of a finished network (builder.answers).
func (b *builder) propagateAll() ([]int, error) {
	list := make([]int, b.network.points.count())
	for p := range list {
		if err := b.MayGoOn(len(b.network.layers)); err != nil {
			return nil, err
		}
		k := b.propagate(p) - 1 // its own node is at distance 0: there is a hit
		list[p] = b.network.layers[k].point[b.memos[p][k].nearest]
		b.memos[p] = nil
	}
	return list, nil
}
