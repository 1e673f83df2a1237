package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// publishedBuilder constructs the layers as the authors' program does, which differs from their text (SPEC 3.2): no tie rule
// and no joining of the growing layer; the order in which dropped samples come back; and a walk by position through a list
// that shrinks under it, so that after each admission the next sample is passed over.
type publishedBuilder struct {
	builder
	preset  Preset
	answers []int // whose α a point gets, its own but for equal fingerprints
}

func (b *publishedBuilder) run() error {
	b.used = make([]bool, b.network.points.count())
	b.answers = sorting.Identity(len(b.used))
	unused := sorting.Identity(len(b.used))
	for len(unused) > 0 {
		k := len(b.network.layers) + 1
		if listed := len(b.network.rule.list); k > listed {
			return badOption("settings", "The construction needs a layer "+itoa(k)+", settings lists "+itoa(listed)+".",
				"List settings for more layers, or use preset \"paper\", where the last entry applies to all deeper layers.")
		}
		current := b.network.newLayer(k)
		collided := false
		first := b.preset == PublishedV1 // the first sample is taken before the walk
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
			if hit == 0 && m.least <= current.act.moderate {
				b.record(Event{Type: Filter, Sample: p, Layer: k, Node: m.nearest, Activation: b.activation(m)})
				position++
				continue
			}
			unused = slices.Delete(unused, position, position+1)
			b.answers[p] = p
			if hit > 0 {
				m = &b.memos[p][hit-1]
				if m.least == 0 {
					b.answers[p] = m.layer.point[m.nearest]
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

// publishedAnswers finds the answers of a finished network (publishedBuilder.answers).
func (m *SQANN) publishedAnswers() ([]int, error) {
	b := builder{memory: newMemory(m.network), counter: m.newAccount()}
	list := make([]int, m.points.count())
	for p := range list {
		if err := b.MayGoOn(len(m.network.layers)); err != nil {
			return nil, err
		}
		k := b.propagate(p) - 1 // its own node is at distance 0: there is a hit
		list[p] = m.network.layers[k].point[b.memos[p][k].nearest]
		b.memos[p] = nil
	}
	return list, nil
}
