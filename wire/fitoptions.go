package wire

import (
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// fitOption is an option of fit: everything but its effect, which is in core.
type fitOption struct {
	name string
	kind string // the only kind of model that has it; empty: both
	read func(in asked) error

	// write writes to value(), which it doesn't call where the option has nothing to say. nil: no model file has the option.
	write func(o *FitOptions, value func() Writer)
}

// savedKind is the option kind in model files: those of before stay readable, and their checksums right.
const savedKind = "model"

// saved is the option's name in model files.
func (o fitOption) saved() string {
	if o.name == "kind" {
		return savedKind
	}
	return o.name
}

// asked is an option's value that is to be read into o.
type asked struct {
	r    *Reader
	name string
	v    Value
	o    *FitOptions
}

// fitOptions are the options of fit but for those of its table (SampleOptions), in the order of the model file.
var fitOptions = []fitOption{
	{"classes", "",
		func(in asked) error {
			err := ReadBoolean(in.name, in.v, &in.o.Classes)
			in.o.Numbers = !in.o.Classes
			return err
		},
		func(o *FitOptions, value func() Writer) {
			if o.Classes {
				value().Bool(true)
			}
		}},
	{"kind", "",
		func(in asked) error {
			return choice(in.name, in.v, &in.o.IsTNN, []string{"sqann", "tnn"}, []bool{false, true})
		},
		func(o *FitOptions, value func() Writer) { value().Text(of(o, "sqann", "tnn")) }},
	{"preset", "sqann",
		func(in asked) error {
			return named(in.name, in.v, &in.o.SQANN.Preset, core.XAIA, core.Paper, core.PublishedV1, core.PublishedV2)
		},
		func(o *FitOptions, value func() Writer) { value().Text(o.SQANN.Preset.String()) }},
	{"skip", "sqann",
		func(in asked) error {
			on := false
			err := ReadBoolean(in.name, in.v, &on)
			in.o.SQANN.Skip = core.Off
			if on {
				in.o.SQANN.Skip = core.On
			}
			return err
		},
		func(o *FitOptions, value func() Writer) { value().Bool(o.SQANN.Skip == core.On) }},
	{"settings", "sqann",
		func(in asked) error { return readSettings(in.v, &in.o.SQANN) },
		func(o *FitOptions, value func() Writer) { writeSettings(value(), o.SQANN) }},
	{"r", "sqann",
		func(in asked) error {
			in.o.SQANN.R = new(float64)
			return ReadNumber(in.name, in.v, in.o.SQANN.R)
		},
		func(o *FitOptions, value func() Writer) { value().Number(*o.SQANN.R) }},
	{"interpolation", "sqann",
		func(in asked) error { return readInterpolation(in.v, &in.o.SQANN.Interpolation) },
		func(o *FitOptions, value func() Writer) {
			i := o.SQANN.Interpolation
			i.Forest, i.NoTakeover = core.Forest{}, false // options of their own
			WriteInterpolation(value(), i)
		}},
	{"forest", "sqann",
		func(in asked) error { return readForest(in.name, in.v, &in.o.SQANN.Interpolation.Forest) },
		func(o *FitOptions, value func() Writer) {
			if f := o.SQANN.Interpolation.Forest; f.Use != core.FromPreset {
				writeForest(value(), f, func(w Writer) { w.Bool(!f.NoPairs) })
			}
		}},
	{"takeover", "sqann",
		func(in asked) error { return noTakeover(in.name, in.v, &in.o.SQANN.Interpolation) },
		func(o *FitOptions, value func() Writer) {
			if o.SQANN.Interpolation.NoTakeover {
				value().Text("none")
			}
		}},
	{"tolerance", "tnn",
		func(in asked) error { return positive(in.name, in.v, &in.o.TNN.Tolerance) },
		func(o *FitOptions, value func() Writer) {
			if o.TNN.Tolerance != 0 {
				value().Number(o.TNN.Tolerance)
			}
		}},
	{"a", "tnn",
		func(in asked) error { return positive(in.name, in.v, &in.o.TNN.A) },
		func(o *FitOptions, value func() Writer) {
			if o.TNN.Tolerance == 0 { // a follows from a tolerance
				value().Number(o.TNN.A)
			}
		}},
	{"order", "tnn",
		func(in asked) (err error) {
			in.o.TNN.Order, err = in.r.WholeNumbers(in.name, in.v)
			return err
		},
		func(o *FitOptions, value func() Writer) {
			if o.TNN.Order != nil {
				value().Integers(o.TNN.Order)
			}
		}},
	{"scale", "",
		func(in asked) error {
			err := named(in.name, in.v, &in.o.SQANN.Scale, core.ScaleNone, core.ScaleMinMax, core.ScaleStandard)
			in.o.TNN.Scale = in.o.SQANN.Scale
			return err
		},
		func(o *FitOptions, value func() Writer) {
			if scale := of(o, o.SQANN.Scale, o.TNN.Scale); scale != core.ScalePreset {
				value().Text(scale.String())
			}
		}},
	{"duplicates", "",
		func(in asked) error {
			err := named(in.name, in.v, &in.o.SQANN.Duplicates,
				core.DuplicatesError, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority)
			in.o.TNN.Duplicates = in.o.SQANN.Duplicates
			return err
		},
		func(o *FitOptions, value func() Writer) {
			value().Text(of(o, o.SQANN.Duplicates, o.TNN.Duplicates).String())
		}},
	{"relevance", "sqann",
		func(in asked) (err error) {
			in.o.SQANN.Relevance, err = in.r.readRelevance(in.v)
			return err
		},
		func(o *FitOptions, value func() Writer) {
			switch asked := o.SQANN.Relevance; asked.Kind {
			case core.RelevancePreset:
			case core.RelevanceAuto:
				value().Text("auto")
			case core.RelevanceGiven:
				value().Numbers(asked.Features)
			default:
				value().Bool(asked.Kind == core.RelevanceLearn)
			}
		}},
	{"weights", "sqann",
		func(in asked) (err error) {
			switch {
			case isList(in.v):
				in.o.Weights, err = in.r.aboveZero(in.name, in.v)
			case in.v.Kind() == Text && in.v.Text() == "balanced":
				in.o.SQANN.Balanced = true
			default:
				err = InvalidOption(in.name, in.v, `"balanced", or a list with one number above 0 a sample`)
			}
			return err
		},
		func(o *FitOptions, value func() Writer) {
			if o.Weights != nil {
				value().Numbers(o.Weights)
			} else if o.SQANN.Balanced {
				value().Text("balanced")
			}
		}},
	{"names", "",
		func(in asked) (err error) {
			if in.v.Kind() == Text {
				in.o.Samples.NamedBy = in.v.Text()
				return nil
			}
			in.o.Names, err = in.r.names(in.v)
			return err
		},
		func(o *FitOptions, value func() Writer) {
			if o.Names != nil {
				WriteTexts(value(), o.Names)
			}
		}},
	{"maxSteps", "sqann",
		func(in asked) error { return fromOne(in.name, in.v, &in.o.SQANN.MaxSteps) }, nil},
	{"trace", "sqann",
		func(in asked) error { return ReadBoolean(in.name, in.v, &in.o.SQANN.Trace) }, nil},
}

// of returns what belongs to the model that is fitted.
func of[T any](o *FitOptions, sqann, tnn T) T {
	if o.IsTNN {
		return tnn
	}
	return sqann
}

func (o *FitOptions) has(option fitOption) bool {
	return option.kind == "" || option.kind == of(o, "sqann", "tnn")
}

// write adds to an open object all options that a model file has, or only some of them. It returns their names.
func (o *FitOptions) write(w Writer, some ...string) (names []string) {
	for _, option := range fitOptions {
		if option.write != nil && o.has(option) && (some == nil || slices.Contains(some, option.name)) {
			option.write(o, func() Writer {
				names = append(names, option.name)
				return w.Key(option.saved())
			})
		}
	}
	return names
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
	case isList(v):
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
		if named("settings", v, &o.SettingsChoice, core.SettingsAuto, core.SettingsClassic) != nil {
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
		return core.NewError(core.InvalidOption, "settings lists "+itoa(n)+" layers.", "List at least one and at most a million.").In("settings")
	}
	o.Settings = make([]core.Settings, n)
	for i := range o.Settings {
		if err := readLayerSettings("settings["+itoa(i)+"].", v.At(i), &o.Settings[i]); err != nil {
			return err
		}
	}
	return nil
}

func writeSettings(w Writer, o core.SQANNOptions) {
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
		return core.NewError(core.InvalidOption, path+missing[0]+" is missing.",
			"Give a1, a2, admission and activation; the paper's thresholds are 0.1 and 0.9.").In(path + missing[0])
	}
	return err
}

