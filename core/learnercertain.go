package core

import "math"

// A learner that begins with a calibrated model keeps a score for each of its samples (Calibration): those of the calibration,
// and of each sample that it learned the one of the answer that it had just before. Scores go with their samples.

// learnedScores are by the numbers of rows.
type learnedScores struct {
	base        *Calibration
	recognition []Recognition
	familiarity []float64
	scores      Matrix
	moment      *Calibration // of l.model, if it was asked for
}

// pick is the scores of some rows; nil of nil.
func (s *learnedScores) pick(rows []int32) *learnedScores {
	if s == nil {
		return nil
	}
	some := &learnedScores{base: s.base, scores: Matrix{Columns: s.scores.Columns}}
	for _, row := range rows {
		some.add(s.recognition[row], s.familiarity[row])
		copy(some.scores.Row(some.scores.Rows-1), s.scores.Row(int(row)))
	}
	return some
}

// add appends a row whose scores are 0.
func (s *learnedScores) add(r Recognition, familiarity float64) {
	s.recognition, s.familiarity = append(s.recognition, r), append(s.familiarity, familiarity)
	s.scores.Data = append(s.scores.Data, make([]float64, s.scores.Columns)...)
	s.scores.Rows++
}

// drop takes the last row back.
func (s *learnedScores) drop() {
	if s != nil {
		n := len(s.recognition) - 1
		s.recognition, s.familiarity = s.recognition[:n], s.familiarity[:n]
		s.scores.Data, s.scores.Rows = s.scores.Data[:n*s.scores.Columns], n
	}
}

// Calibrate has a learner that has just begun keep the scores of its model's calibration, and add the score of each sample
// that it learns from then on: that costs an answer more. Calibration then tells how far its answers can be trusted.
func (l *Learner) Calibrate(c *Calibration) error {
	if c == nil || len(c.Recognition) != len(l.rows) || len(l.place) != len(l.rows) {
		return NewError(InvalidInput, "The calibration isn't that of the model that the learner began with.", "Calibrate the model, then begin a learner with it.")
	}
	copied := *c
	if err := RestoreCalibration(l.view, &copied); err != nil {
		return err
	}
	s := &learnedScores{base: c, recognition: c.Recognition, familiarity: c.Familiarity, scores: c.Scores}
	l.scores = s.pick(l.rows)
	return nil
}

// Calibration is that of Model; nil without Calibrate, and of one sample. Its scores are those of the samples present: an answer's score counts
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
	s := l.scores
	if s.moment == nil || s.moment.model != Model(m) {
		some := s.pick(l.rows)
		c := &Calibration{Folds: min(s.base.Folds, len(l.rows)), Seed: s.base.Seed, Median: s.base.Median,
			Recognition: some.recognition, Familiarity: some.familiarity, Scores: some.scores}
		if err := RestoreCalibration(m, c); err != nil {
			return nil, err
		}
		s.moment = c
	}
	return s.moment, nil
}

// scored notes how well the network answers a row that it is about to learn, whose outputs are y.
func (l *Learner) scored(x, y []float64) error {
	if l.scores == nil {
		return nil
	}
	m, err := l.answers()
	if err != nil {
		return err
	}
	return m.answerEach(oneRow(x), func(_ int, a *Answer) {
		s := l.scores
		s.add(a.Recognition, a.Familiarity)
		s.base.score(s.scores.Row(s.scores.Rows-1), a, y)
	})
}

// score writes what is wrong with an answer where the outputs should be y.
func (c *Calibration) score(dst []float64, a *Answer, y []float64) {
	if c.Median == nil {
		dst[0] = missingScore(a.Value[argmax(y)])
		return
	}
	for j, v := range y {
		dst[j] = math.Min(math.Abs(v-a.Value[j])/c.unit(a.spread(j), j), math.MaxFloat64)
	}
}
