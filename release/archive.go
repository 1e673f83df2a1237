//go:build !js

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The moment that npm gives every file of a package: a time before 1980 upsets
// old archivers.
var always = time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)

// archive packs those files of a folder that keep says yes to, below a prefix, as
// a compressed tar. Only names and contents matter: no times, owners or modes.
func archive(folder, prefix string, keep func(name string) bool) ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	// WalkDir goes by name.
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil || !keep(filepath.ToSlash(name)) {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		mode := int64(0o644)
		if base := path.Base(filepath.ToSlash(name)); slices.Contains([]string{"xaia", "xaia.exe", "xaia-server", "xaia-server.exe"}, base) || strings.HasSuffix(base, ".sh") { // what is run
			mode = 0o755
		}
		header := tar.Header{Name: path.Join(prefix, filepath.ToSlash(name)), Mode: mode, Size: int64(len(content)), ModTime: always, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		_, err = t.Write(content)
		return err
	})
	if err == nil {
		err = t.Close()
	}
	if err == nil {
		err = z.Close()
	}
	return packed.Bytes(), err
}
