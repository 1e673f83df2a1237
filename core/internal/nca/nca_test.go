package nca

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// set is what is learned from: z, and numbers or classes.
type set struct {
	z, targets spatial.Matrix
	class      []int
}

type account struct{ mayGoOn func() error }

func (a account) Reserve(int64) error { return nil }
func (a account) Limit() int64        { return 0 }
func (a account) MayGoOn(int) error {
	if a.mayGoOn == nil {
		return nil
	}
	return a.mayGoOn()
}

func (s set) learn(a account) ([]float64, error) {
	targets := s.targets
	targets.Data = slices.Clone(targets.Data)
	t, err := Learn(s.minMax(), targets, s.class, nil, Whole, a)
	if t == nil || err != nil {
		return nil, err
	}
	return Weights(t), nil
}

// exact is the objective without what evaluations omit.
func (s set) exact(t testing.TB) *objective {
	t.Helper()
	if s.class == nil {
		Standardize(s.targets)
	}
	o, err := newObjective(s.minMax(), s.targets, s.class, account{})
	if err != nil {
		t.Fatal(err)
	}
	o.cut, o.tiny = 57, 1e-10 // a p is less than 2^-60 in parts of leastScore
	return o
}

// minMax is z with each feature scaled to 0..1.
func (s set) minMax() spatial.Matrix {
	z := s.z
	z.Data = slices.Clone(z.Data)
	for j := range z.Columns {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range z.Rows {
			low, high = min(low, z.Row(i)[j]), max(high, z.Row(i)[j])
		}
		for i := range z.Rows {
			z.Row(i)[j] = (z.Row(i)[j] - low) / (high - low)
		}
	}
	return z
}

// golden is a case of testdata/golden/relevance-*.json; its README says where they come from.
type golden struct {
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

func readGolden(t testing.TB, name string) golden {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/golden/relevance-" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// set has equal rows once.
func (g golden) set() set {
	s := set{z: spatial.Matrix{Columns: len(g.X[0])}}
	for i, row := range g.X {
		if slices.IndexFunc(g.X, func(other []float64) bool { return slices.Equal(row, other) }) < i {
			continue
		}
		s.z.Data = append(s.z.Data, row...)
		s.z.Rows++
		if g.Classes > 0 {
			s.class = append(s.class, int(g.Y[i]))
		} else {
			s.targets = spatial.Matrix{Data: append(s.targets.Data, g.Y[i]), Rows: s.z.Rows, Columns: 1}
		}
	}
	return s
}

// always is for a function that needs no renewal.
func always([]float64) error { return nil }

// Minimising with the nearest rows alone gets as low, by the whole objective.
func TestTheNearestSuffice(t *testing.T) {
	sets := map[string]set{"numbers": setOf(500, 12, 1, 3), "classes": setOf(500, 12, 0, 3)}
	for _, name := range []string{"boston", "diamonds"} {
		sets[name] = readGolden(t, name).set()
	}
	for name, s := range sets {
		o := s.exact(t)
		from, start, err := o.start()
		if err != nil {
			t.Fatal(err)
		}
		whole, near := slices.Clone(from), slices.Clone(from)
		want, err := minimize(o.at, always, whole, 60)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		if _, err = minimize(o.at, func(x []float64) error { calls++; return o.findNear(x) }, near, 60); err != nil {
			t.Fatal(err)
		}
		if len(o.near) != nearest*o.z.Rows || calls < 2 {
			t.Errorf("%s: %d near rows, found %d times", name, len(o.near), calls)
		}
		o.near = o.near[:0]
		got, err := o.at(near, nil)
		if err != nil || !(got <= want+0.03*(start-want)) {
			t.Errorf("%s: from %v it reaches %v (%v) with the nearest, %v with all", name, start, got, err, want)
		}
	}
}

// The nearest rows are the first of those in the order of distances.
func TestKeepNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	for range 200 {
		s := make([]float64, nearest+r.IntN(200))
		want := make([]int32, len(s))
		for i := range s {
			s[i], want[i] = float64(r.IntN(40)), int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return int(s[a]) - int(s[b]) })
		var got [nearest]int32
		if keepNearest(&got, s, s[want[nearest-1]]+float64(r.IntN(9))); !slices.Equal(got[:], want[:nearest]) {
			t.Fatalf("%v, not %v", got, want[:nearest])
		}
	}
}

func close9(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func TestRelevanceGoldens(t *testing.T) {
	for _, name := range []string{"boston", "diamonds", "wine"} {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, name)
			l := g.set().exact(t)
			gradient := make([]float64, l.z.Columns)
			for i, probe := range g.Probes {
				v, err := l.at(probe.T, gradient)
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
			reached, err := minimize(func(t, g []float64) (float64, error) { calls++; return l.at(t, g) }, always, at, mostEvaluations)
			if err != nil || !(reached <= 1.02*g.Optimum.Objective) {
				t.Errorf("it reaches %v (%v), the optimum is %v", reached, err, g.Optimum.Objective)
			}
			if v, _ := l.at(at, nil); v != reached {
				t.Errorf("what it returns is %v, what it says %v", v, reached)
			}
			t.Log(calls, "evaluations", reached, g.Optimum.Objective)
			for j, s := range Weights(at) {
				if !(s >= Least && s <= 1) {
					t.Errorf("s[%d] is %v", j, s)
				}
			}
		})
	}
}

