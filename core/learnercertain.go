package core

// A learner that begins with a calibrated model keeps a score for each of its samples (Calibration): those of the calibration,
// and of each sample that it learned the one of the answer that it had just before. Scores go with their samples.

// pick is the scores of some rows; nil of nil.
func (c *Calibration) pick(rows []int32) *Calibration {
	if c == nil {
		return nil
	}
	some := &Calibration{Folds: c.Folds, Seed: c.Seed, Median: c.Median, Scores: Matrix{Columns: c.Scores.Columns}, Lopsided: c.Lopsided, Adapt: c.Adapt.picked(rows)}
	for _, row := range rows {
		some.add(c, int(row))
	}
	return some
}

// add appends a row's scores.
func (c *Calibration) add(from *Calibration, row int) {
	c.Recognition, c.Familiarity = append(c.Recognition, from.Recognition[row]), append(c.Familiarity, from.Familiarity[row])
	c.Scores.Data = append(c.Scores.Data, from.Scores.Row(row)...)
	c.Scores.Rows++
}

// Calibrate has a learner that has just begun keep the scores of its model's calibration, and add the score of each sample
// that it learns from then on: that costs an answer more. Calibration then tells how far its answers can be trusted.
func (l *Learner) Calibrate(c *Calibration) error {
	if c == nil || len(c.Recognition) != len(l.rows) || len(l.net.Place) != len(l.rows) {
		return NewError(InvalidInput, "The calibration isn't that of the model that the learner began with.", "Calibrate the model, then begin a learner with it.")
	}
	copied := *c
	if err := RestoreCalibration(l.view, &copied); err != nil {
		return err
	}
	l.scores = c.pick(l.rows)
	return nil
}

// Calibration is that of Model, to be read only; nil without Calibrate, and of one sample. Its scores are those of the samples present: an answer's score counts
// where its sample was learned after it, so a stream calibrates itself. Like relevance and reach, the unit of scores is that
// of the calibration it began with, and Stale says when these no longer fit.
func (l *Learner) Calibration() (*Calibration, error) {
	if l.scores == nil || len(l.rows) < 2 {
		return nil, nil
	}
	m, err := l.Model()
	if err != nil {
		return nil, err
	}
	if l.moment == nil || l.moment.model != Model(m) {
		c := l.scores.pick(l.rows)
		c.Folds = min(c.Folds, len(l.rows))
		if err := RestoreCalibration(m, c); err != nil {
			return nil, err
		}
		l.moment = c
	}
	return l.moment, nil
}

// scored says how well the network answers a row that it is about to learn, whose outputs are y; nil without Calibrate.
func (l *Learner) scored(x, y []float64) (one *Calibration, err error) {
	if l.scores == nil {
		return nil, nil
	}
	m, err := l.answering()
	if err != nil {
		return nil, err
	}
	m.ask(oneRow(x), l.scores.wanted(), func(_ int, a *answer) {
		one = &Calibration{Recognition: []Recognition{a.recognition}, Familiarity: []float64{a.familiarity}, Scores: newMatrix(1, l.scores.Scores.Columns)}
		l.scores.score(one.Scores.Data, a, y)
	})
	return one, nil
}

// wanted is what score reads of an answer.
func (c *Calibration) wanted() want {
	if c.Median == nil {
		return knowledge
	}
	return reasons
}

// score writes what is wrong with an answer where the outputs should be y.
func (c *Calibration) score(dst []float64, a *answer, y []float64) {
	if c.Median == nil {
		dst[0] = missingScore(a.value[argmax(y)])
		return
	}
	for j, v := range y {
		dst[j] = c.scoreOf(v-a.value[j], a.spread(j), j)
	}
}
