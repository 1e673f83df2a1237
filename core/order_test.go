package core

import (
	"math"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Where all features rise or fall with the order, a TNN on them reproduces its
// samples within theorem 1's bound.
func TestTNNFollowsAnOrder(t *testing.T) {
	r := rand.New(rand.NewSource(60))
	for range 100 {
		n, features := 2+r.Intn(20), 1+r.Intn(4)
		x := Matrix{Rows: n, Columns: features, Data: make([]float64, n*features)}
		for j := range features {
			sign, at := float64(1-2*r.Intn(2)), r.NormFloat64()
			for i := range n {
				if i == 0 || j == 0 || r.Intn(3) > 0 { // some features stay the same
					at += sign * (0.5 + r.Float64())
				}
				x.Data[i*features+j] = at
			}
		}
		order := r.Perm(n) // row order[i] is the i-th highest
		shuffled := Dataset{X: Matrix{Rows: n, Columns: features, Data: make([]float64, n*features)}}
		shuffled.Values = Matrix{Rows: n, Columns: 1, Data: make([]float64, n)}
		for i, row := range order {
			copy(shuffled.X.Row(row), x.Row(n-1-i))
			shuffled.Values.Data[row] = r.NormFloat64()
		}
		a := 5 + 20*r.Float64()
		m, err := FitTNN(shuffled, TNNOptions{A: a, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		bound := float64(n+1) * largestMagnitude(shuffled.Values) * floatmath.Sigmoid(-a)
		if m.Report().MaxFittingError > bound || len(m.Report().Warnings) > 0 {
			t.Fatalf("the fitting error %v is beyond theorem 1's %v; %v", m.Report().MaxFittingError, bound, m.Report().Warnings)
		}
		// The paper's form gives the same output, term by term.
		w, b, alpha := m.Weights()
		q := make([]float64, features)
		for j := range q {
			q[j] = x.Data[r.Intn(n)*features+j] + 0.1*r.NormFloat64()
		}
		sum := 0.0
		active := 0
		for j := range n {
			z := b[j]
			for i, v := range q {
				z += w.Row(j)[i] * v
			}
			if z > 0 {
				active++
			}
			sum += alpha.Data[j] / (1 + math.Exp(-z))
		}
		e, err := m.Explain(q)
		if err != nil || math.Abs(e.Value[0]-sum) > 1e-9*(1+math.Abs(sum))*float64(n) || e.Active != active {
			t.Fatalf("%v with %d active, %v; W, b, α give %v with %d", e.Value[0], e.Active, err, sum, active)
		}
		for i, row := range order {
			e, _ := m.Explain(shuffled.X.Row(row))
			if e.Active != n-i || e.Recognition != Strong || len(e.Neighbours) != 1 || e.Neighbours[0].Samples[0] != row || e.Familiarity < 0.9 {
				t.Fatalf("the %d. of %d samples: %+v", i+1, n, e)
			}
		}
		far := make([]float64, features)
		for j := range far {
			far[j] = 2*x.Data[(n-1)*features+j] - x.Data[j] + (x.Data[(n-1)*features+j]-x.Data[j])*100
		}
		if e, _ := m.Explain(far); e.Recognition != Weak || e.Familiarity > 0.5 {
			t.Fatalf("far above all samples: %v, familiarity %v", e.Recognition, e.Familiarity)
		}
		if n > 2 {
			smaller, err := Remove(m, []int{order[1]}, Control{})
			if err != nil {
				t.Fatal(err)
			}
			got := smaller.(*TNN).Options().Order
			for i := 1; i < len(got); i++ {
				here, there := smaller.Data().X.Row(got[i]), smaller.Data().X.Row(got[i-1])
				if slices.Equal(here, there) || (here[0]-there[0])*(x.Data[0]-x.Data[features]) < 0 {
					t.Fatalf("the order %v without %d became %v", order, order[1], got)
				}
			}
		}
		other := Dataset{X: shuffled.X, Values: Matrix{Data: make([]float64, n), Rows: n, Columns: 1}}
		for i, y := range shuffled.Values.Data {
			other.Values.Data[i] = y + 1
		}
		if _, err := Absorb(m, other, AbsorbOptions{}); err == nil || err.(*Error).Code != Unsupported {
			t.Fatalf("a TNN with an order takes samples in: %v", err)
		}
	}
}

// One feature in descending order is the plain TNN.
func TestTNNOrderOnOneFeatureIsTheTNN(t *testing.T) {
	r := rand.New(rand.NewSource(61))
	x, y := uneven(r, 15)
	d := Dataset{X: Matrix{Data: x, Rows: 15, Columns: 1}, Values: Matrix{Data: y, Rows: 15, Columns: 1}}
	plain, err := FitTNN(d, TNNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	order := sorting.Identity(15)
	slices.SortFunc(order, func(a, b int) int {
		if x[a] > x[b] {
			return -1
		}
		return 1
	})
	ordered, err := FitTNN(d, TNNOptions{Order: order})
	if err != nil {
		t.Fatal(err)
	}
	queries := nearby(r, d, 100)
	p, _ := plain.Examine(queries)
	o, _ := ordered.Examine(queries)
	for i := range queries.Rows {
		if math.Abs(p.Values.Data[i]-o.Values.Data[i]) > 1e-9 || p.Recognition[i] != o.Recognition[i] || p.Familiarity[i] > o.Familiarity[i]+1e-12 {
			t.Errorf("x = %v: %v, %v; with the order %v, %v", queries.Data[i], p.Values.Data[i], p.Recognition[i], o.Values.Data[i], o.Recognition[i])
		}
	}
	for _, bad := range [][]int{{}, order[1:], append([]int{3}, order[1:]...), append([]int{15}, order[1:]...)} {
		if _, err := FitTNN(d, TNNOptions{Order: bad}); err == nil || err.(*Error).Code != InvalidOption {
			t.Errorf("order %v: %v", bad, err)
		}
	}
}

func TestTNNSaysWhereFeaturesDontFollow(t *testing.T) {
	d := Dataset{X: Matrix{Data: []float64{0, 0, 1, -3, 2, 5, 3, 1}, Rows: 4, Columns: 2}, Values: Matrix{Data: []float64{1, 2, 3, 4}, Rows: 4, Columns: 1}}
	m, err := FitTNN(d, TNNOptions{Order: []int{3, 2, 1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Report().Warnings) != 1 || m.Report().MaxFittingError < 0.1 {
		t.Errorf("%+v", m.Report())
	}
}

// Appendix C.1's proposition: on the positions, a TNN gives every sample the
// class that the classifier gives it; scores between classes are grey.
func TestSqueezedOrder(t *testing.T) {
	r := rand.New(rand.NewSource(62))
	right := func(row []float64, c int) bool { // of the centre
		return len(row) == 1 || c+1 < len(row) && (c == 0 || row[c+1] >= row[c-1])
	}
	for range 200 {
		n, classes := 1+r.Intn(60), 1+r.Intn(6)
		scores := Matrix{Rows: n, Columns: classes}
		for range n * classes {
			scores.Data = append(scores.Data, math.Round(r.NormFloat64()*8)/8) // with ties
		}
		squeeze := []float64{1, 0.9, 0.5, 0.01}[r.Intn(4)]
		o, err := SqueezedOrder(scores, squeeze, Matrix{})
		if err != nil {
			t.Fatal(err)
		}
		d := Dataset{X: Matrix{Rows: n, Columns: 1}}
		for i, p := range o.Positions {
			if p.Class != argmax(scores.Row(i)) || p.Grey || !(p.Value > float64(p.Class)/float64(classes) && p.Value < float64(p.Class+1)/float64(classes)) {
				t.Fatalf("sample %d of class %d: %+v of %d classes", i, argmax(scores.Row(i)), p, classes)
			}
			d.X.Data = append(d.X.Data, p.Value)
			d.Labels = append(d.Labels, Integer(int64(p.Class)))
			for j, other := range o.Positions[:i] {
				if other.Value == p.Value {
					t.Fatalf("samples %d and %d stand at %v", i, j, p.Value)
				}
				if other.Class == p.Class && right(scores.Row(i), p.Class) == right(scores.Row(j), p.Class) {
					centre := (float64(p.Class) + 0.5) / float64(classes)
					if (scores.Row(i)[p.Class]-scores.Row(j)[p.Class])*(math.Abs(p.Value-centre)-math.Abs(other.Value-centre)) > 0 {
						t.Fatalf("samples %d and %d are in the wrong order", i, j)
					}
				}
			}
		}
		for i := 1; i < n; i++ {
			if o.Positions[o.Order[i-1]].Value <= o.Positions[o.Order[i]].Value {
				t.Fatalf("the order %v is not descending", o.Order)
			}
		}
		m, err := FitTNN(d, TNNOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := m.Predict(d.X)
		for i := range n {
			if m.Classes()[p.Class(i)] != d.Labels[i] {
				t.Fatalf("the TNN gives sample %d class %v, the classifier %v", i, m.Classes()[p.Class(i)], d.Labels[i])
			}
		}
		again, err := SqueezedOrder(scores, squeeze, scores)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range again.External {
			own := o.Positions[i]
			if e.Grey || e.Class != own.Class || math.Abs(e.Value-own.Value) > 0.5/float64(classes) {
				t.Fatalf("sample %d stands at %+v, as an external row at %+v", i, own, e)
			}
		}
	}
	scores := Matrix{Data: []float64{9, 1, 0, 7, 2, 0, 1, 9, 3, 0, 2, 9}, Rows: 4, Columns: 3}
	external := Matrix{Data: []float64{8, 1, 0, 5, 4.9, 0, 10, 0, 0, 0, 4, 5}, Rows: 4, Columns: 3}
	o, err := SqueezedOrder(scores, 0.5, external)
	if err != nil {
		t.Fatal(err)
	}
	if e := o.External[0]; e.Grey || !(e.Value > o.Positions[0].Value && e.Value < o.Positions[1].Value) {
		t.Errorf("between two samples: %+v among %+v", e, o.Positions)
	}
	if e := o.External[1]; !e.Grey || !(e.Value > o.Positions[1].Value && e.Value < 1.0/3) {
		t.Errorf("nearly the next class: %+v among %+v", e, o.Positions)
	}
	if e := o.External[2]; e.Grey || e.Value != o.Positions[0].Value {
		t.Errorf("surer than any: %+v", e)
	}
	if e := o.External[3]; !e.Grey || e.Class != 2 || !(e.Value < o.Positions[3].Value && e.Value > 2.0/3) {
		t.Errorf("nearly the class before: %+v", e)
	}
	for _, squeeze := range []float64{0, -1, 1.1, math.NaN()} {
		if _, err := SqueezedOrder(scores, squeeze, Matrix{}); err == nil {
			t.Errorf("squeeze %v is taken", squeeze)
		}
	}
}

func TestEncoding(t *testing.T) {
	nan := math.NaN()
	table := []Column{
		{Name: "age", Numbers: []float64{1, nan, 3, 5}},
		{Name: "town", Texts: []string{"b", "a", "", "b"}, Missing: []bool{false, false, true, false}},
	}
	_, _, err := NewEncoding(table, MissingError, nil)
	if e, ok := err.(*Error); !ok || e.Row != 1 || e.Column != 0 || e.Code != InvalidInput {
		t.Errorf("a missing value gives %v", err)
	}
	mean, kept, err := NewEncoding(table, MissingMean, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mean.Matrix(table, kept)
	third := 1.0 / 3
	if want := []float64{1, 0, 1, 3, 1, 0, 3, third, 1 - third, 5, 0, 1}; err != nil || !slices.EqualFunc(m.Data, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) || m.Columns != 3 {
		t.Errorf("%v, %v, want %v", m, err, want)
	}
	drop, kept, err := NewEncoding(table, MissingDrop, nil)
	if err != nil || !slices.Equal(kept, []int{0, 3}) {
		t.Fatalf("kept %v, %v", kept, err)
	}
	if m, err := drop.Matrix(table, kept); err != nil || !slices.Equal(m.Data, []float64{1, 1, 5, 1}) {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := drop.Matrix(table, nil); err == nil || err.(*Error).Row != 1 {
		t.Errorf("a query with a missing value gives %v", err)
	}
	unknown := []Column{{Numbers: []float64{2}}, {Texts: []string{"z"}}}
	if m, err := mean.Matrix(unknown, nil); err != nil || !slices.Equal(m.Data, []float64{2, 0, 0}) {
		t.Errorf("an unknown text: %v, %v", m, err)
	}
	if _, err := mean.Matrix([]Column{{Texts: []string{"1"}}, {Texts: []string{"z"}}}, nil); err == nil {
		t.Error("a text among numbers is taken")
	}
	if _, err := mean.Matrix(unknown[:1], nil); err == nil {
		t.Error("a missing column is taken")
	}
	if _, _, err := NewEncoding([]Column{{Numbers: []float64{nan}}}, MissingAsItIs, nil); err == nil {
		t.Error("the mean of nothing is taken")
	}
	if _, _, err := NewEncoding([]Column{{Numbers: []float64{nan}}}, MissingDrop, nil); err == nil {
		t.Error("a set without a complete row is taken")
	}
	if _, _, err := NewEncoding([]Column{{Numbers: []float64{nan}}}, MissingMean, nil); err == nil {
		t.Error("the mean of nothing is taken")
	}
}

func TestGapsAreFeatures(t *testing.T) {
	nan := math.NaN()
	// Five rows lack age and town, four lack size and kind.
	table := []Column{
		{Name: "age", Numbers: []float64{nan, 1, nan, 3, nan, 5, nan, 7, nan}},
		{Name: "size", Numbers: []float64{nan, 2, nan, 2, nan, 7, nan, 2, 2}},
		{Name: "town", Texts: []string{"b", "", "a", "", "b", "", "b", "", ""}, Missing: []bool{false, true, false, true, false, true, false, true, true}},
		{Name: "kind", Texts: []string{"x", "", "y", "", "x", "", "x", "", "y"}, Missing: []bool{false, true, false, true, false, true, false, true, false}},
	}
	e, kept, err := NewEncoding(table, MissingAsItIs, nil)
	if err != nil || len(kept) != 9 {
		t.Fatal(kept, err)
	}
	for j, want := range []struct {
		means []float64
		gap   bool
	}{{[]float64{4, 1}, true}, {[]float64{3}, false}, {[]float64{0, 0, 1}, true}, {[]float64{0.6, 0.4}, false}} {
		c := e.Columns[j]
		if c.Gap != want.gap || c.Width() != len(want.means) || !slices.EqualFunc(c.Means, want.means, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
			t.Errorf("column %s: %+v, want %v", c.Name, c, want)
		}
	}
	m, err := e.Matrix(table, []int{0, 1, 8})
	if want := []float64{4, 1, 3, 0, 1, 0, 1, 0, 1, 0, 2, 0, 0, 1, e.Columns[3].Means[0], e.Columns[3].Means[1], 4, 1, 2, 0, 0, 1, 0, 1}; err != nil || !slices.Equal(m.Data, want) {
		t.Errorf("%v, %v, want %v", m.Data, err, want)
	}
	// A query may lack what the fit had nearly everywhere, and an unknown text is no gap.
	m, err = e.Matrix([]Column{{Numbers: []float64{2}}, {Numbers: []float64{nan}}, {Texts: []string{"z"}}, {Texts: []string{""}, Missing: []bool{true}}}, nil)
	if want := []float64{2, 0, 3, 0, 0, 0, e.Columns[3].Means[0], e.Columns[3].Means[1]}; err != nil || !slices.Equal(m.Data, want) {
		t.Errorf("%v, %v, want %v", m.Data, err, want)
	}
	// The mean and what is counted don't depend on the rows' order.
	turned := PickRows(table, []int{8, 3, 5, 0, 7, 2, 1, 6, 4})
	again, _, err := NewEncoding(turned, MissingAsItIs, nil)
	if err != nil || !reflect.DeepEqual(again.Columns, e.Columns) {
		t.Errorf("%+v in another order, %+v", again, e)
	}
}

func TestTellingGaps(t *testing.T) {
	nan := math.NaN()
	r := rand.New(rand.NewSource(71))
	const n = 200
	told, by, chance := make([]float64, n), make([]string, n), make([]float64, n)
	lost := make([]bool, n)
	labels, values := make([]Label, n), Matrix{Rows: n, Columns: 2, Data: make([]float64, 2*n)}
	for i := range n {
		told[i], by[i], chance[i] = r.Float64(), "a", r.Float64()
		labels[i] = Text([]string{"x", "y", "z"}[i%3])
		values.Data[2*i], values.Data[2*i+1] = r.NormFloat64(), r.NormFloat64()
		if i%3 == 1 && r.Intn(3) == 0 {
			told[i], by[i], lost[i] = nan, "", true
			values.Data[2*i+1] += 1.5
		}
		if r.Intn(4) == 0 {
			chance[i] = nan
		}
	}
	table := []Column{{Name: "told", Numbers: told}, {Name: "by", Texts: by, Missing: lost}, {Name: "chance", Numbers: chance}}
	gaps := func(e *Encoding) (list []bool) {
		for _, c := range e.Columns {
			list = append(list, c.Gap)
		}
		return list
	}
	for name, d := range map[string]Dataset{"classes": {Labels: labels}, "outputs": {Values: values}} {
		e, kept, err := NewEncoding(table, MissingAsItIs, &d)
		if err != nil || len(kept) != n {
			t.Fatal(err)
		}
		if got := gaps(e); !slices.Equal(got, []bool{true, true, false}) || e.Missing != MissingAsItIs {
			t.Errorf("%s: %v", name, got)
		}
		order := r.Perm(n)
		again, _, err := e.Again(PickRows(table, order), d.Pick(order))
		if err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%s: %+v in another order, %+v, %v", name, again, e, err)
		}
	}
	all, _, err := NewEncoding(table, MissingAsItIs, nil)
	if err != nil || !slices.Equal(gaps(all), []bool{true, true, true}) {
		t.Errorf("%+v, %v", all, err)
	}
	if again, _, err := all.Again(table, Dataset{Labels: labels}); err != nil || !reflect.DeepEqual(again, all) {
		t.Errorf("%+v, %v", again, err)
	}
	// Outcomes that don't differ, or that overflow, tell nothing.
	for _, y := range []float64{7, 1e150} {
		flat := Matrix{Rows: n, Columns: 1, Data: slices.Repeat([]float64{y}, n)}
		if e, _, err := NewEncoding(table, MissingAsItIs, &Dataset{Values: flat}); err != nil || slices.Contains(gaps(e), true) {
			t.Errorf("%v: %v", y, err)
		}
	}
	// By chance one column of a thousand.
	found := 0
	for range 2000 {
		for i := range n {
			chance[i] = r.Float64()
			if r.Intn(5) == 0 {
				chance[i] = nan
			}
		}
		e, _, err := NewEncoding(table[2:], MissingAsItIs, &Dataset{Values: Matrix{Rows: n, Columns: 1, Data: values.Data[:n]}})
		if err != nil {
			t.Fatal(err)
		}
		if e.Columns[0].Gap {
			found++
		}
	}
	if found > 8 {
		t.Errorf("%d of 2000 columns with gaps by chance are taken to tell", found)
	}
}

// Beyond the last sample of a side a row stands in the grey area, by what is left of that sample's lead. By hand: the centre
// of the first of two classes is .25, its other sample a half of the way to the end further, and the rest of the way .125.
func TestGreyAreaByTheLastLead(t *testing.T) {
	scores := Matrix{Data: []float64{0.9, 0.1, 0.6, 0.4, 0.2, 0.8}, Rows: 3, Columns: 2}
	o, err := SqueezedOrder(scores, 0.5, Matrix{Data: []float64{0.55, 0.45, 0.5, 0.5, 0.75, 0.25}, Rows: 3, Columns: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Position{{0.25 + 0.125 + 0.5*0.125, 0, true}, {0.5, 0, true}, {0.25 + 0.5*0.125, 0, false}} {
		got := o.External[i]
		if math.Abs(got.Value-want.Value) > 1e-12 || got.Class != want.Class || got.Grey != want.Grey {
			t.Errorf("external row %d stands at %+v, want %+v", i, got, want)
		}
	}
}
