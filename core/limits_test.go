package core

import (
	"fmt"
	"math/rand"
	"testing"
)

// builders are options and sets that each construct in their own way.
func builders() map[string]func() (Dataset, SQANNOptions) {
	settings := Settings{A1: 0.05, A2: 0.5, Admission: 0.1, Activation: 0.9}
	many := make([]Settings, 60)
	for i := range many {
		many[i] = settings
	}
	plane := func(n int) Dataset { return random2D(31, n) }
	wide := noisySet(rand.New(rand.NewSource(32)), 60, false)
	return map[string]func() (Dataset, SQANNOptions){
		"sparse":      func() (Dataset, SQANNOptions) { return plane(120), SQANNOptions{} },
		"skip, dense": func() (Dataset, SQANNOptions) { return wide, SQANNOptions{} },
		"paper":       func() (Dataset, SQANNOptions) { return plane(80), SQANNOptions{Preset: Paper, Settings: many[:1]} },
		"paper, wide": func() (Dataset, SQANNOptions) { return wide, SQANNOptions{Preset: Paper, Scale: ScaleMinMax} },
		"traced": func() (Dataset, SQANNOptions) {
			return plane(60), SQANNOptions{Preset: Paper, Settings: many[:1], Trace: true}
		},
		"published": func() (Dataset, SQANNOptions) {
			return plane(40), SQANNOptions{Preset: PublishedV1, Settings: many, Scale: ScaleMinMax}
		},
	}
}

// However few steps are allowed, a construction is refused for it or is the one
// that has no limit; and it is allowed exactly from the steps that it reports.
func TestEveryNumberOfSteps(t *testing.T) {
	for name, of := range builders() {
		d, o := of()
		free := fit(t, d, o)
		steps := free.Report().Steps
		for n := 1; n <= steps+2; n += 1 + n/40 {
			o.MaxSteps = n
			m, err := FitSQANN(d, o)
			if n < steps {
				refused(t, err, TooLarge, -1, -1, "maxSteps")
			} else if err != nil {
				t.Errorf("%s: %d steps are enough, %d are refused: %v", name, steps, n, err)
			} else {
				sameBits(t, free, m)
			}
		}
	}
}

// However little memory is allowed, a construction is refused for it or is the
// one that has no limit; what is enough stays enough.
func TestEveryAmountOfMemory(t *testing.T) {
	for name, of := range builders() {
		d, o := of()
		free := fit(t, d, o)
		enough := int64(0)
		for n := int64(64); n < 64<<20; n += 1 + n/8 {
			o.MaxBytes = n
			m, err := FitSQANN(d, o)
			if err != nil {
				refused(t, err, TooLarge, -1, -1)
				if enough > 0 {
					t.Errorf("%s: %d bytes are enough, %d are refused", name, enough, n)
				}
				continue
			}
			if enough == 0 {
				enough = n
			}
			sameBits(t, free, m)
		}
		if enough < 1000 {
			t.Errorf("%s fits in %d bytes: nothing is counted", name, enough)
		}
	}
}

// Stopped at any moment, a construction says so and nothing else.
func TestStoppedAtAnyMoment(t *testing.T) {
	for name, of := range builders() {
		d, o := of()
		total := 0
		o.Progress = func(Progress) { total++ }
		fit(t, d, o)
		if total == 0 {
			t.Errorf("%s tells no progress", name)
		}
		for at := 1; at <= total; at += 1 + at/20 {
			done, calls := make(chan struct{}), 0
			o.Done, o.Progress = done, func(Progress) {
				if calls++; calls == at {
					close(done)
				}
			}
			_, err := FitSQANN(d, o)
			if at == total && err == nil {
				continue // the last call may come after the last look
			}
			t.Run(fmt.Sprintf("%s at %d", name, at), func(t *testing.T) { refused(t, err, Aborted, -1, -1, "cancelled") })
			if calls > at+1 {
				t.Errorf("%s goes on after it was stopped: %d calls instead of %d", name, calls, at)
			}
		}
	}
}
