package core

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// relevanceGolden is a case of testdata/golden/relevance-*.json; its README says where they come from.
type relevanceGolden struct {
	X       [][]float64
	Y       []float64
	Classes int
	Reach   float64
	Start   struct{ T, Loss float64 }
	Probes  []struct {
		T, Gradient []float64
		Objective   float64
	}
	Optimum struct {
		Objective float64
		S         []float64
	}
}

func readRelevance(t testing.TB, name string) relevanceGolden {
	t.Helper()
	text, err := os.ReadFile("../testdata/golden/relevance-" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var g relevanceGolden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g relevanceGolden) lesson(t testing.TB) *lesson {
	t.Helper()
	x, err := MatrixOf(g.X)
	if err != nil {
		t.Fatal(err)
	}
	d := Dataset{X: x}
	if g.Classes > 0 {
		for _, y := range g.Y {
			d.Labels = append(d.Labels, Label{Kind: IntegerLabel, Integer: int64(y)})
		}
	} else {
		d.Values = Matrix{Data: g.Y, Rows: len(g.Y), Columns: 1}
	}
	return lessonOf(t, d)
}

// learn is what the samples say about the features: one number each, the largest 1; nil where they say nothing.
func (l *lesson) learn() ([]float64, error) {
	t, err := l.learnFrom(nil)
	if t == nil || err != nil {
		return nil, err
	}
	return relevanceOf(t), nil
}

func lessonOf(t testing.TB, d Dataset) *lesson {
	t.Helper()
	p, err := newPoints(d, ScaleMinMax, Relevance{}, DuplicatesFirst, true, &counter{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLesson(p, sorting.Counting(p.count()), &counter{})
	if err := l.prepare(); err != nil {
		t.Fatal(err)
	}
	return l
}

func close9(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func TestRelevanceGoldens(t *testing.T) {
	for _, name := range []string{"boston", "diamonds", "wine"} {
		t.Run(name, func(t *testing.T) {
			g := readRelevance(t, name)
			l := g.lesson(t)
			gradient := make([]float64, l.z.Columns)
			for i, probe := range g.Probes {
				v, err := l.objective(probe.T, gradient)
				if err != nil || !close9(v, probe.Objective) {
					t.Errorf("probe %d: %v (%v), want %v", i, v, err, probe.Objective)
				}
				for j, want := range probe.Gradient {
					if !close9(gradient[j], want) {
						t.Errorf("probe %d: gradient[%d] is %v, want %v", i, j, gradient[j], want)
					}
				}
			}
			at, v, err := l.start()
			if err != nil || !close9(at[0], g.Start.T) || !close9(v, g.Start.Loss) {
				t.Errorf("the start is %v at %v (%v), want %v at %v", v, at[0], err, g.Start.Loss, g.Start.T)
			}
			calls := 0
			reached, err := minimize(func(t, g []float64) (float64, error) { calls++; return l.objective(t, g) }, at, l.evaluations())
			if err != nil || !(reached <= 1.02*g.Optimum.Objective) {
				t.Errorf("it reaches %v (%v), the optimum is %v", reached, err, g.Optimum.Objective)
			}
			if v, _ := l.objective(at, nil); v != reached {
				t.Errorf("what it returns is %v, what it says %v", v, reached)
			}
			t.Log(calls, "evaluations of", l.evaluations(), reached, g.Optimum.Objective)
			for j, s := range relevanceOf(at) {
				if !(s >= leastRelevance && s <= 1) {
					t.Errorf("s[%d] is %v", j, s)
				}
			}
		})
	}
}

// plainObjective is the definition, for any targets.
func plainObjective(l *lesson, t []float64) float64 {
	var loss, mean, spread float64
	for a := range l.z.Rows {
		var sum, score float64
		f := make([]float64, l.targets.Columns)
		for b := range l.z.Rows {
			if a == b {
				continue
			}
			var s float64
			for j, v := range t {
				d := l.z.Row(a)[j] - l.z.Row(b)[j]
				s += math.Exp(v) * d * d
			}
			e := math.Exp(-s)
			sum += e
			if l.class != nil && l.class[a] == l.class[b] {
				score += e
			}
			for k := range f {
				f[k] += e * l.targets.Row(b)[k]
			}
		}
		if l.class != nil {
			loss -= math.Log(score/sum + 1e-9)
		}
		for k := range f {
			d := f[k]/sum - l.targets.Row(a)[k]
			loss += d * d
		}
	}
	for _, v := range t {
		mean += v / float64(len(t))
	}
	for _, v := range t {
		spread += (v - mean) * (v - mean)
	}
	return loss/float64(l.z.Rows) + 0.01*spread/float64(len(t))
}

// lessonSet has a number, several numbers or classes that hang on two of the features.
func lessonSet(rows, columns, outputs int, seed uint64) Dataset {
	r := rand.New(rand.NewPCG(seed, 1))
	d := Dataset{X: Matrix{Rows: rows, Columns: columns}}
	for range rows * columns {
		d.X.Data = append(d.X.Data, r.Float64())
	}
	if outputs == 0 {
		for i := range rows {
			x := d.X.Row(i)
			class := int64(0)
			if x[1] > 0.5 {
				class++
			}
			if x[2] > 0.6 {
				class++
			}
			d.Labels = append(d.Labels, Label{Kind: IntegerLabel, Integer: class})
		}
		return d
	}
	d.Values = Matrix{Rows: rows, Columns: outputs}
	for i := range rows {
		x := d.X.Row(i)
		for k := range outputs {
			d.Values.Data = append(d.Values.Data, 100+math.Sin(float64(k+3)*x[1])+x[2]*x[2]*float64(k+1))
		}
	}
	return d
}

// One sample far outside makes the two features that count narrow beside the eighteen others, as in a table with a
// mistyped row. The nearest samples then say nothing, and still learning finds the two.
func TestRelevanceBehindOutliers(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		for seed := range uint64(5) {
			d := lessonSet(900, 20, outputs, seed)
			for j := 1; j <= 2; j++ {
				d.X.Data[j] = 40
			}
			s, err := lessonOf(t, d).learn()
			if err != nil {
				t.Fatal(err)
			}
			for j, v := range s {
				if j != 1 && j != 2 && !(v < s[1]/4 && v < s[2]/4) {
					t.Errorf("%d outputs, seed %d: relevance %.3f of feature %d, which says nothing, beside %.3f and %.3f", outputs, seed, v, j, s[1], s[2])
				}
			}
		}
	}
}

// The objective is the definition's, and its gradient that of differences, for classes, a number and
// several, with a number of rows that is no multiple of anything.
func TestRelevanceGradient(t *testing.T) {
	for _, outputs := range []int{0, 1, 3} {
		l := lessonOf(t, lessonSet(77, 5, outputs, 7))
		at := []float64{0.3, 2.5, 1.9, -1, 0.7}
		gradient := make([]float64, 5)
		v, err := l.objective(at, gradient)
		if want := plainObjective(l, at); err != nil || !close9(v, want) {
			t.Errorf("%d outputs: the objective is %v (%v), want %v", outputs, v, err, want)
		}
		for j := range at {
			const h = 1e-5
			at[j] += h
			above := plainObjective(l, at)
			at[j] -= 2 * h
			below := plainObjective(l, at)
			at[j] += h
			if want := (above - below) / (2 * h); math.Abs(gradient[j]-want) > 1e-8 {
				t.Errorf("%d outputs: gradient[%d] is %v, differences give %v", outputs, j, gradient[j], want)
			}
		}
	}
}

func TestRelevanceFindsTheColumns(t *testing.T) {
	for _, outputs := range []int{0, 1, 3} {
		s, err := lessonOf(t, lessonSet(300, 12, outputs, 3)).learn()
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range s {
			if matters := j == 1 || j == 2; matters && v < 0.4 || !matters && v > 0.3 {
				t.Errorf("%d outputs: relevance[%d] is %v: %v", outputs, j, v, s)
			}
		}
	}
}

func TestRelevanceWithoutAnythingToLearn(t *testing.T) {
	d := lessonSet(40, 4, 1, 5)
	for i := range d.Values.Data {
		d.Values.Data[i] = 7
	}
	if s, err := lessonOf(t, d).learn(); err != nil || len(s) != 4 {
		t.Errorf("a constant outcome gives %v, %v", s, err)
	}
	if s, err := lessonOf(t, lessonSet(2, 4, 1, 5)).learn(); s != nil || err != nil {
		t.Errorf("two samples give %v, %v", s, err)
	}
	d = lessonSet(40, 4, 1, 5)
	for i := range d.Values.Data {
		d.Values.Data[i] *= 1e297
	}
	s, err := lessonOf(t, d).learn()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s {
		if !(v >= leastRelevance && v <= 1) {
			t.Errorf("huge outcomes give %v", s)
		}
	}
}

// A caller who has left stops it.
func TestRelevanceStops(t *testing.T) {
	done := make(chan struct{})
	l := lessonOf(t, lessonSet(700, 9, 1, 11))
	asked := 0
	l.account = &counter{done: done, progress: func(Progress) {
		if asked++; asked == 100 {
			close(done)
		}
	}}
	if _, err := l.learn(); err == nil || err.(*Error).Code != Aborted || asked > 100 {
		t.Errorf("after the caller has left: %v, asked %d times", err, asked)
	}
}

// Relevance is learned once by a fit, taken by RestoreSQANN, learned anew by Absorb and Remove, and kept
// by LeaveOneOut and Representatives.
func TestRelevanceOfModels(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		d := lessonSet(150, 6, outputs, 9)
		for _, kind := range []RelevanceKind{RelevanceAuto, RelevanceLearn} {
			m, err := FitSQANN(d, SQANNOptions{Relevance: Relevance{Kind: kind}})
			if err != nil {
				t.Fatal(err)
			}
			s := m.Relevance()
			if s == nil || !m.report.RelevanceLearned || (kind == RelevanceAuto) != (m.report.RelevanceGain > 0) {
				t.Fatalf("kind %d: relevance %v, report %+v", kind, s, m.report)
			}
			again, err := RestoreSQANN(d, m.Options(), placementOf(m))
			if err != nil || !slices.Equal(again.Relevance(), s) || again.report.RelevanceGain != m.report.RelevanceGain && kind == RelevanceAuto {
				t.Fatalf("kind %d: restored with %v, %+v (%v)", kind, again.Relevance(), again.report, err)
			}
			never := m.Options()
			never.Relevance.Learned = nil
			if m, err := RestoreSQANN(d, never, placementOf(m)); err == nil && m.Relevance() != nil {
				t.Errorf("kind %d: restoring has learned %v", kind, m.Relevance())
			}
			left := make([]bool, 150)
			left[3] = true
			kept, err := m.without(left, Control{})
			if err != nil || !slices.Equal(kept.(*SQANN).Relevance(), s) {
				t.Errorf("kind %d: without a sample relevance is %v (%v)", kind, kept.(*SQANN).Relevance(), err)
			}
			fewer, err := Remove(m, []int{3}, Control{})
			if err != nil {
				t.Fatal(err)
			}
			anew, err := FitSQANN(d.without(left), SQANNOptions{Relevance: Relevance{Kind: kind}})
			if err != nil || !slices.Equal(fewer.(*SQANN).Relevance(), anew.Relevance()) || slices.Equal(anew.Relevance(), s) {
				t.Errorf("kind %d: after Remove relevance is %v, a fit's is %v (%v)", kind, fewer.(*SQANN).Relevance(), anew.Relevance(), err)
			}
			// Options of a model hand nothing learned to a fit of other data.
			other, err := FitSQANN(d.without(left), m.Options())
			if err != nil || !slices.Equal(other.Relevance(), anew.Relevance()) {
				t.Errorf("kind %d: a fit with a model's options has %v (%v)", kind, other.Relevance(), err)
			}
		}
	}
}

// What Absorb and Remove make is bit for bit what a fit on the same samples makes, whatever relevance is.
func TestRelevanceAfterAbsorbAndRemove(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		all := lessonSet(200, 6, outputs, 13)
		old, late := make([]bool, 200), make([]bool, 200)
		for i := range 200 {
			late[i] = i >= 150
			old[i] = !late[i]
		}
		for _, o := range []Relevance{{}, {Kind: RelevanceAuto}, {Kind: RelevanceLearn}, {Kind: RelevanceGiven, Features: []float64{0.5, 1, 1, 0.1, 2, 0.1}}} {
			m, err := FitSQANN(all.without(late), SQANNOptions{Relevance: o})
			if err != nil {
				t.Fatal(err)
			}
			a, err := Absorb(m, all.without(old), AbsorbOptions{Tolerance: 0.05})
			if err != nil || len(a.Absorbed) == 0 {
				t.Fatalf("%+v: absorbing %v: %v", o, a, err)
			}
			if a.KeptAfter != 0 {
				t.Errorf("%+v: an old sample errs by %v", o, a.KeptAfter)
			}
			left := slices.Clone(late)
			for _, i := range a.Absorbed {
				left[150+i] = false
			}
			anew, err := FitSQANN(all.without(left), SQANNOptions{Relevance: o})
			if err != nil {
				t.Fatal(err)
			}
			sameModel(t, a.Model.(*SQANN), anew, all.X)
			var absorbed []int // their places in the new model
			for i := range a.Absorbed {
				absorbed = append(absorbed, 150+i)
			}
			back, err := Remove(a.Model, absorbed, Control{})
			if err != nil {
				t.Fatal(err)
			}
			sameModel(t, back.(*SQANN), m, all.X)
			if o.Kind != RelevanceGiven && (slices.Equal(anew.Relevance(), m.Relevance()) || m.Relevance() == nil) {
				t.Errorf("%+v: relevance is %v before and %v after", o, m.Relevance(), anew.Relevance())
			}
		}
	}
}

func sameModel(t *testing.T, a, b *SQANN, asked Matrix) {
	t.Helper()
	if !slices.Equal(a.Relevance(), b.Relevance()) || a.Reach() != b.Reach() {
		t.Errorf("relevance %v and %v, reach %v and %v", a.Relevance(), b.Relevance(), a.Reach(), b.Reach())
	}
	x, err := a.Examine(asked)
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Examine(asked)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.Values.Data, y.Values.Data) || !slices.Equal(x.Familiarity, y.Familiarity) {
		t.Error("the answers differ")
	}
}

