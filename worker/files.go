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
type Files struct {
	root *os.Root
	most int64
	mu   sync.Mutex
	lock *os.File
}

var _ Prober = (*Files)(nil)

const (
	extension  = ".xaia"
	unfinished = ".unfinished-" // no model's name begins with a dot
	lockName   = ".lock"
)

// OpenFiles creates the folder if it doesn't exist, and removes the unfinished files of
// writers that were killed. A file longer than most bytes is not read.
func OpenFiles(folder string, most int) (*Files, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	f := &Files{root: root, most: int64(most)}
	if f.lock, err = root.OpenFile(lockName, os.O_CREATE|os.O_RDWR|nonblock, 0o600); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if info, err := f.lock.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("worker: "+lockName+" in the folder of models is no file"), err, f.Close())
	}
	return f, f.alone(func() error {
		found, err := f.entries()
		for _, entry := range found {
			if strings.HasPrefix(entry.Name(), unfinished) {
				err = errors.Join(err, root.Remove(entry.Name()))
			}
		}
		return err
	})
}

func (f *Files) Close() error { return errors.Join(f.lock.Close(), f.root.Close()) }

// alone runs f while no other writer writes.
func (f *Files) alone(write func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := lockFile(f.lock); err != nil {
		return fmt.Errorf("worker: the folder of models can't be locked: %w", err)
	}
	defer unlockFile(f.lock)
	return write()
}

// open returns a model's file and its size; ErrNoModel if it doesn't exist or isn't a regular file. It never waits
// for the other end of a pipe.
func (f *Files) open(name string) (*os.File, int64, error) {
	info, err := f.root.Lstat(name + extension)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, 0, ErrNoModel
	}
	if err != nil {
		return nil, 0, err
	}
	file, err := f.root.OpenFile(name+extension, os.O_RDONLY|nonblock, 0)
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

func (f *Files) Get(_ context.Context, name string) (Stored, error) {
	file, size, err := f.open(name)
	if err != nil {
		return Stored{}, err
	}
	defer file.Close()
	if err := f.fits(name, size); err != nil {
		return Stored{}, err
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(file, data); err != nil {
		return Stored{}, err
	}
	if size < tagged {
		return Stored{}, Damaged{name, fmt.Sprintf("It has only %d bytes.", size)}
	}
	return Stored{Data: data, ETag: tagOf(data[size-tagged:], size)}, nil
}

func (f *Files) fits(name string, size int64) error {
	if size <= f.most {
		return nil
	}
	return Damaged{name, fmt.Sprintf("It has %d bytes, at most %d are read.", size, f.most)}
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

// Probe only reads the last bytes.
func (f *Files) Probe(_ context.Context, name string) (Probed, error) {
	p, err := f.probe(name)
	if err == nil {
		err = f.fits(name, p.Size)
	}
	return p, err
}

// probe returns no ETag for a file that is too short for a model. Such a file can be replaced.
func (f *Files) probe(name string) (Probed, error) {
	file, size, err := f.open(name)
	if err != nil {
		return Probed{}, err
	}
	defer file.Close()
	if size < tagged {
		return Probed{Size: size}, nil
	}
	var last [tagged]byte
	if _, err := file.ReadAt(last[:], size-tagged); err != nil {
		return Probed{}, err
	}
	return Probed{ETag: tagOf(last[:], size), Size: size}, nil
}

func (f *Files) Put(_ context.Context, name string, data []byte, c Condition) (etag string, err error) {
	size := int64(len(data))
	if size < tagged || size > f.most {
		return "", fmt.Errorf("worker: a model of %d bytes can't be stored", size)
	}
	return tagOf(data[size-tagged:], size), f.alone(func() error {
		there, err := f.probe(name)
		if err != nil && err != ErrNoModel {
			return err
		}
		if !c.Allows(there.ETag, err == nil) {
			return ErrConflict
		}
		return f.replace(name, data)
	})
}

func (f *Files) replace(name string, data []byte) (err error) {
	temporary := unfinished + rand.Text()
	file, err := f.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.root.Remove(temporary)
		}
	}()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err = f.root.Rename(temporary, name+extension); err != nil {
		return err
	}
	return f.sync()
}

// sync writes the folder's entries to the disk; syncing a file doesn't do this.
func (f *Files) sync() error {
	folder, err := f.root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (f *Files) Delete(_ context.Context, name string) error {
	return f.alone(func() error {
		file, _, err := f.open(name)
		if err != nil {
			return err
		}
		file.Close()
		if err := f.root.Remove(name + extension); err != nil {
			return missingOr(err)
		}
		return f.sync()
	})
}

func (f *Files) entries() ([]fs.DirEntry, error) {
	folder, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return folder.ReadDir(-1)
}

func (f *Files) List(_ context.Context, after string, most int) (list []Entry, more bool, err error) {
	found, err := f.entries()
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(nameOf(a), nameOf(b)) })
	for _, entry := range found {
		name := nameOf(entry)
		if checkName(name) != nil || !strings.HasSuffix(entry.Name(), extension) || name <= after || !entry.Type().IsRegular() {
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

func nameOf(entry fs.DirEntry) string { return strings.TrimSuffix(entry.Name(), extension) }
