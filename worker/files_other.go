//go:build !unix && !js

package worker

import (
	"errors"
	"os"
	"syscall"
)

const nonblock = 0

// full says whether a write failed because there is no room: Windows' ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
func full(err error) bool {
	return errors.Is(err, syscall.Errno(39)) || errors.Is(err, syscall.Errno(112))
}

// On other systems only the writers of this process take turns: run one server per folder.
func lockFile(*os.File) error { return nil }
