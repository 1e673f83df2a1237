package core

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

// builder constructs the layers over a set of points (SPEC 3.2).
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
// Σ n_k <= N (SPEC 3.4). Each examination costs a propagation.
type builder struct {
	network   *network
	published Preset // PublishedV1 or V2, else the passes of SPEC 3.2
	counter
	used    []bool
	pass    pass
	d2      []float64
	trace   []Event
	tracing bool
}

func (b *builder) run() error {
	b.used = make([]bool, b.network.points.count())
	if b.published != 0 {
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
			var err error
			if collided, err = b.examine(p, k, current); err != nil {
				return err
			}
		}
		if !collided {
			b.network.layers = append(b.network.layers, current)
		}
	}
	return nil
}

// examine holds point p against the finished layers and the growing layer k. It
// reports whether a collision ended the pass.
func (b *builder) examine(p, k int, current *layer) (ended bool, err error) {
	if err := b.step(k); err != nil {
		return false, err
	}
	n, x := b.network, b.network.points.x.Row(p)
	b.pass.run(n, x)
	if b.pass.hit {
		b.collide(p, b.pass.depth, current)
		return true, nil
	}
	v := b.pass.next(n, x)
	var nearest int
	b.d2, nearest = current.distances(b.d2, v)
	switch {
	case nearest < 0 || b.d2[nearest] > current.act.moderate:
		b.admit(p, k, current, v, nearest)
	case b.d2[nearest] <= current.act.strong:
		if b.d2[nearest] > 0 || k == 1 {
			b.joinCurrent(p, k, current, v, nearest)
			break
		}
		// The tie rule: the same fingerprint as another sample's. Told apart
		// one layer below.
		b.pass.depth = k
		b.pass.d2[k-1] = append(b.pass.d2[k-1][:0], b.d2...)
		b.pass.nearest[k-1] = nearest
		b.collide(p, k, current)
		return true, nil
	default:
		b.record(Event{Type: Filter, Sample: p, Layer: k, Node: nearest, Activation: current.act.at(b.d2[nearest])})
	}
	return false, nil
}

func (b *builder) admit(p, k int, current *layer, v []float64, nearest int) {
	activation := 0.0
	if nearest >= 0 {
		activation = current.act.at(b.d2[nearest])
	}
	b.record(Event{Type: Admit, Sample: p, Layer: k, Node: current.size(), Activation: activation})
	current.push(p, v)
	b.use(p)
}

func (b *builder) joinCurrent(p, k int, current *layer, v []float64, nearest int) {
	b.record(Event{Type: Collide, Sample: p, Layer: k, Joined: k, Node: nearest, Activation: current.act.at(b.d2[nearest])})
	current.push(p, v)
	current.collided++
	b.collides++
	b.use(p)
}

// collide resolves the collision of p at layer c: the layers above the one it
// joins fall, the unfinished one included. It returns the points they held, the
// lowest layer's first, in node order.
func (b *builder) collide(p, c int, current *layer) (returned []int) {
	n := b.network
	l := current
	if c <= len(n.layers) {
		l = n.layers[c-1]
	}
	event := Event{Type: Collide, Sample: p, Layer: c, Node: b.pass.nearest[c-1], Activation: l.act.at(b.pass.least(c - 1))}
	// The tie rule (SPEC 3.3; the paper takes fingerprints for unique, which
	// symmetric data refutes): where a node coincides with p, p falls a layer.
	for b.published == 0 && c > 1 && b.pass.least(c-1) == 0 {
		c--
	}
	event.Joined = c
	b.record(event)
	for _, l := range append(n.layers[c:len(n.layers):len(n.layers)], current) {
		returned = append(returned, l.point...)
	}
	for k := len(n.layers); k >= c; k-- {
		if k == len(n.layers) && current.size() == 0 {
			continue
		}
		b.record(Event{Type: Drop, Sample: p, Layer: k + 1, Node: -1})
	}
	for _, other := range returned {
		b.used[other] = false
	}
	b.placed -= len(returned)
	n.layers = n.layers[:c]
	n.layers[c-1].push(p, b.pass.seen[c-1])
	n.layers[c-1].collided++
	b.collides++
	b.use(p)
	return returned
}

func (b *builder) use(p int) {
	b.used[p] = true
	b.placed++
}

// record keeps an event, with the point's first sample as its sample.
func (b *builder) record(e Event) {
	if !b.tracing {
		return
	}
	e.Sample = b.network.points.rows[e.Sample][0]
	b.trace = append(b.trace, e)
}