// plainObjective is the definition, for any targets.
func plainObjective(l *objective, t []float64) float64 {
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

// setOf has a number, several numbers or classes that hang on two of the features.
func setOf(rows, columns, outputs int, seed uint64) set {
	r := rand.New(rand.NewPCG(seed, 1))
	d := set{z: spatial.Matrix{Rows: rows, Columns: columns}}
	for range rows * columns {
		d.z.Data = append(d.z.Data, r.Float64())
	}
	if outputs == 0 {
		for i := range rows {
			x := d.z.Row(i)
			class := 0
			if x[1] > 0.5 {
				class++
			}
			if x[2] > 0.6 {
				class++
			}
			d.class = append(d.class, class)
		}
		return d
	}
	d.targets = spatial.Matrix{Rows: rows, Columns: outputs}
	for i := range rows {
		x := d.z.Row(i)
		for k := range outputs {
			d.targets.Data = append(d.targets.Data, 100+math.Sin(float64(k+3)*x[1])+x[2]*x[2]*float64(k+1))
		}
	}
	return d
}

// One sample far outside makes the two features that count narrow beside the eighteen others, as in a table with a
// mistyped row. The nearest samples then say nothing, and still learning finds the two.
func TestRelevanceBehindOutliers(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		for seed := range uint64(5) {
			d := setOf(900, 20, outputs, seed)
			for j := 1; j <= 2; j++ {
				d.z.Data[j] = 40
			}
			s, err := d.learn(account{})
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
		l := setOf(77, 5, outputs, 7).exact(t)
		at := []float64{0.3, 2.5, 1.9, -1, 0.7}
		gradient := make([]float64, 5)
		v, err := l.at(at, gradient)
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
		s, err := setOf(300, 12, outputs, 3).learn(account{})
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
	d := setOf(40, 4, 1, 5)
	for i := range d.targets.Data {
		d.targets.Data[i] = 7
	}
	if s, err := d.learn(account{}); err != nil || len(s) != 4 {
		t.Errorf("a constant outcome gives %v, %v", s, err)
	}
	if s, err := setOf(2, 4, 1, 5).learn(account{}); s != nil || err != nil {
		t.Errorf("two samples give %v, %v", s, err)
	}
	d = setOf(40, 4, 1, 5)
	for i := range d.targets.Data {
		d.targets.Data[i] *= 1e297
	}
	s, err := d.learn(account{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s {
		if !(v >= Least && v <= 1) {
			t.Errorf("huge outcomes give %v", s)
		}
	}
}

// A caller who has left stops it.
func TestRelevanceStops(t *testing.T) {
	left := errors.New("left")
	asked := 0
	_, err := setOf(700, 9, 1, 11).learn(account{func() error {
		if asked++; asked >= 100 {
			return left
		}
		return nil
	}})
	if err != left || asked > 100 {
		t.Errorf("after the caller has left: %v, asked %d times", err, asked)
	}
}

func TestMinimize(t *testing.T) {
	rosenbrock := func(x, g []float64) (float64, error) {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		g[0], g[1] = -2*a-400*x[0]*b, 200*b
		return a*a + 100*b*b, nil
	}
	x := []float64{-1.2, 1}
	if v, err := minimize(rosenbrock, always, x, 200); err != nil || v > 1e-8 {
		t.Errorf("Rosenbrock's valley: %v at %v (%v)", v, x, err)
	}
	calls := 0
	x = []float64{-1.2, 1}
	if _, err := minimize(func(x, g []float64) (float64, error) { calls++; return rosenbrock(x, g) }, always, x, 9); err != nil || calls > 9 {
		t.Errorf("a budget of 9: %d evaluations (%v)", calls, err)
	}
}

func BenchmarkRelevance(b *testing.B) {
	for _, columns := range []int{26, 64} {
		b.Run(strconv.Itoa(columns), func(b *testing.B) {
			s := setOf(1024, columns, 1, 3)
			for b.Loop() {
				if _, err := s.learn(account{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What a search begins with is another's result, and stays as it was.
func TestLearnKeepsWhatItBeginsWith(t *testing.T) {
	d := setOf(120, 4, 1, 3)
	begin := []float64{0, 1, 0, 1}
	learned, err := Learn(d.minMax(), d.targets, nil, begin, Whole, account{})
	if err != nil || slices.Equal(learned, begin) || !slices.Equal(begin, []float64{0, 1, 0, 1}) {
		t.Errorf("it learned %v from %v (%v)", learned, begin, err)
	}
}

// An error of the function, or of what renews it, ends the search whenever it comes.
func TestMinimizeEndsWithAnError(t *testing.T) {
	ended := errors.New("ended")
	for _, renewing := range []bool{false, true} {
		for most := 1; ; most++ {
			calls := 0
			counted := func() error {
				if calls++; calls == most {
					return ended
				}
				return nil
			}
			f := func(x, g []float64) (float64, error) {
				a, b := 1-x[0], x[1]-x[0]*x[0]
				if g != nil {
					g[0], g[1] = -2*a-400*x[0]*b, 200*b
				}
				if renewing {
					return a*a + 100*b*b, nil
				}
				return a*a + 100*b*b, counted()
			}
			renew := func([]float64) error {
				if renewing {
					return counted()
				}
				return nil
			}
			_, err := minimize(f, renew, []float64{-1.2, 1}, 200)
			if calls < most {
				if least := map[bool]int{false: 30, true: 5}[renewing]; err != nil || most < least {
					t.Fatalf("%d calls, want %d (%v)", calls, least, err)
				}
				break
			}
			if err != ended || calls > most {
				t.Fatalf("call %d of %d fails: %v", most, calls, err)
			}
		}
	}
}
