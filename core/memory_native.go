//go:build !wasm

package core

// addressable is how many bytes all models together may take, 0 for no limit.
var addressable int64

// defaultMaxBytes is the default of SQANNOptions.MaxBytes: no limit.
const defaultMaxBytes = 0
