package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// The model file, version 2: the samples as given, the options with every
// default written out, and the placement. Fingerprints are recomputed when it
// is loaded, and verified.
//
//	{"format": "xaia-model", "version": 2, "checksum": "...", "options": {...},
//	 "X": [[...]], "y": [...], "layers": [[[sample, ...], ...], ...]}
//
// with "columns" and "missing" where X came as row objects or with missing values
// (table.go; X is then what they were encoded to). An ensemble has "members": two
// such files. The checksum (digest.go) is of all that follows it. Version 1 is the
// same without a checksum.
const (
	fileFormat  = "xaia-model"
	fileVersion = 2
)

// WriteFile writes the model file.
func WriteFile(w Writer, m *Model) {
	w.Object()
	w.Key("format")
	w.Text(fileFormat)
	w.Key("version")
	w.Integer(fileVersion)
	w.Key("checksum")
	w.Text(checksumOf(m))
	writeContent(w, m)
	w.End()
}

// writeContent writes what answers depend on.
func writeContent(w Writer, m *Model) {
	if m.Ensemble != nil {
		w.Key("members")
		w.List()
		for _, member := range m.Members {
			WriteFile(w, member)
		}
		w.End()
		return
	}
	if m.Table != nil {
		w.Key("columns")
		WriteTable(w, m.Table)
		w.Key("missing")
		w.Text(missingNames[m.Table.Missing])
	}
	w.Key("options")
	writeOptions(w, m)
	d := m.Network().Data()
	w.Key("X")
	w.Rows(d.X)
	w.Key("y")
	if d.Labels != nil {
		WriteLabels(w, d.Labels)
	} else {
		writeValues(w, d.Values)
	}
	if m.SQANN != nil {
		w.Key("layers")
		w.List()
		for _, l := range m.SQANN.Layers() {
			WriteIntegerLists(w, l.Nodes)
		}
		w.End()
	}
}

