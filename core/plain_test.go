package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// plain is the construction as SPEC 3.2 states it, and nothing more: every pass
// propagates every waiting sample from scratch, every collision starts over. It
// is the oracle that the engine must equal bit for bit and event for event.
type plain struct {
	points *points
	skip   bool
	q, r   float64
	rule   network.Rule
	preset Preset
	layers []*plainLayer
	events []Event
	steps  int
}

type plainLayer struct {
	act   *network.Activation
	eta   [][]float64
	point []int
}

// plainFit constructs d. The error is about settings that ran out.
func plainFit(d Dataset, o SQANNOptions) (*plain, error) {
	m, err := prepareSQANN(d, o)
	if err != nil {
		return nil, err
	}
	b := &plain{points: m.points, skip: m.network.Skip, q: m.network.Q, r: m.network.R, rule: m.network.Rule, preset: m.options.Preset}
	if b.preset.published() {
		return b, b.published()
	}
	b.text()
	return b, nil
}

func (b *plain) newLayer() *plainLayer {
	return &plainLayer{act: network.NewActivation(b.rule.Layer(len(b.layers)+1, b.q), b.r)}
}

// activate gives the activations and squared distances of a layer's nodes, and
// the nearest.
func (l *plainLayer) activate(v []float64) (activations, d2 []float64, nearest int) {
	nearest = -1
	for i, eta := range l.eta {
		d := spatial.SquaredDistance(v, eta)
		d2 = append(d2, d)
		activations = append(activations, l.act.At(d))
		if nearest < 0 || d < d2[nearest] {
			nearest = i
		}
	}
	return activations, d2, nearest
}

// enter is what the layer after layer k sees.
func (b *plain) enter(k int, v, x []float64) []float64 {
	if !b.skip {
		return v
	}
	least := b.rule.Layer(k, b.q).Admission
	var in []float64
	for _, a := range v {
		if a < least {
			a = 0
		}
		in = append(in, float64(b.q/2*a))
	}
	return append(in, x...)
}

// propagate returns what enters each layer, and the layer (from 1) that a node
// recognises x in, 0 for none; then what enters the layer after the last.
func (b *plain) propagate(x []float64) (seen [][]float64, d2 [][]float64, nearest []int, hit int) {
	in := x
	for k, l := range b.layers {
		v, d, n := l.activate(in)
		seen, d2, nearest = append(seen, in), append(d2, d), append(nearest, n)
		if d[n] <= l.act.Strong {
			return seen, d2, nearest, k + 1
		}
		in = b.enter(k+1, v, x)
	}
	return append(seen, in), d2, nearest, 0
}

// answer is what m, which has the same samples in the same neurons, makes of the plain network's propagation
// of the scaled input x.
func (b *plain) answer(m *SQANN, x []float64, how Interpolation) (value []float64, status Status) {
	p := network.FullPropagation{Network: m.network, X: x}
	in := x
	for k, l := range b.layers {
		v, d, n := l.activate(in)
		p.V, p.D2, p.Nearest, p.Depth = append(p.V, v), append(p.D2, d), append(p.Nearest, n), k+1
		if p.Hit = d[n] <= l.act.Strong; p.Hit {
			break
		}
		in = b.enter(k+1, v, x)
	}
	other, err := m.Interpolating(how)
	if err != nil {
		panic(err)
	}
	a := answerOf(other, &p, x, output)
	return a.value, a.status
}

func (b *plain) record(t EventType, p, layer, joined, node int, activation float64) {
	b.events = append(b.events, Event{Type: t, Sample: b.points.rows.At(p)[0], Layer: layer, Joined: joined, Node: node, Activation: activation})
}

func (b *plain) push(l *plainLayer, p int, eta []float64) {
	l.eta, l.point = append(l.eta, eta), append(l.point, p)
}

// collide resolves a collision of p at layer c, with the unfinished layer above.
func (b *plain) collide(p, c int, seen, d2 [][]float64, nearest []int, unfinished *plainLayer) (returned []int) {
	all := append(slices.Clone(b.layers), unfinished)
	top := len(b.layers)
	joined := c
	for !b.preset.published() && joined > 1 && d2[joined-1][nearest[joined-1]] == 0 {
		joined--
	}
	b.record(Collide, p, c, joined, nearest[c-1], all[c-1].act.At(d2[c-1][nearest[c-1]]))
	for k := len(all); k > joined; k-- {
		if len(all[k-1].point) > 0 {
			b.events = append(b.events, Event{Type: Drop, Sample: b.points.rows.At(p)[0], Layer: k, Node: -1})
		}
	}
	for k := joined; k <= top; k++ {
		returned = append(returned, all[k].point...)
	}
	b.layers = b.layers[:joined]
	b.push(b.layers[joined-1], p, seen[joined-1])
	return returned
}

