//go:build unix

package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/xaia-go/xaia/worker"
)

func whatever(string, int64) error { return nil }

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
	// The order of names, as R2 has it: a before a-b. As files, a-b.xaia comes before a.xaia.
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
	s, err := files.Get(ctx, "a", whatever)
	known := errors.New("known")
	none, err2 := files.Get(ctx, "a", func(etag string, size int64) error {
		if etag != s.ETag || size != 9 {
			t.Errorf("before it is read, it has %d bytes and the ETag %s", size, etag)
		}
		return known
	})
	if err != nil || string(s.Data) != "12345678a" || err2 != known || none.Data != nil {
		t.Errorf("%v: %q; %v: %q", err, s.Data, err2, none.Data)
	}
	if _, err := files.Get(ctx, "none", whatever); err != worker.ErrNoModel {
		t.Error(err)
	}
	if info, _ := os.Stat(filepath.Join(folder, "a.xaia")); info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %s", info.Mode())
	}
	// A truncated file is the server's fault, and the status says so.
	os.WriteFile(filepath.Join(folder, "b.xaia"), []byte("xaia"), 0o600)
	if _, err := files.Get(ctx, "b", whatever); err == nil {
		t.Error("four bytes are a model")
	}
}

// Only regular files of the folder are models. No link leads out of it, no pipe in it blocks a request, and what isn't a
// model can be replaced.
func TestOnlyFilesAreModels(t *testing.T) {
	base := t.TempDir()
	folder, ctx := filepath.Join(base, "models"), context.Background()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	secret := []byte("a secret outside of the folder")
	os.WriteFile(filepath.Join(base, "outside"), secret, 0o600)
	at := func(name string) string { return filepath.Join(folder, name+".xaia") }
	os.WriteFile(at("inside"), []byte("12345678 a model"), 0o600)
	large, err := os.Create(at("large"))
	if err == nil {
		err = errors.Join(large.Truncate(3<<30), large.Close()) // takes no room
	}
	err = errors.Join(err, os.Symlink("../outside", at("link")), os.Symlink(filepath.Join(base, "outside"), at("absolute")), os.Symlink("inside.xaia", at("within")),
		syscall.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("folder"), 0o700), os.WriteFile(at("short"), []byte("xaia"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := files.List(ctx, "", 100)
	if err != nil || len(list) != 3 || list[0].Name != "inside" || list[1].Name != "large" || list[2].Name != "short" {
		t.Errorf("listed are %v, %v", list, err)
	}
	for _, name := range []string{"link", "absolute", "within", "pipe", "folder"} {
		if _, err := files.Get(ctx, name, whatever); err != worker.ErrNoModel {
			t.Errorf("get of %s: %v", name, err)
		}
		if err := files.Delete(ctx, name, worker.Condition{}); err != worker.ErrNoModel {
			t.Errorf("delete of %s: %v", name, err)
		}
		if name == "folder" {
			continue
		}
		if _, err := files.Put(ctx, name, []byte("12345678"+name), worker.Condition{IfNoneMatch: worker.Tags{"*"}}); err != nil {
			t.Errorf("put in place of %s: %v", name, err)
		}
		if s, err := files.Get(ctx, name, whatever); err != nil || string(s.Data) != "12345678"+name {
			t.Errorf("%s is %q, %v", name, s.Data, err)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(base, "outside")); !bytes.Equal(text, secret) {
		t.Errorf("written through a link: %s", text)
	}
	if _, err := files.Get(ctx, "large", whatever); err == nil || err == worker.ErrNoModel {
		t.Errorf("three gigabytes are read: %v", err)
	}
	for _, name := range []string{"large", "short"} {
		if _, err := files.Put(ctx, name, []byte("12345678"), worker.Condition{IfNoneMatch: worker.Tags{"*"}}); err != worker.ErrConflict {
			t.Errorf("%s counts as none: %v", name, err)
		}
		if _, err := files.Put(ctx, name, []byte("12345678"), worker.Condition{IfMatch: worker.Tags{`"1"`}}); err != worker.ErrConflict {
			t.Errorf("%s has any ETag: %v", name, err)
		}
		if _, err := files.Put(ctx, name, []byte("12345678"), worker.Condition{}); err != nil {
			t.Errorf("%s can't be replaced: %v", name, err)
		}
	}
}

// A damaged file is never sent, neither as JSON nor as bytes.
func TestDamagedFiles(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Limits: worker.ForMachine(1), Token: token}))
	defer server.Close()
	url := server.URL + "/v1/models/m"
	etag := send(t, "PUT", url, xor, authorized).must(t, 200).header.Get("ETag")
	send(t, "GET", url+"?format=bytes", nil).must(t, 200)
	path := filepath.Join(folder, "m.xaia")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	os.WriteFile(path, data, 0o600)
	for _, format := range []string{"", "?format=json", "?format=bytes"} {
		send(t, "GET", url+format, nil).refused(t, 422, "model-file")
		send(t, "GET", url+format, nil, with("If-None-Match", "\"0-0\"")).refused(t, 422, "model-file")
		send(t, "GET", url+format, nil, with("If-None-Match", etag)).must(t, 304) // the client has the undamaged file
	}
	for _, other := range [][]byte{[]byte("xaia"), make([]byte, 1<<20+1)} { // too short, and too long to be read
		os.WriteFile(path, other, 0o600)
		said := send(t, "GET", url, nil).refused(t, 422, "model-file")["message"].(string)
		if !strings.Contains(said, fmt.Sprintf("is %d, not", len(other))) {
			t.Errorf("of %d bytes it says %q", len(other), said)
		}
		send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).refused(t, 422, "model-file")
	}
	send(t, "PUT", url, xor, authorized).must(t, 200)
	send(t, "GET", url+"?format=bytes", nil).must(t, 200)
}

