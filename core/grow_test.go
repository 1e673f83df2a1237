package core

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// present is a network that grows, with the plain way to find what is near.
type present struct {
	grown
	rows  [][]float64
	here  []bool
	limit float64
}

func newPresent(rule settingsRule, q, r float64) *present {
	p := &present{}
	n := network{choices: choices{rule: rule, r: r}, basis: basis{q: q}}
	p.half = q / 2
	p.acts = func(k int) *activation {
		for len(n.acts) < k {
			n.acts = append(n.acts, newActivation(rule.layer(len(n.acts)+1, q), r))
		}
		return &n.acts[k-1]
	}
	for k := range rule.kinds() {
		p.limit = max(p.limit, p.acts(k+1).moderate)
	}
	p.x = func(s int32) []float64 { return p.rows[s] }
	p.near = func(s int32) (list []neighbour) {
		for t, x := range p.rows {
			if d2 := spatial.SquaredDistance(p.rows[s], x); t != int(s) && p.here[t] && d2 <= p.limit {
				list = append(list, atDistance(int32(t), d2))
			}
		}
		return list
	}
	return p
}

// constructed is the network over the samples present, from nothing.
func (p *present) constructed(t *testing.T, rule settingsRule, q, r float64) (*network, []int32) {
	t.Helper()
	var numbers []int32
	var d Dataset
	for s, x := range p.rows {
		if p.here[s] {
			numbers = append(numbers, int32(s))
			d.X.Data = append(d.X.Data, x...)
			d.Values.Data = append(d.Values.Data, float64(s))
		}
	}
	d.X.Rows, d.X.Columns, d.Values.Rows, d.Values.Columns = len(numbers), len(p.rows[0]), len(numbers), 1
	m, err := newSQANN(d, SQANNOptions{Scale: ScaleNone, Relevance: Relevance{Kind: RelevanceOff}, Settings: []Settings{{A1: 1, A2: 1, Admission: 0.1, Activation: 0.9}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := m.network
	n.rule, n.q, n.r = rule, q, r
	account := m.newAccount()
	if n.index, err = spatial.NewIndex(spatial.Matrix(m.points.x), &account); err != nil {
		t.Fatal(err)
	}
	if err := m.construct(); err != nil {
		t.Fatal(err)
	}
	return n, numbers
}

// difference says where the network differs from the one that is constructed from nothing, or "".
func (p *present) difference(t *testing.T, rule settingsRule, q, r float64) string {
	n, numbers := p.constructed(t, rule, q, r)
	layers := p.layers()
	// What a constructed network doesn't say, such as times, follows from it.
	fresh := grown{half: p.half, acts: p.acts, near: p.near, x: p.x, node: make([]*grownNode, len(p.node))}
	if err := fresh.take(n, func(point int) int32 { return numbers[point] }, &counter{}); err != nil {
		return err.Error()
	}
	for s, node := range p.node {
		if node != nil && (!slices.Equal(node.time, fresh.node[s].time) || node.collided != fresh.node[s].collided) {
			return "sample " + itoa(s) + ": taken over it has the time " + fmt.Sprint(fresh.node[s].time) + ", it has " + fmt.Sprint(node.time)
		}
	}
	if len(layers) != len(n.layers) {
		return itoa(len(layers)) + " layers, want " + itoa(len(n.layers))
	}
	for k, list := range layers {
		if len(list) != n.layers[k].size() {
			return "layer " + itoa(k+1) + " has " + itoa(len(list)) + " nodes, want " + itoa(n.layers[k].size())
		}
		collided := 0
		for i, node := range list {
			if node.collided {
				collided++
			}
			if numbers[n.layers[k].point[i]] != node.sample {
				return "layer " + itoa(k+1) + ", node " + itoa(i) + ": sample " + itoa(int(node.sample)) + ", want " + itoa(int(numbers[n.layers[k].point[i]]))
			}
			want := n.nodes.fingerprint(n.nodes.place[n.layers[k].point[i]])
			if len(want) != len(node.in) {
				return "layer " + itoa(k+1) + ", node " + itoa(i) + ": a fingerprint of " + itoa(len(node.in)) + ", want " + itoa(len(want))
			}
			for j, c := range want {
				from := node.in[j].from
				if p.node[from.sample] != from {
					return "a fingerprint holds a node that was replaced"
				}
				if layers[k-1][c.Node] != from || math.Float64bits(c.V) != math.Float64bits(node.in[j].v) {
					return "layer " + itoa(k+1) + ", node " + itoa(i) + ": another component " + itoa(j)
				}
			}
		}
		if collided != n.layers[k].collided {
			return "layer " + itoa(k+1) + ": " + itoa(collided) + " collisions, want " + itoa(n.layers[k].collided)
		}
	}
	return ""
}

// kinds of sets: what is equal far in one coordinate, chains, dense spots, and none of these.
func growingPoint(random *rand.Rand, kind, columns int) []float64 {
	x := make([]float64, columns)
	for j := range x {
		switch kind {
		case 0:
			x[j] = random.Float64()
		case 1:
			x[j] = float64(random.IntN(5)) / 8
		case 2:
			x[j] = float64(random.IntN(40)) / 64 * float64(1-min(j, 1))
		case 3:
			x[j] = float64(random.IntN(3))/3 + random.Float64()*0.02
		default:
			x[j] = random.NormFloat64() * 0.2
		}
	}
	return x
}

func TestGrownEqualsConstructed(t *testing.T) {
	sets, changes := 3000, 120
	if testing.Short() {
		sets = 20
	}
	lists := []settingsRule{
		{choice: SettingsAuto},
		{list: []Settings{{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}}},
		{list: []Settings{{A1: 0.01, A2: 0.1, Admission: 0.05, Activation: 0.5}, {A1: 0.02, A2: 0.2, Admission: 0.1, Activation: 0.8}, {A1: 0.002, A2: 0.3, Admission: 0.2, Activation: 0.6}}},
		{list: []Settings{{A1: 0.05, A2: 0.3, Admission: 0.3, Activation: 0.35}}},
	}
	done := 0
	for set := range sets {
		random := rand.New(rand.NewPCG(uint64(set), 7))
		kind, columns, rule := set%5, 1+random.IntN(4), lists[random.IntN(len(lists))]
		q := []float64{0.08, 0.2, 0.5}[random.IntN(3)]
		p := newPresent(rule, q, 0.5)
		for i := range changes {
			if random.IntN(4) == 0 && slices.Contains(p.here, true) {
				s := random.IntN(len(p.rows))
				for !p.here[s] {
					s = random.IntN(len(p.rows))
				}
				p.remove(int32(s))
				p.here[s] = false
			} else {
				s := -1
				x := growingPoint(random, kind, columns)
				if gone := slices.Index(p.here, false); gone >= 0 && random.IntN(2) == 0 {
					s, x = gone, p.rows[gone] // in the middle
				} else if slices.ContainsFunc(p.rows, func(y []float64) bool { return slices.Equal(x, y) }) {
					continue
				}
				if s < 0 {
					s = len(p.rows)
					p.rows, p.here, p.node = append(p.rows, x), append(p.here, false), append(p.node, nil)
				}
				p.here[s] = true
				p.insert(int32(s))
			}
			done++
			if !slices.Contains(p.here, true) {
				continue
			}
			if d := p.difference(t, rule, q, 0.5); d != "" {
				t.Fatalf("set %d (kind %d, %d columns, reach %v), change %d: %s", set, kind, columns, q, i, d)
			}
		}
	}
	t.Logf("%d changes", done)
}
