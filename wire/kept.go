package wire

import "github.com/xaia-go/xaia/core"

// Kept is a model or a learner that somebody keeps.
type Kept struct {
	Model *Model
	Cache any // whoever keeps it, keeps this with it

	left *core.LeftOut // the result of LeaveOneOut, after the first call

	learner interface { // whose answers these are, nil for a model; a module without learners doesn't link them
		Model() (*core.SQANN, error)
		Calibration() (*core.Calibration, error)
	}
	moment *Kept // its last model
	held   Held  // in which it is counted
	Busy   bool  // in a call that lets others run, and changes it
}

// Learner is nil for a model.
func (k *Kept) Learner() *core.Learner {
	l, _ := k.Model.Predictor.(*core.Learner)
	return l
}

// Now is what most calls ask: a model itself, or of a learner a model of this moment.
func (k *Kept) Now() (*Kept, error) {
	if k.learner == nil {
		return k, nil
	}
	current, err := k.learner.Model()
	if err != nil {
		return nil, err
	}
	c, err := k.learner.Calibration() // which may have changed by itself
	if err != nil {
		return nil, err
	}
	if k.moment == nil || k.moment.Model.SQANN() != current || k.moment.Model.Calibration != c {
		k.moment = &Kept{Model: &Model{Predictor: current, Table: k.Model.Table, Calibration: c}}
		k.held.Keep(k.Model, 0)
	}
	return k.moment, nil
}

// leaveOut computes the leave-one-out predictions once.
func (k *Kept) leaveOut(c core.Control) (err error) {
	if k.left == nil {
		k.left, err = core.LeaveOneOut(k.Model.Network(), c)
	}
	return err
}

// Shelf keeps models and learners under numbers. A number is never given again, so a stale one can't name another model.
type Shelf struct {
	Kept map[int]*Kept
	Held Held
	Last int // the number given last
}

// NewShelf is empty.
func NewShelf() *Shelf { return &Shelf{Kept: map[int]*Kept{}, Held: Held{}} }

// Keep returns the number of what is kept from now on.
func (s *Shelf) Keep(k *Kept) int {
	s.Last++
	s.Kept[s.Last], k.held = k, s.Held
	s.Held.Keep(k.Model, 1)
	return s.Last
}

// Drop gives up what has a number.
func (s *Shelf) Drop(number int) {
	if k := s.Kept[number]; k != nil {
		s.Held.Keep(k.Model, -1)
		delete(s.Kept, number)
	}
}

// Held are the networks and learners that somebody keeps. A calibrated model has the network of the one that it was made of,
// an ensemble those of its members: what several share takes its memory once.
type Held map[core.Predictor]held

type held struct {
	models int
	bytes  int64
}

// Keep counts a model that is kept from now on (1), or no longer (-1); 0 is for a learner that has changed.
func (h Held) Keep(m *Model, by int) {
	parts := []*Model{m}
	if m.Members[0] != nil {
		parts = m.Members[:]
	}
	for _, part := range parts {
		before := h[part.Predictor]
		now := held{models: before.models + by}
		delete(h, part.Predictor)
		if now.models > 0 {
			now.bytes = part.Predictor.Bytes()
			h[part.Predictor] = now
		}
		core.Hold(now.bytes - before.bytes)
	}
}
