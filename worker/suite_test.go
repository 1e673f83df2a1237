//go:build unix

package worker_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
	"github.com/xaia-go/xaia/worker"
)

const (
	token  = "a secret, with a comma and = signs=="
	origin = "https://app.example"
)

// target is the HTTP service in one of its three forms, or in one of them without a token.
type target struct {
	url, off string
	edge     bool
	damage   func(t *testing.T, name string, data []byte) // changes a byte of a stored model, which is data
}

// suite has the tests that every form must pass.
var suite = []struct {
	name string
	test func(t *testing.T, on target)
}{
	{"routes", testRoutes},
	{"counterfactual", testCounterfactual},
	{"suspects", testSuspects},
	{"refused input", testRefusedInput},
	{"refused models", testRefusedModels},
	{"names", testNames},
	{"sizes", testSizes},
	{"token", testToken},
	{"guests", testGuests},
	{"other pages", testOrigins},
	{"conditions", testConditions},
	{"damaged models", testDamaged},
	{"compressed bodies", testCompressed},
	{"writers at once", testWriters},
	{"learning", testLearning},
	{"learning, calibrated", testLearningCalibrated},
	{"site", testSite},
	{"JavaScript", testJavaScript},
	{"load", testLoad},
}

func runSuite(t *testing.T, on target) {
	for _, s := range suite {
		t.Run(s.name, func(t *testing.T) { s.test(t, on) })
	}
}

func TestHandler(t *testing.T) {
	serve := func(token string) (string, *memory) {
		store := &memory{models: map[string]worker.Stored{}}
		server := httptest.NewServer(worker.New(worker.Config{
			Store: store, Limits: worker.ForMachine(2), Site: site.Handler(filepath.Join(root, "dist/site")),
			Token: token, Origins: worker.Origins(origin + "/, https://b.example"),
			Log: func(what string, err error) {
				if !strings.Contains(err.Error(), "damaged") {
					t.Errorf("logged: %s: %v", what, err)
				}
			},
		}))
		t.Cleanup(server.Close)
		return server.URL, store
	}
	on, store := serve(token)
	off, _ := serve("")
	runSuite(t, target{url: on, off: off, damage: func(t *testing.T, name string, data []byte) {
		store.mu.Lock()
		defer store.mu.Unlock()
		s := store.models[name]
		s.Data = flipped(data)
		store.models[name] = s
	}})
}

func TestNativeServer(t *testing.T) {
	folders := []string{t.TempDir(), t.TempDir()}
	on := native(t, folders[0])
	off, err := start(folders[1], nil, "XAIA_TOKEN=' '")
	started(t, off, err)
	runSuite(t, target{url: on.URL, off: off.URL, damage: damagedIn(folders[0])})
	if err := on.Stop(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

func TestWorkerd(t *testing.T) {
	var on, off *running
	var errOn, errOff error
	var both sync.WaitGroup
	folders := []string{t.TempDir(), t.TempDir()}
	both.Go(func() { on, errOn = edge(folders[0], token) })
	both.Go(func() { off, errOff = edge(folders[1], "") })
	both.Wait()
	for _, s := range []*running{on, off} {
		if s != nil {
			t.Cleanup(s.Kill)
		}
	}
	if err := errors.Join(errOn, errOff); err != nil {
		t.Fatal(err)
	}
	runSuite(t, target{url: on.URL, off: off.URL, edge: true, damage: damagedIn(folders[0])})
	if t.Failed() {
		log := on.Log()
		t.Log(log[max(0, len(log)-4000):])
	}
}

const root = ".."

// flipped has one bit less or more, in the middle.
func flipped(data []byte) []byte {
	data = bytes.Clone(data)
	data[len(data)/2] ^= 1
	return data
}

// damagedIn damages the file below folder that has the model's bytes.
func damagedIn(folder string) func(t *testing.T, name string, data []byte) {
	return func(t *testing.T, name string, data []byte) {
		found := 0
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, data) {
				found++
				return os.WriteFile(path, flipped(data), 0o600)
			}
			return nil
		})
		if found != 1 {
			t.Fatalf("%d files are the model %s", found, name)
		}
	}
}

// memory is the simplest store.
type memory struct {
	mu     sync.Mutex
	models map[string]worker.Stored
}

func (m *memory) Get(_ context.Context, name string, before func(etag string, size int64) error) (worker.Stored, error) {
	m.mu.Lock()
	s, ok := m.models[name]
	m.mu.Unlock()
	if !ok {
		return s, worker.ErrNoModel
	}
	return s, before(s.ETag, int64(len(s.Data)))
}

func (m *memory) Put(_ context.Context, name string, data []byte, c worker.Condition) (string, error) {
	time.Sleep(time.Millisecond) // as a disk does; so writers overlap
	m.mu.Lock()
	defer m.mu.Unlock()
	old, there := m.models[name]
	if !c.Allows(old.ETag, there) {
		return "", worker.ErrConflict
	}
	tag := fmt.Sprintf("%x", sha256.Sum256(data))
	m.models[name] = worker.Stored{Data: data, ETag: tag}
	return tag, nil
}

func (m *memory) Delete(_ context.Context, name string, c worker.Condition) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, there := m.models[name]
	if !c.Allows(old.ETag, there) {
		return worker.ErrConflict
	}
	if !there {
		return worker.ErrNoModel
	}
	delete(m.models, name)
	return nil
}

func (m *memory) List(_ context.Context, after string, most int) (list []worker.Entry, more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, s := range m.models {
		if name > after {
			list = append(list, worker.Entry{Name: name, Size: int64(len(s.Data)), Modified: time.Now()})
		}
	}
	slices.SortFunc(list, func(a, b worker.Entry) int { return strings.Compare(a.Name, b.Name) })
	if len(list) > most {
		return list[:most], true, nil
	}
	return list, false, nil
}

