package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/forest"
)

// walled is a set whose outcome jumps at walls that lie along the features, of numbers or of three classes.
func walled(rows int, classes bool, seed uint64) Dataset {
	d := slopesSet(rows, 5, 0.1, seed)
	for i := range rows {
		x := d.X.Row(i)
		x[3] = math.Round(4 * x[3])
		y := &d.Values.Data[i]
		if *y /= 4; x[3] > 2 {
			*y += 2
		}
		if x[4] > 0.7 {
			*y -= 1
		}
	}
	if classes {
		return classed(d)
	}
	return d
}

func TestForestIsTaken(t *testing.T) {
	for _, classes := range []bool{false, true} {
		all := walled(900, classes, 5)
		some, held := all.Pick(sortedFrom(0, 500)), all.Pick(sortedFrom(500, 900))
		m := fit(t, some, SQANNOptions{})
		if how := m.Interpolation().Forest; !(how.Share > 0.1) || how.Use != On || how.Leaf != 1 || how.Trees != forestTrees {
			t.Fatalf("classes %v: the forest is %+v", classes, how)
		}
		without := fit(t, some, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: Off}}})
		if how := without.Interpolation().Forest; how.Share != 0 {
			t.Fatalf("it has a forest, %+v, that was switched off", how)
		}
		with, err := Evaluate(m, held, Control{})
		if err != nil {
			t.Fatal(err)
		}
		other, err := Evaluate(without, held, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if !(errorOf(with) < 0.97*errorOf(other)) {
			t.Errorf("classes %v: the error is %v, %v without the forest", classes, errorOf(with), errorOf(other))
		}
	}
}

// errorOf is the root mean squared error, for classes the share of wrong answers.
func errorOf(e *Evaluation) float64 {
	if math.IsNaN(e.RMSE) {
		return 1 - e.Accuracy
	}
	return e.RMSE
}

// An answer is the weighted outcomes of the samples it names, and what a line adds; the weights sum to 1, and each sample is in as
// many leaves as its explanation says.
func TestAnswersOfAForestAddUp(t *testing.T) {
	alone, both := 0, 0
	for seed, how := range map[uint64]Interpolation{
		1: {},
		2: {Mode: InterpolateTop, Top: 5, Forest: Forest{Use: On, Share: 0.4}},
		3: {Mode: InterpolateLocal, Forest: Forest{Use: On, Share: 1, Leaf: 5, Trees: 30}},
		4: {Mode: InterpolateLocal, Local: Local{OnHit: true}, Forest: Forest{Use: On, Share: 0.7, NoPairs: true}},
		5: {Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On}},
	} {
		for _, classes := range []bool{false, true} {
			all := walled(340, classes, seed)
			d := all.Pick(sortedFrom(0, 240))
			m := fit(t, d, SQANNOptions{Interpolation: how})
			f := m.Interpolation().Forest
			if !(f.Share > 0) || how.Forest.Leaf > 0 && f.Leaf != how.Forest.Leaf {
				t.Fatalf("the forest is %+v", f)
			}
			trees := how.Forest.Trees
			if trees == 0 {
				trees = forestTrees
			}
			if m.Report().MaxFittingError != 0 {
				t.Errorf("the fitting error is %v", m.Report().MaxFittingError)
			}
			asked := all.X
			values := valuesAt(t, m, asked)
			top := m.Interpolation().Top
			for i := range asked.Rows {
				e, err := m.Explain(asked.Row(i))
				if err != nil {
					t.Fatal(err)
				}
				if i < 240 && e.Status != StatusHit || !slices.Equal(e.Value, values[i*m.OutputCount():(i+1)*m.OutputCount()]) {
					t.Fatalf("row %d is %v, %v; predicted %v", i, e.Status, e.Value, values[i*m.OutputCount():(i+1)*m.OutputCount()])
				}
				sum, inLeaves := 0.0, 0
				alone += max(0, len(e.Neurons)-top)
				got := make([]float64, m.OutputCount())
				for n, c := range e.Neurons {
					if n > 0 && c.Activation > e.Neurons[n-1].Activation {
						t.Fatalf("row %d: the neurons aren't in the order of their activations", i)
					}
					if c.Trees > 0 {
						both++
					}
					sum += c.Weight
					inLeaves += c.Trees
					for k := range got {
						got[k] += c.Weight * c.Alpha[k]
					}
					if i%17 > 0 {
						continue
					}
					if d := math.Sqrt(plainDistance(m, asked.Row(i), c)); !(math.Abs(d-c.Distance) <= 1e-9) {
						t.Fatalf("row %d: the neuron of sample %d is %v away, not %v", i, c.Samples[0], d, c.Distance)
					}
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Fatalf("row %d: the weights sum to %v", i, sum)
				}
				if w := e.Neurons[0].Weight; len(e.Neurons) > 1 && w < 1 && inLeaves < trees {
					t.Fatalf("row %d: its samples are in %d leaves of %d", i, inLeaves, trees)
				}
				for k := range got {
					for j := range e.Corrections.Rows {
						got[k] += e.Corrections.Row(j)[k]
					}
					if e.Limit != nil {
						got[k] += e.Limit[k]
					}
					if !(math.Abs(got[k]-e.Value[k]) <= 3e-10) {
						t.Fatalf("row %d: the parts sum to %v, the answer is %v", i, got, e.Value)
					}
				}
			}
		}
	}
	if alone < 100 || both < 1000 {
		t.Errorf("%d samples of leaves alone, %d of both: too few to tell", alone, both)
	}
}

