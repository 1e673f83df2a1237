package network

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// publishedBuilder constructs the layers as the authors' program does, which differs from their text (SPEC 3.2): no tie rule
// and no joining of the growing layer; the order in which dropped samples come back; and a walk by position through a list
// that shrinks under it, so that after each admission the next sample is passed over.
type publishedBuilder struct {
	builder
	aside      bool                  // version 1 takes the first sample of a pass before the walk
	answeredBy []int                 // whose α a point gets, its own but for equal fingerprints
	listed     func(layer int) error // refuses a layer without settings
}

// ConstructPublished is construct as the authors' program has it; aside and listed as in publishedBuilder. It tells whose α
// each point gets, and with tracing what it did.
func (n *Network) ConstructPublished(aside, tracing bool, listed func(layer int) error, a Account) (trace []Event, answers []int, err error) {
	b := publishedBuilder{builder: newBuilder(n, tracing, a), aside: aside, listed: listed}
	err = b.run()
	return b.events, b.answeredBy, err
}

func (b *publishedBuilder) run() error {
	b.used = make([]bool, b.network.X.Rows)
	b.answeredBy = sorting.Identity(len(b.used))
	unused := sorting.Identity(len(b.used))
	for len(unused) > 0 {
		k := len(b.network.Layers) + 1
		if err := b.listed(k); err != nil {
			return err
		}
		current := b.network.newLayer(k)
		collided := false
		first := b.aside
		for position := 0; position < len(unused) && !collided; {
			p := unused[position]
			var m *memo
			hit, err := b.look(p)
			if err == nil && hit == 0 {
				m, err = b.hold(p, current)
			}
			if err != nil {
				return err
			}
			if hit == 0 && m.least <= current.Act.Moderate {
				b.record(Event{Type: Filter, Sample: p, Layer: k, Node: m.nearest, Activation: b.activation(m)})
				position++
				continue
			}
			unused = slices.Delete(unused, position, position+1)
			b.answeredBy[p] = p
			if hit > 0 {
				m = &b.memos[p][hit-1]
				if m.least == 0 {
					b.answeredBy[p] = m.layer.Point[m.nearest]
				}
				unused = append(unused, b.collide(p, hit, hit, current)...)
				collided = true
				continue
			}
			b.admit(p, current, m)
			if !first {
				position++
			}
			first = false
		}
		if !collided {
			b.finish(current)
		}
	}
	return nil
}

// AnsweredBy finds whose α each point gets in a finished network (publishedBuilder.answeredBy).
func (n *Network) AnsweredBy(a Account) ([]int, error) {
	m := newMemory(n)
	list := make([]int, n.X.Rows)
	for p := range list {
		if err := a.MayGoOn(len(n.Layers)); err != nil {
			return nil, err
		}
		k := m.propagate(p) - 1 // its own node is at distance 0: there is a hit
		list[p] = n.Layers[k].Point[m.memos[p][k].nearest]
		m.memos[p] = nil
	}
	return list, nil
}
