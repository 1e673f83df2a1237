package worker

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
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

var (
	errCompressed error = core.NewError(core.Unsupported, "The body is compressed, as its Content-Encoding says.", "Send the body without compressing it, and without Content-Encoding.")
	errBusy       error = core.NewError(busy, "The server is busy with other requests.", "Send it again in a few seconds.")
)

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

// retryAfter has the seconds after which it makes sense to ask again.
var retryAfter = map[core.Code]string{busy: "2", unavailable: "10"}

// refuse writes an error. What wraps it, and the details of a defect, are logged: the client learns only that the server failed.
func (h *handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := 0
	switch {
	case errors.Is(err, errDamaged):
		status = http.StatusUnprocessableEntity
	case err == errCompressed:
		status = http.StatusUnsupportedMediaType
	case errors.Is(err, context.Canceled):
		err = core.NewError(core.Aborted, "The request was cancelled.", "Send it again.")
	}
	var e *core.Error
	if !errors.As(err, &e) || e.Code == core.Internal {
		e = core.NewError(core.Internal, "The server failed.", "Try again later; if it fails again, report it with the request.")
	}
	if err != error(e) {
		h.Log(r.Method+" "+r.URL.Path, err)
	}
	if seconds := retryAfter[e.Code]; seconds != "" {
		w.Header().Set("Retry-After", seconds)
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
	wire.WriteError(out.Key("error"), e)
	out.End()
	write(w, r, status, "application/json", out.Bytes())
}

// Refuse is for handlers beside this one: an error of the same form.
func Refuse(w http.ResponseWriter, r *http.Request, status int, e *core.Error) {
	Secure(w.Header())
	writeError(w, r, status, e)
}

// Reply is for these, too: a JSON text, with the headers of every answer.
func Reply(w http.ResponseWriter, r *http.Request, status int, json []byte) {
	Secure(w.Header())
	write(w, r, status, "application/json", json)
}
