package wire

import (
	"slices"

	"github.com/xaia-go/xaia/core"
)

// column is a column of row objects, as a list.
type column struct {
	Value // the rows
	name  string
}

func (c column) At(i int) Value                          { return c.Value.At(i).Own(c.name) }
func (c column) Numbers(dst []float64) ([]float64, bool) { return dst, false }
func (c column) Shown() string                           { return "column " + visible(c.name) }

// outcomes returns y as a list: where y is a text, the column of X that it names.
func outcomes(x, y Value) (list Value, target string, err error) {
	if y.Kind() != Text {
		return y, "", nil
	}
	if !hasRowObjects(x) {
		return nil, "", InvalidInput(-1, -1, "y is "+y.Shown()+", which would name a column, but X has no row objects.",
			"Give X as an array of objects, or y as a list with an outcome for each row.")
	}
	first, name := x.At(0), y.Text()
	if !given(first.Own(name)) && !slices.Contains(first.Keys(), name) {
		e := noSuchColumn(first, []string{name}, 0, "").(*core.Error)
		return nil, "", InvalidInput(-1, -1, "y is "+y.Shown()+". "+e.Message, e.Hint)
	}
	return column{x, name}, name, nil
}

// without returns the columns of X but the target, which may not be listed among them.
func (o *SampleOptions) without(target string) error {
	if at := slices.Index(o.Columns, target); at >= 0 && target != "" {
		return core.NewError(core.InvalidOption, "columns lists "+visible(target)+", which y names.", "Omit it from columns.").In("columns[" + itoa(at) + "]")
	}
	o.Target = target
	return nil
}
