package pace

import (
	"testing"
	"time"
)

func TestLimitsFollowTheUnit(t *testing.T) {
	t.Setenv(Variable, "2.5")
	if got := Of(2 * time.Second); got != 5*time.Second {
		t.Errorf("2 s are %s where work takes 2.5 times as long", got)
	}
	if took := measure(); took <= 0 {
		t.Errorf("work takes %s", took)
	}
}
