//go:build !unix && !js

package worker

import "os"

const nonblock = 0

// On other systems only the writers of this process take turns: run one server per folder.
func lockFile(*os.File) error   { return nil }
func unlockFile(*os.File) error { return nil }