// plainDistance is the squared distance to an explanation's neuron in its layer, from all activations of the layer below.
func plainDistance(m *SQANN, x []float64, c Neuron) float64 {
	scaled := make([]float64, len(x))
	m.scaled(scaled, x)
	a := &answer{network: m.network, seen: m.network.NewPropagation()}
	a.x = scaled
	p := a.whole()
	p.Strongest(nil, 1) // activates all layers
	return p.D2[c.Layer-1][c.Node]
}

// The share is the one with the least squared error on the rows judged, of what the trees that didn't grow on them say.
func TestShareIsTheBest(t *testing.T) {
	for _, classes := range []bool{false, true} {
		d := slopesSet(400, 5, 0.3, 9)
		if classes {
			d = classed(d)
		}
		m, err := newSQANN(d, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.chosen = new(Chosen)
		j := judge{m: m, account: m.newAccount()}
		j.sort()
		j.list(true)
		if err := j.run(); err != nil {
			t.Fatal(err)
		}
		taken := j.trials[2]
		if err := j.share(taken); err != nil {
			t.Fatal(err)
		}
		share, w := m.chosen.Interpolation.Forest.Share, m.OutputCount()
		set := forest.NewSet(columnsOf(m.points.x), m.leaves.y, true)
		said := m.leaves.forest.Held(set, j.judged, 1) // all points are rows here
		error := func(v float64) (sum float64) {
			for at, row := range j.judged {
				c := slices.Clone(said[at*w : (at+1)*w])
				m.leaves.value(c)
				for k, y := range j.truth.Row(row) {
					f := taken.values[at*w+k]
					e := (f + v*taken.free[at]*(c[k]-taken.between[at*w+k]) - y) / j.unit[k]
					sum += e * e
				}
			}
			return sum
		}
		if share <= 0 || share >= 1 || len(j.judged) != 400 {
			t.Fatalf("classes %v: a share of %v by %d rows can't tell", classes, share, len(j.judged))
		}
		for _, v := range []float64{0, share - 0.01, share + 0.01, 1} {
			if !(error(share) < error(v)) {
				t.Errorf("classes %v: the share is %v, but that of %v has the error %v, not %v", classes, share, v, error(v), error(share))
			}
		}
	}
}

// A share that is given holds beside whatever interpolation is chosen.
func TestForestsShareIsTheGivenOne(t *testing.T) {
	for _, rows := range []int{40, 300} { // of few rows nothing is chosen
		d := walled(rows, false, 5)
		query := d.X.pick([]int{0, 1, 2, 3})
		for i := range query.Data {
			query.Data[i] += 0.05
		}
		var before *Predictions
		for _, share := range []float64{0.25, 1} {
			m, err := FitSQANN(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateAuto, Forest: Forest{Use: On, Share: share}}})
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Interpolation().Forest; got.Use != On || got.Share != share {
				t.Errorf("%d rows: asked for a share of %v, the model has %+v", rows, share, got)
			}
			p, err := m.Predict(query)
			if err != nil {
				t.Fatal(err)
			}
			if before != nil && slices.Equal(p.Values.Data, before.Values.Data) {
				t.Errorf("%d rows: a share of 1 answers as one of a quarter", rows)
			}
			before = p
		}
	}
}

