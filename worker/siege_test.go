//go:build unix

package worker_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/worker"
	"github.com/xaia-go/xaia/worker/stage"
)

// A short form of ./build.sh siege, against the running native server. The command measures how long a prediction takes;
// here every prediction must be answered.
func TestSiege(t *testing.T) {
	besieged := func(t *testing.T) (*stage.Besieged, *stage.Server) {
		s, err := stage.Native(root, t.TempDir(), "XAIA_TOKEN="+token)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Kill)
		b, err := stage.NewBesieged(s.URL, token)
		if err != nil {
			t.Fatal(err)
		}
		return b, s
	}
	t.Run("slow bodies", func(t *testing.T) {
		b, _ := besieged(t)
		seen, err := b.Slow(200, 2*time.Second)
		if err != nil || seen.Held != 200 || seen.Answers < 5 {
			t.Errorf("%v: %v", seen, err)
		}
	})
	t.Run("deaf clients", func(t *testing.T) {
		b, s := besieged(t)
		seen, err := b.Deaf(12, 3900, 2*time.Second)
		if err != nil || seen.Answered != 12 {
			t.Errorf("%v: %v", seen, err)
		}
		if runtime.GOOS != "linux" {
			return // memory can't be read on this platform
		}
		if peak, err := s.Peak("serve"); err != nil || peak > 200<<20 {
			t.Errorf("%d MiB for answers that nobody reads: %v", peak>>20, err)
		}
	})
	t.Run("fits", func(t *testing.T) {
		b, _ := besieged(t)
		many := stage.Categories(2040)
		if seen, err := b.Post("/v1/fit", many, many, many, stage.Ordered(63000), stage.Ordered(63000)); err != nil || seen.Refused != 5 {
			t.Errorf("%v: %v", seen, err)
		}
	})
}

// attended serves a handler in the way of worker/serve.
func attended(t *testing.T, h http.Handler) *httptest.Server {
	server := httptest.NewUnstartedServer(h)
	server.Listener = worker.Attend(server.Listener)
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// While fits hold all turns of the long lane, short requests are answered, and another fit is told to come back.
func TestFitsHoldUpOnlyFits(t *testing.T) {
	l := worker.ForMachine(1)
	l.Wait = 200 * time.Millisecond
	var left atomic.Int64 // calls until one is held: after the body is read, in the fit
	reached, open := make(chan struct{}), make(chan struct{})
	server := attended(t, worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token, Yield: func() bool {
		if left.Add(-1) == 0 {
			reached <- struct{}{}
			<-open
		}
		return false
	}}))
	first := make(chan answer, 1)
	long := cloud(2000)
	send(t, "PUT", server.URL+"/v1/models/xor", xor, authorized).must(t, 200)
	left.Store(100)
	go func() {
		r, _ := http.NewRequest("POST", server.URL+"/v1/fit", strings.NewReader(long))
		a, _ := do(r)
		first <- a
	}()
	select {
	case <-reached:
	case a := <-first:
		t.Fatalf("the first fit is answered %d %s", a.status, a.text)
	}
	for range 5 {
		send(t, "POST", server.URL+"/v1/models/xor/predict", `{"X":[[0,1]]}`).must(t, 200)
		send(t, "GET", server.URL+"/v1/models/xor", nil).must(t, 200)
	}
	second := send(t, "POST", server.URL+"/v1/fit", long)
	if second.refused(t, 503, "busy"); second.header.Get("Retry-After") == "" {
		t.Error("busy, without a Retry-After")
	}
	close(open)
	if a := <-first; a.status != 200 {
		t.Errorf("the first fit is answered %d %s", a.status, a.text)
	}
	send(t, "POST", server.URL+"/v1/fit", long).must(t, 200)
}

