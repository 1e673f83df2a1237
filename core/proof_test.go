package core

import (
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// proofFile reads a file of proof/, or docs/spec.md, with its white space
// evened out.
func proofFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// fraction reads Coq's "a # b", or "a".
func fraction(t *testing.T, text string) float64 {
	t.Helper()
	numerator, denominator, whole := strings.Cut(strings.TrimSpace(text), "#")
	a, err := strconv.ParseFloat(strings.TrimSpace(numerator), 64)
	b := 1.0
	if err == nil && whole {
		b, err = strconv.ParseFloat(strings.TrimSpace(denominator), 64)
	}
	if err != nil {
		t.Fatalf("%q is no fraction", text)
	}
	return a / b
}

// rationals reads a list of fractions, "[a # b; c]".
func rationals(t *testing.T, text string) []float64 {
	var list []float64
	for _, part := range strings.Split(strings.Trim(text, "[]"), ";") {
		list = append(list, fraction(t, part))
	}
	return list
}

var lowest = regexp.MustCompile(`\[[^][]*\]`)

// The proof's sentences about the rules are those of docs/spec.md: who changes
// one there must look at the proof again.
func TestProofQuotesTheSpec(t *testing.T) {
	spec := strings.ReplaceAll(proofFile(t, "docs/spec.md"), "*", "")
	quotes := 0
	for _, name := range []string{"Model.v", "Sqann.v", "Claims.v"} {
		for _, comment := range regexp.MustCompile(`\(\*\* .*? \*\)`).FindAllString(proofFile(t, "proof/"+name), -1) {
			for _, quote := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(comment, -1) {
				quotes++
				if !strings.Contains(spec, quote[1]) {
					t.Errorf("proof/%s quotes %q, which docs/spec.md doesn't say", name, quote[1])
				}
			}
		}
	}
	if quotes < 15 {
		t.Errorf("%d sentences of docs/spec.md are quoted, want at least 15", quotes)
	}
}

// The proof's numbers are those of docs/spec.md and of the engine.
func TestProofHasTheConstants(t *testing.T) {
	constants := map[string]float64{}
	for _, m := range regexp.MustCompile(`Definition (\w+) : Q := ([^.]*)\.`).FindAllStringSubmatch(proofFile(t, "proof/Constants.v"), -1) {
		constants[m[1]] = fraction(t, m[2])
	}
	used := 0
	constant := func(name string) float64 {
		t.Helper()
		used++
		c, ok := constants[name]
		if !ok {
			t.Fatalf("proof/Constants.v has no %s", name)
		}
		return c
	}
	spec := proofFile(t, "docs/spec.md")
	said := func(pattern string) []float64 {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(spec)
		if m == nil {
			t.Fatalf("docs/spec.md has nothing like %s", pattern)
		}
		var list []float64
		for _, text := range m[1:] {
			list = append(list, fraction(t, text))
		}
		return list
	}
	same := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Errorf("%s is %v, want %v as in proof/Constants.v", what, got, want)
		}
	}
	r, ad, act := constant("r"), constant("tau_ad"), constant("tau_act")
	a1, a1Slope, a1Most := constant("classic_a1_start"), constant("classic_a1_slope"), constant("classic_a1_most")
	a2, a2Slope, a2Least := constant("classic_a2_start"), constant("classic_a2_slope"), constant("classic_a2_least")
	root, auto2, unit := constant("auto_a1_root"), constant("auto_a2"), constant("skip_unit")
	if used != len(constants) {
		t.Errorf("proof/Constants.v has %d numbers, %d are compared", len(constants), used)
	}

	same("docs/spec.md's r", said(`r = ([\d.]+\d)`)[0], r)
	classic := said(`\*classic\*: a1 = ([\d.]+) \+ ([\d.]+) k/(\d+), at most ([\d.]+); a2 = ([\d.]+) − ([\d.]+) k/(\d+), at least ([\d.]+); ([\d.]+) and ([\d.]+\d)`)
	for i, want := range []float64{a1, a1Slope * classic[2], classic[2], a1Most, a2, a2Slope * classic[6], classic[6], a2Least, ad, act} {
		same("number "+itoa(i+1)+" of classic in docs/spec.md", classic[i], want)
	}
	auto := said(`\*auto\*: a1 = \(q/(\d+)\)², a2 = ([\d.]+) q for every layer`)
	same("docs/spec.md's q/a1's root", auto[0], 1/root)
	same("docs/spec.md's a2/q", auto[1], auto2)
	same("docs/spec.md's unit of the skip connection", said(`\[ \(q/(\d+)\)·v′ ; x \]`)[0], 1/unit)

	o, err := SQANNOptions{}.resolved()
	if err != nil {
		t.Fatal(err)
	}
	same("the engine's r", *o.R, r)
	for k := 1; k <= 120; k++ {
		s := ClassicSettings(k)
		same("a1 of layer "+itoa(k), s.A1, math.Min(a1+a1Slope*float64(k), a1Most))
		same("a2 of layer "+itoa(k), s.A2, math.Max(a2-a2Slope*float64(k), a2Least))
		same("admission of layer "+itoa(k), s.Admission, ad)
		same("activation of layer "+itoa(k), s.Activation, act)
	}
	for _, q := range []float64{1e-3, 0.7, 1, 33} {
		s := AutoSettings(q)
		same("a1 of auto", s.A1, root*q*(root*q))
		same("a2 of auto", s.A2, auto2*q)
		same("admission of auto", s.Admission, ad)
		same("activation of auto", s.Activation, act)
	}
}

