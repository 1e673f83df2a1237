package wire

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// FitOptions are what fit was asked for, as core takes it.
type FitOptions struct {
	IsTNN   bool
	Classes bool
	Samples SampleOptions
	SQANN   core.SQANNOptions
	TNN     core.TNNOptions
}

// Fields maps an option's name to what reads it.
type Fields map[string]func(v Value) error

// Read applies the object's own keys. Missing counts as left away; an unknown
// key is an error that lists the known ones.
func (f Fields) Read(path string, v Value) error {
	if v.Kind() == Missing || v.Kind() == Null {
		return nil
	}
	if !isObject(v) || v.Kind() == List {
		return InvalidOption(strings.TrimSuffix(path, "."), v, "an object")
	}
	for _, key := range v.Keys() {
		set, known := f[key]
		if !known {
			return &core.Error{Code: core.UnknownOption, Row: -1, Column: -1, Path: path + key,
				Message: "There is no option " + path + key + ".", Hint: "Known are " + f.names() + "."}
		}
		value := v.Get(key)
		if !given(value) {
			continue
		}
		if err := set(value); err != nil {
			return err
		}
	}
	return nil
}

func (f Fields) names() string {
	var names []string
	for name := range f { // sorted in: package slices' sort would add 15 KB for texts
		at, _ := slices.BinarySearch(names, name)
		names = slices.Insert(names, at, name)
	}
	return strings.Join(names, ", ")
}

// InvalidOption says that an option's value is wrong, and what was wanted.
//
//go:noinline
func InvalidOption(path string, v Value, wanted string) error {
	return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: path,
		Message: path + " is " + v.Shown() + ".", Hint: "Give " + wanted + "."}
}

// choice reads one of some words.
func choice[T any](path string, v Value, to *T, words []string, values []T) error {
	if v.Kind() == Text {
		if i := slices.Index(words, v.Text()); i >= 0 {
			*to = values[i]
			return nil
		}
	}
	return InvalidOption(path, v, `"`+strings.Join(words, `" or "`)+`"`)
}

// ReadNumber reads a number, also one that is not finite.
func ReadNumber(path string, v Value, to *float64) error {
	if v.Kind() != Number {
		return InvalidOption(path, v, "a number")
	}
	*to = v.Real()
	return nil
}

// ReadBoolean reads true or false.
func ReadBoolean(path string, v Value, to *bool) error {
	if v.Kind() != Boolean {
		return InvalidOption(path, v, "true or false")
	}
	*to = v.True()
	return nil
}

var (
	presetNames    = []string{"xaia", "paper", "published-v1", "published-v2"}
	scaleNames     = []string{"none", "minmax", "standard"}
	duplicateNames = []string{"error", "first", "mean", "majority"}
)

// ScaleName is a scale as options name it; not of ScalePreset.
func ScaleName(s core.ScaleKind) string { return scaleNames[s-core.ScaleNone] }

