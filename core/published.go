package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// runPublished constructs the layers as the authors' program does, which
// differs from their text (SPEC 3.2): the order in which dropped samples come
// back, and a walk by position through a list that shrinks under it, so that
// after each admission the next sample is passed over.
func (b *builder) runPublished() error {
	unused := sorting.Counting(b.network.points.count())
	for len(unused) > 0 {
		k := len(b.network.layers) + 1
		if listed := len(b.network.rule.list); k > listed {
			return badOption("settings", "The construction needs a layer "+itoa(k)+", settings lists "+itoa(listed)+".",
				"List settings for more layers, or use preset \"paper\", where the last entry applies to all deeper layers.")
		}
		current := b.network.newLayer(k)
		collided := false
		position := 0
		first := b.preset == PublishedV1 // the first sample is taken before the walk
		for position < len(unused) {
			p := unused[position]
			outcome, returned, err := b.examine(p, k, current)
			if err != nil {
				return err
			}
			if outcome == Filter {
				position++
				continue
			}
			unused = slices.Delete(unused, position, position+1)
			if outcome == Drop {
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
