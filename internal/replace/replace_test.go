//go:build !js

package replace

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"testing"
)

// A power cut loses what wasn't synced: of a file nothing, all or an end of what was written since; of a folder the entry that changed
// since, or not. At each moment of a replacement the old file or the new one is there, whole;
// once it has returned, the new one. The same of a removal. A replacement that forgets one of its two syncs is found out.
func TestPowerCut(t *testing.T) {
	before, after := []byte("the old model"), []byte("the new one")
	write := func(d disk) error { return in(d, "m", after, 0o600, nil) }
	for _, c := range []struct {
		what         string
		do           func(d disk) error
		then         []byte // nil: no file
		there        bool   // the old one, before
		lazy         string // the sync that it forgets
		broken, ends bool   // what is found: neither one while it works; not the new one in the end
	}{
		{what: "a file in place of another", do: write, then: after, there: true},
		{what: "a new file", do: write, then: after},
		{what: "a removal", do: func(d disk) error { return remove(d, "m") }, there: true},
		{what: "a file that isn't synced", do: write, then: after, there: true, lazy: "file", broken: true, ends: true},
		{what: "a folder that isn't synced", do: write, then: after, there: true, lazy: "folder", ends: true},
	} {
		var old []byte
		if c.there {
			old = before
		}
		broken, ends, states := false, false, 0
		for cut := 0; ; cut++ {
			d := newMemory(c.lazy, cut)
			if c.there {
				d.now["m"] = &content{written: before, synced: before}
				d.kept["m"] = d.now["m"]
			}
			ended := d.until(c.do)
			for _, left := range d.left("m") {
				states++
				isNew, isOld := same(left, c.then), same(left, old)
				broken = broken || !isNew && !isOld
				ends = ends || ended && !isNew
			}
			if ended {
				break
			}
		}
		if broken != c.broken || ends != c.ends {
			t.Errorf("%s: broken on the way %v, in the end %v; %d states", c.what, broken, ends, states)
		}
		if states < 4 {
			t.Errorf("%s: %d states were looked at", c.what, states)
		}
	}
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// memory is a folder that forgets. It has done some steps when the power is cut.
type memory struct {
	now, kept map[string]*content // entries as programs see them, and as the disk has them
	lazy      string
	steps     int
}

type content struct{ written, synced []byte }

var errCut = errors.New("the power is cut")

func newMemory(lazy string, steps int) *memory {
	return &memory{map[string]*content{}, map[string]*content{}, lazy, steps}
}

// until says whether all of it was done before the cut.
func (d *memory) until(do func(disk) error) (ended bool) {
	defer func() {
		if r := recover(); r != nil && r != errCut {
			panic(r)
		}
	}()
	return do(d) == nil
}

func (d *memory) step() {
	if d.steps--; d.steps < 0 {
		panic(errCut)
	}
}

// left is what a file can hold after the cut; nil: it isn't there.
func (d *memory) left(name string) (states [][]byte) {
	for _, entries := range []map[string]*content{d.now, d.kept} {
		f := entries[name]
		if f == nil {
			states = append(states, nil)
			continue
		}
		for n := len(f.synced); n <= len(f.written); n++ { // files here are written once, from the front
			states = append(states, append([]byte{}, f.written[:n]...))
		}
	}
	return states
}

func (d *memory) create(name string, _ fs.FileMode) (file, error) {
	d.step()
	d.now[name] = &content{}
	return &opened{d, d.now[name]}, nil
}

func (d *memory) Rename(from, to string) error {
	d.step()
	d.now[to] = d.now[from]
	delete(d.now, from)
	return nil
}

func (d *memory) Remove(name string) error {
	d.step()
	delete(d.now, name)
	return nil
}

func (d *memory) sync() error {
	d.step()
	if d.lazy != "folder" {
		d.kept = maps.Clone(d.now)
	}
	return nil
}

type opened struct {
	d *memory
	f *content
}

func (o *opened) Write(data []byte) (int, error) {
	o.d.step()
	o.f.written = append(o.f.written, data...)
	return len(data), nil
}

func (o *opened) Sync() error {
	o.d.step()
	if o.d.lazy != "file" {
		o.f.synced = o.f.written
	}
	return nil
}

func (o *opened) Chmod(fs.FileMode) error { return nil }
func (o *opened) Close() error            { return nil }
