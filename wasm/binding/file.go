//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// The model file, version 1: the samples as given, the options with every
// default written out, and the placement. Fingerprints are recomputed when it
// is loaded, and verified.
//
//	{"format": "xaia-model", "version": 1, "options": {...}, "X": [[...]], "y": [...],
//	 "layers": [[[sample, ...], ...], ...]}
//
// with "columns" and "missing" where X came as row objects or with missing values
// (table.go; X is then what they were encoded to). An ensemble has "members": two
// such files.
const (
	fileFormat  = "xaia-model"
	fileVersion = 1
)

// toJSON(model) → the model file as an object.
func toJSON(args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	return m.file(), nil
}

func (m *model) file() js.Value {
	v := newObject()
	v.Set("format", fileFormat)
	v.Set("version", fileVersion)
	if m.ensemble != nil {
		members := newArray()
		for i, member := range m.members {
			members.SetIndex(i, member.file())
		}
		v.Set("members", members)
		return v
	}
	if m.table != nil {
		v.Set("columns", describeTable(m.table))
		v.Set("missing", missingNames[m.table.Missing])
	}
	v.Set("options", fileOptions(m))
	d := m.network().Data()
	x := newArray()
	all := float64Array(d.X.Data)
	for i := range d.X.Rows {
		x.SetIndex(i, plain(all.Call("subarray", i*d.X.Columns, (i+1)*d.X.Columns)))
	}
	v.Set("X", x)
	if d.Labels != nil {
		v.Set("y", labelArray(d.Labels))
	} else {
		v.Set("y", values(d.Values))
	}
	if m.sqann != nil {
		placement := newArray()
		for k, l := range m.sqann.Layers() {
			nodes := newArray()
			for i, samples := range l.Nodes {
				nodes.SetIndex(i, integers(samples))
			}
			placement.SetIndex(k, nodes)
		}
		v.Set("layers", placement)
	}
	return v
}

func fileOptions(m *model) js.Value {
	v := newObject()
	if d := m.network().Data(); d.Labels != nil && d.Labels[0].Kind == core.IntegerLabel {
		v.Set("classes", true)
	}
	if m.tnn != nil {
		o := m.tnn.Options()
		v.Set("model", "tnn")
		if o.Tolerance != 0 {
			v.Set("tolerance", o.Tolerance)
		} else {
			v.Set("a", m.tnn.A())
		}
		if o.Order != nil {
			v.Set("order", integers(o.Order))
		}
		v.Set("scale", scaleNames[o.Scale-core.ScaleNone])
		v.Set("duplicates", duplicateNames[o.Duplicates])
		return v
	}
	o := m.sqann.Options()
	v.Set("model", "sqann")
	v.Set("preset", presetNames[o.Preset])
	v.Set("skip", o.Skip == core.On)
	v.Set("settings", settingsOption(o))
	v.Set("r", *o.R)
	v.Set("interpolation", interpolation(o.Interpolation))
	v.Set("scale", scaleNames[o.Scale-core.ScaleNone])
	v.Set("duplicates", duplicateNames[o.Duplicates])
	return v
}

func settingsOption(o core.SQANNOptions) js.Value {
	switch {
	case len(o.Settings) > 0:
		list := newArray()
		for i, s := range o.Settings {
			list.SetIndex(i, settings(s))
		}
		return list
	case o.SettingsChoice == core.SettingsAuto:
		return js.ValueOf("auto")
	}
	return js.ValueOf("classic")
}

func interpolation(i core.Interpolation) js.Value {
	v := newObject()
	switch i.Mode {
	case core.InterpolateTop:
		v.Set("top", i.Top)
	case core.InterpolateTNN:
		v.Set("tnn", i.A)
	case core.InterpolateLayerwise:
		return js.ValueOf("layerwise")
	case core.InterpolateNearest:
		return js.ValueOf("nearest")
	default:
		return js.ValueOf("none")
	}
	return v
}

//go:noinline
func badFile(message string, cause error) error {
	e := &core.Error{Code: core.ModelFile, Row: -1, Column: -1, Message: message,
		Hint: "Load what toJSON gave, unchanged, or fit again.", Cause: cause}
	if inner, ok := cause.(*core.Error); ok {
		e.Message += " " + inner.Message
		e.Row, e.Column, e.Path = inner.Row, inner.Column, inner.Path
	}
	return e
}

