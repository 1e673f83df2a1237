package core

// admits says whether all nodes of a growing layer are farther from v than the square
// root of moderate, which is all that the published presets ask (SPEC 3.2). Most of
// their layers fall before the distances are needed, so that it takes none which
// it can do without:
//
//   - the last node to keep an input out comes first: it often does so again;
//   - a sum of squares is never below one of its terms, rounded or not, so a node
//     whose component telling, where v is large, is beyond isn't looked at;
//   - the others are left where their sum is beyond.
//
// With it 5000 samples in the plane take three quarters of the numbers that all
// distances up to a node within the radius take, and of the time.
func (l *layer) admits(v []float64, telling int, moderate float64) bool {
	if l.size() == 0 {
		return true
	}
	if l.within(l.last, v, moderate) {
		return false
	}
	x := v[telling]
	for b, block := range l.blocks {
		t := (*[lanes]float64)(block[telling*lanes:])
		for i := b * lanes; i < min((b+1)*lanes, l.size()); i++ {
			if d := t[i%lanes] - x; float64(d*d) <= moderate && l.within(i, v, moderate) {
				l.last = i
				return false
			}
		}
	}
	return true
}

// within says whether node i is within a squared distance of v.
func (l *layer) within(i int, v []float64, limit float64) bool {
	block := l.blocks[i/lanes][i%lanes:]
	var sum float64
	for ; len(v) >= 4 && len(block) >= 3*lanes+1; v = v[4:] {
		x, b := (*[4]float64)(v), (*[3*lanes + 1]float64)(block)
		d0, d1, d2, d3 := x[0]-b[0], x[1]-b[lanes], x[2]-b[2*lanes], x[3]-b[3*lanes]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		if sum > limit {
			return false
		}
		block = block[min(4*lanes, len(block)):]
	}
	for j, x := range v {
		d := x - block[j*lanes]
		sum += float64(d * d)
	}
	return sum <= limit
}