// answer is a reply with the methods that tests use.
type answer struct {
	status int
	header http.Header
	text   []byte
	json   map[string]any
}

// request is what a test sends. Options change it.
type option func(*http.Request)

func with(name, value string) option {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func authorized(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }

// leak is what no message may contain: paths, stack traces, secrets.
var leak = regexp.MustCompile(`goroutine|panic|runtime error|/home|\.go:|\.xaia|a secret,|0x[0-9a-f]{6}|syscall|R2|` + regexp.QuoteMeta(os.TempDir()))

// chunked is a body without a Content-Length.
type chunked func() io.Reader

// send checks what holds for every reply of a route.
func send(t *testing.T, method, url string, body any, options ...option) answer {
	t.Helper()
	var reader io.Reader
	again := func() (io.ReadCloser, error) { return http.NoBody, nil }
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	case []byte:
		reader = bytes.NewReader(b)
	case chunked:
		reader = b()
		again = func() (io.ReadCloser, error) { return io.NopCloser(b()), nil }
	default:
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		reader = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, url, reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		o(r)
	}
	a, err := do(r)
	if err == nil && a.status == 503 && bytes.Contains(a.text, []byte("Your worker restarted mid-request")) && lost.CompareAndSwap(false, true) {
		t.Logf("%s %s: wrangler lost its connection", method, url)
		if r.GetBody != nil {
			again = r.GetBody
		}
		if r.Body, err = again(); err == nil {
			a, err = do(r)
		}
	}
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
		if a.header.Get(name) != want {
			t.Errorf("%s %s: %s is %q", method, url, name, a.header.Get(name))
		}
	}
	if !strings.HasPrefix(a.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%s %s: the policy is %q", method, url, a.header.Get("Content-Security-Policy"))
	}
	if a.status >= 400 && method != http.MethodHead && leak.Match(a.text) {
		t.Errorf("%s %s: the message tells too much: %s", method, url, a.text)
	}
	return a
}

// lost says whether an answer is wrangler's message that the worker restarted. Wrangler also sends this message when workerd
// has just closed an idle connection, for requests that it doesn't repeat itself. So one of them in a run is accepted. A
// worker that ends during a request would do so again.
var lost atomic.Bool

// A repeated request has its whole body again.
func TestSendAgain(t *testing.T) {
	before := lost.Load()
	defer lost.Store(before)
	for _, body := range []any{nil, "text", []byte("bytes"), inChunks("in chunks"), map[string]int{"a": 1}} {
		var seen []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			seen = append(seen, string(text))
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Referrer-Policy", "no-referrer")
			w.Header().Set("Content-Security-Policy", "default-src 'none'")
			if len(seen) == 1 {
				http.Error(w, "Your worker restarted mid-request", http.StatusServiceUnavailable)
			}
		}))
		lost.Store(false)
		send(t, "POST", server.URL, body).must(t, 200)
		server.Close()
		if len(seen) != 2 || seen[0] != seen[1] || (seen[0] == "") != (body == nil) {
			t.Errorf("%v was sent as %q", body, seen)
		}
	}
}

// client doesn't follow redirects.
var client = &http.Client{Timeout: pace.Of(time.Minute), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func do(r *http.Request) (answer, error) { return doBy(client, r) }

func doBy(client *http.Client, r *http.Request) (answer, error) {
	response, err := client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	a := answer{status: response.StatusCode, header: response.Header, text: text}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		json.Unmarshal(text, &a.json)
	}
	return a, err
}

func (a answer) must(t *testing.T, status int) answer {
	t.Helper()
	if a.status != status {
		t.Fatalf("answered %d, not %d: %.300s", a.status, status, a.text)
	}
	return a
}

// refused checks an error: status, code, and a message and hint to read.
func (a answer) refused(t *testing.T, status int, code string) map[string]any {
	t.Helper()
	e, _ := a.json["error"].(map[string]any)
	message, _ := e["message"].(string)
	hint, _ := e["hint"].(string)
	if a.status != status || e["code"] != code || len(message) < 7 || len(hint) < 5 {
		t.Errorf("answered %d %.300s, not %d %s", a.status, a.text, status, code)
	}
	if len(message) > 400 {
		t.Errorf("a message of %d bytes", len(message))
	}
	return e
}

// list is the names that are stored.
func list(t *testing.T, url string) []string {
	t.Helper()
	var names []string
	for _, m := range send(t, "GET", url+"/v1/models", nil).must(t, 200).json["models"].([]any) {
		names = append(names, m.(map[string]any)["name"].(string))
	}
	return names
}

// unchanged checks that the test hasn't changed what is stored.
func unchanged(t *testing.T, on target) {
	t.Helper()
	before := list(t, on.url)
	t.Cleanup(func() {
		if after := list(t, on.url); !slices.Equal(before, after) {
			t.Errorf("the models were %v and are %v", before, after)
		}
	})
}

var xor = map[string]any{"X": [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, "y": []string{"a", "b", "b", "a"}}

// store fits a model, stores it, and removes it after the test.
func store(t *testing.T, on target, name string, fit any) answer {
	t.Helper()
	a := send(t, "PUT", on.url+"/v1/models/"+name, fit, authorized).must(t, 200)
	t.Cleanup(func() { send(t, "DELETE", on.url+"/v1/models/"+name, nil, authorized) })
	return a
}

func TestMain(m *testing.M) {
	for _, needed := range []string{"dist/site/index.html", "dist/npm/xaia.mjs"} {
		if _, err := os.Stat(filepath.Join(root, needed)); err != nil {
			fmt.Println("run ./build.sh first:", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}