// A construction that proof/Runs.v computes over the rationals, with r = 0.
type proofRun struct {
	what     string // placed or fingerprints
	data     Dataset
	options  SQANNOptions
	tieRule  bool
	reach    float64 // 0 without the skip connection
	expected string
}

func proofRuns(t *testing.T) []proofRun {
	text := proofFile(t, "proof/Runs.v")
	var runs []proofRun
	for _, m := range regexp.MustCompile(`Goal (placed|fingerprints) (\w+) (true|false) \((dense|skip) \(([^)]*)\)\) (.*?) = Some (.*?)%(?:nat|Q)\. Proof\. vm_compute\. reflexivity\. Qed\.`).FindAllStringSubmatch(text, -1) {
		run := proofRun{what: m[1], tieRule: m[3] == "true", expected: m[7]}
		for _, row := range lowest.FindAllString(m[6], -1) {
			x := rationals(t, row)
			run.data.X.Data = append(run.data.X.Data, x...)
			run.data.X.Columns = len(x)
			run.data.X.Rows++
		}
		for i := range run.data.X.Rows {
			run.data.Values.Data = append(run.data.Values.Data, float64(i*i+1))
		}
		run.data.Values.Rows, run.data.Values.Columns = run.data.X.Rows, 1
		preset, ok := map[string]Preset{"Text": Paper, "PublishedV1": PublishedV1, "PublishedV2": PublishedV2}[m[2]]
		if !ok {
			t.Fatalf("proof/Runs.v has a pass %s", m[2])
		}
		run.options = SQANNOptions{Preset: preset, R: new(float64), Scale: ScaleNone, Trace: true}
		if m[4] == "skip" {
			run.reach = fraction(t, m[5])
			run.options.Skip, run.options.SettingsChoice = On, SettingsAuto
		} else {
			layer := Settings{A1: fraction(t, m[5]), A2: 1, Admission: 0.1, Activation: 0.9}
			run.options.Settings = slices.Repeat([]Settings{layer}, 50)
		}
		runs = append(runs, run)
	}
	if want := strings.Count(text, "Goal "); len(runs) != want || want < 20 {
		t.Fatalf("%d of the %d runs of proof/Runs.v are understood, want at least 20", len(runs), want)
	}
	return runs
}

// The engine and the plain construction do what the proof's definitions do:
// the same samples in the same layers, the same fingerprints.
func TestProofRunsAreTheEngines(t *testing.T) {
	kinds := map[string]int{}
	for _, run := range proofRuns(t) {
		if run.options.Preset == Paper && !run.tieRule {
			continue // the engine always has it (and must: TestTheoremTwoNeedsTheTieRule)
		}
		oracle, err := plainFit(run.data, run.options)
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range []bool{true, false} { // without one other builders are at work
			run.options.Trace = trace
			m, err := FitSQANN(run.data, run.options)
			if err != nil {
				t.Fatal(err)
			}
			if difference := oracle.difference(m); difference != "" {
				t.Errorf("%v: %s", run.data.X.Data, difference)
			}
			if q := m.network.Q; run.reach > 0 && math.Abs(q-run.reach) > 1e-14 {
				t.Errorf("%v: the reach is %v, proof/Runs.v says %v", run.data.X.Data, q, run.reach)
			}
			if run.what == "fingerprints" {
				sameFingerprints(t, run, m)
			} else if got := placementText(m); got != run.expected {
				t.Errorf("%v: placed %s, the proof's definitions place %s", run.data.X.Data, got, run.expected)
			}
		}
		kinds[run.what]++
		kinds[itoa(int(run.options.Preset))]++
		if run.reach > 0 {
			kinds["skip"]++
		}
	}
	for _, kind := range []string{"placed", "fingerprints", "skip", itoa(int(Paper)), itoa(int(PublishedV1)), itoa(int(PublishedV2))} {
		if kinds[kind] == 0 {
			t.Errorf("no run of kind %s", kind)
		}
	}
}

// placementText writes a placement as Coq does: [[0; 2]; [1]].
func placementText(m *SQANN) string {
	var layers []string
	for _, l := range m.network.Layers {
		var nodes []string
		for _, p := range l.Point {
			nodes = append(nodes, itoa(m.points.rows.At(p)[0]))
		}
		layers = append(layers, "["+strings.Join(nodes, "; ")+"]")
	}
	return "[" + strings.Join(layers, "; ") + "]"
}

