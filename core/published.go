package core

import "slices"

// runPublished constructs the layers as the authors' program does, which
// differs from their text (SPEC 3.2): the order in which dropped samples come
// back, and a walk by position through a list that shrinks under it, so that
// after each admission the next sample is passed over.
func (b *builder) runPublished() error {
	unused := make([]int, b.network.points.count())
	for i := range unused {
		unused[i] = i
	}
	for len(unused) > 0 {
		k := len(b.network.layers) + 1
		if listed := len(b.network.rule.list); k > listed {
			return badOption("settings", "The construction needs a layer "+itoa(k)+", settings lists "+itoa(listed)+".",
				"List settings for more layers, or use preset \"paper\", whose last entry serves all deeper layers.")
		}
		current := b.network.newLayer(k)
		collided := false
		position := 0
		first := b.published == PublishedV1 // the first sample is taken before the walk
		for position < len(unused) {
			p := unused[position]
			outcome, returned, err := b.examinePublished(p, k, current)
			if err != nil {
				return err
			}
			if outcome == Filter {
				position++
				continue
			}
			unused = slices.Delete(unused, position, position+1)
			if outcome == Collide {
				unused = append(unused, returned...)
				collided = true
				break
			}
			if first {
				first = false
				continue
			}
			position++
		}
		if !collided {
			b.network.layers = append(b.network.layers, current)
		}
	}
	return nil
}

func (b *builder) examinePublished(p, k int, current *layer) (outcome EventType, returned []int, err error) {
	if err := b.step(k); err != nil {
		return 0, nil, err
	}
	n, x := b.network, b.network.points.x.Row(p)
	b.pass.run(n, x)
	if b.pass.hit {
		return Collide, b.collide(p, b.pass.depth, current), nil
	}
	v := b.pass.next(n, x)
	var nearest int
	b.d2, nearest = current.distances(b.d2, v)
	if nearest < 0 || b.d2[nearest] > current.act.moderate {
		b.admit(p, k, current, v, nearest)
		return Admit, nil, nil
	}
	b.record(Event{Type: Filter, Sample: p, Layer: k, Node: nearest, Activation: current.act.at(b.d2[nearest])})
	return Filter, nil, nil
}
