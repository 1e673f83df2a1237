//go:build unix

package worker_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/xaia-go/xaia/worker"
)

func TestFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "models")
	os.MkdirAll(folder, 0o700)
	for _, name := range []string{".unfinished-1", "README.md", "UPPER.xaia", "nodot"} {
		os.WriteFile(filepath.Join(folder, name), []byte("something else"), 0o600)
	}
	files, err := worker.OpenFiles(folder, 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	if _, err := os.Stat(filepath.Join(folder, ".unfinished-1")); err == nil {
		t.Error("what a killed writer left is still there")
	}
	ctx := context.Background()
	for _, name := range []string{"a-b", "a", "b"} {
		if _, err := files.Put(ctx, name, []byte("12345678"+name), worker.Condition{}); err != nil {
			t.Fatal(err)
		}
	}
	names := func(after string, most int) (found string, more bool) {
		list, more, err := files.List(ctx, after, most)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			found += e.Name + " "
		}
		return found, more
	}
	// As R2 orders them: a before a-b, though a-b.xaia comes before a.xaia.
	for _, c := range []struct {
		after string
		most  int
		want  string
		more  bool
	}{{"", 10, "a a-b b ", false}, {"", 2, "a a-b ", true}, {"a", 1, "a-b ", true}, {"a-b", 1, "b ", false}, {"b", 5, "", false}} {
		if got, more := names(c.after, c.most); got != c.want || more != c.more {
			t.Errorf("after %q, at most %d: %s %v", c.after, c.most, got, more)
		}
	}
	s, err := files.Get(ctx, "a")
	probed, err2 := files.Probe(ctx, "a")
	if err != nil || err2 != nil || probed.ETag != s.ETag || probed.Size != 9 {
		t.Errorf("%v %v: %q and %q", err, err2, probed, s.ETag)
	}
	if _, err := files.Get(ctx, "none"); err != worker.ErrNoModel {
		t.Error(err)
	}
	if info, _ := os.Stat(filepath.Join(folder, "a.xaia")); info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %s", info.Mode())
	}
	// A file that was cut off by hand is an error of the server's, said as such.
	os.WriteFile(filepath.Join(folder, "b.xaia"), []byte("xaia"), 0o600)
	if _, err := files.Get(ctx, "b"); err == nil {
		t.Error("four bytes are a model")
	}
}
