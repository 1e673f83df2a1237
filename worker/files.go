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
	"sync/atomic"
	"time"

	"github.com/xaia-go/xaia/core"
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
// If the folder disappears, or the system refuses something else, calls fail with ErrUnavailable until it is back. A folder
// that can't be written is read.
type Files struct {
	// Wait is how long a writer waits for others, 10 s unless it is changed before the first call.
	Wait time.Duration

	path     string
	most     int64
	unmarked bool          // it could not be written when it was opened, and has no lock
	writing  chan struct{} // the writer of this process
	locked   atomic.Int64  // since when another process has had the lock whenever it was tried, in Unix nanoseconds; 0: it has not
}

// folder is the open folder of a call.
type folder struct{ *os.Root }

const (
	extension = ".xaia"
	lockName  = ".lock" // no model's name begins with a dot
)

// OpenFiles creates the folder if it doesn't exist, and removes the unfinished files of
// writers that were killed, unless it can't be written now. A file longer than most bytes is not read.
func OpenFiles(path string, most int) (*Files, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	f := &Files{Wait: 10 * time.Second, path: path, most: int64(most), writing: make(chan struct{}, 1)}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR|nonblock, 0o600)
	if err == nil {
		lock.Close()
	} else if !readOnly(err) {
		return nil, err
	} else if _, err := os.Lstat(filepath.Join(path, lockName)); err != nil {
		f.unmarked = true
	}
	err = f.alone(func(d folder) error {
		left, err := fs.Glob(d.FS(), replace.Unfinished+"*")
		for _, name := range left {
			if about, wrong := d.Lstat(name); wrong == nil && !about.IsDir() { // no writer makes folders
				err = errors.Join(err, d.Remove(name))
			}
		}
		return err
	})
	if errors.Is(err, ErrReadOnly) || errors.Is(err, ErrLocked) { // it can be read
		err = nil
	}
	return f, err
}

// in opens the folder for a call. The lock marks it as one of models: an empty folder in which the real one was mounted
// isn't taken for it.
func (f *Files) in(do func(d folder) error) error {
	root, err := os.OpenRoot(f.path)
	if err == nil {
		defer root.Close()
		if _, err = root.Lstat(lockName); err != nil && f.unmarked {
			err = nil
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return said(do(folder{root}))
}

// said is an error with what its client learns. What the system refuses is no defect, and may be mended while the server runs.
func said(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case !errors.As(err, &path) && !errors.As(err, &link) && !errors.As(err, &call) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case full(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case readOnly(err):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// alone runs write while no other writer writes.
func (f *Files) alone(write func(d folder) error) error {
	late := time.NewTimer(f.Wait)
	defer late.Stop()
	select {
	case f.writing <- struct{}{}:
		defer func() { <-f.writing }()
	case <-late.C:
		if f.locked.Load() == 0 {
			return errBusy // with other writers of this server
		}
		return ErrLocked
	}
	return f.in(func(d folder) error {
		lock, err := f.lock(d)
		if err != nil {
			return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
		}
		defer lock.Close() // which gives the lock back
		for {
			free, err := f.try(lock)
			if err != nil {
				return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
			}
			if free {
				return write(d)
			}
			select {
			case <-late.C:
				return ErrLocked
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
}

func (f *Files) lock(d folder) (*os.File, error) {
	how := os.O_RDWR | nonblock
	if f.unmarked { // it may be writable by now
		how |= os.O_CREATE
	}
	return d.OpenFile(lockName, how, 0o600)
}

// try takes the lock if nobody has it.
func (f *Files) try(lock *os.File) (free bool, err error) {
	if free, err = tryLock(lock); free {
		f.locked.Store(0)
	} else if err == nil {
		f.locked.CompareAndSwap(0, time.Now().UnixNano())
	}
	return free, err
}

// Writable is nil, or why no model can be stored: ErrLocked if another process has had the lock for as long as a writer waits.
func (f *Files) Writable() error {
	if err := writable(f.path); err != nil {
		return said(err)
	}
	select {
	case f.writing <- struct{}{}:
		defer func() { <-f.writing }()
		err := f.in(func(d folder) error {
			lock, err := f.lock(d)
			if err != nil {
				return err
			}
			defer lock.Close()
			for range 5 { // another server may just be writing
				if free, err := f.try(lock); free || err != nil {
					return err
				}
				time.Sleep(5 * time.Millisecond)
			}
			return nil
		})
		if err != nil {
			return err
		}
	default: // a writer waits for the lock, or has it
	}
	if since := f.locked.Load(); since != 0 && time.Since(time.Unix(0, since)) >= f.Wait {
		return ErrLocked
	}
	return nil
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
	if err == nil {
		if size = info.Size(); size >= tagged {
			var last [tagged]byte
			_, err = file.ReadAt(last[:], size-tagged)
			etag = tagOf(last[:], size)
		}
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
			return Damaged(name, fmt.Sprintf("Its length in bytes is %d, not %d to %d.", size, tagged, f.most))
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
		return "", fmt.Errorf("worker: a model of %d bytes can't be stored", size) // keep refuses it before
	}
	return tagOf(data[size-tagged:], size), f.alone(func(d folder) error {
		if err := d.check(name, c); err != nil && err != ErrNoModel {
			return err
		}
		if err := d.free(name); err != nil {
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

// free fails where a model's name is taken by what no file can replace.
func (d folder) free(name string) error {
	if about, err := d.Lstat(name + extension); err == nil && about.IsDir() {
		return core.NewError(unavailable, "The server can't store a model named "+name+": a folder has its place among the models.", "Remove that folder on the server, or use another name.")
	}
	return nil
}

func (f *Files) Delete(_ context.Context, name string, c Condition) error {
	return f.alone(func(d folder) error {
		if err := d.check(name, c); err != nil {
			return err
		}
		return replace.Remove(d.Root, name+extension)
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
			return nil, false, said(err)
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
