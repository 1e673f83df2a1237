package network

import "github.com/xaia-go/xaia/core/internal/spatial"

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

// Account is told of memory and time while a network is built, and says when that must end.
type Account interface {
	spatial.Account
	Release(bytes int64) // what was reserved
	Count() *Tally       // which a construction keeps; MayGoOn refuses too many steps
}

// Tally is how far a construction is.
type Tally struct {
	Placed, Collisions int // nodes, and those of them that joined by a collision
	Steps, MostSteps   int // examinations of a point, and how many there may be; 0: any number
}

// work is an account while it is kept.
type work struct {
	Account
	*Tally
}

func workOn(a Account) work { return work{a, a.Count()} }

// step counts one examination against layer k. It asks whether to go on at every fourth only, since asking every time takes
// some percent of a fit.
func (w *work) step(k int) error {
	if w.Steps++; w.Steps&3 != 0 && (w.MostSteps == 0 || w.Steps <= w.MostSteps) {
		return nil
	}
	return w.MayGoOn(k)
}

// stepsBy counts several.
func (w *work) stepsBy(n, k int) error {
	w.Steps += n
	return w.MayGoOn(k)
}

// builder constructs the layers over a set of points as SPEC 3.2 says, pass by pass, including the passes that a collision
// cuts short: a trace tells of them, and the tie rule depends on them. (construct_sparse.go places the points alike without
// these passes, where there is a skip connection; published.go has those of the authors' program.)
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
// It always ends: (n_1, n_2, ...) grows lexicographically at every step, and Σ n_k <= N (SPEC 3.4).
//
// Points remember their propagation (memo.go), so that starting over is cheap: look tells which finished layer recognises p,
// hold what p finds in the growing one. A layer's act has τ_ad and τ_act as squared radii.
type builder struct {
	work
	memory
	used    []bool
	ahead   []bool // of each finished layer: mayLookAhead
	events  []Event
	tracing bool
}

func newBuilder(n *Network, tracing bool, a Account) builder {
	return builder{memory: newMemory(n), tracing: tracing, work: workOn(a)}
}

// Construct places the points. What runs is what this file says, but for the skip connection: there construct_sparse.go comes
// to the same network.
func (n *Network) Construct(a Account) error {
	if n.Skip {
		return n.constructSparse(a)
	}
	b := newBuilder(n, false, a)
	return b.run()
}

// Trace is construct, and tells what it did. It has the passes that collisions cut short, so it takes builder in any case.
func (n *Network) Trace(a Account) ([]Event, error) {
	b := newBuilder(n, true, a)
	err := b.run()
	if err == nil && n.Skip {
		err = n.withoutVectors(a)
	}
	return b.events, err
}

func (b *builder) run() error {
	b.used = make([]bool, b.network.X.Rows)
	for b.Placed < len(b.used) {
		current := b.network.newLayer(len(b.network.Layers) + 1)
		collided, err := b.pass(current)
		if err != nil {
			return err
		}
		if collided {
			continue
		}
		b.finish(current)
		ahead, err := b.mayLookAhead()
		if err != nil {
			return err
		}
		b.ahead = append(b.ahead[:len(b.network.Layers)-1], ahead)
	}
	return nil
}

// finish makes the layer that grew the network's last. Its points rarely wait again, so what they found is forgotten.
func (b *builder) finish(l *Layer) {
	b.network.Layers = append(b.network.Layers, l)
	for _, p := range l.Point {
		b.forget(p, 0)
	}
}

// mayLookAhead says whether passes over the next layer may look for a collision with a finished one before they hold any
// point. What a pass has done before a collision is lost, but for ties: so they may where all fingerprints differ. (These go
// on to differ: a node that joins below adds a number to each.) A trace tells of all that a pass does.
func (b *builder) mayLookAhead() (bool, error) {
	if b.tracing {
		return false, nil
	}
	k := len(b.network.Layers)
	met, may := map[uint64]bool{}, true
	for p, used := range b.used {
		if used {
			continue
		}
		if err := b.MayGoOn(k + 1); err != nil {
			return false, err
		}
		b.propagate(p)
		hash := spatial.RowHash(b.entering(p, k))
		may = may && !met[hash]
		met[hash] = true
	}
	return may, b.reserveGrown()
}

