// Package sorting sorts and selects what packages slices and sort would sort at the cost of a larger module.
package sorting
