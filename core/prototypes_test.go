package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Two tight groups and one stray: the groups' samples carry each other's hits.
func TestPrototypesAndCriticisms(t *testing.T) {
	x := Matrix{Columns: 2}
	var labels []Label
	for i := range 4 {
		for _, c := range []struct {
			x, y float64
			l    string
		}{{0, 0, "low"}, {1, 1, "high"}} {
			x.Data = append(x.Data, c.x+0.001*float64(i), c.y)
			labels = append(labels, Text(c.l))
			x.Rows++
		}
	}
	x.Data = append(x.Data, 0.3, 0.1)
	x.Rows++
	labels = append(labels, Text("low"))
	m, err := FitSQANN(Dataset{X: x, Labels: labels}, SQANNOptions{Scale: ScaleNone, Settings: []Settings{{A1: 0.01, A2: 0.2, Admission: 0.1, Activation: 0.9}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Prototypes(1, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Prototypes) != 2 || p.Prototypes[0].Sample%2 != 1 || p.Prototypes[1].Sample%2 != 0 || p.Prototypes[0].Hits != 4 || p.Prototypes[1].Hits != 4 {
		t.Errorf("prototypes %+v", p.Prototypes)
	}
	if len(p.Criticisms) != 1 || p.Criticisms[0].Sample != 8 || p.Criticisms[0].Hits != 1 {
		t.Errorf("criticisms %+v, want sample 8 alone", p.Criticisms)
	}
	// By definition, on a larger set; also with a threshold below the floor, and dense.
	d := noisySet(rand.New(rand.NewSource(55)), 80, true)
	for _, o := range []SQANNOptions{{}, {Preset: Paper}, {Settings: []Settings{{A1: 0.01, A2: 0.1, Admission: 0.001, Activation: 0.8}}}, {Settings: []Settings{{A1: 1, A2: 1, Admission: 0.1, Activation: 0.9}}}} {
		if m, err = FitSQANN(d, o); err != nil {
			t.Fatal(err)
		}
		prototypesByDefinition(t, m)
	}
	if _, err := m.Prototypes(-1, Control{}); err == nil {
		t.Error("-1 prototypes can be asked for")
	}
}

func prototypesByDefinition(t *testing.T, m *SQANN) {
	t.Helper()
	d := m.Data()
	n := d.X.Rows
	hits, mass := make([]int, n), make([]float64, n)
	for i := range n {
		e, _ := m.Explain(d.X.Row(i))
		for k, layer := range m.Layers()[:e.Layer] {
			for node, v := range e.Fingerprint[k] {
				j := layer.Nodes[node][0]
				if d.Labels[i] != d.Labels[j] {
					continue
				}
				if k == e.Layer-1 && v > layer.Settings.Activation {
					hits[j]++
				}
				if v >= layer.Settings.Admission && i != j {
					mass[j] += v
				}
			}
		}
	}
	p, err := m.Prototypes(n, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Prototypes) != n {
		t.Fatalf("%d prototypes of %d samples", len(p.Prototypes), n)
	}
	for i, a := range p.Prototypes {
		if a.Hits != hits[a.Sample] || math.Abs(a.Activation-mass[a.Sample]) > 1e-9 {
			t.Fatalf("%+v, by definition %d hits and %v", a, hits[a.Sample], mass[a.Sample])
		}
		if i > 0 {
			b := p.Prototypes[i-1]
			if d.Labels[a.Sample] == d.Labels[b.Sample] && (a.Hits > b.Hits || a.Hits == b.Hits && a.Activation > b.Activation) {
				t.Fatalf("%+v comes after %+v", a, b)
			}
		}
	}
}

func TestCounterfactuals(t *testing.T) {
	r := rand.New(rand.NewSource(56))
	asked := 0
	for range 200 {
		m := generatedModel(t, r, 30)
		x := nearby(r, m.Data(), 1).Row(0)
		now, _ := m.Examine(Matrix{Data: x, Rows: 1, Columns: len(x)})
		if now.Status[0] == StatusNone || m.Classes() == nil && m.OutputCount() > 1 {
			continue
		}
		o := CounterfactualOptions{}
		if m.Classes() == nil {
			target := m.Data().Values.Data[r.Intn(m.SampleCount())]
			o.Value = &target
		}
		c, err := CounterfactualOf(m, x, o)
		if e, ok := err.(*Error); ok && (e.Code == Unsupported || e.Code == InvalidOption) {
			continue // one class only, or the very value
		}
		if err != nil {
			t.Fatal(err)
		}
		asked++
		other := func(v []float64) bool {
			if m.Classes() != nil {
				return argmax(v) != now.Class(0)
			}
			return (v[0]-*o.Value)*(now.Values.Data[0]-*o.Value) <= 0
		}
		outcome := func(i int) bool {
			if m.Classes() != nil {
				return m.Data().Labels[i] != m.Classes()[now.Class(0)]
			}
			return other(m.Data().Values.Row(i))
		}
		if !outcome(c.Sample) {
			t.Fatalf("sample %d doesn't have another outcome", c.Sample)
		}
		for i := range m.SampleCount() {
			if d := math.Sqrt(spatial.SquaredDistance(scaledRow(m, m.Data().X.Row(i)), scaledRow(m, x))); outcome(i) && d < c.Distance {
				t.Fatalf("sample %d at %v is nearer than %d at %v", i, d, c.Sample, c.Distance)
			}
		}
		if _, tnn := m.(*TNN); !tnn && !other(c.After) {
			t.Fatalf("the prediction %v has not changed to %v at %v", c.Before, c.After, c.Fraction)
		}
		if c.Fraction > 2e-3 {
			just := make([]float64, len(x))
			for j := range x {
				just[j] = x[j] + (c.Fraction-1e-11)*(m.Data().X.Row(c.Sample)[j]-x[j])
			}
			before, _ := m.Examine(Matrix{Data: just, Rows: 1, Columns: len(x)})
			if before.Status[0] != StatusNone && other(before.Values.Data) && spatial.SquaredDistance(just, c.Point) > 0 {
				t.Fatalf("the prediction has changed before %v already", c.Fraction)
			}
		}
	}
	if asked < 60 {
		t.Errorf("only %d counterfactuals were found", asked)
	}
	m, _ := FitSQANN(noisySet(r, 20, true), SQANNOptions{})
	now, _ := m.Predict(Matrix{Data: []float64{1, 1}, Rows: 1, Columns: 2})
	same, none, number := m.Classes()[now.Class(0)], Text("none"), 1.0
	for _, o := range []CounterfactualOptions{{Label: &same}, {Label: &none}, {Value: &number}} {
		if _, err := CounterfactualOf(m, []float64{1, 1}, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// A closed channel ends it at each of its steps, and progress doesn't fall.
func TestCounterfactualStops(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(31)), 3000, true)
	m := fit(t, d, SQANNOptions{Duplicates: DuplicatesFirst})
	asked := 0
	for stopAt := 0; ; stopAt++ {
		done, told := make(chan struct{}), 0
		last := Progress{}
		_, err := CounterfactualOf(m, []float64{1, 1}, CounterfactualOptions{Control: Control{Done: done, Progress: func(p Progress) {
			if p.Placed < last.Placed || p.Placed > p.Total {
				t.Errorf("%+v comes after %+v", p, last)
			}
			last = p
			if told++; told == stopAt {
				close(done)
			}
		}}})

		if told < stopAt {
			break
		}
		asked = told
		if stopAt == 0 {
			if err != nil {
				t.Fatal(err)
			}
		} else if e, ok := err.(*Error); (!ok || e.Code != Aborted) && told > stopAt {
			t.Fatalf("stopped at %d of %d: %v", stopAt, told, err)
		}
		if told > stopAt && stopAt > 0 {
			t.Fatalf("stopped at %d, it told its progress %d times", stopAt, told)
		}
	}
	if asked <= wayHalvings+4 {
		t.Errorf("progress was told %d times", asked)
	}
}

// A text changes as a whole, half of the way along, and what is held doesn't change at all.
func TestCounterfactualColumns(t *testing.T) {
	sexes, ages := make([]string, 60), make([]float64, 60)
	labels := make([]Label, 60)
	for i := range sexes {
		sexes[i], ages[i] = []string{"f", "m", "x"}[i%3], float64(i*7%23)
		labels[i] = Text(map[bool]string{false: "no", true: "yes"}[ages[i] > []float64{8, 12, 16}[i%3]])
	}
	table := []Column{{Name: "sex", Texts: sexes, Missing: make([]bool, 60)}, {Name: "age", Numbers: ages}}
	e, _, err := NewEncoding(table, MissingError, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.Matrix(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := FitSQANN(Dataset{X: x, Labels: labels}, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range 60 {
		row := x.Row(i)
		for _, hold := range [][]int{nil, {0}, {1}} {
			c, err := CounterfactualOf(m, row, CounterfactualOptions{Columns: e.Columns, Hold: hold})
			if e, ok := err.(*Error); ok && e.Code == Unsupported && len(hold) == 1 && hold[0] == 1 {
				refused++ // of each sex the answer at this age is the same
				all := Matrix{Data: []float64{1, 0, 0, row[3], 0, 1, 0, row[3], 0, 0, 1, row[3]}, Rows: 3, Columns: 4}
				if p, _ := m.Predict(all); p.Class(0) != p.Class(1) || p.Class(0) != p.Class(2) {
					t.Fatalf("row %d: %v, though another sex has another answer", i, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("row %d, %v held: %v", i, hold, err)
			}
			ones := 0
			for _, v := range c.Point[:3] {
				if v == 1 {
					ones++
				} else if v != 0 {
					t.Fatalf("row %d, %v held: %v of a sex", i, hold, v)
				}
			}
			same := [2]bool{slices.Equal(c.Point[:3], row[:3]), c.Point[3] == row[3]}
			if ones != 1 || hold != nil && !same[hold[0]] || same[0] && same[1] {
				t.Fatalf("row %d, %v held: %v became %v", i, hold, row, c.Point)
			}
			if sample, distance := plainNearest(m, e.Columns, row, hold); c.Sample != sample || math.Abs(c.Distance-distance) > 1e-9 {
				t.Fatalf("row %d, %v held: sample %d at %v, want %d at %v", i, hold, c.Sample, c.Distance, sample, distance)
			}
			p, _ := m.Predict(Matrix{Data: c.Point, Rows: 1, Columns: 4})
			if !slices.Equal(p.Values.Data, c.After) || argmax(c.After) == argmax(c.Before) {
				t.Fatalf("row %d, %v held: %v answers %v, not %v", i, hold, c.Point, p.Values.Data, c.After)
			}
		}
	}
	if refused == 0 || refused == 60 {
		t.Errorf("%d of 60 are refused", refused)
	}
	for _, hold := range [][]int{{0, 1}, {2}, {-1}} {
		if _, err := CounterfactualOf(m, x.Row(0), CounterfactualOptions{Columns: e.Columns, Hold: hold}); err == nil || err.(*Error).Path != "hold" {
			t.Errorf("%v held: %v", hold, err)
		}
	}
}

// plainNearest is the sample of another class that is the nearest once what is held is as in x, and then is still of another class to
// the model. Samples that are equally far count in their order.
func plainNearest(m *SQANN, columns []EncodedColumn, x []float64, hold []int) (sample int, distance float64) {
	d, classes := m.Data(), m.Classes()
	class := func(row []float64) Label {
		p, _ := m.Predict(Matrix{Data: row, Rows: 1, Columns: len(row)})
		return classes[p.Class(0)]
	}
	sample, distance = -1, math.Inf(1)
	from, to := make([]float64, len(x)), make([]float64, len(x))
	m.scaled(from, x)
	for i := range d.X.Rows {
		end, at := slices.Clone(d.X.Row(i)), 0
		for k, c := range columns {
			if slices.Contains(hold, k) {
				copy(end[at:at+c.Width()], x[at:])
			}
			at += c.Width()
		}
		m.scaled(to, end)
		sum := 0.0
		for j := range to {
			sum += (to[j] - from[j]) * (to[j] - from[j])
		}
		if now := class(x); d.Labels[i] != now && math.Sqrt(sum) < distance && (hold == nil || class(end) != now) {
			sample, distance = i, math.Sqrt(sum)
		}
	}
	return sample, distance
}
