// Package xaia is the front door of a library of two interpretable networks,
// TNN and SQANN (Tjoa and Guan, "Two Instances of Interpretable Neural Network
// for Universal Approximations"). The engine is package core: it fits, predicts and
// explains. This package saves models and loads them.
//
// The folders follow the data:
//
//	core                                the paper, and what a model can do; its comment has the reading order
//	wire                                what goes in and comes out, the same for both of:
//	wasm/binding                        from Go to JavaScript
//	worker                              over HTTP, on one machine and at the edge
//	python/engine                       to Python, over a pipe
//	web/package                         the public JavaScript API
//	web/ui, web/scene                   words and elements; from answers to what is drawn
//	web/figures, web/embed, web/site    the pictures, on other people's pages, on ours
//	experiments, web/site/paper         the paper, reproduced: docs/paper.md
package xaia
