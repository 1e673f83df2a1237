package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// plainParts is the definition: squared differences between the row and the neurons that made its answer, from the
// plain network's own vectors; in a TNN the samples beside the row, by their σ.
func plainParts(t testing.TB, m Model, x []float64) []float64 {
	t.Helper()
	parts := make([]float64, len(x)+1)
	add := func(weight float64, in, eta []float64, features int) {
		for j, v := range in {
			at := len(x)
			if own := j - (len(in) - features); own >= 0 {
				at = own
			}
			parts[at] += weight * (v - eta[j]) * (v - eta[j])
		}
	}
	s := scaledRow(m, x)
	if tnn, ok := m.(*TNN); ok {
		e, err := tnn.Explain(x)
		if err != nil {
			t.Fatal(err)
		}
		shares := plainShares(tnn, e)
		for i, n := range e.Neighbours {
			add(shares[i], s, scaledRow(m, n.X), len(x))
		}
		return parts
	}
	q := m.(*SQANN)
	b, err := plainFit(q.data, q.options)
	if err != nil {
		t.Fatal(err)
	}
	seen, _, _, _ := b.propagate(s)
	e, err := q.Explain(x)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range e.Neurons {
		features := 0
		if n.Layer == 1 || b.skip {
			features = len(x)
		}
		add(n.Weight, seen[n.Layer-1], b.layers[n.Layer-1].eta[n.Node], features)
	}
	return parts
}

func checkAttributions(t testing.TB, m Model, x Matrix, table *Encoding) {
	t.Helper()
	a := NewAttributor(m, table)
	said, err := a.Attribute(x, Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Rows {
		parts := plainParts(t, m, x.Row(i))
		total := 0.0
		for _, p := range parts {
			total += p
		}
		share := func(p float64) float64 {
			if total == 0 {
				return 0
			}
			return p / total
		}
		sum, at := said.EarlierLayers[i], 0
		for c, column := range a.Table.Columns {
			width := column.Width()
			want := 0.0
			for _, p := range parts[at : at+width] {
				want += share(p)
			}
			got := said.Shares.Row(i)[c]
			if math.Abs(got-want) > 1e-9 {
				t.Fatalf("row %v, column %d: the share is %v, by definition %v", x.Row(i), c, got, want)
			}
			sum += got
			at += width
		}
		if math.Abs(said.EarlierLayers[i]-share(parts[at])) > 1e-9 {
			t.Fatalf("row %v: the fingerprint's share is %v, by definition %v", x.Row(i), said.EarlierLayers[i], share(parts[at]))
		}
		if wanted := min(1, math.Ceil(total)); math.Abs(sum-wanted) > 1e-12 {
			t.Fatalf("row %v: the shares sum to %v, not %v", x.Row(i), sum, wanted)
		}
		checkEffects(t, a, said, x, i)
	}
}

// checkEffects compares with predictions for one row at a time.
func checkEffects(t testing.TB, a *Attributor, said *Attributions, x Matrix, i int) {
	t.Helper()
	at := 0
	for c, column := range a.Table.Columns {
		width := column.Width()
		row := slices.Clone(x.Row(i))
		copy(row[at:at+width], a.Typical(said, i)[at:at+width])
		at += width
		e, err := a.m.Examine(Matrix{Data: row, Rows: 1, Columns: len(row)})
		if err != nil {
			t.Fatal(err)
		}
		if !equalBits(said.Effects[c].Values.Row(i), e.Values.Row(0)) || said.Effects[c].Familiarity[i] != e.Familiarity[0] {
			t.Fatalf("row %v, column %d: the effect is not what is predicted for %v", x.Row(i), c, row)
		}
	}
}

func TestAttributionsByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for range 60 {
		m := generatedModel(t, r, 40)
		checkAttributions(t, m, nearby(r, m.Data(), 12), nil)
	}
	for _, o := range []SQANNOptions{
		{}, {Preset: Paper}, {Preset: Paper, Skip: On}, {Skip: Off}, {Interpolation: Interpolation{Mode: InterpolateLayerwise}},
		{Interpolation: Interpolation{Mode: InterpolateTNN, A: 5}}, {Interpolation: Interpolation{Mode: InterpolateNearest}},
		{Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{1, 0.2}}},
		{Preset: PublishedV1, Settings: tableOneSettings(40)}, {Preset: PublishedV2, Settings: classicList(60)},
	} {
		d := random2D(3, 60)
		m := fit(t, d, o)
		checkAttributions(t, m, nearby(r, d, 40), nil)
	}
}

