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
// with "columns" and "missing" if X was row objects or had missing values (table.go; X
// is then the encoded numbers). An ensemble has "members": two such files. "calibration"
// is that of a calibrated model (calibration.go); in binary files it is part of the text.
// "learned" has the relevance that the fit learned, and its gain: loading never learns.
// "frame" is that of a model that was fitted like another one.
// The checksum (digest.go) covers everything after it. A file without one is read with a warning.
const (
	fileFormat  = "xaia-model"
	fileVersion = 2
)

// WriteFile writes the model file.
func WriteFile(w Writer, m *Model) {
	w.Object()
	w.Key("format").Text(fileFormat)
	w.Key("version").Integer(fileVersion)
	w.Key("checksum").Text(Checksum(m))
	writeContent(w, m, true)
	w.End()
}

// WriteHead writes the text of a binary model file.
func WriteHead(w Writer, m *Model) {
	w.Object()
	w.Key("format").Text(fileFormat)
	w.Key("version").Integer(fileVersion)
	writeContent(w, m, false)
	w.End()
}

// writeContent writes everything that answers depend on, with or without the numbers.
func writeContent(w Writer, m *Model, numbers bool) {
	if m.Network() == nil {
		w.Key("members").List()
		for _, member := range m.Members {
			if numbers {
				WriteFile(w, member)
			} else {
				WriteHead(w, member)
			}
		}
		w.End()
		return
	}
	if m.Table != nil {
		writeTable(w.Key("columns"), m.Table)
		w.Key("missing").Text(m.Table.Missing.String())
	}
	writeOptions(w.Key("options"), m)
	s := m.SQANN()
	var placed core.Placement
	if s != nil {
		placed = s.Placement()
		writeLearned(w, placed)
		writeFrame(w, s.Options().Frame)
	}
	writeCalibration(w, m.Calibration)
	d := m.Network().Data()
	if numbers {
		w.Key("X").Rows(d.X)
	}
	if d.Labels != nil {
		WriteLabels(w.Key("y"), d.Labels)
	} else if numbers {
		writeValues(w.Key("y"), d.Values)
	}
	if s != nil && numbers {
		w.Key("layers").List()
		for _, nodes := range placed.Layers {
			WriteIntegerLists(w, nodes)
		}
		w.End()
	}
}

// writeLearned writes the relevance and the interpolation that a fit found, if it sought them.
func writeLearned(w Writer, placed core.Placement) {
	l, c := placed.Learned, placed.Chosen
	if l == nil && c == nil {
		return
	}
	w.Key("learned").Object()
	if l != nil && l.Features != nil {
		w.Key("relevance").Numbers(l.Features)
	}
	if l != nil && l.Gain == l.Gain {
		w.Key("gain").Number(l.Gain)
	}
	if c != nil {
		WriteInterpolation(w.Key("interpolation"), c.Interpolation)
		if c.Pairs != nil {
			w.Key("pairs").List()
			for _, pair := range c.Pairs {
				w.Integers(pair[:])
			}
			w.End()
		}
		if c.Exactness.Equal == c.Exactness.Equal {
			w.Key("equal").Number(c.Exactness.Equal)
		}
		if c.Exactness.Cost == c.Exactness.Cost {
			w.Key("cost").Number(c.Exactness.Cost)
		}
		if c.Gain == c.Gain {
			w.Key("interpolationGain").Number(c.Gain)
		}
	}
	w.End()
}

