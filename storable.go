package xaia

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// storable refuses a model whose file would not be read, or would answer otherwise. Values of JavaScript or JSON make none.
func storable(m *wire.Model) error {
	if m.Network() == nil {
		for _, member := range m.Parts() {
			if err := storable(member); err != nil {
				return err
			}
		}
		return nil
	}
	if s := m.SQANN(); s != nil && s.Options().Interpolation.Mode == core.InterpolateFunction {
		return wire.Unsupported("The model interpolates by a function, which a file can't have.",
			"Save what Interpolating returns for another interpolation, and give it the function again after loading.")
	}
	for i, l := range m.Network().Data().Labels {
		at := "y[" + strconv.Itoa(i) + "]"
		switch {
		case !utf8.ValidString(l.Text):
			return wire.InvalidInput(i, -1, at+" is not UTF-8.", "Fit on labels in UTF-8; strings.ToValidUTF8 makes them.")
		case l.Kind == core.IntegerLabel && (l.Integer > 1<<53 || l.Integer < -1<<53):
			return wire.InvalidInput(i, -1, at+" is "+l.String()+", but integers in a file are exact only up to 2^53.", "Fit on these numbers as texts.")
		case l != core.Text(l.Text) && l != core.Integer(l.Integer) && l != core.Boolean(l.Integer == 1):
			return wire.InvalidInput(i, -1, at+" is a label of no kind.", "Make labels by core.Text, core.Integer and core.Boolean.")
		}
	}
	for i, name := range m.Network().Data().Names {
		if !utf8.ValidString(name) {
			return wire.InvalidInput(i, -1, "names["+strconv.Itoa(i)+"] is not UTF-8.", "Name samples in UTF-8; strings.ToValidUTF8 makes it.")
		}
	}
	if m.Table != nil && !describes(m.Table, m.FeatureCount()) {
		return wire.Unsupported("The table doesn't describe the model's features, or has a name or a text that is not UTF-8.",
			"Give the Encoding that made the features, of texts in UTF-8.")
	}
	if m.Calibration == nil {
		return nil
	}
	if m.Calibration.Seed > wire.LargestSeed {
		return wire.Unsupported("The calibration's seed is beyond 2^53, up to which numbers in a file are exact.", "Calibrate with a smaller seed.")
	}
	same := *m.Calibration
	return core.RestoreCalibration(m.Network(), &same)
}

// describes says whether an encoding is as a file has it.
func describes(table *core.Encoding, features int) bool {
	if table.Missing > core.MissingAsItIs || len(table.Columns) == 0 || len(table.Columns) > features || table.FeatureCount() != features {
		return false
	}
	named := table.Columns[0].Name != ""
	for _, c := range table.Columns {
		if !utf8.ValidString(c.Name) || (c.Name != "") != named || c.Categories != nil && !named {
			return false
		}
		for i, text := range c.Categories {
			if !utf8.ValidString(text) || i > 0 && text <= c.Categories[i-1] {
				return false
			}
		}
		if c.Gap && table.Missing != core.MissingAsItIs {
			return false
		}
		if !table.Missing.Means() {
			if c.Means != nil {
				return false
			}
			continue
		}
		if len(c.Means) != c.Width() || c.Gap && c.Means[c.Width()-1] != 1 {
			return false
		}
		for _, v := range c.Means {
			if math.IsNaN(v-v) || v == 0 && math.Signbit(v) {
				return false
			}
		}
	}
	return true
}
