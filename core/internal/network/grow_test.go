package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// present is a network that grows, with the plain way to find what is near.
type present struct {
	grown
	rows  [][]float64
	here  []bool
	limit float64
}

func newPresent(rule Rule, q, r float64) *present {
	p := &present{}
	n := New(Choices{Rule: rule, R: r})
	n.Q, p.half, p.acts = q, q/2, n.actOf
	for k := range rule.kinds() {
		p.limit = max(p.limit, p.acts(k+1).Moderate)
	}
	p.x = func(s int32) []float64 { return p.rows[s] }
	p.Near = func(s int32) (list []Neighbour) {
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
func (p *present) constructed(t *testing.T, rule Rule, q, r float64) (*Network, []int32) {
	t.Helper()
	var numbers []int32
	x := spatial.Matrix{Columns: len(p.rows[0])}
	for s, row := range p.rows {
		if p.here[s] {
			numbers = append(numbers, int32(s))
			x.Data = append(x.Data, row...)
			x.Rows++
		}
	}
	n := New(Choices{X: &x, Skip: true, R: r, Rule: rule})
	a := new(unbounded)
	if err := n.FindReach(&q, a); err != nil {
		t.Fatal(err)
	}
	if err := n.Construct(a); err != nil {
		t.Fatal(err)
	}
	return n, numbers
}

// difference says where the network differs from the one that is constructed from nothing, or "".
func (p *present) difference(t *testing.T, rule Rule, q, r float64) string {
	n, numbers := p.constructed(t, rule, q, r)
	layers := p.layers()
	// What a constructed network doesn't say, such as times, follows from it.
	fresh := grown{half: p.half, acts: p.acts, Near: p.Near, x: p.x, node: make([]*grownNode, len(p.node))}
	if err := fresh.takeOver(n, func(point int) int32 { return numbers[point] }, new(unbounded)); err != nil {
		return err.Error()
	}
	for s, node := range p.node {
		if node != nil && (!slices.Equal(node.time, fresh.node[s].time) || node.collided != fresh.node[s].collided) {
			return "sample " + strconv.Itoa(s) + ": taken over it has the time " + fmt.Sprint(fresh.node[s].time) + ", it has " + fmt.Sprint(node.time)
		}
	}
	if len(layers) != len(n.Layers) {
		return strconv.Itoa(len(layers)) + " layers, want " + strconv.Itoa(len(n.Layers))
	}
	for k, list := range layers {
		if len(list) != n.Layers[k].Size() {
			return "layer " + strconv.Itoa(k+1) + " has " + strconv.Itoa(len(list)) + " nodes, want " + strconv.Itoa(n.Layers[k].Size())
		}
		collided := 0
		for i, node := range list {
			if node.collided {
				collided++
			}
			if numbers[n.Layers[k].Point[i]] != node.sample {
				return "layer " + strconv.Itoa(k+1) + ", node " + strconv.Itoa(i) + ": sample " + strconv.Itoa(int(node.sample)) + ", want " + strconv.Itoa(int(numbers[n.Layers[k].Point[i]]))
			}
			want := n.nodes.fingerprint(n.nodes.place[n.Layers[k].Point[i]])
			if len(want) != len(node.in) {
				return "layer " + strconv.Itoa(k+1) + ", node " + strconv.Itoa(i) + ": a fingerprint of " + strconv.Itoa(len(node.in)) + ", want " + strconv.Itoa(len(want))
			}
			for j, c := range want {
				from := node.in[j].from
				if p.node[from.sample] != from {
					return "a fingerprint holds a node that was replaced"
				}
				if layers[k-1][c.Node] != from || math.Float64bits(c.V) != math.Float64bits(node.in[j].v) {
					return "layer " + strconv.Itoa(k+1) + ", node " + strconv.Itoa(i) + ": another component " + strconv.Itoa(j)
				}
			}
		}
		if collided != n.Layers[k].Collided {
			return "layer " + strconv.Itoa(k+1) + ": " + strconv.Itoa(collided) + " collisions, want " + strconv.Itoa(n.Layers[k].Collided)
		}
	}
	return ""
}

func TestGrownEqualsConstructed(t *testing.T) {
	sets, changes := 3000, 120
	if testing.Short() {
		sets = 20
	}
	lists := []Rule{
		{Auto: true},
		{List: []Settings{{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}}},
		{List: []Settings{{A1: 0.01, A2: 0.1, Admission: 0.05, Activation: 0.5}, {A1: 0.02, A2: 0.2, Admission: 0.1, Activation: 0.8}, {A1: 0.002, A2: 0.3, Admission: 0.2, Activation: 0.6}}},
		{List: []Settings{{A1: 0.05, A2: 0.3, Admission: 0.3, Activation: 0.35}}},
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
				p.Remove(int32(s))
				p.here[s] = false
			} else {
				s := -1
				x := shapes.Point(random, kind, columns)
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
				p.Insert(int32(s))
			}
			done++
			runtime.Gosched() // on js/wasm the collector has no turn beside a goroutine that never yields: one run grew to 4 GiB
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
