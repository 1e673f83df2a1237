package wire

import (
	"maps"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// tune(X, y, {folds, seed, groups, ordered, candidates, and the options of fit}) → {options, best, untouched?, scores:
// [{options, rows, rmse, mae, r2?, accuracy?}], model}.
func tune(q *Question, w Writer) error {
	o := TuneOptions{Fit: &FitOptions{}}
	o.Control = q.Control
	var candidates Value
	dealing := FoldFields(&o.Folds, &o.Seed)
	maps.Copy(dealing, q.GroupFields(&o.Groups, &o.Ordered))
	dealing["candidates"] = func(v Value) error {
		candidates = v
		return nil
	}
	known := q.fitFields(o.Fit)
	maps.Copy(known, dealing)
	if err := q.options(known); err != nil {
		return err
	}
	common := &merged{Value: q.Given[Samples]}
	if isObject(q.Given[Options]) {
		common.add(q.Given[Options], dealing)
	}
	err := o.Fit.others(q.Given[Options])
	if err == nil && candidates != nil {
		o.Candidates, err = q.readCandidates(candidates, common)
	}
	if err != nil {
		return err
	}
	t, m, err := q.Tune(q.Given[X], q.Given[Y], o)
	return object(w, err, func() {
		options := func(i int) {
			w.Key("options").Object()
			all, varied := common, []string(nil)
			if i < len(o.Candidates) {
				all = common.with(candidates.At(i))
			} else if i != t.Untouched {
				varied = writeVaried(w, t.Scores[i].Recipe)
			}
			for k, name := range all.names {
				if !slices.Contains(varied, name) {
					w.Key(name).(interface{ Given(v Value) }).Given(all.values[k])
				}
			}
			w.End()
		}
		options(t.Best)
		w.Key("best").Integer(t.Best)
		if t.Untouched >= 0 {
			w.Key("untouched").Integer(t.Untouched)
		}
		w.Key("scores").List()
		for i, s := range t.Scores {
			w.Object()
			options(i)
			writeFigures(w, s.Figures)
			w.End()
		}
		w.End()
		w.Key("model").Object()
		q.Made(w, &Kept{Model: m})
		w.End()
	})
}

const mostCandidates = 10000

// readCandidates reads a list of options of fit, to which the common options are added.
func (r *Reader) readCandidates(v Value, common *merged) ([]core.Recipe, error) {
	if v.Kind() != List || v.Size() > mostCandidates {
		return nil, InvalidOption("candidates", v, "a list of at most "+itoa(mostCandidates)+" options of fit")
	}
	list := make([]core.Recipe, v.Size())
	for i := range list {
		path, given := "candidates["+itoa(i)+"]", v.At(i)
		if !isObject(given) {
			return nil, InvalidOption(path, given, "options of fit")
		}
		for _, name := range given.Keys() {
			if name == "classes" || name == "columns" || name == "missing" || name == "names" {
				return nil, core.NewError(core.InvalidOption, path+" decides how X and y are read.",
					"Give classes, columns, missing and names as options of tune.").In(path)
			}
			if name == "weights" && given.Get(name).Kind() != Text {
				return nil, core.NewError(core.InvalidOption, path+" lists the samples' weights, which all candidates share.",
					`Give the list as an option of tune; a candidate can have "balanced".`).In(path + ".weights")
			}
		}
		o, err := r.FitOptions(common.with(given))
		if e, ok := err.(*core.Error); ok {
			e.Path, e.Message = path+"."+e.Path, path+": "+e.Message
			return nil, e
		}
		list[i] = o.Recipe()
	}
	return list, nil
}

// merged are options as they were given, later ones in place of earlier ones.
type merged struct {
	Value  // a missing one; none of its methods is called
	names  []string
	values []Value
}

func (m *merged) Kind() Kind            { return Record }
func (m *merged) Keys() []string        { return m.names }
func (m *merged) Own(name string) Value { return m.Get(name) }
func (m *merged) Get(name string) Value {
	if i := slices.Index(m.names, name); i >= 0 {
		return m.values[i]
	}
	return m.Value
}

func (m *merged) add(v Value, without Fields) {
	for _, name := range v.Keys() {
		if without[name] != nil {
			continue
		}
		if i := slices.Index(m.names, name); i >= 0 {
			m.values[i] = v.Own(name)
		} else {
			m.names, m.values = append(m.names, name), append(m.values, v.Own(name))
		}
	}
}

func (m *merged) with(more Value) *merged {
	both := &merged{Value: m.Value}
	both.add(m, nil)
	both.add(more, nil)
	return both
}

// TuneOptions are the options of tune: those of every fit, and how the samples are assigned to folds.
type TuneOptions struct {
	Fit *FitOptions
	core.TuneOptions
}

// Tune chooses options of fit, and fits with them.
func (r *Reader) Tune(x, y Value, o TuneOptions) (*core.Tuned, *Model, error) {
	if o.Fit.SQANN.Trace {
		return nil, nil, Unsupported("tune doesn't support the option trace.", "Omit trace here, and give it to fit.")
	}
	d, table, how, columns, err := r.tabled(x, y, o.Fit)
	if err != nil {
		return nil, nil, err
	}
	if o.Groups, err = how.groups(o.Groups, d.X.Rows); err != nil {
		return nil, nil, err
	}
	o.Untouched = o.Fit.Recipe()
	whole := table == nil || o.Fit.SQANN.Relevance.Kind == core.RelevanceGiven
	for _, c := range o.Candidates {
		whole = whole || c.SQANN.Relevance.Kind == core.RelevanceGiven
	}
	if !whole {
		o.Split = r.Tables.split(d, table, columns)
	}
	t, err := core.Tune(d, o.TuneOptions)
	if err != nil {
		return nil, nil, how.inRows(err, d.X.Rows)
	}
	best := *o.Fit
	if best.SQANN = t.Scores[t.Best].SQANN; best.IsTNN {
		best.TNN = *t.Scores[t.Best].TNN
	}
	best.SQANN.Control, best.TNN.Control = core.Control{Done: o.Done}, core.Control{Done: o.Done}
	m := &Model{Table: table, Reading: how}
	m.Predictor, err = best.fit(d, core.FitSQANN)
	return t, m, how.inRows(err, d.X.Rows)
}

// writeVaried adds to an open object the options in which a default candidate of Tune differs from the others, and
// returns their names.
func writeVaried(w Writer, c core.Recipe) (names []string) {
	if c.TNN != nil {
		return (&FitOptions{IsTNN: true, TNN: *c.TNN}).write(w, "a")
	}
	o := &FitOptions{SQANN: c.SQANN}
	if len(c.SQANN.Settings) == 1 { // not a list, as all layers have them
		names = append(names, "settings")
		WriteSettings(w.Key("settings"), c.SQANN.Settings[0])
	}
	if how := c.SQANN.Interpolation; how.Mode != core.InterpolatePreset {
		o.SQANN.Interpolation = how.Filled()
		names = append(names, o.write(w, "interpolation")...)
	}
	return append(names, o.write(w, "scale", "relevance")...)
}
