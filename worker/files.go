//go:build !js

package worker

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/xaia-go/xaia/internal/replace"
)

// Files keeps each model in a file of a folder. A write creates a new file, syncs it
// to the disk, and then renames it over the old one: after a crash, a reader finds
// either the old model or the new one.
//
// Writers take turns, also those of other processes that use the same folder, so a
// condition still holds when the file is replaced.
//
// Only regular files of the folder are models. Links, pipes and other files are ignored, whatever their names, and
// never read.
//
// If the folder disappears, calls fail with ErrUnavailable until it is back.
type Files struct {
	path    string
	most    int64
	writing sync.Mutex
}

// folder is the open folder of a call.
type folder struct{ *os.Root }

const (
	extension = ".xaia"
	lockName  = ".lock" // no model's name begins with a dot
)

// OpenFiles creates the folder if it doesn't exist, and removes the unfinished files of
// writers that were killed. A file longer than most bytes is not read.
func OpenFiles(path string, most int) (*Files, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR|nonblock, 0o600)
	if err != nil {
		return nil, err
	}
	lock.Close()
	f := &Files{path: path, most: int64(most)}
	return f, f.alone(func(d folder) error {
		left, err := fs.Glob(d.FS(), replace.Unfinished+"*")
		for _, name := range left {
			err = errors.Join(err, d.Remove(name))
		}
		return err
	})
}

// in opens the folder for a call. The lock marks it as one of models: an empty folder in which the real one was mounted
// isn't taken for it.
func (f *Files) in(do func(d folder) error) error {
	root, err := os.OpenRoot(f.path)
	if err == nil {
		defer root.Close()
		_, err = root.Lstat(lockName)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return do(folder{root})
}

// alone runs write while no other writer writes.
func (f *Files) alone(write func(d folder) error) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	return f.in(func(d folder) error {
		lock, err := d.OpenFile(lockName, os.O_RDWR|nonblock, 0)
		if err == nil {
			defer lock.Close() // which gives the lock back
			err = lockFile(lock)
		}
		if err != nil {
			return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
		}
		if err = write(d); full(err) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
		return err
	})
}

const tagged = 8 // bytes at the end of a model, its checksum

// tagOf makes an ETag of the checksum at a model's end and of its length.
func tagOf(last []byte, size int64) string {
	return fmt.Sprintf("%016x-%x", binary.LittleEndian.Uint64(last), size)
}

// open returns a model's file, its size and its ETag, which is empty where the file is too short for a model; ErrNoModel if
// it doesn't exist or isn't a regular file. It never waits for the other end of a pipe.
func (d folder) open(name string) (file *os.File, size int64, etag string, err error) {
	info, err := d.Lstat(name + extension)
	if err == nil && info.Mode().IsRegular() {
		if file, err = d.OpenFile(name+extension, os.O_RDONLY|nonblock, 0); err == nil {
			info, err = file.Stat() // it may be another one by now
		}
	}
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		err = ErrNoModel
	}
	if err == nil && info.Size() >= tagged {
		size = info.Size()
		var last [tagged]byte
		_, err = file.ReadAt(last[:], size-tagged)
		etag = tagOf(last[:], size)
	}
	if err != nil && file != nil {
		file.Close()
	}
	return file, size, etag, err
}

func (f *Files) Get(_ context.Context, name string, before func(etag string, size int64) error) (s Stored, err error) {
	err = f.in(func(d folder) error {
		file, size, etag, err := d.open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		if size < tagged || size > f.most {
			return Damaged(name, fmt.Sprintf("It has %d bytes, not %d to %d.", size, tagged, f.most))
		}
		if err := before(etag, size); err != nil {
			return err
		}
		s = Stored{Data: make([]byte, size), ETag: etag}
		_, err = io.ReadFull(file, s.Data)
		return err
	})
	return s, err
}

func (f *Files) Put(_ context.Context, name string, data []byte, c Condition) (etag string, err error) {
	size := int64(len(data))
	if size < tagged || size > f.most {
		return "", fmt.Errorf("worker: a model of %d bytes can't be stored", size)
	}
	return tagOf(data[size-tagged:], size), f.alone(func(d folder) error {
		if err := d.check(name, c); err != nil && err != ErrNoModel {
			return err
		}
		return replace.In(d.Root, name+extension, data, 0o600, nil)
	})
}

// check fails with ErrConflict if the condition doesn't hold, otherwise with ErrNoModel if there is no model. A file that
// isn't a whole model can be replaced.
func (d folder) check(name string, c Condition) error {
	file, _, etag, err := d.open(name)
	if err == nil {
		file.Close()
	}
	if (err == nil || err == ErrNoModel) && !c.Allows(etag, err == nil) {
		return ErrConflict
	}
	return err
}

func (f *Files) Delete(_ context.Context, name string, c Condition) error {
	return f.alone(func(d folder) error {
		if err := d.check(name, c); err != nil {
			return err
		}
		if err := d.Remove(name + extension); err != nil {
			return err
		}
		return replace.Sync(d.Root)
	})
}

// models are the folder's, unordered.
func (f *Files) models() (list []fs.DirEntry, err error) {
	err = f.in(func(d folder) error {
		list, err = fs.ReadDir(d.FS(), ".")
		return err
	})
	return slices.DeleteFunc(list, func(entry fs.DirEntry) bool {
		name, is := strings.CutSuffix(entry.Name(), extension)
		return !is || checkName(name) != nil || !entry.Type().IsRegular()
	}), err
}

func (f *Files) List(_ context.Context, after string, most int) (list []Entry, more bool, err error) {
	found, err := f.models()
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(nameOf(a), nameOf(b)) })
	for _, entry := range found {
		name := nameOf(entry)
		if name <= after {
			continue
		}
		if len(list) == most {
			return list, true, nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted in the meantime
			continue
		}
		if err != nil {
			return nil, false, err
		}
		list = append(list, Entry{Name: name, Size: info.Size(), Modified: info.ModTime()})
	}
	return list, false, err
}

func nameOf(entry fs.DirEntry) string { return strings.TrimSuffix(entry.Name(), extension) }

// Count is how many models List would list.
func (f *Files) Count() (models int, err error) {
	list, err := f.models()
	return len(list), err
}
