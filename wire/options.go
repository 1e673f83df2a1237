package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// FitOptions are the options of fit in the form of core.
type FitOptions struct {
	IsTNN   bool
	Classes bool
	Numbers bool // classes: false was given
	Samples SampleOptions
	Weights []float64 // of the samples; nil: all 1
	Names   []string  // of the samples; nil: none
	SQANN   core.SQANNOptions
	TNN     core.TNNOptions
}

// Fields maps an option's name to the function that reads it.
type Fields map[string]func(v Value) error

// Read reads the object's own keys. A missing value counts as an omitted option; an
// unknown key is an error that lists the known ones.
func (f Fields) Read(path string, v Value) error {
	if v.Kind() == Missing || v.Kind() == Null {
		return nil
	}
	if !isObject(v) || v.Kind() == List {
		return InvalidOption(strings.TrimSuffix(path, "."), v, "an object")
	}
	for _, key := range v.Keys() {
		set, known := f[key]
		if now := formerly[key]; !known && f[now] != nil {
			return core.NewError(core.UnknownOption, path+key+" is now "+now+".", "Write "+path+now+".").In(path + key)
		}
		if !known {
			return core.NewError(core.UnknownOption, "Unknown option "+path+key+".", "Known options are "+f.names()+".").In(path + key)
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

// formerly are names of the release before, with today's.
var formerly = map[string]string{"model": "kind"}

func (f Fields) names() string {
	var names []string
	for name := range f { // sorted in: package slices would add 15 KB for texts
		names = append(names, name)
		for i := len(names) - 1; i > 0 && names[i] < names[i-1]; i-- {
			names[i], names[i-1] = names[i-1], names[i]
		}
	}
	return strings.Join(names, ", ")
}

// InvalidOption says that an option's value is wrong, and which values are allowed.
//
//go:noinline
func InvalidOption(path string, v Value, wanted string) error {
	return core.NewError(core.InvalidOption, path+" is "+v.Shown()+".", "Give "+wanted+".").In(path)
}

// choice reads one of several words.
func choice[T any](path string, v Value, to *T, words []string, values []T) error {
	if v.Kind() == Text {
		if i := slices.Index(words, v.Text()); i >= 0 {
			*to = values[i]
			return nil
		}
	}
	return InvalidOption(path, v, `"`+strings.Join(words, `" or "`)+`"`)
}

// named reads one of several kinds by its name.
func named[K interface{ String() string }](path string, v Value, to *K, kinds ...K) error {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = k.String()
	}
	return choice(path, v, to, words, kinds)
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

// FitOptions reads the options of fit.
func (r *Reader) FitOptions(v Value) (*FitOptions, error) {
	o := &FitOptions{}
	return o.from(v, r.fitFields(o))
}

// savedOptions reads those of a model file.
func (r *Reader) savedOptions(v Value) (*FitOptions, error) {
	o := &FitOptions{}
	known := r.fitFields(o)
	known[savedKind] = known["kind"]
	delete(known, "kind")
	return o.from(v, known)
}

func (o *FitOptions) from(v Value, known Fields) (*FitOptions, error) {
	if err := known.Read("", v); err != nil {
		return nil, err
	}
	return o, o.others(v)
}

// fitFields reads all options of fit, or some.
func (r *Reader) fitFields(o *FitOptions, some ...string) Fields {
	known := Fields{}
	if some == nil {
		known = o.Samples.Fields()
	}
	for _, option := range fitOptions {
		if some == nil || slices.Contains(some, option.name) {
			known[option.name] = func(v Value) error { return option.read(asked{r, option.name, v, o}) }
		}
	}
	return known
}

// others refuses options of the other kind of model, because they would silently have no effect.
func (o *FitOptions) others(v Value) error {
	for _, option := range fitOptions {
		if !o.has(option) && isObject(v) && given(v.Get(option.name)) {
			return core.NewError(core.InvalidOption, option.name+` belongs to kind "`+option.kind+`".`,
				`Omit it, or set kind to "`+option.kind+`".`).In(option.name)
		}
	}
	return nil
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

// WholeNumbers reads a list of samples' numbers.
func (r *Reader) WholeNumbers(path string, v Value) ([]int, error) {
	if !isList(v) {
		return nil, InvalidOption(path, v, "a list of samples' numbers")
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
			return nil, InvalidOption(path+"["+itoa(i)+"]", v.At(i), "a sample's number, from 0 on")
		}
	}
	return list, nil
}

// LargestSeed is the largest whole number up to which a number holds all.
const LargestSeed = 1<<53 - 1

// FoldFields reads the options that assign samples to folds.
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
			var f float64
			if v.Kind() == Number {
				f = v.Real()
			}
			if v.Kind() != Number || f != math.Trunc(f) || !(f >= 0 && f <= LargestSeed) {
				return InvalidOption("seed", v, "a whole number from 0 to "+strconv.FormatInt(LargestSeed, 10))
			}
			*seed = uint64(f)
			return nil
		},
	}
}

// GroupFields reads the options that keep samples of a group in one fold, or samples in the order of time. ordered may be nil.
func (r *Reader) GroupFields(groups *[]int, ordered *bool) Fields {
	known := Fields{"groups": func(v Value) (err error) {
		*groups, err = r.groups(v)
		return err
	}}
	if ordered != nil {
		known["ordered"] = func(v Value) error { return ReadBoolean("ordered", v, ordered) }
	}
	return known
}

// groups reads a text or a number for each sample, equal ones in a group, as numbers.
func (r *Reader) groups(v Value) ([]int, error) {
	if !isList(v) {
		return nil, InvalidOption("groups", v, "a list with a text or a number for each row, equal ones for rows that belong together")
	}
	names, err := r.nameList("groups", v.Size(), v.At)
	list, number := make([]int, len(names)), make(map[string]int)
	for i, name := range names {
		if name == "" {
			return nil, InvalidOption("groups["+itoa(i)+"]", v.At(i), "a text or a number")
		}
		if _, known := number[name]; !known {
			number[name] = len(number)
		}
		list[i] = number[name]
	}
	return list, err
}

// toleranceFields reads the error from which a sample counts as wrong.
func toleranceFields(tolerance *float64) Fields {
	return Fields{"tolerance": func(v Value) error { return ReadNumber("tolerance", v, tolerance) }}
}

// AbsorbFields reads the options of absorb.
func AbsorbFields(o *core.AbsorbOptions) Fields {
	known := toleranceFields(&o.Tolerance)
	known["audit"] = func(v Value) error { return ReadBoolean("audit", v, &o.Audit) }
	known["rounds"] = func(v Value) error { return fromOne("rounds", v, &o.Rounds) }
	return known
}

func fromOne(path string, v Value, to *int) error {
	if *to = WholeNumber(v); *to < 1 {
		return InvalidOption(path, v, "a whole number of at least 1")
	}
	return nil
}
