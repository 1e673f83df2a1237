//go:build unix

package worker_test

import (
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/worker"
)

// A folder that can't be written, from the start or from some day on, serves guests. Its owner is told so, as an operator is.
func TestReadOnlyFolder(t *testing.T) {
	for name, marked := range map[string]bool{"with its lock": true, "a copy without one": false} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			models := filepath.Join(folder, "models")
			first := native(t, folder)
			send(t, "PUT", first.URL+"/v1/models/m", xor, authorized).must(t, 200)
			first.Kill()
			os.Chmod(filepath.Dir(folder), 0o755)
			var before []string
			if os.Getuid() == 0 { // whom modes don't stop
				if err := errors.Join(os.Chown(models, 65534, 65534), os.Chown(filepath.Join(models, "m.xaia"), 65534, 65534), os.Chown(filepath.Join(models, ".lock"), 65534, 65534)); err != nil {
					t.Fatal(err)
				}
				before = []string{`exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@"`}
			}
			os.WriteFile(filepath.Join(models, ".unfinished-1"), nil, 0o600) // which can't be removed
			if !marked {
				os.Remove(filepath.Join(models, ".lock"))
			}
			os.Chmod(models, 0o555)
			t.Cleanup(func() { os.Chmod(models, 0o755) })
			server, err := start(folder, nil, before...)
			started(t, server, err)
			url := server.URL + "/v1/models/m"
			guests := func() {
				t.Helper()
				send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
				send(t, "GET", url, nil).must(t, 200)
				send(t, "GET", server.URL+"/v1/models", nil).must(t, 200)
				send(t, "GET", server.URL+"/v1/models/none", nil).refused(t, 404, "not-found")
			}
			guests()
			for _, r := range []struct {
				method, path string
				body         any
			}{{"PUT", url, xor}, {"PUT", server.URL + "/v1/models/new", xor}, {"DELETE", url, ""}, {"POST", url + "/absorb", `{"X":[[7,7]],"y":["b"]}`}} {
				a := send(t, r.method, r.path, r.body, authorized)
				if e := a.refused(t, 503, "unavailable"); e == nil || !strings.Contains(e["message"].(string), "read-only") || a.header.Get("Retry-After") == "" {
					t.Errorf("%s %s: %s", r.method, r.path, a.text)
				}
			}
			guests()
			if a := send(t, "GET", server.URL+"/healthz", nil).must(t, 200); a.json["storage"] != "read-only" || a.json["models"] != 1.0 {
				t.Errorf("healthz: %s", a.text)
			}
			if a := send(t, "GET", server.URL+"/readyz", nil).must(t, 200); a.json["storage"] != "read-only" {
				t.Errorf("readyz: %s", a.text)
			}
			if text := string(send(t, "GET", server.URL+"/metrics", nil, authorized).must(t, 200).text); !strings.Contains(text, "\nxaia_storage_writable 0\n") || !strings.Contains(text, "\nxaia_storage_readable 1\n") {
				t.Error(text)
			}
			if log := server.Log(); !strings.Contains(log, "level=WARN") || strings.Contains(log, "status=500") {
				t.Error(log)
			}
			os.Chmod(models, 0o755)
			send(t, "PUT", url, xor, authorized).must(t, 200)
			for end := time.Now().Add(pace.Of(5 * time.Second)); ; time.Sleep(100 * time.Millisecond) { // it looks once a second
				if text := string(send(t, "GET", server.URL+"/metrics", nil, authorized).must(t, 200).text); strings.Contains(text, "\nxaia_storage_writable 1\n") {
					break
				} else if time.Now().After(end) {
					t.Fatalf("the folder can be written again: %s", text)
				}
			}
			send(t, "DELETE", url, nil, authorized).must(t, 200)
		})
	}
}