// A first rule took relevance or left it, in whole. What "auto" may take in part is told by how much its numbers differ.
func TestAutoTakesRoots(t *testing.T) {
	s := []float64{1, 0.25, 0.02}
	replaceByRoots(s)
	if !slices.Equal(s, []float64{1, 0.5, math.Sqrt(0.02)}) {
		t.Errorf("roots are %v", s)
	}
	r := rand.New(rand.NewPCG(5, 5))
	d := Dataset{X: Matrix{Rows: 400, Columns: 6}, Values: Matrix{Rows: 400, Columns: 1}}
	for range 400 {
		y := 0.0
		for j := range 6 {
			x := r.Float64()
			d.X.Data = append(d.X.Data, x)
			y += x * (1 - 0.18*float64(j))
		}
		d.Values.Data = append(d.Values.Data, y+0.1*r.NormFloat64())
	}
	m, err := FitSQANN(d, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if least := slices.Min(m.Relevance()); !m.report.RelevanceLearned || least < math.Sqrt(leastRelevance) {
		t.Errorf("features that count a little less each have relevance %v", m.Relevance())
	}
}

// The default is auto under preset XAIA and off under the others; two features and few samples are left alone at no cost.
func TestRelevanceByDefault(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		o             SQANNOptions
		learns        bool
	}{
		{150, 6, SQANNOptions{}, true},
		{150, 6, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}, false},
		{150, 6, SQANNOptions{Preset: Paper}, false},
		{150, 6, SQANNOptions{Preset: PublishedV1, Settings: tableOneSettings(16)}, false},
		{150, 2, SQANNOptions{}, false},
		{99, 6, SQANNOptions{}, false},
	} {
		d := lessonSet(c.rows, max(3, c.columns), 1, 9)
		if c.columns == 2 {
			x := Matrix{Rows: c.rows, Columns: 2}
			for i := range c.rows {
				x.Data = append(x.Data, d.X.Row(i)[1:]...)
			}
			d.X = x
		}
		m, err := FitSQANN(d, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if (m.Relevance() != nil) != c.learns || m.report.RelevanceLearned != c.learns {
			t.Errorf("%d x %d, %+v: relevance %v", c.rows, c.columns, c.o, m.Relevance())
		}
		least, _ := c.o.Work(c.rows, c.columns)
		without := c.o
		without.Relevance.Kind = RelevanceOff
		if plain, _ := without.Work(c.rows, c.columns); (least > plain) != c.learns {
			t.Errorf("%d x %d, %+v: it costs %v at least, without relevance %v", c.rows, c.columns, c.o, least, plain)
		}
	}
}

