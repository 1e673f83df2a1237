package worker

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/xaia-go/xaia/core"
)

// Store keeps models as bytes (toBytes), each under a name that the handler has
// checked. Every write is atomic.
type Store interface {
	// Get fails with ErrNoModel if the model doesn't exist. It calls before once it knows the model's ETag and size. If
	// before returns an error, so does Get, without reading the model.
	Get(ctx context.Context, name string, before func(etag string, size int64) error) (Stored, error)

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

// What a Store fails with. An error that wraps one of these is logged; its client gets the part that stands here.
var (
	ErrNoModel     error = core.NewError(core.NotFound, "There is no model of that name.", "GET /v1/models lists the names.")
	ErrConflict    error = core.NewError(conflict, "The model has changed since you read it.", "Read it again, then repeat your change.")
	ErrFull        error = core.NewError(noRoom, "The server has no room for the model. What was stored before is unchanged.", "Delete models, or give the server a larger disk.")
	ErrReadOnly    error = core.NewError(unavailable, "The server can't write its models now: their folder is read-only, or one of its files is. What was stored before is unchanged, and can be asked.", "Send it again later; the server's log says what is refused.")
	ErrLocked      error = core.NewError(unavailable, "The server can't write its models now: another program keeps their folder locked. What was stored before is unchanged, and can be asked.", "Send it again later; end the program that holds the lock if it goes on.")
	ErrUnavailable error = core.NewError(unavailable, "The server can't reach its models now.", "Send it again later; the server's log says what is missing.")
)

var errDamaged = errors.New("worker: a stored model is damaged")

// Damaged is the error of a stored model that can't be read; it stays so until the model is replaced or deleted.
func Damaged(name, why string) error {
	return errors.Join(errDamaged, core.NewError(core.ModelFile, "The stored model "+name+" is damaged: "+why, "Store it again with PUT, or DELETE it."))
}
