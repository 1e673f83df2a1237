// Package pace lets limits of time follow the machine: a limit that tests name is for the machine on which it was
// chosen, with nothing else to do.
package pace

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// Variable of the environment has the unit, where somebody has measured it already: ./build.sh test and verify.
const Variable = "XAIA_UNIT"

// Unit is what Now said at first.
var Unit = sync.OnceValue(Now)

// Now says how many times longer work takes here and now than there; at least 1.
func Now() float64 {
	if unit, err := strconv.ParseFloat(os.Getenv(Variable), 64); err == nil && unit >= 1 {
		return unit
	}
	return max(1, measure().Seconds()/usual.Seconds())
}

// Of is a limit for this machine.
func Of(limit time.Duration) time.Duration { return time.Duration(float64(limit) * Unit()) }

// usual is what measure gave on the machine where the limits were chosen.
const usual = 300 * time.Millisecond

// measure does a fixed piece of work: a generator's steps, each of which needs the one before.
func measure() time.Duration {
	start := time.Now()
	x := uint64(1)
	for range 300_000_000 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	runtime.KeepAlive(x)
	return time.Since(start)
}