func writeOptions(w Writer, m *Model) {
	w.Object()
	if d := m.Network().Data(); d.Labels != nil && d.Labels[0].Kind == core.IntegerLabel {
		w.Key("classes")
		w.Bool(true)
	}
	w.Key("model")
	w.Text(m.Kind())
	if m.TNN != nil {
		o := m.TNN.Options()
		if o.Tolerance != 0 {
			w.Key("tolerance")
			w.Number(o.Tolerance)
		} else {
			w.Key("a")
			w.Number(m.TNN.A())
		}
		if o.Order != nil {
			w.Key("order")
			w.Integers(o.Order)
		}
		w.Key("scale")
		w.Text(ScaleName(o.Scale))
		w.Key("duplicates")
		w.Text(duplicateNames[o.Duplicates])
		w.End()
		return
	}
	o := m.SQANN.Options()
	w.Key("preset")
	w.Text(presetNames[o.Preset])
	w.Key("skip")
	w.Bool(o.Skip == core.On)
	w.Key("settings")
	switch {
	case len(o.Settings) > 0:
		w.List()
		for _, s := range o.Settings {
			WriteSettings(w, s)
		}
		w.End()
	case o.SettingsChoice == core.SettingsAuto:
		w.Text("auto")
	default:
		w.Text("classic")
	}
	w.Key("r")
	w.Number(*o.R)
	w.Key("interpolation")
	WriteInterpolation(w, o.Interpolation)
	w.Key("scale")
	w.Text(ScaleName(o.Scale))
	w.Key("duplicates")
	w.Text(duplicateNames[o.Duplicates])
	w.End()
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

// restoring makes a network of its placement.
type restoring func(d core.Dataset, o core.SQANNOptions, placement [][][]int) (*core.SQANN, error)

// Load makes the model of a file, and of the fingerprints that came with it: one
// for each model in it, or none.
func (r *Reader) Load(file Value, fingerprints [][]byte) (*Model, error) {
	m, err := r.load(file, func(i, of int) restoring {
		if len(fingerprints) != of {
			return core.RestoreSQANN
		}
		return with(fingerprints[i])
	})
	if err == nil && fingerprints != nil {
		m.Unchecked = false // bytes have a checksum of their own
	}
	return m, err
}

// LoadText is Load of a file alone: the page, which reads no others, is smaller by what
// isn't called.
func (r *Reader) LoadText(file Value) (*Model, error) {
	return r.load(file, func(int, int) restoring { return core.RestoreSQANN })
}

// load makes the model of a file; restore gives what makes network i of so many.
func (r *Reader) load(file Value, restore func(i, of int) restoring) (*Model, error) {
	if err := checkFormat(file); err != nil {
		return nil, err
	}
	m, err := r.content(file, restore)
	if err != nil {
		return nil, err
	}
	sum := file.Get("checksum")
	switch {
	case !given(sum) && WholeNumber(file.Get("version")) == 1:
		m.Unchecked = true
	case sum.Kind() != Text || sum.Text() != checksumOf(m):
		return nil, badFile("The file was changed: its checksum is "+sum.Shown()+", its content has another.", nil)
	}
	return m, nil
}

func (r *Reader) content(file Value, restore func(i, of int) restoring) (*Model, error) {
	members := file.Get("members")
	if !given(members) {
		return r.model(file, restore(0, 1))
	}
	if members.Kind() != List || members.Size() != 2 {
		return nil, badFile("members is "+members.Shown()+", an ensemble has two.", nil)
	}
	var both [2]*Model
	for i := range both {
		err := checkFormat(members.At(i))
		if err != nil {
			return nil, err
		}
		if both[i], err = r.model(members.At(i), restore(i, 2)); err != nil {
			return nil, err
		}
	}
	m, err := Join(both[0], both[1])
	if err != nil {
		return nil, badFile("The file's models don't go together:", err)
	}
	return m, nil
}

// IsFile says whether an object means to be a model file.
func IsFile(v Value) bool { return isObject(v) && given(v.Get("format")) }

func checkFormat(file Value) error {
	if !isObject(file) {
		return badFile("This is no xaia model.", nil)
	}
	if format := file.Get("format"); format.Kind() != Text || format.Text() != fileFormat {
		return badFile("This is no xaia model.", nil)
	}
	if v := file.Get("version"); WholeNumber(v) != 1 && WholeNumber(v) != fileVersion {
		return badFile("The file is of version "+v.Shown()+", this build of xaia reads versions 1 and 2.", nil)
	}
	return nil
}

func (r *Reader) model(file Value, restore restoring) (*Model, error) {
	o, err := r.FitOptions(file.Get("options"))
	if err != nil {
		return nil, badFile("The file's options are wrong:", err)
	}
	var d core.Dataset
	if d.X, _, err = r.Matrix("X", file.Get("X"), 0); err == nil {
		err = r.targets(&d, file.Get("y"), o.Classes)
	}
	if err == nil {
		err = r.CheckScores(d.Labels)
	}
	if err == nil && r.Check != nil {
		err = r.Check(d, o)
	}
	if ofTheCaller(err) {
		return nil, err
	}
	if err != nil {
		return nil, badFile("The file's samples are wrong:", err)
	}
	m := &Model{}
	if columns := file.Get("columns"); given(columns) {
		if m.Table, err = r.table(columns, file.Get("missing"), d.X.Columns); err != nil {
			return nil, err
		}
	}
	if o.IsTNN {
		m.TNN, err = core.FitTNN(d, o.TNN)
	} else {
		var placement [][][]int
		if placement, err = readPlacement(file.Get("layers"), d.X.Rows); err != nil {
			return nil, err
		}
		m.SQANN, err = restore(d, o.SQANN, placement)
	}
	if err != nil {
		if ofTheCaller(err) {
			return nil, err
		}
		return nil, badFile("The file is wrong:", err)
	}
	return m, nil
}

// ofTheCaller says that an error isn't about the file, or says already that it
// is.
func ofTheCaller(err error) bool {
	e, ok := err.(*core.Error)
	return ok && (e.Code == core.ModelFile || e.Code == core.TooLarge || e.Code == core.Aborted)
}

// with restores a network with its fingerprints. Those of a published preset are
// computed all the same, and compared: its samples need not come back to their own
// neurons, by which others are checked.
func with(fingerprints []byte) restoring {
	return func(d core.Dataset, o core.SQANNOptions, placement [][][]int) (*core.SQANN, error) {
		if o.Preset != core.PublishedV1 && o.Preset != core.PublishedV2 {
			return core.RestoreSQANNWith(d, o, placement, fingerprints)
		}
		m, err := core.RestoreSQANN(d, o, placement)
		if err == nil && string(m.Fingerprints()) != string(fingerprints) {
			err = unlike(-1)
		}
		return m, err
	}
}

// readPlacement reads [[[sample, ...], ...], ...]; all the samples together
// can't be more than there are rows, so nothing larger is ever allocated.
func readPlacement(v Value, rows int) ([][][]int, error) {
	if v.Kind() != List {
		return nil, badFile("layers is "+v.Shown()+".", nil)
	}
	budget := rows
	var placement [][][]int
	for k := range v.Size() {
		layer := v.At(k)
		var nodes [][]int
		if layer.Kind() == Packed && k < rows { // one sample a node: as the package's own JavaScript hands it over
			list, _ := layer.Numbers(nil)
			for i, f := range list {
				if !(f >= 0 && f < float64(rows)) || f != math.Trunc(f) {
					return nil, badFile("layers["+itoa(k)+"]["+itoa(i)+"][0] is no sample.", nil)
				}
				nodes = append(nodes, []int{int(f)})
			}
			if budget -= len(nodes); budget < 0 {
				return nil, badFile("layers["+itoa(k)+"] is wrong.", nil)
			}
			placement = append(placement, nodes)
			continue
		}
		if layer.Kind() != List || k >= rows {
			return nil, badFile("layers["+itoa(k)+"] is wrong.", nil)
		}
		for i := range layer.Size() {
			node := layer.At(i)
			if node.Kind() != List || node.Size() > budget || node.Size() == 0 {
				return nil, badFile("layers["+itoa(k)+"]["+itoa(i)+"] is wrong.", nil)
			}
			var samples []int
			for j := range node.Size() {
				sample := WholeNumber(node.At(j))
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
