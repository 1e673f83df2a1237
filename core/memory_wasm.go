package core

// addressable is how many bytes all models together may take, of the 4 GiB that
// WebAssembly addresses. The rest is for questions and for what waits to be collected.
var addressable int64 = 3328 << 20

// defaultMaxBytes is the default of SQANNOptions.MaxBytes.
const defaultMaxBytes = 1792 << 20
