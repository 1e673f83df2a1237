//go:build !js

package worker

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
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
	opening sync.Mutex
	folder  *folder // as it was opened last
}

// folder is an open folder of models.
type folder struct {
	root *os.Root
	lock *os.File
	info fs.FileInfo
}

const (
	extension  = ".xaia"
	unfinished = ".unfinished-" // no model's name begins with a dot
	lockName   = ".lock"
)

// OpenFiles creates the folder if it doesn't exist, and removes the unfinished files of
// writers that were killed. A file longer than most bytes is not read.
func OpenFiles(path string, most int) (*Files, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	open, err := openFolder(path, os.O_CREATE)
	if err != nil {
		return nil, err
	}
	f := &Files{path: path, most: int64(most), folder: open}
	return f, f.alone(func(d *folder) error {
		found, err := d.entries()
		for _, entry := range found {
			if strings.HasPrefix(entry.Name(), unfinished) {
				err = errors.Join(err, d.root.Remove(entry.Name()))
			}
		}
		return err
	})
}

// openFolder opens a folder and its lock, which marks it as one of models: an empty folder in which the real one was
// mounted isn't taken for it.
func openFolder(path string, create int) (*folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	d := &folder{root: root}
	if d.lock, err = root.OpenFile(lockName, create|os.O_RDWR|nonblock, 0o600); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if info, err := d.lock.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("worker: "+lockName+" in the folder of models is no file"), err, d.close())
	}
	if d.info, err = root.Stat("."); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *folder) close() error { return errors.Join(d.lock.Close(), d.root.Close()) }

func (f *Files) Close() error { return f.folder.close() }

// now is the folder that is at the path now. A folder that was replaced isn't closed here, since calls may still use it.
func (f *Files) now() (*folder, error) {
	f.opening.Lock()
	defer f.opening.Unlock()
	info, err := os.Stat(f.path)
	if err == nil && os.SameFile(info, f.folder.info) {
		return f.folder, nil
	}
	if err == nil {
		var there *folder
		if there, err = openFolder(f.path, 0); err == nil {
			f.folder = there
			return there, nil
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// alone runs write while no other writer writes.
func (f *Files) alone(write func(d *folder) error) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	d, err := f.now()
	if err != nil {
		return err
	}
	if err := lockFile(d.lock); err != nil {
		return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
	}
	defer unlockFile(d.lock)
	if err = write(d); full(err) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// open returns a model's file and its size; ErrNoModel if it doesn't exist or isn't a regular file. It never waits
// for the other end of a pipe.
func (d *folder) open(name string) (*os.File, int64, error) {
	info, err := d.root.Lstat(name + extension)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, 0, ErrNoModel
	}
	if err != nil {
		return nil, 0, err
	}
	file, err := d.root.OpenFile(name+extension, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, 0, missingOr(err)
	}
	if info, err = file.Stat(); err == nil && !info.Mode().IsRegular() { // created in the meantime
		err = ErrNoModel
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

func (f *Files) Get(_ context.Context, name string, before func(etag string, size int64) error) (Stored, error) {
	d, err := f.now()
	if err != nil {
		return Stored{}, err
	}
	file, size, err := d.open(name)
	if err != nil {
		return Stored{}, err
	}
	defer file.Close()
	if size < tagged || size > f.most {
		return Stored{}, Damaged(name, fmt.Sprintf("It has %d bytes, not %d to %d.", size, tagged, f.most))
	}
	etag, err := tagIn(file, size)
	if err != nil {
		return Stored{}, err
	}
	if err := before(etag, size); err != nil {
		return Stored{}, err
	}
	data := make([]byte, size)
	_, err = io.ReadFull(file, data)
	return Stored{Data: data, ETag: etag}, err
}

func missingOr(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoModel
	}
	return err
}

const tagged = 8 // bytes at the end of a model, its checksum

// tagOf makes an ETag of the checksum at a model's end and of its length.
func tagOf(last []byte, size int64) string {
	return fmt.Sprintf("%016x-%x", binary.LittleEndian.Uint64(last), size)
}

// tagIn reads only the last bytes. A file that is too short for a model has no ETag.
func tagIn(file *os.File, size int64) (string, error) {
	if size < tagged {
		return "", nil
	}
	var last [tagged]byte
	_, err := file.ReadAt(last[:], size-tagged)
	return tagOf(last[:], size), err
}

func (f *Files) Put(_ context.Context, name string, data []byte, c Condition) (etag string, err error) {
	size := int64(len(data))
	if size < tagged || size > f.most {
		return "", fmt.Errorf("worker: a model of %d bytes can't be stored", size)
	}
	return tagOf(data[size-tagged:], size), f.alone(func(d *folder) error {
		if err := d.check(name, c); err != nil && err != ErrNoModel {
			return err
		}
		return d.replace(name, data)
	})
}

// check fails with ErrConflict if the condition doesn't hold, otherwise with ErrNoModel if there is no model. A file that
// isn't a whole model can be replaced.
func (d *folder) check(name string, c Condition) error {
	etag := ""
	file, size, missing := d.open(name)
	if missing == nil {
		defer file.Close()
		var err error
		if etag, err = tagIn(file, size); err != nil {
			return err
		}
	} else if missing != ErrNoModel {
		return missing
	}
	if !c.Allows(etag, missing == nil) {
		return ErrConflict
	}
	return missing
}

func (d *folder) replace(name string, data []byte) (err error) {
	temporary := unfinished + rand.Text()
	file, err := d.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			d.root.Remove(temporary)
		}
	}()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err = d.root.Rename(temporary, name+extension); err != nil {
		return err
	}
	return d.sync()
}

// sync writes the folder's entries to the disk; syncing a file doesn't do this.
func (d *folder) sync() error {
	open, err := d.root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(open.Sync(), open.Close())
}

func (f *Files) Delete(_ context.Context, name string, c Condition) error {
	return f.alone(func(d *folder) error {
		if err := d.check(name, c); err != nil {
			return err
		}
		if err := d.root.Remove(name + extension); err != nil {
			return missingOr(err)
		}
		return d.sync()
	})
}

func (d *folder) entries() ([]fs.DirEntry, error) {
	open, err := d.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer open.Close()
	return open.ReadDir(-1)
}

func (f *Files) List(_ context.Context, after string, most int) (list []Entry, more bool, err error) {
	d, err := f.now()
	if err != nil {
		return nil, false, err
	}
	found, err := d.entries()
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(nameOf(a), nameOf(b)) })
	for _, entry := range found {
		name := nameOf(entry)
		if !isModel(entry) || name <= after {
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
	return list, false, nil
}

// Count is how many models List would list.
func (f *Files) Count(context.Context) (models int, err error) {
	d, err := f.now()
	if err != nil {
		return 0, err
	}
	found, err := d.entries()
	for _, entry := range found {
		if isModel(entry) {
			models++
		}
	}
	return models, err
}

func isModel(entry fs.DirEntry) bool {
	return checkName(nameOf(entry)) == nil && strings.HasSuffix(entry.Name(), extension) && entry.Type().IsRegular()
}

func nameOf(entry fs.DirEntry) string { return strings.TrimSuffix(entry.Name(), extension) }
