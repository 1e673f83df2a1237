//go:build !js

// Command serve runs the HTTP server on this machine: the built page, and models as files of a folder.
package main

import (
	"os"

	"github.com/xaia-go/xaia/worker/native"
)

var version = "devel" // the build sets it

func main() { os.Exit(native.Main("serve", version, os.Args[1:], nil)) }
