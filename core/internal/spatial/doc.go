// Package spatial finds the points near an input, in any number of features. All bounds hold for computed distances.
package spatial
