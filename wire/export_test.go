package wire

// FitOption is what a test sees of an entry in the table of options.
type FitOption struct {
	Name, Model string
	Saved       bool
}

// FitOptionTable has all of them.
func FitOptionTable() (all []FitOption) {
	for _, o := range fitOptions {
		all = append(all, FitOption{Name: o.name, Model: o.model, Saved: o.write != nil})
	}
	return all
}