// readLearned reads what writeLearned wrote.
func (r *Reader) readLearned(v Value, placed *core.Placement) error {
	l, c := &core.Learned{Gain: math.NaN()}, &core.Chosen{Gain: math.NaN(), Exactness: core.Exactness{Equal: math.NaN(), Cost: math.NaN()}}
	placed.Learned = l
	return Fields{
		"interpolation": func(v Value) error {
			placed.Chosen = c
			return readInterpolation(v, &c.Interpolation)
		},
		"pairs": func(v Value) error {
			m, _, err := r.Matrix("learned.pairs", v, 0)
			for i := 0; i < m.Rows && m.Columns == 2 && err == nil; i++ {
				c.Pairs = append(c.Pairs, [2]int{int(m.Row(i)[0]), int(m.Row(i)[1])})
			}
			return err
		},
		"equal":             func(v Value) error { return ReadNumber("learned.equal", v, &c.Exactness.Equal) },
		"cost":              func(v Value) error { return ReadNumber("learned.cost", v, &c.Exactness.Cost) },
		"interpolationGain": func(v Value) error { return ReadNumber("learned.interpolationGain", v, &c.Gain) },
		"relevance": func(v Value) (err error) {
			if v.Kind() != List && v.Kind() != Packed {
				return InvalidOption("learned.relevance", v, "a list of numbers")
			}
			l.Features, err = r.aboveZero("learned.relevance", v)
			return err
		},
		"gain": func(v Value) error { return ReadNumber("learned.gain", v, &l.Gain) },
	}.Read("learned.", v)
}

// writeFrame writes the frame of another model, if the model has one.
func writeFrame(w Writer, f *core.Frame) {
	if f == nil {
		return
	}
	w.Key("frame").Object()
	w.Key("features").Integer(f.Features)
	w.Key("outputs").Integer(f.Outputs)
	w.Key("reach").Number(f.Reach)
	if f.Classes != nil {
		WriteLabels(w.Key("classes"), f.Classes)
	}
	if f.Shift != nil {
		w.Key("shift").Numbers(f.Shift)
		w.Key("divide").Numbers(f.Divide)
	}
	if f.ClassWeights != nil {
		w.Key("classWeights").Numbers(f.ClassWeights)
	}
	if f.Forest != nil {
		w.Key("forest").Numbers(f.Forest.Pack())
	}
	if f.Slopes.Rows > 0 {
		w.Key("slopes").Rows(f.Slopes)
		w.Key("penalty").Number(f.Penalty)
	}
	w.End()
}

// readFrame reads what writeFrame wrote. classes says that numbers are labels.
func (r *Reader) readFrame(v Value, classes bool, learned *core.Learned) (*core.Frame, error) {
	if !given(v) {
		return nil, nil
	}
	f := &core.Frame{Learned: learned}
	var forest []float64
	list := func(name string, to *[]float64) func(Value) error {
		return func(v Value) error {
			m, _, err := r.Matrix(name, v, 0)
			*to = m.Data
			return err
		}
	}
	err := Fields{
		"features": func(v Value) error { return fromOne("frame.features", v, &f.Features) },
		"outputs":  func(v Value) error { return fromOne("frame.outputs", v, &f.Outputs) },
		"reach":    func(v Value) error { return ReadNumber("frame.reach", v, &f.Reach) },
		"classes": func(v Value) error {
			var d core.Dataset
			err := r.targets(&d, v, classes, false)
			f.Classes = d.Labels
			return err
		},
		"shift":        list("frame.shift", &f.Shift),
		"divide":       list("frame.divide", &f.Divide),
		"classWeights": list("frame.classWeights", &f.ClassWeights),
		"forest":       list("frame.forest", &forest),
		"slopes": func(v Value) (err error) {
			f.Slopes, _, err = r.Matrix("frame.slopes", v, 0)
			return err
		},
		"penalty": func(v Value) error { return ReadNumber("frame.penalty", v, &f.Penalty) },
	}.Read("frame.", v)
	if err == nil && forest != nil {
		f.Forest, err = core.UnpackForest(forest, f.Features, f.Outputs)
	}
	return f, err
}

