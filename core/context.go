//go:build !js

package core

import "context"

// WithContext is a control that ends with a context: the error then wraps the context's, so that errors.Is(err,
// context.Canceled) holds.
func WithContext(ctx context.Context) Control { return Control{Done: ctx.Done(), cause: ctx.Err} }
