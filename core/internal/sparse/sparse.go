package sparse

// With the skip connection two samples are at least as far apart in a deeper layer as in the input space, and activations
// below τ_ad count as 0. So only near points affect a sample, and its fingerprint is a short list, whatever the number of
// features. construct_sparse.go and search.go use these lists.
//
// The bits are those of the whole vector: an absent component would add (0-0)² to a sum, and the present ones are added in
// the same order.

// Component is one activation of a sparse fingerprint, times q/2; node counts
// in the layer below. Lists of them are in node order.
type Component struct {
	Node int32
	V    float64
}

// Arena holds the fingerprints of points by their places, in few long lists. The garbage collector would visit a slice for
// each point, and a single list would be copied as it grows: a million samples took 5.0 s and 880 MiB natively instead of
// 4.1 s and 618 MiB.
type Arena struct {
	Lists [][]Component // each is made with all its room; the first is nil, for points without one
	open  int           // the one that is being filled
	usual int           // room of a list
	Room  int           // of all of them
	Spans []place
}

// place is where in its list a fingerprint lies, and how far there is room for it.
type place struct{ list, from, To, End int32 }

const longestList = 1 << 16 // components, a megabyte

func NewArena(points int) Arena {
	return Arena{Lists: make([][]Component, 1), usual: min(8*points+8, longestList), Spans: make([]place, points)}
}

func (f *Arena) Of(s int32) []Component {
	at := &f.Spans[s]
	return f.Lists[at.list][at.from:at.To]
}

// Begin returns room for up to so many components of the fingerprint of s. End stores what was appended there.
func (f *Arena) Begin(s int32, most int) []Component {
	for f.open < len(f.Lists) && cap(f.Lists[f.open])-len(f.Lists[f.open]) < most {
		f.open++
	}
	if f.open == len(f.Lists) {
		list := make([]Component, 0, max(f.usual, most))
		f.Lists = append(f.Lists, list)
		f.Room += cap(list)
	}
	list := f.Lists[f.open]
	from := len(list)
	f.Spans[s] = place{list: int32(f.open), from: int32(from)}
	return list[from:]
}

func (f *Arena) End(s int32, fingerprint []Component) {
	f.close(s, len(fingerprint), len(fingerprint))
}

func (f *Arena) close(s int32, size, room int) {
	at := &f.Spans[s]
	at.To, at.End = at.from+int32(size), at.from+int32(room)
	f.Lists[f.open] = f.Lists[f.open][:at.End]
}

// Add gives s one more component. A fingerprint without room moves behind the others.
func (f *Arena) Add(s int32, c Component) {
	at := &f.Spans[s]
	if at.To == at.End {
		old := f.Of(s)
		room := 2 + 2*len(old)
		copy(f.Begin(s, room)[:len(old)], old)
		f.close(s, len(old), room)
	}
	f.Lists[at.list][at.To] = c
	at.To++
}

// Clear keeps the lists for other fingerprints.
func (f *Arena) Clear() {
	clear(f.Spans)
	for i := range f.Lists {
		f.Lists[i] = f.Lists[i][:0]
	}
	f.open = 0
}

// SparseDistance is the squared distance between [a; x] and [b; y].
func SparseDistance(a, b []Component, x, y []float64) float64 {
	var sum float64
	i := 0
	for _, c := range b {
		for i < len(a) && a[i].Node < c.Node {
			sum += float64(a[i].V * a[i].V)
			i++
		}
		d := c.V
		if i < len(a) && a[i].Node == c.Node {
			d -= a[i].V
			i++
		}
		sum += float64(d * d)
	}
	for _, c := range a[i:] {
		sum += float64(c.V * c.V)
	}
	y = y[:len(x)]
	for k, v := range x {
		d := v - y[k]
		sum += float64(d * d)
	}
	return sum
}
