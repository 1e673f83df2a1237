//go:build !js

package main

import (
	"embed"
	"io/fs"
)

// pages are a room's, which serve -room shows. In the tree there is but a note: the build puts the files of dist/site there.
//
//go:embed pages
var pages embed.FS

// roomPages are nil in a program that was built without them.
func roomPages() fs.FS {
	if _, err := pages.Open("pages/room.html"); err != nil {
		return nil
	}
	in, err := fs.Sub(pages, "pages")
	if err != nil {
		panic(err) // the name is a constant
	}
	return in
}
