package core

// counter keeps a construction's account: how far it is, when it must stop.
type counter struct {
	total    int
	placed   int
	steps    int
	maxSteps int
	collides int
	progress func(Progress)
	done     <-chan struct{}
	credit   int // work until the caller is asked again
}

// step counts one examination of a sample against layer k.
func (c *counter) step(k int) error { return c.stepsBy(1, k) }

func (c *counter) stepsBy(n, k int) error {
	c.steps += n
	if c.maxSteps > 0 && c.steps > c.maxSteps {
		return failure(TooLarge, "The construction was not finished after "+itoa(c.maxSteps)+" steps.",
			"Raise maxSteps, or fit fewer samples.")
	}
	return c.mayGoOn(k)
}

// mayGoOn asks whether to go on, and tells how far it is.
func (c *counter) mayGoOn(k int) error {
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
	return failure(Aborted, "The fit was cancelled.", "Call it again to start over.")
}
