package core

// Progress is how far a construction has come. Placed can fall when layers are
// dropped; Steps only grows.
type Progress struct {
	Placed, Total     int
	Layer             int
	Steps, Collisions int
}

// counter keeps a construction's account: how far it is, when it must stop.
type counter struct {
	total    int
	placed   int
	steps    int
	maxSteps int
	collides int
	progress func(Progress)
	done     <-chan struct{}
	bytes    int64 // of the construction's own memory, about
	maxBytes int64 // 0: no limit
}

// Reserve accounts for memory before it is allocated.
func (c *counter) Reserve(bytes int64) error {
	c.bytes += bytes
	if c.maxBytes > 0 && c.bytes > c.maxBytes {
		return tooMuch(c.bytes, c.maxBytes, c.total)
	}
	take(bytes)
	return nil
}

func (c *counter) Limit() int64 { return c.maxBytes }

func tooMuch(bytes, limit int64, samples int) error {
	hint := `Fit fewer samples, or use preset "xaia", which needs the least memory on few features.`
	if addressable > 0 && held.Load() > fewBytes() {
		hint = "Fit fewer samples, or free models that are no longer needed."
	}
	return NewError(TooLarge, "Fitting "+itoa(samples)+" samples needs more than "+itoa(int(bytes>>20))+" MiB, but the limit is "+itoa(int(limit>>20))+" MiB.", hint)
}

// step counts one examination of a sample against layer k. It asks whether to go on at
// every fourth only, since asking every time takes some percent of a fit.
func (c *counter) step(k int) error {
	if (c.steps+1)&3 != 0 && (c.maxSteps == 0 || c.steps < c.maxSteps) {
		c.steps++
		return nil
	}
	return c.stepsBy(1, k)
}

func (c *counter) stepsBy(n, k int) error {
	c.steps += n
	if c.maxSteps > 0 && c.steps > c.maxSteps {
		return NewError(TooLarge, "The construction was not complete after "+itoa(c.maxSteps)+" steps.",
			"Raise maxSteps, or fit fewer samples.")
	}
	return c.MayGoOn(k)
}

// MayGoOn asks whether to go on, and tells how far it is.
func (c *counter) MayGoOn(k int) error {
	if closed(c.done) {
		return aborted()
	}
	if c.progress != nil {
		c.progress(Progress{Placed: c.placed, Total: c.total, Layer: k, Steps: c.steps, Collisions: c.collides})
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

func aborted() error {
	return NewError(Aborted, "The call was cancelled.", "Call it again to start over.")
}

// run constructs the layers with one of the builders, which keeps this account.
func (m *SQANN) run(construct func() error, account *counter) error {
	err := construct()
	if err == nil {
		m.report.Steps = account.steps
	}
	return err
}
