// Package xaia is the front door of a library of two interpretable networks,
// TNN and SQANN (Tjoa and Guan, "Two Instances of Interpretable Neural Network
// for Universal Approximations"). The package itself holds no code, only the
// black-box tests; the engine is in core.
//
// Reading order, the way of the data:
//
//	core/dataset.go, points.go, scale.go   what is fitted
//	core/activation.go, reach.go           σ_dsa and its settings
//	core/layer.go, construct.go            how layers come about
//	core/propagate.go, interpolate.go      how an output comes about
//	core/explain.go                        what is said about it
//	core/tnn.go, tnnorder.go               the other network
//	core/model.go                          what both can do: evaluate.go, leaveoneout.go,
//	                                       outofdistribution.go, absorb.go, ensemble.go, tune.go,
//	                                       redundancy.go, representatives.go, prototypes.go,
//	                                       counterfactual.go, attribution.go, calibration.go,
//	                                       squeeze.go
//	core/encode.go                         texts and missing values become numbers
//	wire                                   what goes in and comes out, the same for both of:
//	wasm/binding                           from Go to JavaScript
//	worker                                 over HTTP, on one machine and at the edge
//	web/xaia.js                            the public JavaScript API
//	web/plot.js, web/page                  the picture
//	experiments, web/paper                 the paper, reproduced: docs/paper.md
package xaia
