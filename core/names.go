package core

// The names of kinds are those of options in JavaScript, over HTTP and in model files.

func (p Preset) String() string {
	return nameOf(int(p), "xaia", "paper", "published-v1", "published-v2")
}

func (k ScaleKind) String() string { return nameOf(int(k), "preset", "none", "minmax", "standard") }

func (r DuplicateRule) String() string { return nameOf(int(r), "error", "first", "mean", "majority") }

func (r MissingRule) String() string { return nameOf(int(r), "error", "mean", "drop", "as it is") }

func (s Switch) String() string { return nameOf(int(s), "preset", "on", "off") }

func (c SettingsChoice) String() string {
	return nameOf(int(c), "preset", "auto", "classic", "in reach")
}

func (k RelevanceKind) String() string {
	return nameOf(int(k), "preset", "off", "auto", "learn", "given")
}

func (m InterpolationMode) String() string {
	return nameOf(int(m), "preset", "top", "layerwise", "tnn", "nearest", "none", "function", "local", "auto")
}

func (t EventType) String() string { return nameOf(int(t), "admit", "filter", "collide", "drop") }

func (s Status) String() string { return nameOf(int(s), "hit", "interpolated", "none") }

func (r Recognition) String() string { return nameOf(int(r), "weak", "moderate", "strong") }

func (k DriftKind) String() string { return nameOf(int(k), "outcomes", "inputs") }

func (r StaleReason) String() string { return nameOf(int(r), "samples", "range", "reach", "forest") }

func (k LabelKind) String() string { return nameOf(int(k), "text", "integer", "boolean") }

//go:noinline
func nameOf(kind int, names ...string) string {
	if kind < len(names) {
		return names[kind]
	}
	return "unknown"
}