// FitOptions reads the options of fit, and more where a call takes more. What belongs to the other
// model is an error, so that no setting is without effect unnoticed.
func (r *Reader) FitOptions(v Value, more ...Fields) (*FitOptions, error) {
	o := &FitOptions{}
	known := o.Samples.Fields()
	maps.Copy(known, Fields{
		"model": func(v Value) error {
			return choice("model", v, &o.IsTNN, []string{"sqann", "tnn"}, []bool{false, true})
		},
		"preset": func(v Value) error {
			return choice("preset", v, &o.SQANN.Preset, presetNames, []core.Preset{core.XAIA, core.Paper, core.PublishedV1, core.PublishedV2})
		},
		"skip": func(v Value) error {
			on := false
			if err := ReadBoolean("skip", v, &on); err != nil {
				return err
			}
			o.SQANN.Skip = core.Off
			if on {
				o.SQANN.Skip = core.On
			}
			return nil
		},
		"settings": func(v Value) error { return readSettings(v, &o.SQANN) },
		"r": func(v Value) error {
			o.SQANN.R = new(float64)
			return ReadNumber("r", v, o.SQANN.R)
		},
		"maxSteps": func(v Value) error {
			if o.SQANN.MaxSteps = WholeNumber(v); o.SQANN.MaxSteps < 1 {
				return InvalidOption("maxSteps", v, "a whole number of at least 1")
			}
			return nil
		},
		"interpolation": func(v Value) error { return readInterpolation(v, &o.SQANN.Interpolation) },
		"trace":         func(v Value) error { return ReadBoolean("trace", v, &o.SQANN.Trace) },
		"scale": func(v Value) error {
			err := choice("scale", v, &o.SQANN.Scale, scaleNames, []core.ScaleKind{core.ScaleNone, core.ScaleMinMax, core.ScaleStandard})
			o.TNN.Scale = o.SQANN.Scale
			return err
		},
		"relevance": func(v Value) (err error) {
			o.SQANN.Relevance, err = r.readRelevance(v)
			return err
		},
		"duplicates": func(v Value) error {
			err := choice("duplicates", v, &o.SQANN.Duplicates, duplicateNames,
				[]core.DuplicateRule{core.DuplicatesError, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority})
			o.TNN.Duplicates = o.SQANN.Duplicates
			return err
		},
		"classes":   func(v Value) error { return ReadBoolean("classes", v, &o.Classes) },
		"a":         func(v Value) error { return positive("a", v, &o.TNN.A) },
		"tolerance": func(v Value) error { return positive("tolerance", v, &o.TNN.Tolerance) },
		"order": func(v Value) (err error) {
			o.TNN.Order, err = r.WholeNumbers("order", v)
			return err
		},
	})
	for _, fields := range more {
		maps.Copy(known, fields)
	}
	if err := known.Read("", v); err != nil {
		return nil, err
	}
	if !isObject(v) {
		return o, nil
	}
	for _, name := range v.Keys() {
		model := "sqann"
		switch name {
		case "a", "tolerance", "order":
			model = "tnn"
		case "preset", "skip", "settings", "r", "maxSteps", "interpolation", "relevance", "trace":
		default: // of both
			continue
		}
		if (model == "tnn") != o.IsTNN && given(v.Get(name)) {
			return nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: name,
				Message: name + ` belongs to model "` + model + `".`, Hint: `Leave it away, or set model to "` + model + `".`}
		}
	}
	return o, nil
}

func positive(path string, v Value, to *float64) error {
	if err := ReadNumber(path, v, to); err != nil {
		return err
	}
	if !(*to > 0) {
		return InvalidOption(path, v, "a number above 0")
	}
	return nil
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

func (r *Reader) aboveZero(path string, v Value) ([]float64, error) {
	n := v.Size()
	if err := r.checkSize(path, n); err != nil {
		return nil, err
	}
	list := make([]float64, n)
	for i := range list {
		path := path + "[" + itoa(i) + "]"
		if err := positive(path, v.At(i), &list[i]); err != nil {
			return nil, err
		}
		if math.IsInf(list[i], 1) {
			return nil, InvalidOption(path, v.At(i), "a finite number above 0")
		}
	}
	return list, nil
}

// WholeNumbers reads a list of rows.
func (r *Reader) WholeNumbers(path string, v Value) ([]int, error) {
	if v.Kind() != List && v.Kind() != Packed {
		return nil, InvalidOption(path, v, "a list of rows")
	}
	n := v.Size()
	if err := r.checkSize(path, n); err != nil {
		return nil, err
	}
	list := make([]int, n)
	for i := range list {
		if err := r.goOn(i); err != nil {
			return nil, err
		}
		if list[i] = WholeNumber(v.At(i)); list[i] < 0 {
			return nil, InvalidOption(path+"["+itoa(i)+"]", v.At(i), "a row, a whole number from 0 on")
		}
	}
	return list, nil
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

// CallOptions reads the options of predict and explain, and more where a call takes more.
func CallOptions(v Value, more ...Fields) (how core.Interpolation, err error) {
	known := Fields{
		"interpolation": func(v Value) error { return readInterpolation(v, &how) },
	}
	for _, fields := range more {
		maps.Copy(known, fields)
	}
	err = known.Read("", v)
	return how, err
}

// FoldFields reads how samples are dealt into folds.
//
//go:noinline
func FoldFields(folds *int, seed *uint64) Fields {
	return Fields{
		"folds": func(v Value) error {
			if *folds = WholeNumber(v); *folds < 2 {
				return InvalidOption("folds", v, "a whole number of at least 2")
			}
			return nil
		},
		"seed": func(v Value) error {
			n := WholeNumber(v)
			if n < 0 {
				return InvalidOption("seed", v, "a whole number from 0 to 2147483647")
			}
			*seed = uint64(n)
			return nil
		},
	}
}

// AbsorbFields reads the options of absorb.
func AbsorbFields(o *core.AbsorbOptions) Fields {
	return Fields{
		"tolerance": func(v Value) error { return ReadNumber("tolerance", v, &o.Tolerance) },
		"rounds": func(v Value) error {
			if o.Rounds = WholeNumber(v); o.Rounds < 1 {
				return InvalidOption("rounds", v, "a whole number of at least 1")
			}
			return nil
		},
	}
}
