package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/forest"
	"github.com/xaia-go/xaia/core/internal/layout"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Embedding is what SQANN.Embedding returns.
type Embedding struct {
	Places [][2]float64 // of each sample, in a square of side 1

	// Neighbors are for each sample the others that say most about its place, at most 5, strongest first; the samples that
	// are equal to it aren't among them.
	Neighbors [][]int
	// Activation is how strongly each sample activates the first of these.
	Activation []float64

	// Kept is the share of the neighbours that are among the 20 nearest samples in the picture.
	Kept float64
}

const (
	embeddingLinks     = 15 // others that draw a sample to them
	embeddingNeighbors = 5
	embeddingNear      = 20
	mostJudged         = 1000 // samples that Kept is the mean of
)

// Embedding is a picture of all samples: two coordinates for each, such that samples lie near those that would answer for them. What
// links two is the activation of one's neuron by the other, and with a forest by its share how often they stand in one leaf. It is
// no part of the model. Equal samples have one place. docs/spec.md 3.19 says how.
//
// Cost: a prediction for every sample, then some 100 rounds over 15 links each.
func (m *SQANN) Embedding(c Control) (*Embedding, error) {
	m.mustBeFitted()
	n := m.points.count()
	if n < 3 {
		return nil, NewError(InvalidInput, "The model has "+itoa(n)+" different samples.", "A picture needs at least 3.")
	}
	near, activation, err := m.linked(embeddingLinks, c.quiet())
	if err != nil {
		return nil, err
	}
	at, err := layout.Place(near, m.points.x.Data, m.points.x.Columns, c.report)
	if err != nil {
		return nil, err
	}
	for i, v := range at {
		at[i] = math.Round(1e5*v) / 1e5
	}
	rows := m.SampleCount()
	e := &Embedding{Places: make([][2]float64, rows), Neighbors: make([][]int, rows), Activation: make([]float64, rows), Kept: kept(at, near)}
	for p, links := range near {
		others := make([]int, 0, embeddingNeighbors)
		for _, l := range links[:min(embeddingNeighbors, len(links))] {
			others = append(others, m.points.rows.At(int(l.To))[0])
		}
		for _, row := range m.points.rows.At(p) {
			e.Places[row], e.Neighbors[row], e.Activation[row] = [2]float64{at[2*p], at[2*p+1]}, others, activation[p]
		}
	}
	return e, nil
}

// linked lists for each point the others that say most about its place, so many at most, strongest first, the strongest with weight 1.
func (m *SQANN) linked(most int, c Control) (near [][]layout.Link, activation []float64, err error) {
	n := m.points.count()
	first := make([]int, n)
	for p := range first {
		first[p] = m.points.rows.At(p)[0]
	}
	how := m.Interpolation().Forest
	near, activation = make([][]layout.Link, n), make([]float64, n)
	weight := make([]float64, n)
	var nodes []network.Neuron
	var list []int
	var rank sorting.TopK
	var trees *forest.Asker
	if how.Share > 0 {
		trees = m.standing().forest.NewAsker()
	}
	err = m.scan(m.data.X.pick(first), c, func(p int, a *answer) {
		list = list[:0]
		say := func(other int32, w float64) {
			if int(other) == p || !(w > 0) {
				return
			}
			if weight[other] == 0 {
				list = append(list, int(other))
			}
			weight[other] += w
		}
		nodes = a.seen.Strongest(nodes, most+1)
		var sum float64
		for _, node := range nodes {
			if int(node.Point) != p {
				activation[p] = math.Max(activation[p], node.V)
				sum += node.V
			}
		}
		for _, node := range nodes {
			say(node.Point, (1-how.Share)*(node.V/sum))
		}
		if trees != nil {
			for _, w := range trees.Weigh(a.x, max(how.Leaf, 1)+1) {
				say(w.Sample, how.Share*w.Weight)
			}
		}
		rank.Keys = rank.Keys[:0]
		for _, other := range list {
			rank.Keys = append(rank.Keys, weight[other])
			weight[other] = 0
		}
		best := rank.Rank(most, func(i, j int) bool {
			a, b := m.points.apart(p, list[i]), m.points.apart(p, list[j])
			return a < b || a == b && list[i] < list[j]
		})
		for _, b := range best {
			near[p] = append(near[p], layout.Link{To: int32(list[b.I]), Weight: b.V / best[0].V})
		}
	})
	return near, activation, err
}

// apart is the squared distance of two points.
func (p *points) apart(i, j int) (d2 float64) {
	for k, v := range p.x.Row(i) {
		d := v - p.x.Row(j)[k]
		d2 += float64(d * d)
	}
	return d2
}

// kept is the share of the first neighbours that are among the nearest in the picture.
func kept(at []float64, near [][]layout.Link) float64 {
	n := len(near)
	var found, all int
	var room [embeddingNeighbors]float64
	for k := range min(n, mostJudged) {
		i := k * n / min(n, mostJudged)
		far := room[:0]
		for _, l := range near[i][:min(embeddingNeighbors, len(near[i]))] {
			far = append(far, distance(at, i, int(l.To)))
		}
		nearer := [embeddingNeighbors]int{}
		for j := range n {
			if j == i {
				continue
			}
			d := distance(at, i, j)
			for l, limit := range far {
				if d < limit {
					nearer[l]++
				}
			}
		}
		for l := range far {
			all++
			if nearer[l] < embeddingNear {
				found++
			}
		}
	}
	return float64(found) / float64(max(1, all))
}

func distance(at []float64, i, j int) float64 {
	dx, dy := at[2*i]-at[2*j], at[2*i+1]-at[2*j+1]
	return float64(dx*dx) + float64(dy*dy)
}
