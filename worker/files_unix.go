//go:build unix

package worker

import (
	"errors"
	"os"
	"syscall"
)

// nonblock opens a pipe without waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// full says whether a write failed because there is no room.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// readOnly says whether the system refused a write because nothing may be written there.
func readOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)
}

// writable is why files can't be made in a folder.
func writable(path string) error { return os.NewSyscallError("access", syscall.Access(path, 2)) }

// tryLock takes the lock, which ends when the file is closed; false if another file has it.
func tryLock(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EINTR {
			if err == syscall.EWOULDBLOCK {
				return false, nil
			}
			return err == nil, os.NewSyscallError("flock", err)
		}
	}
}
