package core

import (
	"math/rand"
	"testing"
)

// A network from its packed fingerprints is the network, to the last bit.
func TestFingerprintsComeBack(t *testing.T) {
	r := rand.New(rand.NewSource(90))
	forms := map[byte]int{}
	for range 300 {
		m, ok := generatedModel(t, r, 60).(*SQANN)
		if !ok {
			continue
		}
		packed := m.Fingerprints()
		forms[packed[0]]++
		again, err := RestoreSQANNWith(m.Data(), m.Options(), m.Placement(), packed)
		if err != nil {
			t.Fatal(err)
		}
		sameBits(t, m, again)
		queries := nearby(r, m.Data(), 20)
		a, _ := m.Examine(queries)
		b, _ := again.Examine(queries)
		if !equalBits(a.Values.Data, b.Values.Data) || !equalBits(a.Familiarity, b.Familiarity) {
			t.Fatal("the restored network answers differently")
		}
		if again.Report().MaxFittingError != m.Report().MaxFittingError {
			t.Fatalf("the fitting error was %v and is %v", m.Report().MaxFittingError, again.Report().MaxFittingError)
		}
	}
	if forms[1] < 30 || forms[3] < 50 {
		t.Errorf("only %v networks of each form", forms)
	}
	d := noisySet(r, 40, false)
	published, err := FitSQANN(d, SQANNOptions{Preset: PublishedV1, Scale: ScaleMinMax, Settings: make40(Settings{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9})})
	if err != nil {
		t.Fatal(err)
	}
	again, err := RestoreSQANNWith(d, published.Options(), published.Placement(), published.Fingerprints())
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, published, again)
}

func make40(s Settings) []Settings {
	list := make([]Settings, 40)
	for i := range list {
		list[i] = s
	}
	return list
}

// Whatever stands there, it is refused or a network that answers.
func TestFingerprintsThatWereChanged(t *testing.T) {
	r := rand.New(rand.NewSource(91))
	refused := 0
	for _, o := range []SQANNOptions{{}, {Preset: Paper, Scale: ScaleMinMax}} {
		d := noisySet(r, 60, false)
		m, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		packed := m.Fingerprints()
		try := func(bytes []byte) {
			again, err := RestoreSQANNWith(d, m.Options(), m.Placement(), bytes)
			if err != nil {
				if err.(*Error).Code != ModelFile {
					t.Fatal(err)
				}
				refused++
				return
			}
			if _, err := again.Examine(nearby(r, d, 5)); err != nil {
				t.Fatal(err)
			}
		}
		for _, cut := range []int{0, 1, 2, 5, len(packed) / 2, len(packed) - 1} {
			before := refused
			if try(packed[:cut]); refused == before {
				t.Errorf("%d of %d bytes are taken", cut, len(packed))
			}
		}
		before := refused
		if try(append(packed[:len(packed):len(packed)], 0)); refused == before {
			t.Error("a byte too many is taken")
		}
		for range 3000 {
			changed := append([]byte(nil), packed...)
			for range 1 + r.Intn(3) {
				changed[r.Intn(len(changed))] ^= byte(1 << r.Intn(8))
			}
			try(changed)
		}
	}
	if refused < 200 {
		t.Errorf("only %d were refused", refused)
	}
}