// load(file) → a model like fit's. file is what toJSON gave, or its text, or the
// bytes of toBytes.
func load(args arguments) (any, error) {
	start := now()
	file, fingerprints, err := open(args.at(0))
	if err != nil {
		return nil, err
	}
	if err := checkFormat(file); err != nil {
		return nil, err
	}
	members := get(file, "members")
	if members.IsUndefined() {
		m, err := loadModel(file, only(fingerprints, 0, 1))
		if err != nil {
			return nil, err
		}
		return describe(m, now()-start), nil
	}
	if kindOf(members) != js.TypeObject || !isArray(members) || members.Length() != 2 {
		return nil, badFile("members is "+shown(members)+", an ensemble has two.", nil)
	}
	var both [2]*model
	for i := range both {
		if err := checkFormat(members.Index(i)); err != nil {
			return nil, err
		}
		if both[i], err = loadModel(members.Index(i), only(fingerprints, i, 2)); err != nil {
			return nil, err
		}
	}
	m, err := join(both[0], both[1])
	if err != nil {
		return nil, badFile("The file's models don't go together:", err)
	}
	return describe(m, now()-start), nil
}

func checkFormat(file js.Value) error {
	if kindOf(file) != js.TypeObject || !js.ValueOf(fileFormat).Equal(get(file, "format")) {
		return badFile("This is no xaia model.", nil)
	}
	if v := get(file, "version"); wholeNumber(v) != fileVersion {
		return badFile("The file is of version "+shown(v)+", this build of xaia reads version 1.", nil)
	}
	return nil
}

func open(v js.Value) (file js.Value, fingerprints [][]byte, err error) {
	if isBytes(v) {
		return openBytes(v)
	}
	file, err = parse(v)
	return file, nil, err
}

// only is the fingerprints of model i of so many; nil where the file has none.
func only(fingerprints [][]byte, i, of int) []byte {
	if len(fingerprints) != of {
		return nil
	}
	return fingerprints[i]
}

func loadModel(file js.Value, fingerprints []byte) (*model, error) {
	o, err := readFitOptions(get(file, "options"))
	if err != nil {
		return nil, badFile("The file's options are wrong:", err)
	}
	var d core.Dataset
	if d.X, _, err = readMatrix("X", get(file, "X"), 0); err == nil {
		err = readTargets(&d, get(file, "y"), o.classes)
	}
	if err != nil {
		return nil, badFile("The file's samples are wrong:", err)
	}
	m := &model{}
	if columns := get(file, "columns"); !columns.IsUndefined() {
		if m.table, err = loadTable(columns, get(file, "missing"), d.X.Columns); err != nil {
			return nil, err
		}
	}
	if o.tnn {
		m.tnn, err = core.FitTNN(d, o.forTNN)
	} else {
		var placement [][][]int
		if placement, err = readPlacement(get(file, "layers"), d.X.Rows); err != nil {
			return nil, err
		}
		m.sqann, err = restore(d, o.sqann, placement, fingerprints)
	}
	if err != nil {
		if e, ok := err.(*core.Error); ok && e.Code == core.ModelFile {
			return nil, err
		}
		return nil, badFile("The file is wrong:", err)
	}
	return m, nil
}

// parse takes text or an object. JSON.parse throws on wrong text, which arrives
// here as a panic.
func parse(v js.Value) (file js.Value, err error) {
	if kindOf(v) != js.TypeString {
		return v, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = badFile("The text is no JSON, or is cut off.", nil)
		}
	}()
	return js.Global().Get("JSON").Call("parse", v), nil
}

// readPlacement reads [[[sample, ...], ...], ...]; all the samples together
// can't be more than there are rows, so nothing larger is ever allocated.
func readPlacement(v js.Value, rows int) ([][][]int, error) {
	if kindOf(v) != js.TypeObject || !isArray(v) {
		return nil, badFile("layers is "+shown(v)+".", nil)
	}
	budget := rows
	var placement [][][]int
	for k := range v.Length() {
		layer := v.Index(k)
		if kindOf(layer) != js.TypeObject || !isArray(layer) || k >= rows {
			return nil, badFile("layers["+itoa(k)+"] is wrong.", nil)
		}
		var nodes [][]int
		for i := range layer.Length() {
			node := layer.Index(i)
			if kindOf(node) != js.TypeObject || !isArray(node) || node.Length() > budget || node.Length() == 0 {
				return nil, badFile("layers["+itoa(k)+"]["+itoa(i)+"] is wrong.", nil)
			}
			var samples []int
			for j := range node.Length() {
				sample := wholeNumber(node.Index(j))
				if sample < 0 || sample >= rows {
					return nil, badFile("layers["+itoa(k)+"]["+itoa(i)+"]["+itoa(j)+"] is no sample.", nil)
				}
				samples = append(samples, sample)
			}
			budget -= len(samples)
			nodes = append(nodes, samples)
		}
		placement = append(placement, nodes)
	}
	return placement, nil
}