// With an order, samples are hit that its neurons don't reproduce; these have no shares either.
func TestAttributionsWithAnOrder(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	d := random2D(4, 30)
	m, err := FitTNN(d, TNNOptions{Order: r.Perm(30)})
	if err != nil {
		t.Fatal(err)
	}
	checkAttributions(t, m, nearby(r, d, 40), nil)
}

// The columns of a table are those that the caller gave: texts as one.
func TestAttributionsOfATable(t *testing.T) {
	table := []Column{
		{Name: "town", Texts: []string{"Ulm", "Bern", "Ulm", "Bern", "Oslo", ""}, Missing: []bool{false, false, false, false, false, true}},
		{Name: "age", Numbers: []float64{30, 41, 33, 22, math.NaN(), 60}},
	}
	encoding, _, err := NewEncoding(table, MissingMean, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := encoding.Matrix(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := Dataset{X: x, Values: matrix(1, 1, 2, 3, 4, 5, 6)}
	s := []float64{1, 0.5, 0.25, 0.1}
	m := fit(t, d, SQANNOptions{Relevance: Relevance{Kind: RelevanceGiven, Features: s}})
	query := matrix(4, 1, 0, 0, 25, 0, 0, 1, 70, 0, 0, 0, 50)
	checkAttributions(t, m, query, encoding)

	a := NewAttributor(m, encoding)
	said, err := a.Attribute(query, Control{})
	if err != nil {
		t.Fatal(err)
	}
	// Bern and Ulm are there twice; the median of 22, 30, 33, 37.2 (the mean), 41, 60 is 35.1.
	if want := []float64{1, 0, 0, 35.1}; !slices.Equal(a.Typical(said, 0), want) {
		t.Errorf("typical is %v, wanted %v", a.Typical(said, 0), want)
	}
	if want := []float64{math.Sqrt(1 + 0.25 + 0.0625), 0.1}; !slices.Equal(a.Relevance(said, 0), want) {
		t.Errorf("relevance is %v, wanted %v", a.Relevance(said, 0), want)
	}
	own, err := a.Attribute(x, Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range append(own.Shares.Data, own.EarlierLayers...) {
		if v != 0 {
			t.Fatalf("share %d of the samples themselves is %v", i, v)
		}
	}
}

// An ensemble's answer is its member's, so its typical values are, too.
func TestAttributionsOfAnEnsemble(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	low, high := random2D(1, 40), random2D(2, 40)
	for i := range high.X.Data {
		high.X.Data[i] += 3
	}
	first, second := fit(t, low, SQANNOptions{}), fit(t, high, SQANNOptions{})
	e, err := NewEnsemble(first, second)
	if err != nil {
		t.Fatal(err)
	}
	x := nearby(r, low, 10)
	more := nearby(r, high, 10)
	x.Data, x.Rows = append(x.Data, more.Data...), x.Rows+more.Rows
	a := NewAttributor(e, nil)
	said, err := a.Attribute(x, Control{})
	if err != nil {
		t.Fatal(err)
	}
	asked := [2]int{}
	for i := range x.Rows {
		member := said.Answers.Member[i]
		asked[member]++
		alone, err := NewAttributor(e.members[member], nil).Attribute(Matrix{Data: x.Row(i), Rows: 1, Columns: 2}, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if !equalBits(alone.Shares.Data, said.Shares.Row(i)) {
			t.Fatalf("row %d: the shares aren't those of model %d", i, member)
		}
		checkEffects(t, a, said, x, i)
	}
	if asked[0] == 0 || asked[1] == 0 {
		t.Fatalf("the members answered %v of the rows: the test shows nothing", asked)
	}
}

// Inputs at the limit have finite shares.
func TestAttributionsFarAway(t *testing.T) {
	d := random2D(5, 20)
	tnn, err := FitTNN(d, TNNOptions{Order: sorting.Identity(20)})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Model{fit(t, d, SQANNOptions{}), fit(t, d, SQANNOptions{Preset: Paper}), tnn} {
		x := matrix(2, 1e150, 1, -1e140, 1e140, -1e150, 1e150)
		said, err := NewAttributor(m, nil).Attribute(x, Control{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Rows {
			row := said.Shares.Row(i)
			if sum := row[0] + row[1] + said.EarlierLayers[i]; math.Abs(sum-1) > 1e-12 {
				t.Errorf("%T: the shares of %v are %v, %v", m, x.Row(i), row, said.EarlierLayers[i])
			}
		}
	}
}

func TestAttributionsStop(t *testing.T) {
	d := random2D(5, 20)
	done := make(chan struct{})
	close(done)
	_, err := NewAttributor(fit(t, d, SQANNOptions{}), nil).Attribute(d.X, Control{Done: done})
	if e, ok := err.(*Error); !ok || e.Code != Aborted {
		t.Fatalf("a stopped attribution gives %v", err)
	}
}
