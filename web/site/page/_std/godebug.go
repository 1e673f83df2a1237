// Package godebug stands in for Go's internal package of this name when page.wasm is built.
//
// dom/v2 uses package time, which asks for one GODEBUG setting, and with that the linker
// keeps the reading of settings, their bisection and all runtime metrics: 26 KB of the
// download. A page has no environment, so that every setting has its default anyway.
package godebug

type Setting struct{ name string }

func New(name string) *Setting { return &Setting{name} }

func (s *Setting) Name() string       { return s.name }
func (s *Setting) Undocumented() bool { return false }
func (s *Setting) String() string     { return s.name + "=" }
func (s *Setting) IncNonDefault()     {}
func (s *Setting) Value() string      { return "" }
