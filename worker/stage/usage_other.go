//go:build unix && !linux

package stage

import (
	"errors"
	"time"
)

func (s *Server) Usage(string) (time.Duration, int64, error) {
	return 0, 0, errors.New("processor time and memory are read on Linux only")
}

func (s *Server) Peak(string) (int64, error) {
	return 0, errors.New("memory is read on Linux only")
}