// A request of a client that has disconnected ends, whatever the client sent after the body.
func TestLeavingEndsTheWork(t *testing.T) {
	for name, behind := range map[string]string{"nothing behind the body": "", "a byte behind the body": "\n", "much behind the body": strings.Repeat("x", 40<<10)} {
		t.Run(name, func(t *testing.T) {
			l := worker.ForMachine(1)
			l.Guest.Time = 0
			var steps atomic.Int64
			computing, ended := make(chan struct{}, 1), make(chan struct{})
			h := worker.New(worker.Config{Store: &memory{}, Limits: l, Yield: func() bool {
				if steps.Add(1) == 10 {
					computing <- struct{}{}
				}
				time.Sleep(20 * time.Millisecond) // the fit would take minutes
				return false
			}})
			server := attended(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer close(ended)
				h.ServeHTTP(w, r)
			}))
			c, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			body := `{"X":` + cloud(3000)[len(`{"X":`):]
			fmt.Fprintf(c, "POST /v1/fit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
			<-computing
			io.WriteString(c, behind)
			time.Sleep(20 * time.Millisecond)
			c.Close()
			select {
			case <-ended:
			case <-time.After(pace.Of(20 * time.Second)):
				t.Error("the fit goes on")
			}
		})
	}
}

// What a client sends before it has its answer is its next request.
func TestPipelined(t *testing.T) {
	server := attended(t, worker.New(worker.Config{Store: &memory{}, Limits: worker.ForMachine(1)}))
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	body := marshal(t, xor)
	one := fmt.Sprintf("POST /v1/fit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	for _, part := range []string{one + one[:1], one[1:30], one[30:] + "GET /healthz HTTP/1.1\r\n", "Host: x\r\n\r\n"} {
		io.WriteString(c, part)
		time.Sleep(5 * time.Millisecond)
	}
	in := bufio.NewReader(c)
	for i, wants := range []string{`{"model":`, `{"model":`, `{"ok":true}`} {
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(response.Body); err != nil || !strings.HasPrefix(string(text), wants) {
			t.Errorf("answer %d is %s, %v", i, text, err)
		}
	}
}

// A client that sends its next request as soon as it has an answer doesn't count as disconnected.
func TestLargeRequestsOneAfterAnother(t *testing.T) {
	server := attended(t, worker.New(worker.Config{Store: &memory{}, Limits: worker.ForMachine(1)}))
	body := `{"X":` + strings.Repeat(" ", 60<<10) + marshal(t, xor)[len(`{"X":`):]
	for range 300 {
		send(t, "POST", server.URL+"/v1/fit", body).must(t, 200)
	}
}

// A client must send its body, and read its answer, at a minimum rate.
func TestTransfersTakeTheirTime(t *testing.T) {
	l := worker.ForMachine(1)
	l.Grace, l.Rate = 100*time.Millisecond, 1<<20
	ended := make(chan struct{}, 1)
	h := worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token})
	server := attended(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { ended <- struct{}{} }()
		h.ServeHTTP(w, r)
	}))
	dial := func(path string, length int, body string) net.Conn {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, length, body)
		return c
	}
	response, err := http.ReadResponse(bufio.NewReader(dial("/v1/fit", 1000, "{")), nil)
	if err != nil || response.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("a body that doesn't arrive: %v %v", response, err)
	}
	<-ended
	send(t, "PUT", server.URL+"/v1/models/m", cloudOf(1000), authorized).must(t, 200)
	<-ended
	body := rowsOf(3900)
	c := dial("/v1/models/m/explain", len(body), body)
	select {
	case <-ended:
	case <-time.After(pace.Of(20 * time.Second)):
		t.Fatal("an answer that nobody reads is kept for ever")
	}
	response, err = http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, response.Body); err == nil {
		t.Error("an answer that was cut off looks whole")
	}
}

// An answer that is sent while it is computed equals one that is computed first.
func TestSentInParts(t *testing.T) {
	url := func(streams int) string {
		return limited(t, func(l *worker.Limits) { l.Streams = streams })
	}
	whole, parts := url(0), url(1000)
	for _, on := range []string{whole, parts} {
		send(t, "PUT", on+"/v1/models/m", cloudOf(300), authorized).must(t, 200)
	}
	for _, what := range []string{"predict", "explain"} {
		body := rowsOf(700)
		one := send(t, "POST", whole+"/v1/models/m/"+what, body).must(t, 200)
		other := send(t, "POST", parts+"/v1/models/m/"+what, body).must(t, 200)
		if string(one.text) != string(other.text) || len(one.text) < 2000 {
			t.Errorf("%s: %d and %d bytes that differ", what, len(one.text), len(other.text))
		}
		if one.header.Get("Content-Length") == "" || other.header.Get("Content-Length") != "" {
			t.Errorf("%s: not sent in parts", what)
		}
	}
}

