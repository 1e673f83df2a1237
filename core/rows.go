package core

import "slices"

// Parts of data sets, and sets of rows: as marks, one a row, or as a list in order.

// without copies the rows that are not marked.
func (d Dataset) without(left []bool) Dataset { return d.Pick(marked(negated(left))) }

// add appends row i of another data set.
//
//go:noinline
func (d *Dataset) add(from Dataset, i int) {
	d.X.Data = append(d.X.Data, from.X.Row(i)...)
	d.X.Rows++
	if d.Weights != nil || from.Weights != nil {
		for len(d.Weights) < d.X.Rows-1 {
			d.Weights = append(d.Weights, 1)
		}
		d.Weights = append(d.Weights, from.weight(i))
	}
	if d.Names != nil || from.Names != nil {
		for len(d.Names) < d.X.Rows-1 {
			d.Names = append(d.Names, "")
		}
		d.Names = append(d.Names, from.name(i))
	}
	if from.Labels != nil {
		d.Labels = append(d.Labels, from.Labels[i])
		return
	}
	d.Values.Data = append(d.Values.Data, from.Values.Row(i)...)
	d.Values.Rows++
}

// Pick is the rows of d, in the order given.
//
//go:noinline
func (d Dataset) Pick(rows []int) Dataset {
	out := Dataset{X: Matrix{Columns: d.X.Columns}, Values: Matrix{Columns: d.Values.Columns}}
	for _, i := range rows {
		out.add(d, i)
	}
	return out
}

// name is a row's own.
func (d Dataset) name(row int) string {
	if d.Names == nil {
		return ""
	}
	return d.Names[row]
}

// nameBytes is about what names take.
func (d Dataset) nameBytes() (bytes int64) {
	for _, name := range d.Names {
		bytes += int64(len(name)) + 16
	}
	return bytes
}

// outcomes are the outputs that a model of these classes should give.
func (d Dataset) outcomes(classes []Label) Matrix {
	if classes == nil {
		return d.Values
	}
	return oneHot(d.Labels, classes)
}

//go:noinline
func marked(rows []bool) []int {
	var list []int
	for i, in := range rows {
		if in {
			list = append(list, i)
		}
	}
	return list
}

// with is d followed by some rows of another data set.
func (d Dataset) with(other Dataset, rows []int) Dataset {
	out := d
	out.X.Data = slices.Clone(d.X.Data)
	out.Values.Data = slices.Clone(d.Values.Data)
	out.Labels = slices.Clone(d.Labels)
	out.Weights = slices.Clone(d.Weights)
	out.Names = slices.Clone(d.Names)
	for _, i := range rows {
		out.add(other, i)
	}
	return out
}

// rowSet marks rows of a data set that a caller names, at least one.
func (d Dataset) rowSet(rows []int) ([]bool, error) {
	if err := CheckSamples(d.X.Rows, rows); err != nil {
		return nil, err
	}
	in := make([]bool, d.X.Rows)
	for _, row := range rows {
		in[row] = true
	}
	return in, nil
}

// CheckSamples refuses numbers of samples that aren't among so many, and none.
func CheckSamples(all int, numbers []int) error {
	if len(numbers) == 0 {
		return NewError(InvalidInput, "samples is empty.", "Give at least one sample.")
	}
	for i, s := range numbers {
		if s < 0 || s >= all {
			return NewError(InvalidInput, "samples["+itoa(i)+"] is "+itoa(s)+", the model has "+count(all, "sample")+".",
				"Give samples from 0 to "+itoa(all-1)+".").At(i, -1)
		}
	}
	return nil
}

func negated(in []bool) []bool {
	out := make([]bool, len(in))
	for i, b := range in {
		out[i] = !b
	}
	return out
}
