//go:build js && wasm

package binding

import (
	"maps"
	"slices"
	"strings"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// options are what fit was asked for, as core takes it.
type options struct {
	tnn     bool
	classes bool
	samples sampleOptions
	sqann   core.SQANNOptions
	forTNN  core.TNNOptions
}

// fields maps an option's name to what reads it.
type fields map[string]func(v js.Value) error

// read applies the object's own keys. undefined counts as left away; an unknown
// key is an error that lists the known ones.
func (f fields) read(path string, v js.Value) error {
	if v.IsUndefined() || v.IsNull() {
		return nil
	}
	if kindOf(v) != js.TypeObject || isArray(v) {
		return invalidOption(strings.TrimSuffix(path, "."), v, "an object")
	}
	for _, key := range ownKeys(v) {
		set, known := f[key]
		if !known {
			return &core.Error{Code: core.UnknownOption, Row: -1, Column: -1, Path: path + key,
				Message: "There is no option " + path + key + ".", Hint: "Known are " + f.names() + "."}
		}
		value := get(v, key)
		if value.IsUndefined() {
			continue
		}
		if err := set(value); err != nil {
			return err
		}
	}
	return nil
}

func (f fields) names() string {
	var names []string
	for name := range f { // sorted in: package slices' sort would add 15 KB for texts
		at, _ := slices.BinarySearch(names, name)
		names = slices.Insert(names, at, name)
	}
	return strings.Join(names, ", ")
}

func invalidOption(path string, v js.Value, wanted string) error {
	return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: path,
		Message: path + " is " + shown(v) + ".", Hint: "Give " + wanted + "."}
}

// choice reads one of some words.
func choice[T any](path string, v js.Value, to *T, words []string, values []T) error {
	if kindOf(v) == js.TypeString {
		if i := slices.Index(words, v.String()); i >= 0 {
			*to = values[i]
			return nil
		}
	}
	return invalidOption(path, v, `"`+strings.Join(words, `" or "`)+`"`)
}

func number(path string, v js.Value, to *float64) error {
	if kindOf(v) != js.TypeNumber {
		return invalidOption(path, v, "a number")
	}
	*to = v.Float()
	return nil
}

func boolean(path string, v js.Value, to *bool) error {
	if kindOf(v) != js.TypeBoolean {
		return invalidOption(path, v, "true or false")
	}
	*to = v.Bool()
	return nil
}

var (
	presetNames    = []string{"xaia", "paper", "published-v1", "published-v2"}
	scaleNames     = []string{"none", "minmax", "standard"}
	duplicateNames = []string{"error", "first", "mean", "majority"}
)

// readFitOptions reads the options of fit (API.md 1). What belongs to the other
// model is an error, so that no setting is without effect unnoticed.
func readFitOptions(v js.Value) (o options, err error) {
	var given []string
	note := func(name string, set func(js.Value) error) func(js.Value) error {
		return func(v js.Value) error {
			given = append(given, name)
			return set(v)
		}
	}
	known := o.samples.fields()
	maps.Copy(known, fields{
		"model": func(v js.Value) error {
			return choice("model", v, &o.tnn, []string{"sqann", "tnn"}, []bool{false, true})
		},
		"preset": note("preset", func(v js.Value) error {
			return choice("preset", v, &o.sqann.Preset, presetNames, []core.Preset{core.XAIA, core.Paper, core.PublishedV1, core.PublishedV2})
		}),
		"skip": note("skip", func(v js.Value) error {
			on := false
			if err := boolean("skip", v, &on); err != nil {
				return err
			}
			o.sqann.Skip = core.Off
			if on {
				o.sqann.Skip = core.On
			}
			return nil
		}),
		"settings": note("settings", func(v js.Value) error { return readSettings(v, &o.sqann) }),
		"r": note("r", func(v js.Value) error {
			o.sqann.R = new(float64)
			return number("r", v, o.sqann.R)
		}),
		"maxSteps": note("maxSteps", func(v js.Value) error {
			if o.sqann.MaxSteps = wholeNumber(v); o.sqann.MaxSteps < 1 {
				return invalidOption("maxSteps", v, "a whole number of at least 1")
			}
			return nil
		}),
		"interpolation": note("interpolation", func(v js.Value) error { return readInterpolation(v, &o.sqann.Interpolation) }),
		"trace":         note("trace", func(v js.Value) error { return boolean("trace", v, &o.sqann.Trace) }),
		"scale": func(v js.Value) error {
			err := choice("scale", v, &o.sqann.Scale, scaleNames, []core.ScaleKind{core.ScaleNone, core.ScaleMinMax, core.ScaleStandard})
			o.forTNN.Scale = o.sqann.Scale
			return err
		},
		"duplicates": func(v js.Value) error {
			err := choice("duplicates", v, &o.sqann.Duplicates, duplicateNames,
				[]core.DuplicateRule{core.DuplicatesError, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority})
			o.forTNN.Duplicates = o.sqann.Duplicates
			return err
		},
		"classes":   func(v js.Value) error { return boolean("classes", v, &o.classes) },
		"a":         note("a", func(v js.Value) error { return positive("a", v, &o.forTNN.A) }),
		"tolerance": note("tolerance", func(v js.Value) error { return positive("tolerance", v, &o.forTNN.Tolerance) }),
		"order": note("order", func(v js.Value) (err error) {
			o.forTNN.Order, err = readWholeNumbers("order", v)
			return err
		}),
	})
	if err = known.read("", v); err != nil {
		return o, err
	}
	for _, name := range given {
		if forTNN := name == "a" || name == "tolerance" || name == "order"; forTNN != o.tnn {
			model := map[bool]string{true: "tnn", false: "sqann"}[forTNN]
			return o, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: name,
				Message: name + ` belongs to model "` + model + `".`, Hint: `Leave it away, or set model to "` + model + `".`}
		}
	}
	return o, nil
}

