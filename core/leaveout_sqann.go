package core

import "slices"

// leaveOut fits the N-1 others for almost every sample. There is little to share
// between those fits: with a sample goes its distance to the nearest one, so the
// reach, every layer's settings and all activations change in their last digits;
// what stays the same, scaling and distances, is about a fifth of a fit. Only a
// sample that isn't the first of its equals changes nothing when it goes: the
// model itself answers.
func (m *SQANN) leaveOut(e *Examination, c Control) error {
	for p := range m.points.rows.Count() {
		rows := m.points.rows.At(p)
		for _, row := range rows {
			if err := c.report(p, m.points.count()); err != nil {
				return err
			}
			var err error
			if m.standsFor(rows, row) {
				err = e.answerBy(row, m, m, m.data.X.Row(row))
			} else {
				err = e.leaveOut(m, row, c.part(p, m.points.count()))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// standsFor says whether the model without one of some equal rows is the model.
func (m *SQANN) standsFor(rows []int, row int) bool {
	if row == rows[0] || m.points.merged > 0 || m.options.Scale == ScaleStandard {
		return false
	}
	first := m.data.X.Row(rows[0])
	return slices.Equal(m.data.X.Row(row), first)
}