// writeOptions writes the options of the fit, every default written out.
func writeOptions(w Writer, m *Model) {
	d := m.Network().Data()
	o := FitOptions{IsTNN: m.TNN() != nil, Weights: d.Weights, Names: d.Names}
	if d.Labels != nil {
		o.Classes = d.Labels[0].Kind == core.IntegerLabel // texts and booleans are classes without this option
	}
	if o.IsTNN {
		o.TNN = m.TNN().Options()
		o.TNN.A = m.TNN().A()
	} else {
		o.SQANN = m.SQANN().Options()
		if o.SQANN.Relevance.Kind == core.RelevanceOff {
			o.SQANN.Relevance.Kind = core.RelevancePreset
		}
	}
	w.Object()
	o.write(w)
	w.End()
}

//go:noinline
func badFile(message string, cause error) error {
	e := core.NewError(core.ModelFile, message, "Load an unchanged file, or fit again.")
	e.Cause = cause
	if inner, ok := cause.(*core.Error); ok {
		e.Message += " " + inner.Message
		e.Row, e.Column, e.Path = inner.Row, inner.Column, inner.Path
	}
	return e
}

// Load makes a model from a file and its binary parts: one part for each model in the
// file, or none.
func (r *Reader) Load(file Value, parts []Part) (*Model, error) {
	m, err := r.load(file, func(i, of int) Part {
		if len(parts) != of {
			return aloneInText
		}
		part := parts[i]
		part.restore = part.withFingerprints
		return part
	})
	if err != nil {
		return nil, err
	}
	if parts != nil {
		m.Unchecked = false // bytes have a checksum of their own
	}
	if err = r.Verified(m); err != nil {
		if e, is := err.(*core.Error); is && e.Code == core.Internal { // of the file, not of xaia
			err = core.NewError(core.ModelFile, e.Message, saveAgain)
		}
		return nil, err
	}
	return m, nil
}

var aloneInText = Part{restore: core.RestoreSQANN}

// load makes a model from a file; part returns the binary part of model i of n.
func (r *Reader) load(file Value, part func(i, of int) Part) (*Model, error) {
	if err := checkFormat(file); err != nil {
		return nil, err
	}
	m, err := r.content(file, part)
	if err != nil {
		return nil, err
	}
	if err := checkSum(file, m, part(0, len(m.Parts()))); err != nil {
		return nil, err
	}
	return m, nil
}

func checkSum(file Value, m *Model, p Part) error {
	sum := file.Get("checksum")
	switch {
	case p.data != nil: // the checksum of the bytes was right
	case !given(sum):
		m.Unchecked = true
	case sum.Kind() != Text || sum.Text() != Checksum(m):
		return badFile("The file was changed: its checksum is "+sum.Shown()+", which doesn't match its content.", nil)
	}
	return nil
}

func (r *Reader) content(file Value, part func(i, of int) Part) (*Model, error) {
	members := file.Get("members")
	if !given(members) {
		return r.model(file, part(0, 1))
	}
	if members.Kind() != List || members.Size() != 2 {
		return nil, badFile("members is "+members.Shown()+", but an ensemble has two.", nil)
	}
	var both [2]*Model
	for i := range both {
		err := checkFormat(members.At(i))
		if err != nil {
			return nil, err
		}
		if both[i], err = r.model(members.At(i), part(i, 2)); err != nil {
			return nil, err
		}
		if err := checkSum(members.At(i), both[i], part(i, 2)); err != nil {
			return nil, err
		}
	}
	m, err := Join(both[0], both[1])
	if err != nil {
		return nil, badFile("The models of the file don't match:", err)
	}
	return m, nil
}

// IsFile says whether an object has the format of a model file.
func IsFile(v Value) bool { return isObject(v) && given(v.Get("format")) }

func checkFormat(file Value) error {
	if !isObject(file) {
		return badFile("This is not an xaia model.", nil)
	}
	if format := file.Get("format"); format.Kind() != Text || format.Text() != fileFormat {
		return badFile("This is not an xaia model.", nil)
	}
	if v := file.Get("version"); WholeNumber(v) != fileVersion {
		return badFile("The file is of version "+v.Shown()+", this build of xaia reads version 2.", nil)
	}
	return nil
}