// Another program that keeps the lock stops writers for a limited time, each, and readers not at all.
func TestLockedFolder(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	files.Wait = pace.Of(200 * time.Millisecond)
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Count: files.Count, Write: files.Writable, Limits: worker.ForMachine(2), Token: token}))
	defer server.Close()
	url := server.URL + "/v1/models/m"
	send(t, "PUT", url, xor, authorized).must(t, 200)
	send(t, "GET", server.URL+"/readyz", nil).must(t, 200)
	lock, err := os.Open(filepath.Join(folder, ".lock"))
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var writers sync.WaitGroup
	for range 6 {
		writers.Go(func() {
			if e := send(t, "PUT", url, xor, authorized).refused(t, 503, "unavailable"); e == nil || !strings.Contains(e["message"].(string), "locked") {
				t.Errorf("a writer is told %v", e)
			}
		})
	}
	for range 20 {
		send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
	}
	writers.Wait()
	if took := time.Since(began); took > 5*files.Wait+pace.Of(2*time.Second) {
		t.Errorf("six writers waited %v", took)
	}
	send(t, "DELETE", url, nil, authorized).refused(t, 503, "unavailable")
	time.Sleep(1100 * time.Millisecond) // it is looked at once a second
	send(t, "GET", server.URL+"/readyz", nil).refused(t, 503, "unavailable")
	if a := send(t, "GET", server.URL+"/healthz", nil).must(t, 200); a.json["storage"] != "locked" {
		t.Errorf("healthz: %s", a.text)
	}
	again := make(chan error, 1) // a server that starts meanwhile serves guests
	go func() {
		_, err := worker.OpenFiles(folder, 1<<20)
		again <- err
	}()
	select {
	case err := <-again:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(pace.Of(20 * time.Second)):
		t.Error("a second server never starts")
	}
	lock.Close()
	send(t, "PUT", url, xor, authorized).must(t, 200)
	time.Sleep(1100 * time.Millisecond)
	send(t, "GET", server.URL+"/readyz", nil).must(t, 200)
}

// Whatever becomes of a model's file, and of the lock's, no request is answered 500, and the next good one works.
func TestFilesChangeTheirShape(t *testing.T) {
	folder := t.TempDir()
	files, err := worker.OpenFiles(folder, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(worker.New(worker.Config{Store: files, Count: files.Count, Write: files.Writable, Limits: worker.ForMachine(2), Token: token, Cache: 1 << 20}))
	defer server.Close()
	url, path := server.URL+"/v1/models/m", filepath.Join(folder, "m.xaia")
	ask := func(what string) (statuses []int) {
		t.Helper()
		for _, r := range []struct {
			method, path string
			body         any
		}{{"GET", url, ""}, {"GET", url + "?format=bytes", ""}, {"POST", url + "/predict", `{"X":[[0,1]]}`}, {"POST", url + "/explain", `{"X":[[0,1]]}`},
			{"POST", url + "/absorb", `{"X":[[7,7]],"y":["b"]}`}, {"GET", server.URL + "/v1/models", ""}, {"GET", server.URL + "/readyz", ""}, {"PUT", url, xor}, {"PUT", url, `{"X":[[0]],"y":[1]}`}} {
			a := send(t, r.method, r.path, r.body, authorized)
			if a.status == 500 {
				t.Errorf("%s: %s %s is answered %s", what, r.method, r.path, a.text)
			}
			statuses = append(statuses, a.status)
		}
		return statuses
	}
	for what, change := range map[string]func() error{
		"a folder":            func() error { return os.Mkdir(path, 0o700) },
		"a folder with files": func() error { return os.MkdirAll(filepath.Join(path, "x"), 0o700) },
		"a pipe":              func() error { return syscall.Mkfifo(path, 0o600) },
		"a link to itself":    func() error { return os.Symlink("m.xaia", path) },
		"a link to nothing":   func() error { return os.Symlink("none", path) },
		"an empty file":       func() error { return os.WriteFile(path, nil, 0o600) },
		"another file":        func() error { return os.WriteFile(path, []byte("a text of some other program"), 0o600) },
		"the lock, a folder": func() error {
			return errors.Join(os.Remove(filepath.Join(folder, ".lock")), os.Mkdir(filepath.Join(folder, ".lock"), 0o700))
		},
		"the lock, a link": func() error {
			return errors.Join(os.Remove(filepath.Join(folder, ".lock")), os.Symlink("none", filepath.Join(folder, ".lock")))
		},
		"the folder, a file": func() error { return errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)) },
	} {
		send(t, "PUT", url, xor, authorized).must(t, 200)
		send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
		if err := errors.Join(os.Remove(path), change()); err != nil {
			t.Fatal(err)
		}
		statuses := ask(what)
		if put := statuses[len(statuses)-1]; strings.Contains(what, "folder") != (put == 503) && what != "the lock, a link" {
			t.Errorf("%s: put is answered %d", what, put)
		}
		if strings.Contains(what, "a folder") && !strings.Contains(what, "lock") {
			if e := send(t, "PUT", url, xor, authorized).refused(t, 503, "unavailable"); !strings.Contains(e["message"].(string), "named m") {
				t.Errorf("%s: %v", what, e)
			}
		}
		if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, ".lock"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
