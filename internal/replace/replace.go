//go:build !js

// Package replace writes a file in place of another one, so that there is always either the old one or the new one, whole.
package replace

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Unfinished is how the names of files begin that are being written: what a killed writer leaves.
const Unfinished = ".unfinished-"

// disk is what a replacement needs of a folder.
type disk interface {
	create(name string, mode fs.FileMode) (file, error)
	Rename(from, to string) error
	Remove(name string) error
	sync() error // writes the folder's entries to the disk; syncing a file doesn't do this
}

type file interface {
	io.WriteCloser
	Chmod(mode fs.FileMode) error
	Sync() error
}

// In writes a file of an open folder: beside the old one, to the disk, and then under its name. It gets the mode of old, or
// as a new file mode.
func In(d *os.Root, name string, data []byte, mode fs.FileMode, old fs.FileInfo) error {
	return in(root{d}, name, data, mode, old)
}

func in(d disk, name string, data []byte, mode fs.FileMode, old fs.FileInfo) error {
	temporary := Unfinished + rand.Text()
	file, err := d.create(temporary, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if old != nil && err == nil {
		err = file.Chmod(old.Mode().Perm())
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = d.Rename(temporary, name)
	}
	if err != nil {
		d.Remove(temporary)
		return err
	}
	return d.sync()
}

// Remove removes a file of an open folder, and the disk knows of it.
func Remove(d *os.Root, name string) error { return remove(root{d}, name) }

func remove(d disk, name string) error {
	if err := d.Remove(name); err != nil {
		return err
	}
	return d.sync()
}

// root is a folder of the system.
type root struct{ *os.Root }

func (d root) create(name string, mode fs.FileMode) (file, error) {
	return d.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
}

func (d root) sync() error {
	if runtime.GOOS == "windows" { // which has no such call
		return nil
	}
	open, err := d.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(open.Sync(), open.Close())
}

// File writes the file at path, or where the link at path leads. One that is there keeps its mode; one that may not be
// written stays. What is no regular file, such as a pipe, is written as it is.
func File(path string, data []byte) error {
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at
	}
	about, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		about = nil
	case err != nil:
		return err
	default:
		old, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if !about.Mode().IsRegular() {
			_, err = old.Write(data)
			return errors.Join(err, old.Close())
		}
		old.Close()
	}
	d, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer d.Close()
	return In(d, filepath.Base(path), data, 0o644, about)
}
