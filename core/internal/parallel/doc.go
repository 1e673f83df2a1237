// Package parallel shares work out among processors. Under WebAssembly there is one.
package parallel
