package state

// Stage computes one thing, of what its key says. Another key ends what runs, which is its one way to be ended, or, where the
// stage is patient, waits for it and shows it meanwhile. What was computed of a key is not computed again.
type Stage struct {
	Compute func(*Turn)
	Ready   func()          // called after each delivery, and at the end
	Start   func(do func()) // begins a goroutine

	Key, Result any // what was delivered last, and of what; nil before

	wanted, done any
	turn         *Turn
}

// Turn is one computation.
type Turn struct {
	Key   any
	stage *Stage
	over  bool
	ends  []func()
}

// Over says that nobody waits for it any more.
func (t *Turn) Over() bool { return t.over }

// Latest says that nothing else is wanted meanwhile.
func (t *Turn) Latest() bool { return !t.over && t.stage.wanted == t.Key }

// OnEnd has something done when the turn is ended, or where it is over already.
func (t *Turn) OnEnd(end func()) {
	if t.over {
		end()
		return
	}
	t.ends = append(t.ends, end)
}

// Deliver shows a result, which may be followed by a better one. False: it came too late, and is the caller's.
func (t *Turn) Deliver(result any) bool {
	if t.over {
		return false
	}
	if t.stage.Key, t.stage.Result = t.Key, result; t.stage.done != t.Key {
		t.stage.done = nil // what was there of another key is no longer
	}
	t.stage.Ready()
	return true
}

// Want has the key's result computed, unless it is there or under way; of nil, nothing is. What was delivered stays.
func (s *Stage) Want(key any, patient bool) {
	s.wanted = key
	if s.turn != nil && s.turn.Key != key && (!patient || key == nil) {
		s.end()
	}
	s.begin()
}

// Follow keeps to a key: what is of it goes on; of another one it begins when all it needs is ready.
func (s *Stage) Follow(key any, ready bool) {
	switch {
	case key != nil && key == s.wanted:
	case ready:
		s.Want(key, false)
	default:
		s.Hold()
	}
}

// Hold ends what runs.
func (s *Stage) Hold() { s.Want(nil, false) }

// Again has the result of the same key computed once more.
func (s *Stage) Again() {
	s.done = nil
	s.begin()
}

// Forget has nothing stay of what was delivered.
func (s *Stage) Forget() { s.Key, s.Result, s.done = nil, nil, nil }

// Abort ends what runs as a user does: what was wanted is so, and its failure is its result.
func (s *Stage) Abort() {
	if s.turn != nil {
		s.turn.stop()
	}
}

// Idle says that all that is wanted was computed.
func (s *Stage) Idle() bool { return s.turn == nil }

// Running is the key of what is being computed; nil: nothing is.
func (s *Stage) Running() any {
	if s.turn == nil {
		return nil
	}
	return s.turn.Key
}

// Has says that what was delivered last is all of this key.
func (s *Stage) Has(key any) bool { return s.done != nil && s.done == key && s.Key == key }

func (s *Stage) end() {
	if t := s.turn; t != nil && !t.over {
		t.over = true
		t.stop()
	}
}

func (t *Turn) stop() {
	ends := t.ends
	t.ends = nil
	for _, end := range ends {
		end()
	}
}

func (s *Stage) begin() {
	if s.turn != nil || s.wanted == nil || s.done == s.wanted {
		return
	}
	t := &Turn{Key: s.wanted, stage: s}
	s.turn = t
	s.Start(func() {
		defer func() { // after a failure, too, or nothing would be computed any more
			s.turn = nil
			if !t.over {
				s.done = t.Key
			}
			t.over = true
			s.begin()
			s.Ready()
		}()
		s.Compute(t)
	})
}
