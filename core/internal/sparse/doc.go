// Package sparse has fingerprints as short lists of components, and the distances between them.
package sparse
