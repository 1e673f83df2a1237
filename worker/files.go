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
)

// Files keeps each model in a file of a folder. A write goes into a file of its
// own, is brought to the disk, and then takes the old one's place in one step:
// whatever happens, a reader finds the old model or the new one.
//
// Writers take turns, those of other processes on the same folder included, so
// that a condition still holds when it is acted upon.
type Files struct {
	folder string
	mu     sync.Mutex
	lock   *os.File
}

const (
	extension  = ".xaia"
	unfinished = ".unfinished-" // no model's name begins with a dot
)

// OpenFiles makes the folder where it isn't there, and clears away what a writer
// that was killed has left.
func OpenFiles(folder string) (*Files, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(folder, ".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	f := &Files{folder: folder, lock: lock}
	return f, f.alone(func() error {
		left, err := filepath.Glob(filepath.Join(folder, unfinished+"*"))
		for _, path := range left {
			err = errors.Join(err, os.Remove(path))
		}
		return err
	})
}

func (f *Files) Close() error { return f.lock.Close() }

// alone runs what no other writer may interrupt.
func (f *Files) alone(write func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := lockFile(f.lock); err != nil {
		return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
	}
	defer unlockFile(f.lock)
	return write()
}

func (f *Files) path(name string) string { return filepath.Join(f.folder, name+extension) }

func (f *Files) Get(_ context.Context, name string) (Stored, error) {
	data, err := os.ReadFile(f.path(name))
	if err != nil {
		return Stored{}, missingOr(err)
	}
	etag, err := tagOf(int64(len(data)), data[max(0, len(data)-8):])
	return Stored{Data: data, ETag: etag}, err
}

func missingOr(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoModel
	}
	return err
}

// tagOf is made of the checksum that a model ends with, and its length.
func tagOf(size int64, last []byte) (string, error) {
	if len(last) < 8 {
		return "", fmt.Errorf("worker: a stored model has only %d bytes", size)
	}
	return fmt.Sprintf("%016x-%x", binary.LittleEndian.Uint64(last), size), nil
}

// Probe reads the last bytes only.
func (f *Files) Probe(_ context.Context, name string) (string, error) {
	file, err := os.Open(f.path(name))
	if err != nil {
		return "", missingOr(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	var last [8]byte
	if _, err := file.ReadAt(last[:], info.Size()-8); err != nil && err != io.EOF {
		return "", err
	}
	return tagOf(info.Size(), last[:])
}

func (f *Files) Put(ctx context.Context, name string, data []byte, c Condition) (etag string, err error) {
	if etag, err = tagOf(int64(len(data)), data[max(0, len(data)-8):]); err != nil {
		return "", err
	}
	return etag, f.alone(func() error {
		there, err := f.Probe(ctx, name)
		if err != nil && err != ErrNoModel {
			return err
		}
		if c.New && err == nil || c.ETag != "" && c.ETag != there {
			return ErrConflict
		}
		return f.replace(name, data)
	})
}

func (f *Files) replace(name string, data []byte) (err error) {
	file, err := os.CreateTemp(f.folder, unfinished+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err = os.Rename(file.Name(), f.path(name)); err != nil {
		return err
	}
	return f.sync()
}

// sync brings the folder's entries to the disk, not only the file.
func (f *Files) sync() error {
	folder, err := os.Open(f.folder)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (f *Files) Delete(_ context.Context, name string) error {
	return f.alone(func() error {
		if err := os.Remove(f.path(name)); err != nil {
			return missingOr(err)
		}
		return f.sync()
	})
}

func (f *Files) List(_ context.Context, after string, most int) (list []Entry, more bool, err error) {
	found, err := os.ReadDir(f.folder)
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(nameOf(a), nameOf(b)) })
	for _, entry := range found {
		name := nameOf(entry)
		if checkName(name) != nil || !strings.HasSuffix(entry.Name(), extension) || name <= after {
			continue
		}
		if len(list) == most {
			return list, true, nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			continue
		}
		if err != nil {
			return nil, false, err
		}
		list = append(list, Entry{Name: name, Size: info.Size(), Modified: info.ModTime()})
	}
	return list, false, nil
}

func nameOf(entry fs.DirEntry) string { return strings.TrimSuffix(entry.Name(), extension) }
