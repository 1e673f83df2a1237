package core

func (m *SQANN) leaveOut(e *Examination, c Control) error {
	for i := range m.Samples() {
		if err := c.at(i, m.Samples()); err != nil {
			return err
		}
		if err := e.leaveOut(m, i, c.part(i, m.Samples())); err != nil {
			return err
		}
	}
	return nil
}