// Tune's fits share what was learned; their scores are those of fits by themselves.
func TestTuneSharesRelevance(t *testing.T) {
	d := lessonSet(130, 4, 1, 21)
	var candidates []TuneCandidate
	for _, scale := range []ScaleKind{ScaleMinMax, ScaleStandard} {
		for _, kind := range []RelevanceKind{RelevanceLearn, RelevanceOff} {
			for _, a2 := range []float64{0.7, 1.2} {
				candidates = append(candidates, TuneCandidate{A1: 0.1, A2: a2, SQANN: SQANNOptions{Scale: scale, Relevance: Relevance{Kind: kind}}})
			}
		}
	}
	together, err := Tune(d, TuneOptions{Candidates: candidates, Folds: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, candidate := range candidates {
		alone, err := Tune(d, TuneOptions{Candidates: []TuneCandidate{candidate}, Folds: 3})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := alone.Scores[0], together.Scores[i]; a.RMSE != b.RMSE || a.SQANN.Settings[0] != b.SQANN.Settings[0] {
			t.Errorf("candidate %d: %v and %v alone, %v and %v together", i, a.RMSE, a.SQANN.Settings, b.RMSE, b.SQANN.Settings)
		}
	}
	if together.Scores[0].RMSE == together.Scores[2].RMSE {
		t.Error("relevance changes nothing")
	}
	if together.Scores[0].SQANN.Relevance.Learned != nil {
		t.Error("the options name what was learned")
	}
}

// A list that makes samples too near to tell apart is refused as they are.
func TestRelevanceThatHidesSamples(t *testing.T) {
	d := lessonSet(20, 3, 1, 2)
	for i := range 20 {
		d.X.Row(i)[0], d.X.Row(i)[1] = 1, 2
	}
	_, err := FitSQANN(d, SQANNOptions{Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{1, 1, 1e-200}}})
	if e, ok := err.(*Error); !ok || e.Code != IllDefined {
		t.Errorf("it says %v", err)
	}
}

func TestMinimize(t *testing.T) {
	rosenbrock := func(x, g []float64) (float64, error) {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		g[0], g[1] = -2*a-400*x[0]*b, 200*b
		return a*a + 100*b*b, nil
	}
	x := []float64{-1.2, 1}
	if v, err := minimize(rosenbrock, x, 200); err != nil || v > 1e-8 {
		t.Errorf("Rosenbrock's valley: %v at %v (%v)", v, x, err)
	}
	calls := 0
	x = []float64{-1.2, 1}
	if _, err := minimize(func(x, g []float64) (float64, error) { calls++; return rosenbrock(x, g) }, x, 9); err != nil || calls > 9 {
		t.Errorf("a budget of 9: %d evaluations (%v)", calls, err)
	}
}

func BenchmarkAuto(b *testing.B) {
	for _, columns := range []int{26, 64} {
		b.Run(itoa(columns), func(b *testing.B) {
			p, err := newPoints(lessonSet(1024, columns, 1, 3), ScaleMinMax, Relevance{}, DuplicatesFirst, true, &counter{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if l, err := p.relevance(true, &counter{}); err != nil || l.Features == nil {
					b.Fatal(l, err)
				}
			}
		})
	}
}

func BenchmarkRelevance(b *testing.B) {
	for _, columns := range []int{26, 64} {
		b.Run(itoa(columns), func(b *testing.B) {
			l := lessonOf(b, lessonSet(1024, columns, 1, 3))
			for b.Loop() {
				if _, err := l.learn(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
