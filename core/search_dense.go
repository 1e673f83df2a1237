package core

// This file is what search does where fingerprints are dense: all of a layer's
// blocks are looked at, but where few points are near most of them for x alone.

func (s *search) runDense() {
	s.strong = s.n.tree.within(s.strong[:0], s.x, s.act.strong)
	for k := range s.n.layers {
		if s.recognise(k) {
			return
		}
		s.propagateBlocks(k)
		if k == 0 {
			s.few = 2*len(s.nodes) < s.n.layers[0].size()
		}
	}
}

// propagateBlocks takes layer k (from 0).
func (s *search) propagateBlocks(k int) {
	l := s.n.layers[k]
	var out []float64 // what layer k+1 sees
	if k == 0 {
		s.silent[0] = true
	}
	if k+1 < len(s.in) {
		out = append(s.in[k+1][:0], make([]float64, l.size())...)
		s.in[k+1], s.silent[k+1] = out, true
	}
	low := s.low[s.first[k]:s.first[k+1]]
	s.measure(k)
	for b := range l.blocks {
		d2 := (*[lanes]float64)(s.d2[b*lanes:])
		n := copy(low[b*lanes:], d2[:])
		if allBeyond(d2, s.faint) {
			continue
		}
		for lane, d2 := range d2[:n] {
			if d2 > s.faint {
				continue
			}
			i := b*lanes + lane
			v := s.act.at(d2)
			s.nodes = append(s.nodes, met{int32(k), int32(i), d2, v})
			low[i] = inf
			if v >= floor && out != nil {
				out[i] = float64(s.n.q / 2 * v)
				s.silent[k+1] = false
			}
		}
	}
}

// measure takes the squared distances to layer k's nodes, or bounds of them where
// all of a block are beyond the faint radius. Where few points are near, the layer is
// measured in the input space first: a distance summed from there is never above
// the one summed on from the activations, since rounding keeps order.
func (s *search) measure(k int) {
	l := s.n.layers[k]
	if k > 0 && s.silent[k] {
		s.d2 = append(s.d2[:0], l.rest...)
	} else {
		s.d2 = append(s.d2[:0], make([]float64, len(l.rest))...)
	}
	if s.silent[k] || s.few {
		addDistances(s.d2, s.x, l.tails)
	}
	if s.silent[k] {
		return
	}
	width := lanes * len(s.x)
	for b, block := range l.blocks {
		d2 := (*[lanes]float64)(s.d2[b*lanes:])
		if s.few && allBeyond(d2, s.faint) {
			continue
		}
		*d2 = [lanes]float64{}
		blockDistances(d2, s.in[k], block)
		blockDistances(d2, s.x, l.tails[b*width:][:width])
	}
}

// allBeyond says whether all are above the limit. Eight branches cost more.
func allBeyond(d2 *[lanes]float64, limit float64) bool {
	return within(d2[0], limit)+within(d2[1], limit)+within(d2[2], limit)+within(d2[3], limit)+
		within(d2[4], limit)+within(d2[5], limit)+within(d2[6], limit)+within(d2[7], limit) == 0
}

func within(d2, limit float64) (one int) {
	if d2 <= limit {
		one = 1
	}
	return one
}

// denseDistance is the squared distance to node i of layer k; the layers below
// are propagated.
func (s *search) denseDistance(k int, i int32) float64 {
	l := s.n.layers[k]
	sum := 0.0
	if !s.silent[k] {
		sum = l.distance(int(i), s.in[k])
	} else if k > 0 {
		sum = l.rest[i]
	}
	row := s.n.points.x.Row(l.point[i])
	for j, v := range s.x {
		d := v - row[j]
		sum += float64(d * d)
	}
	return sum
}

// nearestByBounds goes on from the nodes that propagation met. It returns the
// squared distance that the closest prune went by.
func (s *search) nearestByBounds(top int, prune bool) (limit float64) {
	limit = inf
	s.least = s.least.reset(top)
	if prune {
		for i := range s.nodes {
			limit = s.least.take(s.nodes[i].d2)
		}
	}
	for k := range s.n.layers {
		for i, d2 := range s.low[s.first[k]:s.first[k+1]] {
			if d2 <= limit && d2 < inf {
				if !s.silent[k] {
					d2 = s.denseDistance(k, int32(i))
				}
				s.look(k, int32(i), d2)
				if prune {
					limit = s.least.take(d2)
				}
			}
		}
	}
	s.keepAll(top, 0)
	return limit
}
