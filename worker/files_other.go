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

// readOnly says whether the system refused a write because nothing may be written there: Windows' ERROR_WRITE_PROTECT too.
func readOnly(err error) bool {
	return errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.Errno(19))
}

func writable(string) error { return nil } // a write finds out

// On other systems only the writers of this process take turns: run one server per folder.
func tryLock(*os.File) (bool, error) { return true, nil }
