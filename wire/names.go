package wire

import "github.com/xaia-go/xaia/core"

// Names of samples stand in explanations beside the samples' numbers, and in the model's file.

// names reads a list with a name for each sample: a text or a number; null for none.
func (r *Reader) names(v Value) ([]string, error) {
	if v.Kind() != List && v.Kind() != Packed {
		return nil, InvalidOption("names", v, "a list with a name for each sample, or the column of row objects that has them")
	}
	n := v.Size()
	if err := r.checkSize("names", n); err != nil {
		return nil, err
	}
	list := make([]string, n)
	for i := range list {
		if err := r.goOn(i); err != nil {
			return nil, err
		}
		var is bool
		if list[i], is = nameOf(v.At(i)); !is {
			return nil, InvalidOption("names["+itoa(i)+"]", v.At(i), "a text or a number; null for a sample without a name")
		}
	}
	return list, nil
}

// namesIn reads them from a column of row objects.
func (r *Reader) namesIn(x Value, column string) ([]string, error) {
	if !hasRowObjects(x) {
		return nil, core.NewError(core.InvalidOption, "names is the column "+visible(column)+", but X has no row objects.",
			"Give a list with a name for each sample.").In("names")
	}
	found := false
	list := make([]string, x.Size())
	for i := range list {
		if err := r.goOn(i); err != nil {
			return nil, err
		}
		cell := x.At(i).Own(column)
		name, is := nameOf(cell)
		if !is {
			return nil, InvalidInput(i, -1, "X["+itoa(i)+"]."+visible(column)+" is "+cell.Shown()+", not a name.", "Name samples by texts or numbers; null for a sample without a name.")
		}
		list[i] = name
		found = found || given(cell)
	}
	if !found {
		return nil, core.NewError(core.InvalidOption, "X has no column "+visible(column)+".", "X[0] has the columns "+listed(x.At(0).Keys())+".").In("names")
	}
	return list, nil
}

func nameOf(v Value) (name string, is bool) {
	switch v.Kind() {
	case Text:
		return v.Text(), v.WellFormed()
	case Number:
		return ftoa(v.Real()), true
	}
	return "", isMissing(v)
}

// sampleName writes the name of a sample into an open object, if it has one.
func sampleName(w Writer, d core.Dataset, sample int) {
	if d.Names != nil && d.Names[sample] != "" {
		w.Key("name").Text(d.Names[sample])
	}
}

// sampleNames writes the names of a neuron's samples, if samples have names.
func sampleNames(w Writer, d core.Dataset, samples []int) {
	if d.Names != nil {
		list := make([]string, len(samples))
		for i, sample := range samples {
			list[i] = d.Names[sample]
		}
		texts(w.Key("names"), list)
	}
}

func texts(w Writer, list []string) {
	w.List()
	for _, s := range list {
		w.Text(s)
	}
	w.End()
}

// WriteSamples writes the fitted samples as they were given, all or some: {x, y, name?} each. Where a missing value was
// replaced, x has what replaces it, and null for a text.
func WriteSamples(w Writer, m *Model, some []int) error {
	d := m.Network().Data()
	for i, sample := range some {
		if sample >= d.X.Rows {
			return InvalidInput(i, -1, "rows["+itoa(i)+"] is "+itoa(sample)+", the model has "+itoa(d.X.Rows)+" samples.", "Give rows from 0 to "+itoa(d.X.Rows-1)+".")
		}
	}
	n := len(some)
	if some == nil {
		n = d.X.Rows
	}
	w.List()
	for i := range n {
		if some != nil {
			i = some[i]
		}
		w.Object()
		m.sample(w.Key("x"), d.X.Row(i))
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

// sample writes encoded features as the row that they were made from.
func (m *Model) sample(w Writer, x []float64) {
	if m.Table == nil || m.Table.Columns[0].Name == "" {
		w.Numbers(x)
		return
	}
	w.Object()
	for _, c := range m.Table.Columns {
		writeEncoded(w.Key(c.Name), c.Categories, x[:c.Width()])
		x = x[c.Width():]
	}
	w.End()
}
