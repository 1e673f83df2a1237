package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainAdapting is SPEC 3.15 of a learner that adapts, written down: all is found anew from lists.
type plainAdapting struct {
	classes int
	present []plainScore
	levels  map[[2]int][]float64 // of a recognition and an output
	against [2]float64
	since   [2]int // outcomes that came before
	came    int
}

// plainScore is what a sample keeps: how its answer was known, how wrong it was, and for classes which one was right.
type plainScore struct {
	came        int
	recognition Recognition
	familiarity float64
	scores      []float64
	class       int
}

// counting are the newest 200 of each recognition among the newest 2000 samples, in order.
func (p *plainAdapting) counting() (list []plainScore) {
	newest := p.present[max(0, len(p.present)-2000):]
	for i, s := range newest {
		later := 0
		for _, other := range newest[i+1:] {
			if other.recognition == s.recognition {
				later++
			}
		}
		if later < 200 {
			list = append(list, s)
		}
	}
	return list
}

// ranked is what a set's score is compared by, with the shares of those that count.
func (p *plainAdapting) ranked(s plainScore, output int, list []plainScore) float64 {
	if p.classes == 0 {
		return s.scores[output]
	}
	same := 0.0
	for _, other := range list {
		if other.class == s.class {
			same++
		}
	}
	return plainSetScore(1-s.scores[0], same/float64(len(list)))
}

// group is the scores of a recognition, filled up to 20, ascending.
func (p *plainAdapting) group(r Recognition, output int) (own []float64) {
	list, all := p.counting(), []float64{}
	for _, s := range list {
		all = append(all, p.ranked(s, output, list))
		if s.recognition == r {
			own = append(own, all[len(all)-1])
		}
	}
	slices.Sort(all)
	full := min(20, len(all))
	for step, at := float64(len(all))/float64(full-len(own)), 0.5; len(own) < full; at++ {
		own = append(own, all[int(at*step+1e-9)])
	}
	slices.Sort(own)
	return own
}

func (p *plainAdapting) see(s plainScore) {
	list, bets := p.counting(), [2]float64{}
	for j := range s.scores {
		own, score := p.group(s.recognition, j), p.ranked(s, j, list)
		reach := 0.0
		for _, v := range own {
			if v >= score-1e-12 {
				reach++
			}
		}
		n := float64(len(own))
		bets[0] += 0.5 * math.Pow((reach+1)/(n+1), -0.5) / float64(len(s.scores))
		levels := p.levels[[2]int{int(s.recognition), j}]
		var moved []float64
		for k, c := range []float64{0.5, 0.8, 0.9, 0.95, 0.99} {
			if math.Ceil((n+1)*c) > n {
				moved = append(moved, levels[k])
				continue
			}
			miss := 1.0
			if score <= own[int(min(max(math.Ceil((n+1)*slices.Max(levels[:k+1])-1e-12), 1), n))-1]+1e-12 {
				miss = 0
			}
			moved = append(moved, min(max(levels[k]+0.03*(miss-(1-c)), 0), 1))
		}
		p.levels[[2]int{int(s.recognition), j}] = moved
	}
	strange := 0.0
	for _, other := range list {
		if other.familiarity <= s.familiarity {
			strange++
		}
	}
	bets[1] = 0.5 * math.Pow((strange+1)/(float64(len(list))+1), -0.5)
	for i, bet := range bets {
		if p.against[i] <= 1 || p.present[0].came >= p.since[i] {
			p.against[i], p.since[i] = 1, s.came
		}
		p.against[i] = min(p.against[i]*bet, 40000*40000)
	}
}

// adaptingLearner also returns the calibration that it began with.
func adaptingLearner(t *testing.T, m *SQANN) (*Learner, *Calibration) {
	t.Helper()
	base, err := Calibrate(m, CrossValidateOptions{Folds: 5})
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Calibrate(base.Adapting()); err != nil {
		t.Fatal(err)
	}
	return l, base
}

