package core

// Absorb is the function Absorb with the scaling, relevance and reach that the learner has: the model is, bit for bit, FitSQANN of
// the old samples and those absorbed with the options of SQANN.Like. A round costs a prediction for each row of d and a look
// at the samples near those it takes in, Absorption.Model is Learner.Model. With Calibration.Adapt all rows of d move the
// levels first. An error changes nothing.
func (l *Learner) Absorb(d Dataset, o AbsorbOptions) (*Absorption, error) {
	if err := checkExternal(l, d); err != nil {
		return nil, err
	}
	m, err := l.Model()
	if err != nil {
		return nil, err
	}
	undo := l.undo()
	if err := l.adaptAll(d); err != nil {
		undo()
		return nil, err
	}
	done, err := o.into(&holding{Learner: l, kept: len(l.rows)}, m, d)
	if err != nil {
		undo()
		return nil, err
	}
	l.tidy()
	return done, nil
}

// holding is a learner that absorbs.
type holding struct {
	*Learner
	kept int
	held []int // rows absorbed so far, in order
}

func (h *holding) now() (Model, error) { return made(h.Model()) }

// hold forgets the rows behind the first one that is new, because samples stand in the order of their rows.
func (h *holding) hold(d Dataset, rows []int, c Control) error {
	same := 0
	for same < len(h.held) && h.held[same] == rows[same] {
		same++
	}
	h.forget(h.kept + same)
	h.held = h.held[:same]
	d, truth := h.opened(d)
	for i, row := range rows[same:] {
		if err := c.report(i, len(rows)-same); err != nil {
			return err
		}
		refused, err := h.learn(d, truth.Row(row), row, false)
		if err != nil {
			return err
		}
		if refused != nil && refused.Code != IllDefined {
			return refused
		}
		if refused != nil {
			refused.Row = h.kept + len(h.held) // as a fit names it
			return absorbing(refused, h.kept, rows)
		}
		h.held = append(h.held, row)
	}
	return nil
}
