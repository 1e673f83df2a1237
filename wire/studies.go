package wire

import "github.com/xaia-go/xaia/core"

// This file has the calls about a network's own samples.

// leaveOneOut(model) → the result of evaluate for the fitting samples, each predicted by the model fitted without it.
func leaveOneOut(q *Question, w Writer) error {
	err := q.Kept.leaveOut(q.Control)
	return object(w, err, func() { writeEvaluation(w, q.Kept.left.Evaluate()) })
}

// outliers(model) → the familiarity of each sample to the model without it.
func outliers(q *Question, w Writer) error {
	err := q.Kept.leaveOut(q.Control)
	if err == nil {
		w.Numbers(q.Kept.left.Familiarity)
	}
	return err
}

// sampleAt(model, samples?) → [{x, y, name?}], the samples as they were given. Where a missing value was replaced, x has what
// replaces it, and null for a text.
func sampleAt(q *Question, w Writer) error {
	d := q.Model.Network().Data()
	some, err := q.sampleNumbers(true)
	if some == nil && err == nil {
		some = missingFrom(nil, d.X.Rows) // all
	} else if len(some) > 0 && err == nil {
		err = core.CheckSamples(d.X.Rows, some)
	}
	if err != nil {
		return err
	}
	w.List()
	for _, i := range some {
		w.Object()
		q.Model.sample(w.Key("x"), d.X.Row(i))
		w.Key("y")
		if d.Labels != nil {
			WriteLabel(w, d.Labels[i])
		} else {
			writeOutput(w, d.Values.Row(i))
		}
		sampleName(w, d, i)
		w.End()
	}
	w.End()
	return nil
}

// redundancy(model, samples?) → [{sample, strong: [sample, ...], spare}], the samples that activate the neurons of others strongly.
func redundancy(q *Question, w Writer) error {
	rows, err := q.sampleNumbers(true)
	if err != nil {
		return err
	}
	list, err := core.Redundancy(q.Model.Network(), rows, q.Control)
	if err != nil {
		return err
	}
	w.List()
	for _, r := range list {
		w.Object()
		w.Key("sample").Integer(r.Sample)
		w.Key("strong").Integers(r.Strong)
		w.Key("spare").Bool(r.Spare)
		w.End()
	}
	w.End()
	return nil
}

// representatives(model, {tolerance}) → {samples, model, rest: {maxErrorAfter}}.
func representatives(q *Question, w Writer) error {
	tolerance := 0.0
	if err := q.options(toleranceFields(&tolerance)); err != nil {
		return err
	}
	r, err := core.Representatives(q.Model.Network(), tolerance, q.Control)
	return object(w, err, func() {
		w.Key("samples").Integers(r.Samples)
		w.Key("model").Object()
		q.Made(w, &Kept{Model: q.Model.With(r.Model)})
		w.End()
		w.Key("rest").Object()
		w.Key("maxErrorAfter").Number(r.Error)
		w.End()
	})
}

// prototypes(model, {perClass}) → {prototypes, criticisms}: the samples that stand for others, and those that don't fit in.
func prototypes(q *Question, w Writer) error {
	perClass := 0
	if err := q.options(Fields{"perClass": func(v Value) error { return fromOne("perClass", v, &perClass) }}); err != nil {
		return err
	}
	s := q.Model.SQANN()
	if s == nil {
		return Unsupported("A TNN doesn't have prototypes.", "Use representatives.")
	}
	found, err := s.Prototypes(perClass, q.Control)
	return object(w, err, func() {
		writePrototypes(w.Key("prototypes"), found.Prototypes, s.Data())
		writePrototypes(w.Key("criticisms"), found.Criticisms, s.Data())
	})
}

func writePrototypes(w Writer, found []core.Prototype, d core.Dataset) {
	w.List()
	for _, p := range found {
		w.Object()
		w.Key("sample").Integer(p.Sample)
		sampleName(w, d, p.Sample)
		if d.Labels != nil {
			WriteLabel(w.Key("class"), d.Labels[p.Sample])
		}
		w.Key("hits").Integer(p.Hits)
		w.Key("activation").Number(p.Activation)
		w.End()
	}
	w.End()
}

// embedding(model) → {places, neighbors, activation, kept}: a picture of all samples.
func embedding(q *Question, w Writer) error {
	s := q.Model.SQANN()
	if s == nil {
		return Unsupported("A TNN has one dimension, and is its own picture.", "Draw its samples over their feature.")
	}
	found, err := s.Embedding(q.Control)
	return object(w, err, func() {
		w.Key("places").List()
		for _, place := range found.Places {
			w.Numbers(place[:])
		}
		w.End()
		w.Key("neighbors").List()
		for _, others := range found.Neighbors {
			w.Integers(others)
		}
		w.End()
		w.Key("activation").Numbers(found.Activation)
		w.Key("kept").Number(found.Kept)
	})
}

// worth(model) → {values, total}: what each sample adds to the others' answers.
func worth(q *Question, w Writer) error {
	s := q.Model.SQANN()
	if s == nil {
		return Unsupported("What samples are worth isn't known of a TNN.", "Fit an SQANN.")
	}
	found, err := s.Worth(q.Control)
	return object(w, err, func() {
		w.Key("values").Numbers(found.Values)
		w.Key("total").Number(found.Total)
	})
}

var suspectKinds = [...]string{core.SuspectLabel: "label", core.SuspectValue: "value", core.SuspectDuplicate: "duplicate", core.SuspectAlone: "alone"}