// A learner that adapts has the levels that the outcomes give one after the other, whatever became of the samples, and also
// where a row was known well enough. A refused row, an aborted call and a correction move nothing.
func TestLearnerAdapts(t *testing.T) {
	for _, classes := range []bool{false, true} {
		random := rand.New(rand.NewPCG(5, 8))
		outputs := 2
		if classes {
			outputs = 0
		}
		d := learnerSamples(random, 260, 0, 2, outputs)
		m := fit(t, d, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateLocal}, Duplicates: DuplicatesFirst})
		l, base := adaptingLearner(t, m)
		if base.Adapt != nil {
			t.Error("the calibration itself has changed")
		}
		plain := &plainAdapting{classes: len(m.Classes()), levels: map[[2]int][]float64{}, against: [2]float64{1, 1}}
		truth := d.outcomes(m.Classes())
		class := func(y []float64) int {
			if !classes {
				return 0
			}
			return argmax(y)
		}
		for i := range 260 {
			plain.present = append(plain.present, plainScore{i, base.Recognition[i], base.Familiarity[i], base.Scores.Row(i), class(truth.Row(i))})
		}
		plain.came = 260
		for r := range 3 {
			for j := range base.Scores.Columns {
				plain.levels[[2]int{r, j}] = []float64{0.5, 0.8, 0.9, 0.95, 0.99}
			}
		}
		check := func(what string) {
			t.Helper()
			got, err := l.Calibration()
			if err != nil {
				t.Fatal(what, err)
			}
			for at, levels := range plain.levels {
				for k, want := range levels {
					if v := got.Adapt.Levels.Row(at[0]*base.Scores.Columns + at[1])[k]; math.Abs(v-want) > 1e-9 {
						t.Fatalf("%s, classes %v: the level of %v at recognition and output %v is %v, want %v", what, classes, Tracked[k], at, v, want)
					}
				}
			}
			for i, want := range plain.against {
				if v := got.Adapt.Against[i]; math.Abs(v-want) > 1e-9*want {
					t.Fatalf("%s: against %v is %v, want %v", what, DriftKind(i), v, want)
				}
				since := 0
				for _, s := range plain.present {
					if s.came < plain.since[i] {
						since++
					}
				}
				if got.Adapt.Since[i] != since {
					t.Fatalf("%s: since %v is %v, want %v", what, DriftKind(i), got.Adapt.Since[i], since)
				}
			}
			asked := learnerSamples(random, 1, 0, 2, outputs).X
			gotM, _ := l.Model()
			gotM.ask(asked, reasons, func(_ int, a *answer) {
				for j := range base.Scores.Columns {
					own, levels := plain.group(a.recognition, j), plain.levels[[2]int{int(a.recognition), j}]
					n := float64(len(own))
					low, high := slices.Max(levels[:2]), slices.Max(levels[:3])
					want := own[int(min(max(math.Ceil((n+1)*(low+(high-low)/2)-1e-12), 1), n))-1] // 0.85 is in the middle
					if q := got.quantile(a.recognition, j, 0, 0.85); math.Abs(q-want) > 1e-9 {
						t.Fatalf("%s, classes %v: the score of coverage 0.85 is %v, want %v", what, classes, q, want)
					}
				}
			})
		}
		sure := 1e9
		learn := func(o LearnOptions) {
			one := learnerSamples(random, 1, 0, 2, outputs)
			y := one.outcomes(m.Classes()).Row(0)
			s := plainScore{plain.came, 0, 0, make([]float64, base.Scores.Columns), class(y)}
			now, err := l.answering()
			if err != nil {
				t.Fatal(err)
			}
			now.ask(one.X, reasons, func(_ int, a *answer) {
				s.recognition, s.familiarity = a.recognition, a.familiarity
				base.score(s.scores, a, y)
			})
			done, err := l.Learn(one, o)
			if err != nil || len(done.Refused) > 0 {
				t.Fatal(done, err)
			}
			plain.see(s)
			if len(done.Learned) > 0 {
				plain.present, plain.came = append(plain.present, s), plain.came+1
			}
		}
		check("as it began")
		for i := range 120 {
			learn(LearnOptions{})
			if i%10 == 0 {
				check("learned")
			}
		}
		forget := func(rows ...int) {
			if err := l.Forget(rows); err != nil {
				t.Fatal(err)
			}
			for i, row := range rows {
				plain.present = slices.Delete(plain.present, row-i, row-i+1)
			}
		}
		forget(3, 200, 265, 301)
		check("forgotten")
		learn(LearnOptions{Tolerance: &sure})
		check("known well enough")
		half, rows := make(chan struct{}), 0
		if _, err := l.Learn(learnerSamples(random, 4, 0, 2, outputs), LearnOptions{Control: Control{Done: half, Progress: func(Progress) {
			if rows++; rows == 3 {
				close(half)
			}
		}}}); err == nil {
			t.Fatal("not aborted")
		}
		plain.came += rows - 1 // numbers that nobody has
		check("aborted")
		wrong := d.Pick([]int{7})
		if classes {
			wrong.Labels = []Label{Integer((wrong.Labels[0].Integer + 1) % 3)}
		} else {
			wrong.Values.Data[0] += 9
		}
		strict := DuplicatesError
		if done, err := l.Learn(wrong, LearnOptions{Duplicates: &strict}); err != nil || len(done.Refused) != 1 {
			t.Fatal(done, err)
		}
		check("refused")
		if err := l.Refresh(Control{}); err != nil {
			t.Fatal(err)
		}
		check("refreshed")
		for len(plain.present) > 15 {
			forget(0)
		}
		for range 12 {
			learn(LearnOptions{})
			check("among few")
		}
	}
}

