package worker

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Store keeps models as bytes (toBytes), each under a name that the handler has
// checked. Every write is atomic.
type Store interface {
	// Get fails with ErrNoModel if the model doesn't exist.
	Get(ctx context.Context, name string) (Stored, error)

	// Put replaces the model if the condition holds; otherwise it fails with
	// ErrConflict and changes nothing.
	Put(ctx context.Context, name string, data []byte, c Condition) (etag string, err error)

	// Delete fails with ErrConflict if the condition doesn't hold, otherwise with
	// ErrNoModel if the model doesn't exist.
	Delete(ctx context.Context, name string, c Condition) error

	// List returns at most so many models in the order of their names, starting after
	// a name; more says that others follow.
	List(ctx context.Context, after string, most int) (list []Entry, more bool, err error)
}

// Prober is a Store that knows a model's ETag and size without reading the model.
type Prober interface {
	// Probe fails with ErrNoModel if the model doesn't exist.
	Probe(ctx context.Context, name string) (Probed, error)
}

// Probed describes a model that wasn't read. The ETag is empty if the model has none.
type Probed struct {
	ETag string
	Size int64
}

// Stored is a model as it was put.
type Stored struct {
	Data []byte
	ETag string // differs for different data; without quotes
}

// Entry is a line of a list.
type Entry struct {
	Name     string
	Size     int64
	Modified time.Time
}

// Condition says what a write may replace, as RFC 9110 defines it; the zero value allows anything.
type Condition struct {
	IfMatch, IfNoneMatch Tags
}

// Tags are a list of ETags in quotes, with W/ before a weak one, or only "*", which stands for any model. Empty means
// that there is no condition.
type Tags []string

// Allows says whether a model with this ETag may be replaced, or none if there is none.
func (c Condition) Allows(etag string, exists bool) bool {
	return (len(c.IfMatch) == 0 || exists && c.IfMatch.contain(etag, false)) &&
		(len(c.IfNoneMatch) == 0 || !exists || !c.IfNoneMatch.contain(etag, true))
}

func (t Tags) contain(etag string, weak bool) bool {
	return slices.ContainsFunc(t, func(tag string) bool {
		return tag == "*" || tag == `"`+etag+`"` || weak && tag == `W/"`+etag+`"`
	})
}

// Damaged is the error of a stored model that can't be read; it stays so until the model is replaced or deleted.
type Damaged struct{ Name, Why string }

func (d Damaged) Error() string { return "The stored model " + d.Name + " is damaged: " + d.Why }

var (
	ErrNoModel  = errors.New("worker: no such model")
	ErrConflict = errors.New("worker: the model has changed")

	ErrFull        = errors.New("worker: there is no room for the model")
	ErrUnavailable = errors.New("worker: the models can't be reached")
)
