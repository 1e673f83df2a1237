package worker

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// Codes that only HTTP has, besides those of core.
const (
	unauthorized core.Code = "unauthorized" // no token, or a wrong one
	forbidden    core.Code = "forbidden"    // writes are switched off, or come from a page that isn't listed
	conflict     core.Code = "conflict"     // another writer was first
	busy         core.Code = "busy"         // no turn came in time
	tooSlow      core.Code = "too-slow"     // the body arrives slower than it must
	noRoom       core.Code = "no-room"      // the disk is full
	unavailable  core.Code = "unavailable"  // the models can't be reached
)

var errCompressed = core.NewError(core.Unsupported, "The body is compressed, as its Content-Encoding says.", "Send the body without compressing it, and without Content-Encoding.")

// statusOf has the codes that aren't 400, which means refused input.
var statusOf = map[core.Code]int{
	unauthorized:  http.StatusUnauthorized,
	forbidden:     http.StatusForbidden,
	conflict:      http.StatusConflict,
	core.NotFound: http.StatusNotFound,
	core.TooLarge: http.StatusRequestEntityTooLarge,
	core.Internal: http.StatusInternalServerError,
	core.Aborted:  http.StatusServiceUnavailable,
	busy:          http.StatusServiceUnavailable,
	tooSlow:       http.StatusRequestTimeout,
	noRoom:        http.StatusInsufficientStorage,
	unavailable:   http.StatusServiceUnavailable,
}

// refuse writes an error. The details of a failed disk or a defect are logged. The client learns only that the server failed.
func (h *handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := err.(*core.Error)
	var damaged Damaged
	status := 0
	switch {
	case errors.As(err, &damaged):
		h.log(r.Method+" "+r.URL.Path, err)
		e = core.NewError(core.ModelFile, damaged.Error(), "Store it again with PUT, or DELETE it.")
		status = http.StatusUnprocessableEntity
	case err == errCompressed:
		status = http.StatusUnsupportedMediaType
	case errors.Is(err, ErrNoModel):
		e = core.NewError(core.NotFound, "There is no model of that name.", "GET /v1/models lists the names.")
	case errors.Is(err, ErrConflict):
		e = core.NewError(conflict, "The model has changed since you read it.", "Read it again, then repeat your change.")
	case errors.Is(err, ErrFull):
		h.log(r.Method+" "+r.URL.Path, err)
		e = core.NewError(noRoom, "The server has no room for the model. What was stored before is unchanged.", "Delete models, or give the server a larger disk.")
	case errors.Is(err, ErrUnavailable):
		h.log(r.Method+" "+r.URL.Path, err)
		w.Header().Set("Retry-After", "10")
		e = core.NewError(unavailable, "The server can't reach its models now.", "Send it again later; the server's log says what is missing.")
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "2")
		e = core.NewError(busy, "The server is busy with other requests.", "Send it again in a few seconds.")
	case errors.Is(err, context.Canceled):
		e = core.NewError(core.Aborted, "The request was cancelled.", "Send it again.")
	case !ok || e.Code == core.Internal:
		h.log(r.Method+" "+r.URL.Path, err)
		e = core.NewError(core.Internal, "The server failed.", "Try again later; if it fails again, report it with the request.")
	}
	status = cmp.Or(status, statusOf[e.Code], http.StatusBadRequest)
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	writeError(w, r, status, e)
}

func writeError(w http.ResponseWriter, r *http.Request, status int, e *core.Error) {
	var out jsontext.Writer
	out.Object()
	out.Key("error").Object()
	out.Key("code").Text(string(e.Code))
	out.Key("message").Text(e.Message)
	out.Key("hint").Text(e.Hint)
	if e.Row >= 0 {
		out.Key("row").Integer(e.Row)
	}
	if e.Column >= 0 {
		out.Key("column").Integer(e.Column)
	}
	if e.Path != "" {
		out.Key("path").Text(e.Path)
	}
	out.End()
	out.End()
	write(w, r, status, "application/json", out.Bytes())
}
