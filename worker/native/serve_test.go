//go:build unix

package native

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/xaia-go/xaia/worker"
)

// printed is a stream of this process while a test runs, as a file.
func printed(t *testing.T, stream **os.File) (text func() string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "printed")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	was := *stream
	*stream = file
	t.Cleanup(func() {
		*stream = was
		file.Close()
	})
	return func() string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
}

// asOutside keeps what the server sets in the process, and what it reads of the environment, as they are.
func asOutside(t *testing.T) {
	t.Helper()
	most := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(most) })
	for _, name := range []string{"XAIA_TOKEN", "XAIA_ORIGINS", "XAIA_VERIFY", "GOMEMLIMIT"} {
		t.Setenv(name, "")
	}
}

// What can't be started ends at once: it says why in one line, and a wrong command line exits otherwise than a wrong world.
func TestWhatIsNotStarted(t *testing.T) {
	asOutside(t)
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	folder := t.TempDir()
	file, models, none := filepath.Join(folder, "file"), filepath.Join(folder, "models"), filepath.Join(folder, "none")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args      []string
		exit      int
		out, says string
	}{
		{[]string{"-version"}, 0, "7.8\n", ""},
		{[]string{"x", "-version"}, 2, "", `test: "x" is no option; -help lists them` + "\n"},
		{[]string{"-fit-memory", "0"}, 2, "", "test: -fit-memory and -fit-time must be above 0\n"},
		{[]string{"-fit-time", "-1s"}, 2, "", "test: -fit-memory and -fit-time must be above 0\n"},
		{[]string{"-room-anywhere"}, 2, "", "test: -room-anywhere is for -room\n"},
		{[]string{"-address", "8080"}, 1, "", "test: address 8080: missing port in address; -address is such as 127.0.0.1:8080\n"},
		{[]string{"-open", "-address", "0.0.0.0:0"}, 1, "", "test: -open lets everybody fit and write, so it needs an address of this machine alone, such as 127.0.0.1:8080, not 0.0.0.0:0\n"},
		{[]string{"-room", "-address", "192.0.2.7:0"}, 1, "", "test: a room is for the network that it is in, and 192.0.2.7:0 is a public address: its guests, and the wall, need -room-anywhere\n"},
		{[]string{"-room", "-site", ""}, 1, "", "test: this program was built without the room's page. Take the one of a release, run ./build.sh command, or name the built page's folder with -site\n"},
		{[]string{"-site", none}, 1, "", "test: the page isn't there: stat " + none + "/index.html: no such file or directory; build it with ./build.sh, name its folder with -site, or give -site '' to serve none\n"},
		{[]string{"-site", "", "-models", file}, 1, "", "test: mkdir " + file + ": not a directory\n"},
		{[]string{"-site", "", "-models", models, "-address", busy.Addr().String()}, 1, "", "test: listen tcp " + busy.Addr().String() + ": bind: address already in use; give another port with -address, such as 127.0.0.1:8081\n"},
		{[]string{"-site", "", "-models", models, "-address", "127.0.0.1:0", "-metrics", busy.Addr().String()}, 1, "", "test: listen tcp " + busy.Addr().String() + ": bind: address already in use\n"},
	} {
		out, notes := printed(t, &os.Stdout), printed(t, &os.Stderr)
		ended, exit := make(chan int, 1), -1
		go func() { ended <- Main("test", "7.8", c.args, nil) }()
		select {
		case exit = <-ended:
		case <-time.After(20 * time.Second):
			t.Fatalf("%q: it serves", c.args)
		}
		if exit != c.exit || out() != c.out || notes() != c.says {
			t.Errorf("%q: exit %d, not %d, out %q, notes %q, not %q", c.args, exit, c.exit, out(), notes(), c.says)
		}
	}
	// The flags' own words stand there once.
	notes := printed(t, &os.Stderr)
	if exit := Main("test", "7.8", []string{"-nonsense"}, nil); exit != 2 || !strings.HasPrefix(notes(), "flag provided but not defined: -nonsense\n") || strings.Contains(notes(), "errTold") || strings.Contains(notes(), "test: ") {
		t.Errorf("exit %d, %s", exit, notes())
	}
	notes = printed(t, &os.Stderr)
	if exit := Main("test", "7.8", []string{"-help"}, nil); exit != 0 || !strings.Contains(notes(), "-room-anywhere") {
		t.Errorf("exit %d, %s", exit, notes())
	}
}

