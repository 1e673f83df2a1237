//go:build !unix && !js

package worker

import "os"

const nonblock = 0

// Elsewhere only this process' writers take turns: run one server a folder.
func lockFile(*os.File) error   { return nil }
func unlockFile(*os.File) error { return nil }
