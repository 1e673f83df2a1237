package core

import "slices"

// Preset bundles the choices of SPEC 3.8.
//
//	            skip  pass            settings        scale   relevance  interpolation
//	XAIA        yes   every sample    auto            minmax  auto       auto
//	Paper       no    every sample    classic         none    off        top 2
//	PublishedV1 no    authors' walk   must be listed  none    off        top 2
//	PublishedV2 no    authors' walk   must be listed  none    off        top 2
type Preset uint8

const (
	xaiaTop  = 8   // how many neurons XAIA interpolates between
	defaultR = 0.5 // SQANNOptions.R of every preset
)

const (
	XAIA Preset = iota
	Paper
	PublishedV1
	PublishedV2
)

func (p Preset) published() bool { return p == PublishedV1 || p == PublishedV2 }

// Switch is a yes or no that can be left to the preset.
type Switch uint8

const (
	FromPreset Switch = iota
	On
	Off
)

// SettingsChoice says where layers take their settings from.
type SettingsChoice uint8

const (
	SettingsPreset  SettingsChoice = iota // the preset's choice
	SettingsAuto                          // AutoSettings of the reach, for every layer
	SettingsClassic                       // ClassicSettings
	SettingsInReach                       // SQANNOptions.Settings in units of the reach q: a1 of q², a2 of q. The model's options have the numbers
)

// SQANNOptions are the options of FitSQANN, which copies them. The zero value is the default. A model keeps a copy of them.
type SQANNOptions struct {
	Preset Preset // default XAIA

	// Skip is the skip connection (SPEC 3.7): layers from the second on see the
	// input again beside the activations below. It can't be switched on in the
	// published presets.
	Skip Switch

	// Settings lists the layers' settings, the last entry serving all deeper
	// layers (not in the published presets, where a layer beyond the list is an
	// error). Empty: SettingsChoice decides. At most 1e6 entries.
	Settings       []Settings
	SettingsChoice SettingsChoice

	// R is the activation's mixing weight in [0, 1]; nil means 0.5.
	R *float64

	Interpolation Interpolation // default: the preset's
	Scale         ScaleKind     // default: the preset's
	Relevance     Relevance     // default: the preset's
	Frame         *Frame        // of another model (SQANN.Like); nil: found from the data
	Duplicates    DuplicateRule // default: an error

	// Balanced gives each class's samples the weight N/(classes · samples of the class), times Dataset.Weights.
	Balanced bool

	// MaxSteps bounds the construction, counted in examinations of a sample; 0
	// means no bound. It ends by itself in any case (SPEC 3.4).
	MaxSteps int

	// MaxBytes bounds the memory that a construction may take, about; beyond it
	// the error is TooLarge. 0 means the platform's default: none natively, 1.75
	// GiB under WebAssembly, whose 4 GiB must also hold what awaits collection.
	MaxBytes int64

	grown *GrownForest // whose trees a forest takes; nil: found from the data

	Trace bool // keep the construction's events: memory grows with the steps

	Control
}

// copied shares nothing with o that can be changed.
func (o SQANNOptions) copied() SQANNOptions {
	if o.R != nil {
		r := *o.R
		o.R = &r
	}
	o.Settings = slices.Clone(o.Settings)
	o.Relevance.Features = slices.Clone(o.Relevance.Features)
	return o
}

// resolved returns a copy of the options with every preset's choice filled in.
func (o SQANNOptions) resolved() (SQANNOptions, error) {
	if o.Preset > PublishedV2 {
		return o, badOption("preset", "preset is unknown.", "Use XAIA, Paper, PublishedV1 or PublishedV2.")
	}
	if o.Skip > Off {
		return o, badOption("skip", "skip is unknown.", "Use FromPreset, On or Off.")
	}
	if o.SettingsChoice > SettingsInReach || o.SettingsChoice == SettingsInReach && len(o.Settings) == 0 {
		return o, badOption("settings", "settings is unknown, or has no list.", "Use SettingsPreset, SettingsAuto or SettingsClassic, or list settings.")
	}
	o = o.copied().chosen()
	if o.Preset.published() && o.Skip == On {
		return o, badOption("skip", "The published presets don't support the skip connection.", `Omit skip, or use preset "xaia" or "paper".`)
	}
	if o.Preset.published() && len(o.Settings) == 0 {
		return o, badOption("settings", "The published presets need a list of settings, one entry per layer.",
			`Give settings as a list, or use preset "paper".`)
	}
	if err := o.Relevance.check(); err != nil {
		return o, err
	}
	if o.R == nil {
		r := defaultR
		o.R = &r
	}
	if r := *o.R; !(r >= 0 && r <= 1) {
		return o, badOption("r", "r is "+ftoa(r)+".", "Give a number from 0 to 1.")
	}
	if o.MaxSteps < 0 {
		return o, badOption("maxSteps", "maxSteps is "+itoa(o.MaxSteps)+".", "Give a whole number of at least 1, or omit it.")
	}
	if len(o.Settings) > 1e6 {
		return o, badOption("settings", "settings lists "+itoa(len(o.Settings))+" layers.", "List at most a million.")
	}
	if o.MaxBytes < 0 {
		return o, badOption("maxBytes", "MaxBytes is "+itoa(int(o.MaxBytes))+".", "Give at least 1, or 0 for the platform's default.")
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = defaultMaxBytes
	}
	for i, s := range o.Settings {
		if err := s.check("settings[" + itoa(i) + "]"); err != nil {
			return o, err
		}
	}
	return o, o.Interpolation.check(o)
}

// chosen returns the options with the preset's choices filled in.
func (o SQANNOptions) chosen() SQANNOptions {
	skip, settings, scale, relevance, interpolation, top := Off, SettingsClassic, ScaleNone, RelevanceOff, InterpolateTop, 2
	if o.Preset == XAIA {
		skip, settings, scale, relevance, interpolation, top = On, SettingsAuto, ScaleMinMax, RelevanceAuto, InterpolateAuto, xaiaTop
	}
	if o.Skip == FromPreset {
		o.Skip = skip
	}
	if o.SettingsChoice == SettingsPreset {
		o.SettingsChoice = settings
	}
	if o.Scale == ScalePreset {
		o.Scale = scale
	}
	if o.Relevance.Kind == RelevancePreset {
		o.Relevance.Kind = relevance
	}
	o.Interpolation = o.Interpolation.or(Interpolation{Mode: interpolation, Top: top})
	return o
}
