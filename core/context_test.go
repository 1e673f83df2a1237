//go:build !js

package core

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A call that its context ends says why, for a deadline another reason than for a cancelled context; one that goes on isn't hindered.
func TestWithContext(t *testing.T) {
	d := random2D(41, 400)
	cancelled, cancel := context.WithCancel(context.Background())
	if _, err := FitSQANN(d, SQANNOptions{Control: WithContext(cancelled)}); err != nil {
		t.Fatal(err)
	}
	cancel()
	late, end := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer end()
	m := fit(t, d, SQANNOptions{})
	for _, c := range []struct {
		ctx         context.Context
		want, other error
	}{{cancelled, context.Canceled, context.DeadlineExceeded}, {late, context.DeadlineExceeded, context.Canceled}} {
		_, fitted := FitSQANN(d, SQANNOptions{Control: WithContext(c.ctx)})
		_, left := LeaveOneOut(m, WithContext(c.ctx))
		_, calibrated := Calibrate(m, CrossValidateOptions{Control: WithContext(c.ctx)})
		for name, err := range map[string]error{"a fit": fitted, "LeaveOneOut": left, "Calibrate": calibrated} {
			if !isCode(err, Aborted) || !errors.Is(err, c.want) || errors.Is(err, c.other) {
				t.Errorf("%s, %v: %v", name, c.want, err)
			}
		}
	}
}