// A model with a forest is the same from its samples and what was found, under Like, and in a learner after samples came and went.
func TestForestIsKept(t *testing.T) {
	for _, classes := range []bool{false, true} {
		for _, repeated := range []bool{false, true} {
			all := walled(460, classes, 11)
			if repeated {
				for i := range 80 {
					copy(all.X.Row(300+i), all.X.Row(i))
				}
			}
			o := SQANNOptions{Duplicates: DuplicatesMean}
			if classes {
				o.Duplicates = DuplicatesMajority
			}
			m := fit(t, all.Pick(sortedFrom(0, 300)), o)
			if !m.needsLeaves() {
				t.Fatal("no forest was taken")
			}
			x := all.X.pick(sortedFrom(200, 460))
			for i := range x.Data {
				x.Data[i] += 0.05 * float64(i%3-1)
			}
			again, err := RestoreSQANN(m.Data(), m.Options(), m.Placement())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(valuesAt(t, again, x), valuesAt(t, m, x)) {
				t.Error("restored, it answers otherwise")
			}
			like := m.Like()
			packed := like.Frame.Forest.Pack()
			if like.Frame.Forest, err = UnpackForest(packed, 5, m.OutputCount()); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(packed, like.Frame.Forest.Pack()) {
				t.Error("a forest packed again has other bytes")
			}
			if !slices.Equal(valuesAt(t, fit(t, m.Data(), like), x), valuesAt(t, m, x)) {
				t.Error("a fit of the same samples like it answers otherwise")
			}
			l, err := NewLearner(m, Control{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(4, 4))
			present := sortedFrom(0, 300)
			for next := 300; next < 460; {
				if r.IntN(2) == 0 && len(present) > 200 {
					at := r.IntN(len(present))
					if err := l.Forget([]int{at}); err != nil {
						t.Fatal(err)
					}
					present = slices.Delete(present, at, at+1)
				} else {
					if _, err := l.Learn(all.Pick([]int{next}), LearnOptions{}); err != nil {
						t.Fatal(err)
					}
					present = append(present, next)
					next++
				}
				if next%20 > 0 {
					continue
				}
				want := fit(t, all.Pick(present), like)
				p, err := l.Predict(x)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(p.Values.Data, valuesAt(t, want, x)) {
					t.Fatalf("classes %v, repeated %v: with %d samples the learner answers otherwise than a fit", classes, repeated, len(present))
				}
			}
			if s := l.Stale(); s != nil && s.Reason == StaleForest {
				t.Errorf("%d of %d samples were there, and it says that the forest is stale", l.rowOf(l.first), len(l.rows))
			}
		}
	}
}

func TestStaleForest(t *testing.T) {
	all := walled(700, false, 12)
	l, err := NewLearner(fit(t, all.Pick(sortedFrom(0, 300)), SQANNOptions{}), Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 160 {
		if _, err := l.Learn(all.Pick([]int{300 + i}), LearnOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := l.Forget([]int{0}); err != nil {
			t.Fatal(err)
		}
		s := l.Stale()
		if stale := s != nil && s.Reason == StaleForest; stale != (i >= 150) && (s == nil || stale) {
			t.Fatalf("after %d samples, %+v", i+1, s)
		}
	}
}

// An outcome so far away that sums of it would overflow is refused.
func TestOutcomeFarFromTheForest(t *testing.T) {
	d := walled(300, false, 13)
	m := fit(t, d, SQANNOptions{})
	far := d.Pick([]int{0, 1})
	far.X.Row(1)[0] += 0.01
	far.X.Row(0)[0] += 0.01
	far.Values.Data[1] = 1e6
	_, err := FitSQANN(d.with(far, []int{0, 1}), m.Like())
	refused(t, err, InvalidInput, 301, -1, "60 times the range")
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	done, err := l.Learn(far, LearnOptions{})
	if err != nil || len(done.Learned) != 1 || len(done.Refused) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	refused(t, done.Refused[0].Err, InvalidInput, 1, -1, "60 times the range")
}

// What isn't a forest's file is refused, and takes no memory.
func TestDamagedForests(t *testing.T) {
	packed := fit(t, walled(200, false, 14), SQANNOptions{}).Like().Frame.Forest.Pack()
	r := rand.New(rand.NewPCG(5, 5))
	for range 3000 {
		damaged := slices.Clone(packed)
		for range 1 + r.IntN(3) {
			damaged[r.IntN(min(len(damaged), 1+r.IntN(600)))] = []float64{0, 1, 2, 5, -1, 0.5, 1e9, math.NaN(), math.Inf(1), 1e300}[r.IntN(10)]
		}
		if r.IntN(4) == 0 {
			damaged = damaged[:r.IntN(len(damaged))]
		}
		g, err := UnpackForest(damaged, 5, 1)
		if err != nil {
			refused(t, err, ModelFile, -1, -1, "")
			continue
		}
		d := walled(50, false, 15)
		v := &leaves{}
		_ = v.outcomesOf(&points{alpha: d.Values}, []float64{0}, []float64{1e-9})
		g.trees.Stand(columnsOf(d.X), v.y).NewAsker().Weigh(d.X.Row(0), 3)
	}
	for name, c := range map[string]struct{ features, outputs int }{"features": {4, 1}, "outputs": {5, 2}} {
		if _, err := UnpackForest(packed, c.features, c.outputs); err == nil {
			t.Errorf("a forest of other %s is taken", name)
		}
	}
}

func TestForestsThatAreRefused(t *testing.T) {
	d := walled(150, false, 16)
	weighted := d
	weighted.Weights = slices.Repeat([]float64{2}, 150)
	for says, c := range map[string]struct {
		d Dataset
		o SQANNOptions
	}{
		"forest.share":          {d, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: On, Share: 1.1}}}},
		"forest.trees":          {d, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: On, Trees: 1001}}}},
		"forest.leaf":           {d, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: On, Leaf: -1}}}},
		"the skip connection":   {d, SQANNOptions{Preset: Paper, Interpolation: Interpolation{Forest: Forest{Use: On}}}},
		"top and local":         {d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNearest, Forest: Forest{Use: On}}}},
		"doesn't weigh":         {weighted, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: On}}}},
		"doesn't weigh samples": {classed(d), SQANNOptions{Balanced: true, Interpolation: Interpolation{Forest: Forest{Use: On}}}},
	} {
		_, err := FitSQANN(c.d, c.o)
		refused(t, err, InvalidOption, -1, -1, says)
	}
	if how := fit(t, weighted, SQANNOptions{}).Interpolation().Forest; how.Share != 0 {
		t.Errorf("weighted samples have a forest: %+v", how)
	}
	m := fit(t, d, SQANNOptions{})
	_, err := m.Interpolating(Interpolation{Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On}})
	refused(t, err, InvalidOption, -1, -1, "has no share")
	other := interpolating(t, m, Interpolation{Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On, Share: 0.5, Trees: 7}})
	if n := len(other.standing().forest.NewAsker().Weigh(make([]float64, 5), 1)); n == 0 || n > 150 || other.leaves == m.leaves {
		t.Errorf("%d samples answer", n)
	}
}

// A default fit that has room for the network alone has no forest; one that asks for a forest is refused.
func TestForestWithoutRoom(t *testing.T) {
	d := walled(3000, false, 17)
	m := fit(t, d, SQANNOptions{})
	without := fit(t, d, SQANNOptions{Interpolation: Interpolation{Forest: Forest{Use: Off}}})
	if grown := m.Bytes() - without.Bytes(); grown < 2_000_000 || grown > 10_000_000 {
		t.Errorf("a forest of 30 trees counts for %d bytes", grown)
	}
	o := SQANNOptions{MaxBytes: 5 << 20}
	if how := fit(t, d, o).Interpolation(); how.Mode != InterpolateLocal || how.Forest.Share != 0 {
		t.Errorf("without room it chose %+v", how)
	}
	o.Interpolation.Forest.Use = On
	_, err := FitSQANN(d, o)
	refused(t, err, TooLarge, -1, -1, "MiB")
}