// A break is found within 100 rows, and told until what was before is forgotten.
func TestLearnerFindsDrift(t *testing.T) {
	for _, what := range []DriftKind{DriftOutcomes, DriftInputs} {
		random := rand.New(rand.NewPCG(6, 8))
		samples := func(n int, later float64) (d Dataset) {
			d.X, d.Values = newMatrix(n, 2), newMatrix(n, 1)
			for i := range n {
				x := d.X.Row(i)
				x[0], x[1] = random.Float64(), random.Float64()
				if what == DriftInputs {
					x[0] += later
				}
				d.Values.Data[i] = math.Sin(6*x[0]) + x[1] + 0.1*random.NormFloat64()
				if what == DriftOutcomes {
					d.Values.Data[i] += later
				}
			}
			return d
		}
		m := fit(t, samples(200, 0), SQANNOptions{})
		l, _ := adaptingLearner(t, m)
		for range 300 {
			if _, err := l.Learn(samples(1, 0), LearnOptions{}); err != nil {
				t.Fatal(err)
			}
			if found := l.Drift(); found != nil {
				t.Fatalf("drift %v of %v, where nothing changed", *found, found.What)
			}
		}
		took := 0
		for ; took < 100 && l.Drift() == nil; took++ {
			if _, err := l.Learn(samples(1, 0.7), LearnOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		found := l.Drift()
		if found == nil || found.What != what || found.Since < 480 || found.Since > 510 {
			t.Fatalf("after %d rows the drift of %v is %v", took, what, found)
		}
		rows := make([]int, found.Since)
		for i := range rows {
			rows[i] = i
		}
		if err := l.Forget(rows[1:]); err != nil {
			t.Fatal(err)
		}
		if found := l.Drift(); found == nil || found.Since != 1 {
			t.Fatalf("with one sample from before the drift is %v", found)
		}
		if err := l.Forget([]int{0}); err != nil {
			t.Fatal(err)
		}
		if found := l.Drift(); found != nil {
			t.Fatalf("with no sample from before the drift is %v", found)
		}
		for range 60 {
			if _, err := l.Learn(samples(1, 0.7), LearnOptions{}); err != nil {
				t.Fatal(err)
			}
			if found := l.Drift(); found != nil {
				t.Fatalf("drift %v, though nothing changed again", *found)
			}
		}
	}
}

// A lopsided interval reaches down and up as far as the scores of that sign ask for, by SPEC 3.13, and not below 0 where no sample
// lies there; with coverage 0.8 a tenth of skewed outcomes is on either side. A learner keeps scores with their signs.
func TestCalibrationLopsided(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 8))
	samples := func(n int, level float64) (d Dataset) {
		d.X, d.Values = newMatrix(n, 1), newMatrix(n, 1)
		for i := range n {
			d.X.Data[i] = random.Float64()
			d.Values.Data[i] = level + 0.3*d.X.Data[i] + random.ExpFloat64()
		}
		return d
	}
	for _, level := range []float64{0, -2} {
		d, asked := samples(400, level), samples(1000, level)
		m := fit(t, d, SQANNOptions{})
		o := CrossValidateOptions{Folds: 8, Lopsided: true}
		c, err := Calibrate(m, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Lopsided = false
		even, err := Calibrate(m, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range c.Scores.Data {
			if math.Abs(s) != even.Scores.Data[i] {
				t.Fatalf("score %d is %v, without a sign %v", i, s, even.Scores.Data[i])
			}
		}
		low, high, err := c.Intervals(asked.X, 0.8)
		if err != nil {
			t.Fatal(err)
		}
		below, above := 0, 0
		for i, y := range asked.Values.Data {
			value, u, r, _ := plainAnswer(t, m, asked.X.Row(i))
			unit := u[0] + c.Median[0]/2
			var ends [2]float64
			for side, sign := range []float64{-1, 1} {
				p := plainCalibration{recognition: c.Recognition, scores: Matrix{Rows: 400, Columns: 1}}
				for _, s := range c.Scores.Data {
					p.scores.Data = append(p.scores.Data, math.Max(sign*s, 0))
				}
				ends[side] = value[0] + sign*p.quantile(r, 0, 0.9)*unit
			}
			if level == 0 {
				ends[0] = math.Max(ends[0], 0)
			}
			ends[1] = math.Max(ends[1], ends[0])
			if !about(low.Data[i], ends[0]) || !about(high.Data[i], ends[1]) {
				t.Fatalf("row %d has the interval %v to %v, by definition %v", i, low.Data[i], high.Data[i], ends)
			}
			if y < low.Data[i] {
				below++
			}
			if y > high.Data[i] {
				above++
			}
		}
		if level != 0 && (below < 60 || below > 140) || above < 60 || above > 140 {
			t.Errorf("of 1000 outcomes %d are below and %d above", below, above)
		}
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Calibrate(c.Adapting()); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Learn(samples(30, level-1), LearnOptions{}); err != nil {
			t.Fatal(err)
		}
		after, err := l.Calibration()
		if err != nil || !after.Lopsided {
			t.Fatal(after, err)
		}
		negative := 0
		for _, s := range after.Scores.Data[400:] {
			if s < 0 {
				negative++
			}
		}
		if negative < 15 {
			t.Errorf("%d of 30 outcomes that are lower have a negative score", negative)
		}
		for _, wrong := range []func(c *Calibration){
			func(c *Calibration) { c.Lopsided = false },
			func(c *Calibration) { c.Scores.Data[0] = math.Inf(-1) },
		} {
			bad := *c
			bad.Scores.Data = slices.Clone(c.Scores.Data)
			wrong(&bad)
			if err := RestoreCalibration(m, &bad); err == nil {
				t.Error("a wrong calibration was restored")
			}
		}
	}
	labelled := fit(t, Dataset{X: Matrix{Data: []float64{0, 1, 2, 3}, Rows: 4, Columns: 1}, Labels: []Label{Integer(0), Integer(1), Integer(0), Integer(1)}}, SQANNOptions{})
	if _, err := Calibrate(labelled, CrossValidateOptions{Lopsided: true}); err == nil || err.(*Error).Code != InvalidOption {
		t.Errorf("classes have no sides: %v", err)
	}
}

// The newest 2000 samples count, and no older one, also where a recognition has too few: compared with a plain count, at the border.
func TestNewestThatCount(t *testing.T) {
	for _, n := range []int{150, 1999, 2000, 2001, 2345} {
		c := &Calibration{Recognition: make([]Recognition, n), Adapt: &Adaptation{}}
		for i := range n {
			c.Recognition[i] = Strong
			if i >= n-2002 && i < n-1990 { // few, about where the newest begin
				c.Recognition[i] = Moderate
			}
		}
		var want []int
		for i := range n {
			later := 0
			for _, r := range c.Recognition[i+1:] {
				if r == c.Recognition[i] {
					later++
				}
			}
			if n-i <= 2000 && later < 200 {
				want = append(want, i)
			}
		}
		if got := c.counting(n, func(sample int) int { return sample }); !slices.Equal(got, want) {
			t.Errorf("of %d samples %d count from %d on, want %d from %d on", n, len(got), got[0], len(want), want[0])
		}
	}
}
