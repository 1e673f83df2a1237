package wire

// FitOption describes a row of the table of options for tests.
type FitOption struct {
	Name, Kind string
	Saved      string // its name in model files; empty: they have none
}

// FitOptionTable lists all rows.
func FitOptionTable() (all []FitOption) {
	for _, o := range fitOptions {
		f := FitOption{Name: o.name, Kind: o.kind}
		if o.write != nil {
			f.Saved = o.saved()
		}
		all = append(all, f)
	}
	return all
}

// Alike says whether two names are like misspellings of one another.
var Alike = alike
