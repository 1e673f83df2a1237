package wire

import "github.com/xaia-go/xaia/core"

// without is who is left out of an answer.
type without struct {
	rows    []int         // that a call names
	numbers []int         // of those that stay, in the order of the model that answers; nil: none is left out
	named   *core.Dataset // the samples by these numbers
}

func (o *without) fields(q *Question, known Fields) Fields {
	known["without"] = func(v Value) (err error) {
		if v.Kind() == Number {
			if o.rows = []int{WholeNumber(v)}; o.rows[0] < 0 {
				err = InvalidOption("without", v, "rows of the fitting data, whole numbers from 0 on")
			}
			return err
		}
		o.rows, err = q.WholeNumbers("without", v)
		return err
	}
	return known
}

// leave has the question answered by the model as it is without some samples: a learner that forgets them.
func (q *Question) leave(o *without) error {
	if len(o.rows) == 0 {
		return nil
	}
	if err := q.now(); err != nil {
		return err
	}
	m := q.Model
	if m.SQANN() == nil {
		return Unsupported("A model of kind \""+m.Kind()+"\" can't leave samples out of an answer.", "Use remove, which fits the others anew.")
	}
	if q.Forgetting == nil {
		return Unsupported("Samples can't be left out of an answer here.", "Use the package, or in Go a learner.")
	}
	data := m.Network().Data()
	k, err := q.Forgetting(m, q.Control, o.rows)
	if err != nil {
		if e, is := err.(*core.Error); is && e.Code == core.InvalidInput {
			return core.NewError(core.InvalidOption, e.Message, e.Hint).In("without")
		}
		return err
	}
	o.keep(&data)
	q.Kept = k
	return q.now()
}

// keep finds the numbers of those that stay.
func (o *without) keep(data *core.Dataset) {
	o.named, o.numbers = data, make([]int, 0, data.X.Rows)
	isLeft := make([]bool, data.X.Rows)
	for _, row := range o.rows {
		isLeft[row] = true
	}
	for row, left := range isLeft {
		if !left {
			o.numbers = append(o.numbers, row)
		}
	}
}

// Without explains as the others answer, by the numbers and names that samples have in the model. It costs a learner.
func (how *Explaining) Without(c core.Control, rows []int) (*Explaining, error) {
	m := how.model
	if m.SQANN() == nil {
		return nil, Unsupported("A model of kind \""+m.Kind()+"\" can't leave samples out of an answer.", "Use remove, which fits the others anew.")
	}
	data := m.Network().Data()
	k, err := Forgetting(m, c, rows)
	if err == nil {
		k, err = k.Now()
	}
	if err != nil {
		return nil, err
	}
	others := NewExplaining(k.Model, false)
	others.rows = rows
	others.keep(&data)
	return others, nil
}

// Forgetting begins a learner with a model, and has it forget samples.
func Forgetting(m *Model, c core.Control, rows []int) (*Kept, error) {
	l, err := NewLearner(m, c)
	if err == nil {
		err = l.Forget(rows)
	}
	if err != nil {
		return nil, err
	}
	return LearnerOf(l, m.Table), nil
}

// FittedWithout is Forgetting without a learner, which a module that has no other use for one needn't contain: the same answers, at a fit.
func FittedWithout(m *Model, c core.Control, rows []int) (*Kept, error) {
	others, err := m.SQANN().LikeWithout(rows, c)
	if err != nil {
		return nil, err
	}
	return &Kept{Model: m.With(others)}, nil
}

// numbered gives neurons the samples' numbers in the whole model.
func (o *without) numbered(neurons []core.Neuron) {
	if o.numbers == nil {
		return
	}
	for i := range neurons {
		n := &neurons[i]
		own := make([]int, len(n.Samples))
		for k, at := range n.Samples {
			own[k] = o.numbers[at]
		}
		n.Samples = own
	}
}