// served runs the server in this process until end is called, which gives how it exits. ready is the line that has its address.
func served(t *testing.T, pages fs.FS, ready string, args ...string) (url, told string, end func(os.Signal) int) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdout
	os.Stdout = in
	t.Cleanup(func() {
		os.Stdout = was
		in.Close()
	})
	exits := make(chan int, 1)
	go func() {
		exits <- Main("test", "7.8", append(args, "-models", filepath.Join(t.TempDir(), "models")), pages)
	}()
	lines := bufio.NewReader(out)
	for url == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		told += line
		if found := regexp.MustCompile(ready).FindStringSubmatch(line); found != nil {
			url = found[1]
		}
	}
	return url, told, func(s os.Signal) int {
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		select {
		case exit := <-exits:
			in.Close()
			rest, _ := io.ReadAll(lines)
			told += string(rest)
			return exit
		case <-time.After(20 * time.Second):
			t.Fatal("it goes on")
		}
		return -1
	}
}

func ask(t *testing.T, method, url, body string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(b)
}

const xor = `{"X": [[0,0],[0,1],[1,0],[1,1]], "y": ["a","b","b","a"]}`

// A server without a token answers and writes nothing; its second address has the numbers of what was asked; it ends well.
func TestServesUntilItIsEnded(t *testing.T) {
	asOutside(t)
	site := t.TempDir()
	if err := os.WriteFile(filepath.Join(site, "index.html"), []byte("<p>the page</p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	log := printed(t, &os.Stderr)
	url, told, end := served(t, nil, `xaia is at (http://127\.0\.0\.1:\d+)/  \(Ctrl\+C ends it\)`, "-site", site, "-address", "127.0.0.1:0", "-metrics", "127.0.0.1:0")
	metrics := regexp.MustCompile(`^metrics are at (http://\S+/metrics)\n`).FindStringSubmatch(told)
	if metrics == nil {
		t.Fatal(told)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"GET", "/", "", 200, "<p>the page</p>"},
		{"GET", "/healthz", "", 200, `"version":"7.8"`},
		{"GET", "/v1/models/none?secret=1", "", 404, "not-found"},
		{"GET", "/v1/models/none", "", 404, "not-found"},
		{"PUT", "/v1/models/xor", xor, 403, ""},
		{"GET", "/metrics", "", 403, ""},
	} {
		if status, text := ask(t, c.method, url+c.path, c.body); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s %s: %d %s", c.method, c.path, status, text)
		}
	}
	_, text := ask(t, "GET", metrics[1], "")
	for _, want := range []string{`xaia_build_info{version="7.8"} 1`, `xaia_requests_total{route="GET /healthz",status="200"} 1`, `xaia_requests_total{route="GET /v1/models/{name}",status="404"} 2`, `xaia_request_seconds_count{route="GET /v1/models/{name}"} 2`, `xaia_request_seconds_bucket{route="GET /healthz",le="+Inf"} 1`} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("the metrics lack %s:\n%s", want, text)
		}
	}
	if exit := end(os.Interrupt); exit != 0 {
		t.Errorf("it exits with %d: %s", exit, log())
	}
	if _, err := http.Get(url + "/healthz"); err == nil {
		t.Error("it answers after its end")
	}
	// What is asked for the page or by a probe is no line of the log, and a query never.
	if text := log(); strings.Count(text, "msg=request") != 3 || !strings.Contains(text, "method=GET path=/v1/models/none status=404") || strings.Contains(text, "secret") || !strings.Contains(text, " from=127.0.0.1\n") {
		t.Errorf("the log is\n%s", text)
	}
}

