package core

import (
	"math/rand"
	"testing"
)

// The calibrated threshold should call about one new sample in twenty unknown.
// Measured on halves of four sets that it was not calibrated on.
func TestCalibratedThresholdsFalseAlarms(t *testing.T) {
	for _, name := range []string{"iris", "wine", "cancer", "digits"} {
		d, err := labelledData(name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		alarms, asked := 0, 0
		for seed := range 3 {
			order := rand.New(rand.NewSource(int64(70 + seed))).Perm(d.X.Rows)[:min(d.X.Rows, 400)]
			half := len(order) / 2
			m, err := FitSQANN(d.Pick(order[:half]), SQANNOptions{Duplicates: DuplicatesMajority})
			if err != nil {
				t.Fatal(err)
			}
			left, err := LeaveOneOut(m, Control{})
			if err != nil {
				t.Fatal(err)
			}
			threshold := left.Threshold()
			judged, err := OutByFamiliarity(m, d.Pick(order[half:]).X, &threshold, Control{})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range judged {
				asked++
				if j.Out {
					alarms++
				}
			}
		}
		rate := float64(alarms) / float64(asked)
		t.Logf("%s: %d false alarms in %d held-out samples, %.1f %%", name, alarms, asked, 100*rate)
		// 5 % of some 200 calibrating samples is known to within a few percent.
		if rate < 0.01 || rate > 0.11 {
			t.Errorf("%s: the false alarm rate is %.3f, wanted about 0.05", name, rate)
		}
	}
}