// suspects(model, {share}) → {suspects, rest, right, rightWithout}: samples whose outcomes the others contradict, and what is right without them.
func suspects(q *Question, w Writer) error { return q.suspects(w, (*core.SQANN).Suspects) }

func suspectsByFits(q *Question, w Writer) error { return q.suspects(w, (*core.SQANN).SuspectsByFits) }

func (q *Question) suspects(w Writer, find func(s *core.SQANN, share float64, c core.Control) (*core.Suspects, error)) error {
	share := 0.05
	if err := q.options(Fields{"share": func(v Value) error { return ReadNumber("share", v, &share) }}); err != nil {
		return err
	}
	s := q.Model.SQANN()
	if s == nil {
		return Unsupported("A TNN doesn't have suspects.", "Fit an SQANN.")
	}
	found, err := find(s, share, q.Control)
	d := s.Data()
	return object(w, err, func() {
		w.Key("suspects").List()
		for _, one := range found.Suspects {
			w.Object()
			w.Key("sample").Integer(one.Sample)
			sampleName(w, d, one.Sample)
			w.Key("kind").Text(suspectKinds[one.Kind])
			if d.Labels != nil {
				WriteLabel(w.Key("outcome"), d.Labels[one.Sample])
				WriteLabel(w.Key("said"), one.Label)
			} else {
				writeOutput(w.Key("outcome"), d.Values.Row(one.Sample))
				writeOutput(w.Key("said"), one.Said)
			}
			w.Key("score").Number(one.Score)
			w.Key("against").Integers(one.Against)
			w.Key("misled").Integers(one.Misled)
			w.End()
		}
		w.End()
		w.Key("rest").Integer(found.Rest)
		w.Key("right").Integer(found.Right)
		w.Key("rightWithout").Integer(found.RightWithout)
	})
}

// remove(model, rows) → a model without these samples.
func remove(q *Question, w Writer) error {
	rows, err := q.sampleNumbers(false)
	if err != nil {
		return err
	}
	smaller, err := core.Remove(q.Model.Network(), rows, q.Control)
	if err != nil {
		return err
	}
	return q.made(w, q.Model.With(smaller), nil)
}

// absorb(model, X, y, {tolerance, rounds, audit}) → {absorbed, rounds, kept, rest, model}. It is a learner that takes samples
// in where all that a fit finds from a data set as a whole stays as it is: one learner costs about one fit, however many
// rounds there are.
func absorb(q *Question, w Writer) error {
	return q.absorbed(w, func(d core.Dataset, o core.AbsorbOptions) (*core.Absorption, error) {
		if s := q.Model.SQANN(); s != nil && s.Settled() {
			if l, err := core.NewLearner(s, o.Control); err == nil {
				return l.Absorb(d, o)
			}
		}
		return core.Absorb(q.Model.Network(), d, o)
	})
}

func absorbByFits(q *Question, w Writer) error {
	return q.absorbed(w, func(d core.Dataset, o core.AbsorbOptions) (*core.Absorption, error) {
		return core.Absorb(q.Model.Network(), d, o)
	})
}

func (q *Question) absorbed(w Writer, absorb func(d core.Dataset, o core.AbsorbOptions) (*core.Absorption, error)) error {
	o := core.AbsorbOptions{Control: q.Control}
	if err := q.options(AbsorbFields(&o)); err != nil {
		return err
	}
	d, err := q.labelled()
	if err != nil {
		return err
	}
	if err := q.CheckScores(q.Model.Network().Data().Labels, d.Labels); err != nil {
		return err
	}
	a, err := absorb(d, o)
	return object(w, err, func() {
		WriteAbsorption(w, a)
		w.Key("model").Object()
		q.Made(w, &Kept{Model: q.Model.With(a.Model)})
		w.End()
	})
}

// ensemble(first, second) → a model that answers with the more strongly activated one.
func ensemble(q *Question, w Writer) error {
	other, err := q.Other.Now()
	if err != nil {
		return err
	}
	if q.Model.Network() == nil || other.Model.Network() == nil {
		return Unsupported("An ensemble can't be a member of another ensemble.", "Join its models instead.")
	}
	m, err := Join(q.Model, other.Model)
	return q.made(w, m, err)
}

// squeezedOrder(scores, {squeeze, external}) → {order, positions, external?}.
func squeezedOrder(q *Question, w Writer) error {
	squeeze, external := 0.5, core.Matrix{}
	given := false
	if err := q.options(Fields{
		"squeeze": func(v Value) error { return ReadNumber("squeeze", v, &squeeze) },
		"external": func(v Value) (err error) {
			given = true
			external, _, err = q.Matrix("external", v, 0)
			return err
		},
	}); err != nil {
		return err
	}
	scores, _, err := q.Matrix("scores", q.Given[ScoreRows], 0)
	if err != nil {
		return err
	}
	o, err := core.SqueezedOrder(scores, squeeze, external)
	return object(w, err, func() {
		positions := make([]float64, len(o.Positions))
		for i, p := range o.Positions {
			positions[i] = p.Value
		}
		w.Key("order").Integers(o.Order)
		w.Key("positions").Numbers(positions)
		if !given {
			return
		}
		w.Key("external").List()
		for _, p := range o.External {
			w.Object()
			w.Key("position").Number(p.Value)
			w.Key("class").Integer(p.Class)
			w.Key("grey").Bool(p.Grey)
			w.End()
		}
		w.End()
	})
}