// With -open the owner needs no token on this machine.
func TestServesItsOwner(t *testing.T) {
	asOutside(t)
	log := printed(t, &os.Stderr)
	url, told, end := served(t, nil, `xaia is at (http://127\.0\.0\.1:\d+)/`, "-site", "", "-open", "-address", "127.0.0.1:0", "-log", "error")
	if strings.Contains(told, "XAIA_TOKEN") {
		t.Error(told)
	}
	if status, text := ask(t, "PUT", url+"/v1/models/xor", xor); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	status, text := ask(t, "POST", url+"/v1/models/xor/predict", `{"X": [[1,0],[1,1]]}`)
	var answer struct{ Predictions []string }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != 200 || fmt.Sprint(answer.Predictions) != "[b a]" {
		t.Errorf("%d %s %v", status, text, err)
	}
	if status, _ := ask(t, "GET", url+"/index.html", ""); status != 404 {
		t.Errorf("a page where there is none: %d", status)
	}
	if exit := end(os.Interrupt); exit != 0 || log() != "" {
		t.Errorf("it exits with %d and logs %s", exit, log())
	}
}

// A room has the pages that the program carries, and tells where the wall is.
func TestServesARoom(t *testing.T) {
	asOutside(t)
	log := printed(t, &os.Stderr)
	pages := fstest.MapFS{"index.html": {Data: []byte("front")}, "room.html": {Data: []byte("<p>the room</p>")}}
	url, told, end := served(t, pages, `^The wall: +(http://\S+)/room.html#wall=`, "-site", "", "-open", "-room", "-address", "127.0.0.1:0")
	if !strings.HasPrefix(told, "xaia is at http://127.0.0.1:") || !strings.Contains(told, "(Ctrl+C ends it, and the room)\n") {
		t.Error(told)
	}
	if status, text := ask(t, "GET", url+"/room.html", ""); status != 200 || text != "<p>the room</p>" {
		t.Errorf("%d %s", status, text)
	}
	if exit := end(os.Interrupt); exit != 0 {
		t.Errorf("it exits with %d: %s", exit, log())
	}
}

// A histogram counts in each bucket what took so long at most.
func TestLatencies(t *testing.T) {
	files, err := worker.OpenFiles(t.TempDir(), 10)
	if err != nil {
		t.Fatal(err)
	}
	handler := worker.New(worker.Config{Store: files, Count: files.Count, Limits: worker.ForMachine(1)})
	o := &observer{handler: handler, log: slog.New(slog.DiscardHandler), version: `7"8`, statuses: map[[2]string]int{}, times: map[string]*latencies{}}
	took := []float64{0.0005, 0.001, 0.02, 0.3, 4, 31}
	sum := 0.0
	for i, seconds := range took {
		o.note("GET /x", 200+i/5, seconds)
		sum += seconds
	}
	text := o.text()
	for _, bound := range bounds {
		within := 0
		for _, seconds := range took {
			if seconds <= bound {
				within++
			}
		}
		if want := fmt.Sprintf("xaia_request_seconds_bucket{route=\"GET /x\",le=\"%v\"} %d\n", bound, within); !bytes.Contains(text, []byte(want)) {
			t.Errorf("it lacks %s", want)
		}
	}
	for _, want := range []string{
		`xaia_build_info{version="7\"8"} 1`, `xaia_requests_total{route="GET /x",status="200"} 5`, `xaia_requests_total{route="GET /x",status="201"} 1`,
		`xaia_request_seconds_bucket{route="GET /x",le="+Inf"} 6`, fmt.Sprintf("xaia_request_seconds_sum{route=\"GET /x\"} %v", sum), `xaia_request_seconds_count{route="GET /x"} 6`,
	} {
		if !bytes.Contains(text, []byte(want+"\n")) {
			t.Errorf("it lacks %s:\n%s", want, text)
		}
	}
}
