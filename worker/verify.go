package worker

import "github.com/xaia-go/xaia/wire"

// recognisesItself looks some of an uploaded model's own samples up in it.
func (h *handler) recognisesItself(c call, m *wire.Model) error {
	return m.RecognisesItself(h.limits.Verify, func() error { return c.Context().Err() })
}