func (b *plain) text() {
	used := make([]bool, b.points.count())
	for slices.Contains(used, false) {
		k := len(b.layers) + 1
		current := b.newLayer()
		collided := false
		for p := range used {
			if used[p] {
				continue
			}
			b.steps++
			seen, d2, nearest, hit := b.propagate(b.points.x.Row(p))
			var returned []int
			if hit > 0 {
				returned = b.collide(p, hit, seen, d2, nearest, current)
				collided = true
			} else {
				v := seen[len(seen)-1]
				activations, d, n := current.activate(v)
				switch {
				case n < 0 || d[n] > current.act.Moderate:
					b.record(Admit, p, k, 0, len(current.point), at(activations, n))
					b.push(current, p, v)
				case d[n] <= current.act.Strong && d[n] == 0 && k > 1:
					returned = b.collide(p, k, seen, append(d2, d), append(nearest, n), current)
					collided = true
				case d[n] <= current.act.Strong:
					b.record(Collide, p, k, k, n, activations[n])
					b.push(current, p, v)
				default:
					b.record(Filter, p, k, 0, n, activations[n])
					continue
				}
			}
			used[p] = true
			for _, other := range returned {
				used[other] = false
			}
			if collided {
				break
			}
		}
		if !collided {
			b.layers = append(b.layers, current)
		}
	}
}

func (b *plain) published() error {
	var unused []int
	for p := range b.points.count() {
		unused = append(unused, p)
	}
	for len(unused) > 0 {
		k := len(b.layers) + 1
		if k > len(b.rule.List) {
			return NewError(InvalidOption, "", "")
		}
		current := b.newLayer()
		collided := false
		walking := b.preset == PublishedV2 // v1 takes the first sample before the walk
		for i := 0; i < len(unused); {
			p := unused[i]
			b.steps++
			seen, d2, nearest, hit := b.propagate(b.points.x.Row(p))
			if hit > 0 {
				unused = append(slices.Delete(unused, i, i+1), b.collide(p, hit, seen, d2, nearest, current)...)
				collided = true
				break
			}
			v := seen[len(seen)-1]
			activations, d, n := current.activate(v)
			if n >= 0 && d[n] <= current.act.Moderate {
				b.record(Filter, p, k, 0, n, activations[n])
				i++
				continue
			}
			b.record(Admit, p, k, 0, len(current.point), at(activations, n))
			b.push(current, p, v)
			unused = slices.Delete(unused, i, i+1)
			if walking {
				i++ // the sample that moved into the freed place is passed over
			}
			walking = true
		}
		if !collided {
			b.layers = append(b.layers, current)
		}
	}
	return nil
}

func at(v []float64, i int) float64 {
	if i < 0 {
		return 0
	}
	return v[i]
}

// difference says where the engine's model departs from the plain one, or "".
func (b *plain) difference(m *SQANN) string {
	if len(b.layers) != len(m.network.Layers) {
		return itoa(len(m.network.Layers)) + " layers, want " + itoa(len(b.layers))
	}
	for k, want := range b.layers {
		got := m.network.Layers[k]
		if !slices.Equal(got.Point, want.point) {
			return "other points in layer " + itoa(k+1)
		}
		for i, eta := range want.eta {
			fingerprint := m.network.Fingerprint(k, i)
			if len(fingerprint) != len(eta) {
				return "layer " + itoa(k+1) + ": a fingerprint of " + itoa(len(fingerprint)) + " numbers, want " + itoa(len(eta))
			}
			for j, v := range eta {
				if math.Float64bits(v) != math.Float64bits(fingerprint[j]) {
					return "layer " + itoa(k+1) + ", node " + itoa(i) + ": fingerprint number " + itoa(j) + " is " + ftoa(fingerprint[j]) + ", want " + ftoa(v)
				}
			}
		}
	}
	if b.steps != m.report.Steps {
		return itoa(m.report.Steps) + " steps, want " + itoa(b.steps)
	}
	if m.trace != nil {
		for i, e := range m.trace {
			if i >= len(b.events) || e != b.events[i] {
				return "event " + itoa(i) + " differs"
			}
		}
		if len(m.trace) != len(b.events) {
			return itoa(len(m.trace)) + " events, want " + itoa(len(b.events))
		}
	}
	return ""
}
