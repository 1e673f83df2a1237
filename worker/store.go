package worker

import (
	"context"
	"errors"
	"time"
)

// Store keeps models as bytes (toBytes), each under a name that the handler has
// checked. Every write is whole or not at all.
type Store interface {
	// Get is ErrNoModel where there is none.
	Get(ctx context.Context, name string) (Stored, error)

	// Put replaces what the condition names, or fails with ErrConflict and changes
	// nothing.
	Put(ctx context.Context, name string, data []byte, c Condition) (etag string, err error)

	// Delete is ErrNoModel where there is none.
	Delete(ctx context.Context, name string) error

	// List is in the order of the names, beginning after one, at most so many; more
	// says that others follow.
	List(ctx context.Context, after string, most int) (list []Entry, more bool, err error)
}

// Prober is a Store that can tell a model's ETag and size without reading the model.
type Prober interface {
	// Probe is ErrNoModel where there is none.
	Probe(ctx context.Context, name string) (Probed, error)
}

// Probed is what is known of a model that wasn't read. The ETag is empty where that has none.
type Probed struct {
	ETag string
	Size int64
}

// Stored is a model as it was put.
type Stored struct {
	Data []byte
	ETag string // another one for other data; no quotes
}

// Entry is a line of a list.
type Entry struct {
	Name     string
	Size     int64
	Modified time.Time
}

// Condition says what a Put may replace; the zero value, anything.
type Condition struct {
	ETag string // only this; or,
	New  bool   // only nothing
}

var (
	ErrNoModel  = errors.New("worker: no such model")
	ErrConflict = errors.New("worker: the model is another one")
)
