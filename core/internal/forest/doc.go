// Package forest grows trees whose leaves say which samples answer an input (docs/spec.md 3.17).
//
//	set.go    what trees grow on: columns and outcomes, each by its content
//	pairs.go  columns that say what another one doesn't tell
//	grow.go   trees: each asks whether a column is above a threshold, until the samples it grows on agree
//	stand.go  the samples in the leaves, which come and go
//	weigh.go  which samples answer an input, and by how much
//
// About half of the samples grow a tree, and all stand in its leaves. The leaf of an input is the smallest node on its way down
// in which enough samples stand; each of these weighs 1/size, and a sample's weight is the mean over the trees.
//
// Nothing depends on the order of the samples, the platform or the number of processors: outcomes are whole numbers, so sums
// are exact; draws are hashes of what the samples and the columns contain; ties go to the lower column and the lower
// threshold. Columns are numbered by their content. Two with the same numbers, in whatever order, keep theirs.
package forest
