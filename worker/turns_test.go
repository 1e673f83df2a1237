//go:build unix

package worker_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/worker"
)

// While the owner's fits hold all their turns, models are asked, by guests and by the owner; another fit is told to come
// back.
func TestFitsHoldUpOnlyFits(t *testing.T) {
	l := worker.ForMachine(1)
	l.Wait = 200 * time.Millisecond
	var left atomic.Int64 // calls until one is held: after the body is read, in the fit
	reached, open := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token, Yield: func(bool) bool {
		if left.Add(-1) == 0 {
			reached <- struct{}{}
			<-open
		}
		return false
	}}))
	t.Cleanup(server.Close)
	first := make(chan answer, 1)
	long := cloud(2000)
	send(t, "PUT", server.URL+"/v1/models/xor", xor, authorized).must(t, 200)
	left.Store(100)
	go func() {
		r, _ := http.NewRequest("POST", server.URL+"/v1/fit", strings.NewReader(long))
		authorized(r)
		a, _ := do(r)
		first <- a
	}()
	select {
	case <-reached:
	case a := <-first:
		t.Fatalf("the first fit is answered %d %s", a.status, a.text)
	}
	for _, who := range [][]option{nil, {authorized}} {
		send(t, "POST", server.URL+"/v1/models/xor/predict", `{"X":[[0,1]]}`, who...).must(t, 200)
		send(t, "GET", server.URL+"/v1/models/xor", nil, who...).must(t, 200)
	}
	second := send(t, "POST", server.URL+"/v1/fit", long, authorized)
	if second.refused(t, 503, "busy"); second.header.Get("Retry-After") == "" {
		t.Error("busy, without a Retry-After")
	}
	close(open)
	if a := <-first; a.status != 200 {
		t.Errorf("the first fit is answered %d %s", a.status, a.text)
	}
	send(t, "POST", server.URL+"/v1/fit", long, authorized).must(t, 200)
}

// While guests' long answers hold all their turns, other guests' short ones are answered, and the owner's long ones.
func TestLongAnswersHoldUpOnlyLongAnswers(t *testing.T) {
	l := worker.ForMachine(1)
	l.Wait = 200 * time.Millisecond
	var hold atomic.Bool
	reached, open := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token, Yield: func(bool) bool {
		if hold.CompareAndSwap(true, false) {
			reached <- struct{}{}
			<-open
		}
		return false
	}}))
	t.Cleanup(server.Close)
	url := server.URL + "/v1/models/m/predict"
	send(t, "PUT", server.URL+"/v1/models/m", cloudOf(3000), authorized).must(t, 200)
	large := rowsOf(1000) + strings.Repeat(" ", 20<<10)
	hold.Store(true)
	first := make(chan answer, 1)
	go func() {
		r, _ := http.NewRequest("POST", url, strings.NewReader(large))
		a, _ := do(r)
		first <- a
	}()
	<-reached
	for range 5 {
		send(t, "POST", url, rowsOf(1)).must(t, 200)
	}
	send(t, "POST", url, large, authorized).must(t, 200)
	send(t, "POST", url, large).refused(t, 503, "busy")
	close(open)
	if a := <-first; a.status != 200 {
		t.Errorf("the first is answered %d %s", a.status, a.text)
	}
	send(t, "POST", url, large).must(t, 200)
}

// A request of a client that has disconnected ends.
func TestLeavingEndsTheWork(t *testing.T) {
	l := worker.ForMachine(1)
	l.Owner.Time = time.Hour
	var steps atomic.Int64
	computing, ended := make(chan struct{}, 1), make(chan struct{})
	h := worker.New(worker.Config{Store: &memory{}, Limits: l, Token: token, Yield: func(bool) bool {
		if steps.Add(1) == 10 {
			computing <- struct{}{}
		}
		time.Sleep(20 * time.Millisecond) // the fit would take minutes
		return false
	}})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body := cloud(3000)
	fmt.Fprintf(c, "POST /v1/fit HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	<-computing
	c.Close()
	select {
	case <-ended:
	case <-time.After(pace.Of(20 * time.Second)):
		t.Error("the fit goes on")
	}
}

// A body that doesn't arrive ends with the server's deadline. One that a GET announces isn't waited for.
func TestBodiesThatDontArrive(t *testing.T) {
	server := httptest.NewUnstartedServer(worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: worker.ForMachine(1), Token: token}))
	server.Config.ReadTimeout = pace.Of(500 * time.Millisecond)
	server.Start()
	t.Cleanup(server.Close)
	for _, c := range []struct {
		request string
		status  int
		soon    bool
	}{{"POST /v1/models/m/predict", 408, false}, {"GET /v1/models", 200, true}, {"GET /none", 404, true}} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{", c.request)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if took := time.Since(begun); err != nil || response.StatusCode != c.status || c.soon != (took < pace.Of(250*time.Millisecond)) {
			t.Errorf("%s: %v %v after %s", c.request, response, err, took)
		}
		conn.Close()
	}
}

// The memory that guests' requests hold while they are slow is bounded. Small requests aren't counted, nor the owner's.
func TestHeldTogether(t *testing.T) {
	l := worker.ForMachine(1)
	l.Held = 1 << 20
	server := httptest.NewServer(worker.New(worker.Config{Store: &memory{models: map[string]worker.Stored{}}, Limits: l, Token: token}))
	t.Cleanup(server.Close)
	send(t, "PUT", server.URL+"/v1/models/m", cloudOf(1000), authorized).must(t, 200)
	url, body := server.URL+"/v1/models/m/predict", rowsOf(1)+strings.Repeat(" ", 600<<10)
	var lines []net.Conn
	for range 2 {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		lines = append(lines, c)
		fmt.Fprintf(c, "POST /v1/models/m/predict HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n ")
	}
	time.Sleep(100 * time.Millisecond)
	full := send(t, "POST", url, body)
	if full.refused(t, 503, "busy"); full.header.Get("Retry-After") == "" {
		t.Error("busy, without a Retry-After")
	}
	send(t, "POST", server.URL+"/v1/models/m/explain", rowsOf(100)).refused(t, 503, "busy") // an answer of a megabyte
	send(t, "POST", url, rowsOf(1)).must(t, 200)
	send(t, "POST", url, body, authorized).must(t, 200)
	for _, c := range lines {
		c.Close()
	}
	for begun := time.Now(); send(t, "POST", url, body).status != 200; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > pace.Of(5*time.Second) {
			t.Fatal("what was held isn't free again")
		}
	}
}

// At the edge, too, clients that read nothing hold what they may together, until they leave.
func TestHeldInWorkerd(t *testing.T) {
	s := besieged(t, bare(t, t.TempDir()))
	if s.deaf(12, 300, 0, 0, pace.Of(40*time.Second)); s.answered == 0 || s.refused == 0 {
		t.Errorf("some are to be answered, and some refused: %v", s)
	}
	for begun := time.Now(); send(t, "POST", s.URL+"/v1/models/siege/explain", rowsOf(300)).status != 200; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > pace.Of(5*time.Second) {
			t.Fatal("what was held isn't free again")
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