// A full disk is said to be full. The model that was there is still there, and nothing unfinished is left.
func TestNoRoom(t *testing.T) {
	folder := t.TempDir()
	server, err := start(folder, nil, "ulimit -f 8") // files of some KiB, as with a full disk
	started(t, server, err)
	url := server.URL + "/v1/models/m"
	send(t, "PUT", url, xor, authorized).must(t, 200)
	send(t, "PUT", url, cloudOf(500), authorized).refused(t, 507, "no-room")
	send(t, "PUT", server.URL+"/v1/models/n", cloudOf(500), authorized).refused(t, 507, "no-room")
	send(t, "GET", server.URL+"/v1/models/n", nil).refused(t, 404, "not-found")
	send(t, "POST", url+"/absorb", `{"X":[[7,7]],"y":["b"]}`, authorized).must(t, 200) // it is small
	if now := send(t, "GET", url, nil).must(t, 200); len(now.json["X"].([]any)) != 5 {
		t.Errorf("the model is %s", now.text)
	}
	left, _ := filepath.Glob(filepath.Join(folder, "models/.unfinished-*"))
	if len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

// While the folder is gone, nothing is found missing, and nothing is written in its place. When it is back, all is.
func TestFolderGone(t *testing.T) {
	base := t.TempDir()
	folder, away := filepath.Join(base, "models"), filepath.Join(base, "away")
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Limits: worker.ForMachine(1), Token: token, Cache: 1 << 20}))
	defer server.Close()
	url := server.URL + "/v1/models/m"
	send(t, "PUT", url, xor, authorized).must(t, 200)
	send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
	gone := func() {
		t.Helper()
		for _, r := range []struct{ method, path, body string }{{"GET", url, ""}, {"GET", server.URL + "/v1/models", ""}, {"PUT", url, `{"X":[[0]],"y":[1]}`}, {"DELETE", url, ""},
			{"POST", url + "/predict", `{"X":[[0,1]]}`}, {"POST", url + "/absorb", `{"X":[[5,1]],"y":["a"]}`}} {
			if a := send(t, r.method, r.path, r.body, authorized); a.refused(t, 503, "unavailable") == nil || a.header.Get("Retry-After") == "" {
				t.Errorf("%s %s: %v", r.method, r.path, a.header)
			}
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Rename(folder, away))
	gone()
	must(os.Mkdir(folder, 0o700)) // what is below a mount
	gone()
	if found, _ := os.ReadDir(folder); len(found) > 0 {
		t.Errorf("written in its place: %v", found)
	}
	must(os.Remove(folder))
	must(os.Rename(away, folder))
	send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
	copied := filepath.Join(base, "copy") // a backup that is restored
	must(os.CopyFS(copied, os.DirFS(folder)))
	must(os.RemoveAll(folder))
	must(os.Rename(copied, folder))
	send(t, "GET", url, nil).must(t, 200)
	send(t, "PUT", url, xor, authorized).must(t, 200)
}

// Lists of more than a page go on where the page before ended.
func TestPages(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	const models = 2003
	for i := range models {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("m%05d.xaia", i)), []byte("xaia"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Limits: worker.ForMachine(1)}))
	defer server.Close()
	var sizes []int
	seen := map[string]bool{}
	for after := ""; ; {
		a := send(t, "GET", server.URL+"/v1/models?after="+after, nil).must(t, 200)
		page := a.json["models"].([]any)
		sizes = append(sizes, len(page))
		for _, m := range page {
			seen[m.(map[string]any)["name"].(string)] = true
		}
		var more bool
		if after, more = a.json["next"].(string); !more {
			break
		}
	}
	if len(seen) != models || !slices.Equal(sizes, []int{1000, 1000, 3}) {
		t.Errorf("%d models in pages of %v", len(seen), sizes)
	}
}

// A server without its page doesn't start.
func TestNoPage(t *testing.T) {
	folder := t.TempDir()
	s, err := start(folder, []string{"-site", filepath.Join(folder, "none")})
	if err == nil || !strings.Contains(err.Error(), "-site") {
		t.Errorf("started: %v", err)
	}
	if s != nil {
		s.Kill()
	}
	s = native(t, folder, "-site", "")
	send(t, "GET", s.URL+"/", nil).refused(t, 404, "not-found")
	send(t, "GET", s.URL+"/healthz", nil).must(t, 200)
}
