package wire

import (
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// fitOption is an option of fit. What it does is in core; readOption and writeOption have a case for each.
type fitOption struct {
	name  string
	model string // the only model that has it; empty: both
	saved bool   // a model file has it
}

// fitOptions are the options of fit but for those of its table (SampleOptions), in the order of the model file.
var fitOptions = []fitOption{
	{"classes", "", true},
	{"model", "", true},
	{"preset", "sqann", true},
	{"skip", "sqann", true},
	{"settings", "sqann", true},
	{"r", "sqann", true},
	{"interpolation", "sqann", true},
	{"tolerance", "tnn", true},
	{"a", "tnn", true},
	{"order", "tnn", true},
	{"scale", "", true},
	{"duplicates", "", true},
	{"relevance", "sqann", true},
	{"maxSteps", "sqann", false},
	{"trace", "sqann", false},
}

var (
	modelNames     = []string{"sqann", "tnn"}
	presetNames    = []string{"xaia", "paper", "published-v1", "published-v2"}
	presets        = []core.Preset{core.XAIA, core.Paper, core.PublishedV1, core.PublishedV2}
	scaleNames     = []string{"none", "minmax", "standard"}
	scales         = []core.ScaleKind{core.ScaleNone, core.ScaleMinMax, core.ScaleStandard}
	duplicateNames = []string{"error", "first", "mean", "majority"}
	duplicateRules = []core.DuplicateRule{core.DuplicatesError, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority}
)

// readOption reads the value of an option.
func (r *Reader) readOption(name string, v Value, o *FitOptions) (err error) {
	switch name {
	case "classes":
		err = ReadBoolean(name, v, &o.Classes)
	case "model":
		err = choice(name, v, &o.IsTNN, modelNames, []bool{false, true})
	case "preset":
		err = choice(name, v, &o.SQANN.Preset, presetNames, presets)
	case "skip":
		on := false
		err = ReadBoolean(name, v, &on)
		o.SQANN.Skip = core.Off
		if on {
			o.SQANN.Skip = core.On
		}
	case "settings":
		err = readSettings(v, &o.SQANN)
	case "r":
		o.SQANN.R = new(float64)
		err = ReadNumber(name, v, o.SQANN.R)
	case "interpolation":
		err = readInterpolation(v, &o.SQANN.Interpolation)
	case "tolerance":
		err = positive(name, v, &o.TNN.Tolerance)
	case "a":
		err = positive(name, v, &o.TNN.A)
	case "order":
		o.TNN.Order, err = r.WholeNumbers(name, v)
	case "scale":
		err = choice(name, v, &o.SQANN.Scale, scaleNames, scales)
		o.TNN.Scale = o.SQANN.Scale
	case "duplicates":
		err = choice(name, v, &o.SQANN.Duplicates, duplicateNames, duplicateRules)
		o.TNN.Duplicates = o.SQANN.Duplicates
	case "relevance":
		o.SQANN.Relevance, err = r.readRelevance(v)
	case "maxSteps":
		if o.SQANN.MaxSteps = WholeNumber(v); o.SQANN.MaxSteps < 1 {
			err = InvalidOption(name, v, "a whole number of at least 1")
		}
	case "trace":
		err = ReadBoolean(name, v, &o.SQANN.Trace)
	}
	return err
}

// writeOption writes an option of the model that is fitted, unless it has no value.
func (o *FitOptions) writeOption(w Writer, name string) {
	if o.lacks(name) {
		return
	}
	scale, duplicates := o.SQANN.Scale, o.SQANN.Duplicates
	if o.IsTNN {
		scale, duplicates = o.TNN.Scale, o.TNN.Duplicates
	}
	w.Key(name)
	switch name {
	case "classes":
		w.Bool(o.Classes)
	case "model":
		if o.IsTNN {
			w.Text("tnn")
		} else {
			w.Text("sqann")
		}
	case "preset":
		w.Text(presetNames[o.SQANN.Preset])
	case "skip":
		w.Bool(o.SQANN.Skip == core.On)
	case "settings":
		switch {
		case len(o.SQANN.Settings) > 0:
			w.List()
			for _, s := range o.SQANN.Settings {
				WriteSettings(w, s)
			}
			w.End()
		case o.SQANN.SettingsChoice == core.SettingsAuto:
			w.Text("auto")
		default:
			w.Text("classic")
		}
	case "r":
		w.Number(*o.SQANN.R)
	case "interpolation":
		WriteInterpolation(w, o.SQANN.Interpolation)
	case "tolerance":
		w.Number(o.TNN.Tolerance)
	case "a":
		w.Number(o.TNN.A)
	case "order":
		w.Integers(o.TNN.Order)
	case "scale":
		w.Text(scaleNames[scale-core.ScaleNone])
	case "duplicates":
		w.Text(duplicateNames[duplicates])
	case "relevance":
		switch asked := o.SQANN.Relevance; asked.Kind {
		case core.RelevanceAuto:
			w.Text("auto")
		case core.RelevanceGiven:
			w.Numbers(asked.Features)
		default:
			w.Bool(asked.Kind == core.RelevanceLearn)
		}
	}
}

// lacks says that an option has no value that could be written.
func (o *FitOptions) lacks(name string) bool {
	switch name {
	case "classes":
		return !o.Classes
	case "tolerance":
		return o.TNN.Tolerance == 0
	case "a":
		return o.TNN.Tolerance != 0 // a follows from it
	case "order":
		return o.TNN.Order == nil
	case "scale":
		return !o.IsTNN && o.SQANN.Scale == core.ScalePreset
	case "relevance":
		return o.SQANN.Relevance.Kind == core.RelevancePreset
	}
	return false
}

// readRelevance reads "auto", true, false, or a list with a number a feature.
func (r *Reader) readRelevance(v Value) (o core.Relevance, err error) {
	const wanted = `"auto", true, false or a list with one number above 0 a feature`
	switch {
	case v.Kind() == Boolean && v.True():
		o.Kind = core.RelevanceLearn
	case v.Kind() == Boolean:
		o.Kind = core.RelevanceOff
	case v.Kind() == Text && v.Text() == "auto":
		o.Kind = core.RelevanceAuto
	case v.Kind() == List || v.Kind() == Packed:
		o.Kind = core.RelevanceGiven
		o.Features, err = r.aboveZero("relevance", v)
	default:
		err = InvalidOption("relevance", v, wanted)
	}
	return o, err
}

// readSettings reads "auto", "classic", one layer's settings for all, or a list.
func readSettings(v Value, o *core.SQANNOptions) error {
	const wanted = `"auto", "classic", {a1, a2, admission, activation} or a list of such objects`
	switch {
	case v.Kind() == Text:
		if choice("settings", v, &o.SettingsChoice, []string{"auto", "classic"}, []core.SettingsChoice{core.SettingsAuto, core.SettingsClassic}) != nil {
			return InvalidOption("settings", v, wanted)
		}
		return nil
	case !isObject(v):
		return InvalidOption("settings", v, wanted)
	case v.Kind() != List:
		o.Settings = make([]core.Settings, 1)
		return readLayerSettings("settings.", v, &o.Settings[0])
	}
	n := v.Size()
	if n == 0 || n > 1e6 {
		return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "settings",
			Message: "settings lists " + itoa(n) + " layers.", Hint: "List at least one and at most a million."}
	}
	o.Settings = make([]core.Settings, n)
	for i := range o.Settings {
		if err := readLayerSettings("settings["+itoa(i)+"].", v.At(i), &o.Settings[i]); err != nil {
			return err
		}
	}
	return nil
}