func positive(path string, v js.Value, to *float64) error {
	if err := number(path, v, to); err != nil {
		return err
	}
	if !(*to > 0) {
		return invalidOption(path, v, "a number above 0")
	}
	return nil
}

// readWholeNumbers reads a list of rows.
func readWholeNumbers(path string, v js.Value) ([]int, error) {
	if kindOf(v) != js.TypeObject || !isArray(v) && !isTypedArray(v) {
		return nil, invalidOption(path, v, "a list of rows")
	}
	if err := checkSize(path, v.Length()); err != nil {
		return nil, err
	}
	list := make([]int, v.Length())
	for i := range list {
		if list[i] = wholeNumber(v.Index(i)); list[i] < 0 {
			return nil, invalidOption(path+"["+itoa(i)+"]", v.Index(i), "a row, a whole number from 0 on")
		}
	}
	return list, nil
}

// readSettings reads "auto", "classic", one layer's settings for all, or a list.
func readSettings(v js.Value, o *core.SQANNOptions) error {
	const wanted = `"auto", "classic", {a1, a2, admission, activation} or a list of such objects`
	switch {
	case kindOf(v) == js.TypeString:
		if choice("settings", v, &o.SettingsChoice, []string{"auto", "classic"}, []core.SettingsChoice{core.SettingsAuto, core.SettingsClassic}) != nil {
			return invalidOption("settings", v, wanted)
		}
		return nil
	case kindOf(v) != js.TypeObject:
		return invalidOption("settings", v, wanted)
	case !isArray(v):
		o.Settings = make([]core.Settings, 1)
		return readLayerSettings("settings.", v, &o.Settings[0])
	}
	n := v.Length()
	if n == 0 || n > 1e6 {
		return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "settings",
			Message: "settings lists " + itoa(n) + " layers.", Hint: "List at least one and at most a million."}
	}
	o.Settings = make([]core.Settings, n)
	for i := range o.Settings {
		if err := readLayerSettings("settings["+itoa(i)+"].", v.Index(i), &o.Settings[i]); err != nil {
			return err
		}
	}
	return nil
}

func readLayerSettings(path string, v js.Value, s *core.Settings) error {
	missing := []string{"a1", "a2", "admission", "activation"}
	into := func(name string, to *float64) func(js.Value) error {
		return func(v js.Value) error {
			missing = slices.DeleteFunc(missing, func(m string) bool { return m == name })
			return number(path+name, v, to)
		}
	}
	if kindOf(v) != js.TypeObject {
		return invalidOption(strings.TrimSuffix(path, "."), v, "{a1, a2, admission, activation}")
	}
	err := fields{
		"a1": into("a1", &s.A1), "a2": into("a2", &s.A2),
		"admission": into("admission", &s.Admission), "activation": into("activation", &s.Activation),
	}.read(path, v)
	if err == nil && len(missing) > 0 {
		return &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: path + missing[0],
			Message: path + missing[0] + " is missing.", Hint: "Give a1, a2, admission and activation; the paper's thresholds are 0.1 and 0.9."}
	}
	return err
}

func readInterpolation(v js.Value, i *core.Interpolation) error {
	const wanted = `{top: K}, "layerwise", {tnn: a}, "nearest", "none" or, through xaia.js, a function`
	switch kindOf(v) {
	case js.TypeString:
		if choice("interpolation", v, &i.Mode, []string{"layerwise", "nearest", "none"},
			[]core.InterpolationMode{core.InterpolateLayerwise, core.InterpolateNearest, core.InterpolateNone}) != nil {
			return invalidOption("interpolation", v, wanted)
		}
		return nil
	case js.TypeObject:
		modes := 0
		err := fields{
			"top": func(v js.Value) error {
				modes++
				i.Mode = core.InterpolateTop
				if i.Top = wholeNumber(v); i.Top < 1 {
					return invalidOption("interpolation.top", v, "a whole number of at least 1")
				}
				return nil
			},
			"tnn": func(v js.Value) error {
				modes++
				i.Mode = core.InterpolateTNN
				return positive("interpolation.tnn", v, &i.A)
			},
		}.read("interpolation.", v)
		if err == nil && modes != 1 {
			return invalidOption("interpolation", v, wanted)
		}
		return err
	}
	return invalidOption("interpolation", v, wanted)
}

// readCallOptions reads the options of predict and explain.
func readCallOptions(v js.Value) (how core.Interpolation, err error) {
	err = fields{
		"interpolation": func(v js.Value) error { return readInterpolation(v, &how) },
	}.read("", v)
	return how, err
}
