package core

import "github.com/xaia-go/xaia/core/internal/network"

// Progress is how far a construction has come. Placed can fall when layers are
// dropped; Steps only grows.
type Progress struct {
	Placed, Total     int
	Layer             int
	Steps, Collisions int
}

// counter keeps a construction's account: how far it is, when it must stop.
type counter struct {
	network.Tally
	total    int
	control  Control
	bytes    int64 // of the construction's own memory, about
	maxBytes int64 // 0: no limit
}

func (c *counter) Count() *network.Tally { return &c.Tally }

// Reserve accounts for memory before it is allocated.
func (c *counter) Reserve(bytes int64) error {
	c.bytes += bytes
	if c.maxBytes > 0 && c.bytes > c.maxBytes {
		return tooMuch(c.bytes, c.maxBytes, c.total)
	}
	allocating(bytes)
	return nil
}

// Release accounts for memory that is given up.
func (c *counter) Release(bytes int64) { c.bytes -= bytes }

func (c *counter) Limit() int64 { return c.maxBytes }

func tooMuch(bytes, limit int64, samples int) error {
	hint := `Fit fewer samples, or use preset "xaia", which needs the least memory on few features.`
	if addressable > 0 && heldBytes.Load() > fewBytes() {
		hint = "Fit fewer samples, or free models that are no longer needed."
	}
	return NewError(TooLarge, "Fitting "+itoa(samples)+" samples needs more than "+itoa(int(bytes>>20))+" MiB, but the limit is "+itoa(int(limit>>20))+" MiB.", hint)
}

// MayGoOn asks whether to go on, and tells how far it is.
func (c *counter) MayGoOn(k int) error {
	if c.MostSteps > 0 && c.Steps > c.MostSteps {
		return NewError(TooLarge, "The construction was not complete after "+itoa(c.MostSteps)+" steps.",
			"Raise maxSteps, or fit fewer samples.")
	}
	if closed(c.control.Done) {
		return c.control.aborted()
	}
	if c.control.Progress != nil {
		c.control.Progress(Progress{Placed: c.Placed, Total: c.total, Layer: k, Steps: c.Steps, Collisions: c.Collisions})
	}
	return nil
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

func (c Control) aborted() error {
	e := NewError(Aborted, "The call was cancelled.", "Call it again to start over.")
	if c.cause != nil {
		e.Cause = c.cause()
	}
	return e
}