func readLayerSettings(path string, v Value, s *core.Settings) error {
	missing := []string{"a1", "a2", "admission", "activation"}
	into := func(name string, to *float64) func(Value) error {
		return func(v Value) error {
			missing = slices.DeleteFunc(missing, func(m string) bool { return m == name })
			return ReadNumber(path+name, v, to)
		}
	}
	if !isObject(v) {
		return InvalidOption(strings.TrimSuffix(path, "."), v, "{a1, a2, admission, activation}")
	}
	err := Fields{
		"a1": into("a1", &s.A1), "a2": into("a2", &s.A2),
		"admission": into("admission", &s.Admission), "activation": into("activation", &s.Activation),
	}.Read(path, v)
	if err == nil && len(missing) > 0 {
		return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: path + missing[0],
			Message: path + missing[0] + " is missing.", Hint: "Give a1, a2, admission and activation; the paper's thresholds are 0.1 and 0.9."}
	}
	return err
}

func readInterpolation(v Value, i *core.Interpolation) error {
	const wanted = `{top: K}, "layerwise", {tnn: a}, "nearest", "none" or, through xaia.js, a function`
	switch {
	case v.Kind() == Text:
		if choice("interpolation", v, &i.Mode, []string{"layerwise", "nearest", "none"},
			[]core.InterpolationMode{core.InterpolateLayerwise, core.InterpolateNearest, core.InterpolateNone}) != nil {
			return InvalidOption("interpolation", v, wanted)
		}
		return nil
	case isObject(v):
		modes := 0
		err := Fields{
			"top": func(v Value) error {
				modes++
				i.Mode = core.InterpolateTop
				if i.Top = WholeNumber(v); i.Top < 1 {
					return InvalidOption("interpolation.top", v, "a whole number of at least 1")
				}
				return nil
			},
			"tnn": func(v Value) error {
				modes++
				i.Mode = core.InterpolateTNN
				return positive("interpolation.tnn", v, &i.A)
			},
		}.Read("interpolation.", v)
		if err == nil && modes != 1 {
			return InvalidOption("interpolation", v, wanted)
		}
		return err
	}
	return InvalidOption("interpolation", v, wanted)
}
