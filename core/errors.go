package core

import "strconv"

// Code names a kind of failure. The same words appear in JavaScript and over HTTP.
type Code string

const (
	InvalidInput  Code = "invalid-input"  // the data can't be used as it is
	IllDefined    Code = "ill-defined"    // equal x with different y (appendix B.4.1)
	UnknownOption Code = "unknown-option" // an option this version doesn't know
	InvalidOption Code = "invalid-option" // an option's value is out of its range
	Unsupported   Code = "unsupported"    // a combination that has no meaning
	NotFound      Code = "not-found"      // a model that isn't there
	ModelFile     Code = "model-file"     // a stored model that doesn't verify
	Aborted       Code = "aborted"        // the caller's context ended the work
	TooLarge      Code = "too-large"      // more work or memory than was allowed
	Disposed      Code = "disposed"       // a model that was freed
	Internal      Code = "internal"       // a defect of this library
)

// Error is every error that the engine returns for data or options. It says
// where the trouble is, and what to do about it. A call that returns an Error
// has changed nothing.
type Error struct {
	Code    Code
	Message string // what is wrong and where, a sentence
	Hint    string // what to do about it, a sentence
	Row     int    // 0-based row of the input, -1 where none applies
	Column  int    // 0-based column of the input, -1 where none applies
	Path    string // the option, as in "settings[2].a1"; empty where none applies
	Cause   error

	other int                       // IllDefined: the first of the two rows
	among func(number []int) *Error // the same of rows that are numbered otherwise; nil where no row is named
}

// InRows is an error of a fit on some of a caller's rows as one that names these: number has the caller's number of each.
func InRows(err error, number []int) error {
	if e, ok := err.(*Error); ok && e.among != nil {
		return e.among(number)
	}
	return err
}

func (e *Error) Error() string { return e.Message + " " + e.Hint }
func (e *Error) Unwrap() error { return e.Cause }

// NewError returns an error that names no row, no column and no option. At and In name them.
//
//go:noinline
func NewError(code Code, message, hint string) *Error {
	return &Error{Code: code, Message: message, Hint: hint, Row: -1, Column: -1}
}

// At sets the row and the column, -1 where none applies.
//
//go:noinline
func (e *Error) At(row, column int) *Error {
	e.Row, e.Column = row, column
	return e
}

// In sets the path of the option.
//
//go:noinline
func (e *Error) In(path string) *Error {
	e.Path = path
	return e
}

//go:noinline
func badOption(path, message, hint string) *Error {
	return NewError(InvalidOption, message, hint).In(path)
}

//go:noinline
func itoa(i int) string { return strconv.Itoa(i) }

//go:noinline
func ftoa(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// cell names an element of a matrix as a caller would write it: X[3][1].
func cell(name string, row, column int) string {
	return name + "[" + itoa(row) + "][" + itoa(column) + "]"
}

// Calls that no data can cause are the programmer's: they panic with one of these.
const (
	panicUnfitted = "core: the model was not made by a Fit or Restore function"
	panicShape    = "core: a Matrix whose Data is not Rows*Columns long"
)