// pass is one over the layer that grows. It ends with a collision at a finished layer, which is dealt with then.
func (b *builder) pass(current *Layer) (collided bool, err error) {
	k := len(b.network.Layers) + 1
	ahead := k > 1 && b.ahead[k-2]
	if ahead {
		for p := range b.used {
			if collided, err := b.recognised(p, current); collided || err != nil {
				return collided, err
			}
		}
	}
	for p := range b.used {
		if !ahead {
			if collided, err := b.recognised(p, current); collided || err != nil {
				return collided, err
			}
		}
		if b.used[p] {
			continue
		}
		m, err := b.hold(p, current)
		if err != nil {
			return false, err
		}
		switch {
		case m.least > current.Act.Moderate: // +Inf for an empty layer
			b.admit(p, current, m)
		case m.least > current.Act.Strong:
			b.record(Event{Type: Filter, Sample: p, Layer: k, Node: m.nearest, Activation: b.activation(m)})
		case m.least == 0 && k > 1: // the tie rule: the same fingerprint as another point's, told apart one layer below
			b.collide(p, k, b.apart(p, k), current)
			return true, nil
		default:
			b.record(Event{Type: Collide, Sample: p, Layer: k, Joined: k, Node: m.nearest, Activation: b.activation(m)})
			b.join(k, current, p, true)
		}
	}
	return false, nil
}

// recognised looks whether a finished layer recognises p, which is a collision.
func (b *builder) recognised(p int, current *Layer) (bool, error) {
	if b.used[p] {
		return false, nil
	}
	hit, err := b.look(p)
	if hit > 0 && err == nil {
		b.collide(p, hit, b.apart(p, hit), current)
	}
	return hit > 0, err
}

// apart is where p joins when it collides at layer c. The tie rule (SPEC 3.3; the paper takes fingerprints for unique, which
// symmetric data refutes): where a node coincides with p, p falls a layer.
func (b *builder) apart(p, c int) int {
	for c > 1 && b.memos[p][c-1].least == 0 {
		c--
	}
	return c
}

func (b *builder) admit(p int, current *Layer, m *memo) {
	k := len(b.network.Layers) + 1
	b.record(Event{Type: Admit, Sample: p, Layer: k, Node: current.Size(), Activation: b.activation(m)})
	b.join(k, current, p, false)
}

// collide resolves the collision of p at layer c: p joins a layer up to c, and the layers above that one fall, the
// unfinished one included. It returns the points that they held, the lowest layer's first, in node order.
func (b *builder) collide(p, c, joined int, current *Layer) (returned []int) {
	n := b.network
	hit := &b.memos[p][c-1]
	b.record(Event{Type: Collide, Sample: p, Layer: c, Joined: joined, Node: hit.nearest, Activation: b.activation(hit)})
	fall := append(n.Layers[joined:len(n.Layers):len(n.Layers)], current)
	for i := len(fall) - 1; i >= 0; i-- {
		if fall[i].Size() > 0 {
			b.record(Event{Type: Drop, Sample: p, Layer: joined + i + 1, Node: -1})
		}
	}
	for _, l := range fall {
		returned = append(returned, l.Point...)
		b.Release(int64(8 * l.eta.Width * l.eta.Count))
	}
	for _, other := range returned {
		b.used[other] = false
	}
	b.Placed -= len(returned)
	n.Layers = n.Layers[:joined]
	b.join(joined, n.Layers[joined-1], p, true)
	b.forget(p, 0)
	return returned
}

// join makes p the last node of layer k, which it has been held against.
func (b *builder) join(k int, l *Layer, p int, collided bool) {
	eta := b.entering(p, k-1)
	l.push(p, eta)
	b.grown += int64(len(eta))
	b.forget(p, k-1)
	b.used[p] = true
	b.Placed++
	if collided {
		l.Collided++
		b.Collisions++
	}
}

// activation is that of the node which p activates most, for the trace; 0 in an empty layer.
func (b *builder) activation(m *memo) float64 {
	if !b.tracing || m.nearest < 0 {
		return 0
	}
	return m.layer.Act.At(m.least)
}

// record keeps an event of a point. (Not inlined, for the size of the module.)
//
//go:noinline
func (b *builder) record(e Event) {
	if !b.tracing {
		return
	}
	e.Sample = b.network.Sample(e.Sample)
	b.events = append(b.events, e)
}
