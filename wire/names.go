package wire

import (
	"slices"

	"github.com/xaia-go/xaia/core"
)

// Names of samples stand in explanations beside the samples' numbers, and in the model's file.

// names reads a list with a name for each sample: a text or a number; null for none.
func (r *Reader) names(v Value) ([]string, error) {
	if !isList(v) {
		return nil, InvalidOption("names", v, "a list with a name for each sample, or the column of row objects that has them")
	}
	return r.nameList("names", v.Size(), v.At)
}

func (r *Reader) namesBy(x Value, column string) ([]string, error) {
	if r.Tables == nil {
		return nil, noTables()
	}
	return r.Tables.namesIn(r, x, column)
}

// namesIn reads them from a column of row objects.
func (AllTables) namesIn(r *Reader, x Value, column string) ([]string, error) {
	if !hasRowObjects(x) {
		return nil, core.NewError(core.InvalidOption, "names is a column, but X has no row objects.", "Give a list with a name for each sample.").In("names")
	}
	if first := x.At(0); !given(first.Own(column)) && !slices.Contains(first.Keys(), column) {
		return nil, noSuchColumn(first, []string{column}, 0, "names")
	}
	return r.nameList("names", x.Size(), func(i int) Value { return x.At(i).Own(column) })
}

func (r *Reader) nameList(option string, n int, at func(i int) Value) ([]string, error) {
	if err := r.checkSize(option, n); err != nil {
		return nil, err
	}
	list := make([]string, n)
	for i := range list {
		if err := r.goOn(i); err != nil {
			return nil, err
		}
		v := at(i)
		switch {
		case v.Kind() == Text && v.WellFormed():
			list[i] = v.Text()
		case v.Kind() == Number:
			list[i] = ftoa(v.Real())
		case !isMissing(v):
			return nil, InvalidOption(option+"["+itoa(i)+"]", v, "a text or a number; null for a sample without a name")
		}
	}
	return list, nil
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
		WriteTexts(w.Key("names"), list)
	}
}

// WriteTexts writes a list of texts.
func WriteTexts(w Writer, list []string) {
	w.List()
	for _, s := range list {
		w.Text(s)
	}
	w.End()
}

// sample writes encoded features as the row that they were made from.
func (m *Model) sample(w Writer, x []float64) {
	if m.Table == nil || !m.named() && len(m.Table.Columns) == len(x) {
		w.Numbers(x)
		return
	}
	if !m.named() {
		w.List()
		for _, c := range m.Table.Columns {
			writeEncoded(w, c, x[:c.Width()])
			x = x[c.Width():]
		}
		w.End()
		return
	}
	w.Object()
	for _, c := range m.Table.Columns {
		writeEncoded(w.Key(c.Name), c, x[:c.Width()])
		x = x[c.Width():]
	}
	w.End()
}
