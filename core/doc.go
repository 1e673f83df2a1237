// Package core is the engine: the two interpretable networks of Tjoa and Guan ("Two Instances of Interpretable Neural
// Network for Universal Approximations"), and what a fitted model can do.
//
// [FitTNN] makes a triangularly constructed network on one feature (section 2 of the paper), [FitSQANN] a semi-quantized
// activation network on any number (section 3). Both are a [Model]: Predict answers rows, Explain names the samples
// that an answer comes from, and says how well the row is known. Every neuron is one sample, and the fitting data are
// reproduced exactly.
//
// A model never changes: its methods Absorb and Remove make another one. All methods are safe for several goroutines. An
// error about data or options is an [*Error], which names the row, the column or the option, and the remedy; nothing has
// changed then. A [Matrix] whose Data is not Rows times Columns long is the caller's defect, and panics. Results have
// the same bits on every platform. Package xaia saves and loads models.
//
// # The paper, in an hour
//
//	dataset.go, scale.go, points.go   what is fitted: samples, a common scale, equal samples
//	activation.go                     the double selective activation, and its settings
//	construct.go, layer.go            how layers come about: admission, filtering, collision
//	propagate.go, interpolate.go      how an answer comes about
//	explain.go                        what is said about it
//	tnn.go, tnnorder.go               the triangle of activations
//
// # What a model can do
//
//	relevance.go                      which features count
//	evaluate.go, crossvalidate.go     honest figures; leaveoneout.go; answer.go, folds.go
//	tune.go, recipe.go                which options to fit with
//	attribution.go, calibration.go    which columns made an answer, and how sure it is
//	absorb.go, ensemble.go            new samples without forgetting; redundancy.go
//	outofdistribution.go              what is unknown
//	prototypes.go, representatives.go samples that stand for others; counterfactual.go
//	encode.go                         tables become numbers
//	restore.go, fingerprints.go       a stored model comes back
//
// # How it is made fast
//
// Nothing of it has to be known for the paper, and each part has its plain version in the tests. construct_sparse.go
// and search.go stand for construct.go and propagate.go with the skip connection, construct_dense.go and memo.go
// without it. What these are made of knows no networks:
//
//	internal/spatial     points near an input: k-d tree, grid, projection, sketch; the reach
//	internal/blocks      eight squared distances side by side
//	internal/sparse      fingerprints that are mostly zeros
//	internal/stabbing    which neurons of a TNN are neither 0 nor 1 at an x
//	internal/sorting     selection, radix keys, a heap, a Fenwick tree
//	internal/parallel    work on all processors
//	internal/floatmath   exponentials and logarithms with the same bits everywhere
package core