func sameFingerprints(t *testing.T, run proofRun, m *SQANN) {
	t.Helper()
	want := lowest.FindAllString(run.expected, -1)
	for k, l := range m.network.Layers {
		for i := range l.Point {
			if len(want) == 0 {
				t.Fatalf("%v: more nodes than in proof/Runs.v", run.data.X.Data)
			}
			exact := rationals(t, want[0])
			got := m.network.Fingerprint(k, i)
			if len(got) != len(exact) {
				t.Fatalf("%v, layer %d: fingerprint %v, exactly %v", run.data.X.Data, k+1, got, exact)
			}
			for j := range got {
				if math.Abs(got[j]-exact[j]) > 1e-15 || got[j] == 0 != (exact[j] == 0) {
					t.Errorf("%v, layer %d: fingerprint %v, exactly %v", run.data.X.Data, k+1, got, exact)
				}
			}
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("%v: fewer nodes than in proof/Runs.v", run.data.X.Data)
	}
}

// Claim T3 for preset xaia, of the engine: a hit is nearer than q/6 to the very
// sample that answers, and whatever is activated at τ_ad, in any layer, nearer
// than q. (A slack of 1e-9 for rounding.)
func TestStrongActivationIsNearness(t *testing.T) {
	r := rand.New(rand.NewSource(35))
	hits, deepHits, moderate := 0, 0, 0
	for round := range 200 {
		list := shapes.All[round%len(shapes.All)].Make(r, 2+r.Intn(40), 1+r.Intn(3))
		d := Dataset{X: distinct(list, ScaleNone)}
		for range d.X.Rows {
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		d.Values.Rows, d.Values.Columns = d.X.Rows, 1
		m, err := FitSQANN(d, SQANNOptions{Scale: ScaleNone})
		if err != nil {
			t.Fatal(err)
		}
		q := m.network.Q
		for range 20 {
			x := slices.Clone(d.X.Row(r.Intn(d.X.Rows)))
			size := q * 0.3 * r.Float64()
			for j := range x {
				x[j] += size * r.NormFloat64()
			}
			e, err := m.Explain(x)
			if err != nil {
				t.Fatal(err)
			}
			distance := func(row int) float64 { return math.Sqrt(spatial.SquaredDistance(x, d.X.Row(row))) }
			if e.Status == StatusHit {
				hits++
				if e.Layer > 1 {
					deepHits++
				}
				if at := distance(e.Neurons[0].Samples[0]); at > q/6*(1+1e-9) {
					t.Fatalf("a hit in layer %d, %v q from its sample", e.Layer, at/q)
				}
			}
			for k, activations := range e.Fingerprint {
				for i, v := range activations {
					if v < 0.1 {
						continue
					}
					if k > 0 {
						moderate++
					}
					if at := distance(m.Layers()[k].Nodes[i][0]); at > q*(1+1e-9) {
						t.Fatalf("layer %d, node %d is activated at %v, %v q from its sample", k+1, i, v, at/q)
					}
				}
			}
		}
	}
	if hits < 500 || deepHits < 100 || moderate < 500 {
		t.Errorf("only %d hits, %d of them beyond layer 1, and %d moderate activations there", hits, deepHits, moderate)
	}
}

// docs/note.md names every theorem that Check.v checks, and the files where it
// is stated and proved.
func TestProofIsInTheNote(t *testing.T) {
	note := proofFile(t, "docs/note.md")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(\\w+)` in \\[(\\w+\\.v)\\]\\(\\.\\./proof/(\\w+\\.v)\\)").FindAllStringSubmatch(note, -1) {
		if text := proofFile(t, "proof/"+m[3]); m[2] != m[3] || !strings.Contains(text, "Definition "+m[1]+" : Prop :=") && !strings.Contains(text, "Theorem "+m[1]+" : ") {
			t.Errorf("docs/note.md: %s is neither stated nor proved in %s", m[1], m[2])
		}
		named[m[1]] = true
	}
	checks := regexp.MustCompile(`Check \((\w+) : (\w+)\)\. Print Assumptions (\w+)\.`).FindAllStringSubmatch(proofFile(t, "proof/Check.v"), -1)
	for _, m := range checks {
		if m[1] != m[3] || !named[m[1]] || !named[m[2]] {
			t.Errorf("docs/note.md doesn't say where %s and %s are, or %s is checked for %s", m[1], m[2], m[3], m[1])
		}
	}
	if len(named) != 2*len(checks) || len(checks) < 10 {
		t.Errorf("docs/note.md names %d statements and proofs, Check.v checks %d theorems", len(named), len(checks))
	}
	runs := strings.Count(proofFile(t, "proof/Runs.v"), "Goal ")
	if !strings.Contains(note, itoa(runs)+" constructions that Runs.v computes") {
		t.Errorf("docs/note.md gives another number of runs than the %d of Runs.v", runs)
	}
}