// readLocal reads {top, width, ridge, line, takeover}.
func readLocal(v Value, i *core.Interpolation) error {
	const path = "interpolation.local."
	line, l := true, &i.Local
	if !isObject(v) {
		return InvalidOption("interpolation.local", v, "an object, such as {} or {top: 64}")
	}
	err := Fields{
		"top": func(v Value) error {
			if i.Top = WholeNumber(v); i.Top < 1 {
				return InvalidOption(path+"top", v, "a whole number of at least 1")
			}
			return nil
		},
		"width": func(v Value) error { return positive(path+"width", v, &l.Width) },
		"ridge": func(v Value) error {
			if l.Flat = v.Kind() == Text && v.Text() == "flat"; l.Flat {
				return nil
			}
			if v.Kind() != Number || !(v.Real() > 0) {
				return InvalidOption(path+"ridge", v, `a number above 0, or "flat"`)
			}
			l.Ridge = v.Real()
			return nil
		},
		"line": func(v Value) error { return ReadBoolean(path+"line", v, &line) },
		"takeover": func(v Value) error {
			return choice(path+"takeover", v, &l.OnHit, []string{"near", "hit"}, []bool{false, true})
		},
	}.Read(path, v)
	l.Level = !line
	return err
}

func noTakeover(path string, v Value, i *core.Interpolation) error {
	return choice(path, v, &i.NoTakeover, []string{"none"}, []bool{true})
}

