package wire

// FitOption describes a row of the table of options for tests.
type FitOption struct {
	Name, Model string
	Saved       bool
}

// FitOptionTable lists all rows.
func FitOptionTable() (all []FitOption) {
	for _, o := range fitOptions {
		all = append(all, FitOption{Name: o.name, Model: o.model, Saved: o.write != nil})
	}
	return all
}