func (r *Reader) model(file Value, part Part) (*Model, error) {
	o, err := r.savedOptions(file.Get("options"))
	if err != nil {
		return nil, badFile("The file's options are wrong:", err)
	}
	if o.SQANN.Relevance.Kind == core.RelevancePreset {
		o.SQANN.Relevance.Kind = core.RelevanceOff
	}
	if o.SQANN.Interpolation.Mode == core.InterpolatePreset && o.SQANN.Preset == core.XAIA { // files name theirs; the default was this
		o.SQANN.Interpolation = core.Interpolation{Mode: core.InterpolateTop, Top: 8}
	}
	var found core.Placement
	if err = r.readLearned(file.Get("learned"), &found); err != nil {
		return nil, badFile("The file is wrong:", err)
	}
	if o.SQANN.Frame, err = r.readFrame(file.Get("frame"), o.Classes, found.Learned); err != nil {
		return nil, badFile("The file is wrong:", err)
	}
	d, err := r.samples(file, part, o.Classes)
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
	d.Weights, d.Names = o.Weights, o.Names
	m := &Model{}
	if columns := file.Get("columns"); given(columns) {
		if m.Table, err = r.table(columns, file.Get("missing"), d.X.Columns); err != nil {
			return nil, err
		}
	}
	m.Predictor, err = o.fit(d, func(d core.Dataset, o core.SQANNOptions) (*core.SQANN, error) {
		placed := core.Placement{Layers: part.layers, Learned: found.Learned, Chosen: found.Chosen}
		if part.data == nil {
			if placed.Layers, err = readPlacement(file.Get("layers"), d.X.Rows); err != nil {
				return nil, err
			}
		}
		return part.restore(d, o, placed)
	})
	if err != nil {
		if ofTheCaller(err) {
			return nil, err
		}
		return nil, badFile("The file is wrong:", err)
	}
	return m, r.readCalibration(m, file.Get("calibration"))
}

// samples returns the samples of the file, or of its binary part.
func (r *Reader) samples(file Value, part Part, classes bool) (d core.Dataset, err error) {
	if part.data == nil {
		d.X, _, err = r.Matrix("X", file.Get("X"), 0)
	} else {
		d = *part.data
		err = r.checkSize("X", len(d.X.Data))
	}
	if err == nil && d.Values.Columns == 0 {
		err = r.targets(&d, file.Get("y"), classes, false)
	}
	return d, err
}

// ofTheCaller says whether an error is returned as it is: it doesn't concern the file's
// content, or already has the code of a wrong file.
func ofTheCaller(err error) bool {
	e, ok := err.(*core.Error)
	return ok && (e.Code == core.ModelFile || e.Code == core.TooLarge || e.Code == core.Aborted)
}

// withFingerprints restores a network with its fingerprints. They are checked by asking the
// model for its own samples. In the published presets a sample need not activate its own
// neuron, so there the fingerprints are computed again and compared.
func (p Part) withFingerprints(d core.Dataset, o core.SQANNOptions, placement core.Placement) (*core.SQANN, error) {
	if o.Preset != core.PublishedV1 && o.Preset != core.PublishedV2 {
		return core.RestoreSQANNWith(d, o, placement, p.fingerprints)
	}
	m, err := core.RestoreSQANN(d, o, placement)
	if err == nil && string(m.Fingerprints()) != string(p.fingerprints) {
		err = unlike(-1)
	}
	return m, err
}

// readPlacement reads [[[sample, ...], ...], ...]. The total number of samples is at most
// the number of rows, which bounds every allocation.
func readPlacement(v Value, rows int) ([][][]int, error) {
	if v.Kind() != List {
		return nil, badFile("layers is "+v.Shown()+".", nil)
	}
	budget := rows
	var placement [][][]int
	for k := range v.Size() {
		layer := v.At(k)
		var nodes [][]int
		if layer.Kind() == Packed && k < rows { // one sample a node: the form that web/package packs
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