// readForest reads false, true or {share, leaf, trees, pairs}. Pairs may be those of a model, which follow from its samples.
func readForest(path string, v Value, f *core.Forest) error {
	if v.Kind() == Boolean || !isObject(v) {
		on := false
		if err := ReadBoolean(path, v, &on); err != nil {
			return InvalidOption(path, v, "true, false, or an object such as {leaf: 5}")
		}
		if *f = (core.Forest{Use: core.Off}); on {
			f.Use = core.On
		}
		return nil
	}
	*f = core.Forest{Use: core.On}
	path += "."
	return Fields{
		"share": func(v Value) error { return ReadNumber(path+"share", v, &f.Share) },
		"leaf":  func(v Value) error { return fromOne(path+"leaf", v, &f.Leaf) },
		"trees": func(v Value) error { return fromOne(path+"trees", v, &f.Trees) },
		"pairs": func(v Value) error {
			if v.Kind() == List {
				return nil
			}
			pairs := true
			err := ReadBoolean(path+"pairs", v, &pairs)
			f.NoPairs = !pairs
			return err
		},
	}.Read(path, v)
}

func readInterpolation(v Value, i *core.Interpolation) error {
	const wanted = `"auto", {top: K}, {local: {…}}, "layerwise", {tnn: a}, "nearest", "none" or, through xaia.js, a function`
	switch {
	case v.Kind() == Text:
		if named("interpolation", v, &i.Mode, core.InterpolateAuto, core.InterpolateLayerwise, core.InterpolateNearest, core.InterpolateNone) != nil {
			return InvalidOption("interpolation", v, wanted)
		}
		return nil
	case isObject(v):
		modes := 0
		err := Fields{
			"top": func(v Value) error {
				modes++
				i.Mode = core.InterpolateTop
				return fromOne("interpolation.top", v, &i.Top)
			},
			"tnn": func(v Value) error {
				modes++
				i.Mode = core.InterpolateTNN
				return positive("interpolation.tnn", v, &i.A)
			},
			"local": func(v Value) error {
				modes++
				i.Mode = core.InterpolateLocal
				return readLocal(v, i)
			},
			"forest":   func(v Value) error { return readForest("interpolation.forest", v, &i.Forest) },
			"takeover": func(v Value) error { return noTakeover("interpolation.takeover", v, i) },
		}.Read("interpolation.", v)
		if err == nil && modes != 1 {
			return InvalidOption("interpolation", v, wanted)
		}
		return err
	}
	return InvalidOption("interpolation", v, wanted)
}