// The memory of all requests together is bounded. Small requests don't count.
func TestHeldTogether(t *testing.T) {
	l := worker.ForMachine(1)
	l.Held, l.Wait = 1<<20, 100*time.Millisecond
	server := attended(t, worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token}))
	send(t, "PUT", server.URL+"/v1/models/m", cloudOf(1000), authorized).must(t, 200)
	for range 2 { // each has sent half a MiB, and stops there
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /v1/predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n%s", strings.Repeat(" ", 400<<10))
	}
	time.Sleep(100 * time.Millisecond)
	full := send(t, "POST", server.URL+"/v1/predict", strings.Repeat(" ", 600<<10))
	if full.refused(t, 503, "busy"); full.header.Get("Retry-After") == "" {
		t.Error("busy, without a Retry-After")
	}
	send(t, "POST", server.URL+"/v1/models/m/predict", `{"X":[[0,1]]}`).must(t, 200)
}

// A guest may compute less than a writer with the token, and the error says so.
func TestGuestsComputeLess(t *testing.T) {
	long := cloud(1500)
	url := limited(t, func(l *worker.Limits) { l.Guest.Time = time.Nanosecond })
	e := send(t, "POST", url+"/v1/fit", long).refused(t, 413, "too-large")
	if message, hint := fmt.Sprint(e["message"]), fmt.Sprint(e["hint"]); !strings.Contains(message, "1ns") || !strings.Contains(hint, "token") {
		t.Errorf("%s %s", message, hint)
	}
	send(t, "POST", url+"/v1/fit", long, authorized).must(t, 200)
	send(t, "POST", url+"/v1/fit", long, with("Authorization", "Bearer wrong")).refused(t, 413, "too-large")

	// Too much work isn't begun if it can be foreseen: few bytes that make many features, a TNN with an order.
	url = limited(t, func(l *worker.Limits) { l.Guest.Time, l.Guest.Work = 0, 1e6 })
	for name, body := range map[string]string{"texts": stage.Categories(300), "an order": stage.Ordered(2000)} {
		e := send(t, "POST", url+"/v1/fit", body).refused(t, 413, "too-large")
		if message := fmt.Sprint(e["message"]); !strings.Contains(message, "1 million") || !strings.Contains(message, "samples of") {
			t.Errorf("%s: %s", name, message)
		}
		send(t, "POST", url+"/v1/fit", body, authorized).must(t, 200)
	}
}

// A page of another origin computes only if its browser has asked first.
func TestComputingForPages(t *testing.T) {
	url := limited(t, func(*worker.Limits) {})
	const json, text, form = "application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"
	same, elsewhere := with("Origin", url), with("Origin", "https://evil.example")
	for i, c := range []struct {
		kind   string
		from   option
		status int
	}{
		{json, elsewhere, 200}, {"Application/JSON; charset=utf-8", elsewhere, 200}, {json, same, 200}, {form, same, 200},
		{text, elsewhere, 415}, {form, elsewhere, 415}, {"multipart/form-data; boundary=x", elsewhere, 415}, {"", elsewhere, 415},
		{text, same, 415}, {"text/plain", nil, 415}, {form, with("Origin", "null"), 415}, {form, with("Sec-Fetch-Site", "cross-site"), 415},
		{form, with("Origin", strings.Replace(url, "http:", "https:", 1)), 415},
		{form, nil, 200}, // curl
	} {
		for _, path := range []string{"/v1/fit", "/v1/predict"} {
			options := []option{with("Content-Type", c.kind)}
			if c.from != nil {
				options = append(options, c.from)
			}
			status := c.status
			if path == "/v1/predict" && status == 200 {
				status = 400 // a form has no such fields
			}
			a := send(t, "POST", url+path, xor, options...)
			if a.status != status || status == 415 && a.refused(t, 415, "unsupported") == nil {
				t.Errorf("%d: %s with %q is answered %d %s", i, path, c.kind, a.status, a.text)
			}
		}
	}
}

// cloudOf is the body of a fit of preset xaia in the plane, rowsOf that of a request about rows of it.
func cloudOf(n int) string {
	text := cloud(n)
	return text[:strings.Index(text, `"options"`)] + `"options":{}}`
}

func rowsOf(n int) string {
	return `{"X":[` + strings.TrimSuffix(strings.Repeat("[-1,2],", n), ",") + `]}`
}
