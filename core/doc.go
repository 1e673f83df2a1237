// Package core is the engine: the two interpretable networks of Tjoa and Guan ("Two Instances of Interpretable Neural
// Network for Universal Approximations"), and what a fitted model can do.
//
// [FitTNN] makes a triangularly constructed network on one feature (section 2 of the paper), [FitSQANN] a semi-quantized
// activation network on any number (section 3). Both are a [Model]: Predict answers rows, Explain names the samples
// that an answer comes from, and says how well the row is known. Every neuron is one sample, and the fitting data are
// reproduced exactly.
//
// A model never changes: Absorb and Remove make another one. Models, ensembles, attributors and calibrations
// are safe for several goroutines, and so are the functions of this package. A [Learner] changes, so it belongs to one
// goroutine. The lists that Classes, Data and Trace return and the [Frame] of Like
// are the model's own, to be read only; all else that a model returns is the caller's.
//
// An error about data or options is an [*Error], which names the row, the column or the option, and the remedy; nothing
// has changed then. A [Matrix] whose Data is not Rows times Columns long is the caller's defect, and panics. Results have
// the same bits on every platform. Package xaia saves and loads models.
//
// # The paper, in an hour
//
//	internal/network     section 3: activations, layers, construction, propagation. Its doc names five files
//	sqann.go             FitSQANN: what is done, in which order
//	options.go           what can be chosen; settings.go: the activation's part of it
//	interpolate.go       how an answer comes about
//	tnn.go               FitTNN: section 2, the triangle of activations
//
// What is fitted are points there: samples that are scaled, the equal ones as one, each with its output α (points.go).
//
// # What a model can do
//
//	model.go, predict.go, tnnpredict.go   what all models do, and how each answers rows
//	answer.go                             an answer: the one record that predictions, examinations, explanations, intervals
//	                                      and attributions are made from. A model is asked in one way, ask, for as much as
//	                                      the caller wants
//	explain.go, tnnexplain.go             what is said about an answer; tnnfamiliar.go
//	dataset.go, scale.go, points.go       what is fitted: samples, a common scale, equal samples
//	rows.go, label.go, encode.go          what rows are made of: numbers, classes, texts
//	relevance.go, local.go                which features count; lines between the samples
//	choose.go, trial.go                   what "auto" chooses; how the ways that it compares answer rows held back
//	forest.go, exactness.go               the leaves of trees beside them; what reproducing the samples costs
//	frame.go                              what a fit can take from another one
//	weights.go                            which samples count for more
//	evaluate.go, crossvalidate.go         honest figures; folds.go, leaveoneout.go
//	tune.go, recipe.go                    which options to fit with
//	attribution.go, calibration.go        which columns made an answer, and how sure it is
//	counterfactual.go                     what would have to be otherwise
//	absorb.go, ensemble.go                new samples without forgetting
//	learner.go, learnerabsorb.go          samples that come and go one at a time
//	learnerrows.go                        which samples share a point
//	learnercertain.go, adapt.go           how far a learner's answers can be trusted, and while outcomes drift
//	stale.go                              when what a learner began with no longer fits
//	outofdistribution.go                  what is unknown
//	prototypes.go, representatives.go     samples that stand for others; redundancy.go
//	suspects.go, worth.go                 samples that the others contradict; what each adds to the others' answers
//	embedding.go                          a picture in which samples lie near those that answer for them
//	tnnorder.go, squeeze.go               a TNN on an order of samples, or on a classifier's scores
//	restore.go                            a stored model comes back
//	verify.go                             a walk through a model that says what doesn't hold
//	lite.go                               all that answers are made from, for another program
//	errors.go, names.go                   what is refused, and how; the names of kinds
//
// # Beside it
//
//	learnernear.go                        how many of a learner's points are near each
//	mean.go                               the mean of what a search has found
//	counter.go, context.go                steps, progress, cancelling
//	memory.go, cost.go                    memory; what a call may cost
//
// How networks are made fast is in internal/network, too: nothing of it has to be known for the paper, and each part has its
// plain version in the tests (plain_test.go has the whole construction). What all this is made of knows no networks:
//
//	internal/spatial     points near an input: k-d tree, grid, projection; the reach
//	internal/blocks      eight squared distances side by side; fingerprints in blocks
//	../internal/simd     the innermost of these loops, which WebAssembly can run on vectors
//	internal/sparse      fingerprints that are mostly zeros
//	internal/shapes      sets on which constructions go wrong, for tests
//	internal/stabbing    which neurons of a TNN are neither 0 nor 1 at an x
//	internal/steps       which samples stand for those between them in a TNN
//	internal/forest      trees whose leaves say which samples answer
//	internal/nca         the objective that relevance is learned by, and its minimiser
//	internal/ridge       regression with a penalty: the slopes of local lines
//	../internal/packed   numbers as bytes, for stored models
//	internal/layout      points of a graph in the plane
//	internal/conformal   quantiles of scores, also in small groups
//	internal/squeeze     a classifier's scores as places on a line
//	internal/folds       which row is in which fold
//	internal/sorting     selection, the K greatest, radix keys, a heap, a Fenwick tree
//	internal/parallel    work on all processors
//	internal/floatmath   exponentials and logarithms with the same bits everywhere
package core
