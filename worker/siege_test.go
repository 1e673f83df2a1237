//go:build unix

package worker_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

var sieged = flag.String("siege", "", "native, edge or both: TestSiege is every attack on these servers, two minutes")

// siege is an attack on a server that has a model of 1000 samples with two features. No attack has the token.
type siege struct {
	*running
	t     *testing.T
	x, y  []string
	lines []*line // of the attack

	mu       sync.Mutex
	held     int           // connections that the attack had open at its end
	answered int           // of the attack's requests: answered with 200
	refused  int           // of the attack's requests: answered with an error
	rounds   int           // of others' requests that were answered meanwhile, all correctly
	slowest  time.Duration // of these requests
	which    string        // the slowest
}

func (s *siege) String() string {
	return fmt.Sprintf("%d connections held, %d of the attack's requests answered, %d refused; %d rounds, the slowest request (%s) took %s",
		s.held, s.answered, s.refused, s.rounds, s.which, short(s.slowest))
}

func besieged(t *testing.T, on *running) *siege {
	t.Helper()
	s := &siege{running: on, t: t}
	s.x, s.y = plane()
	send(t, "PUT", on.URL+"/v1/models/siege", fitOf(s.x, s.y), authorized).must(t, 200)
	for i := range 10 { // warm up: code compiled, model in memory
		s.round(i)
	}
	s.rounds, s.slowest = 0, 0
	return s
}

// once sends its requests over new connections, as new clients do.
var once = &http.Client{Timeout: pace.Of(2 * time.Minute), Transport: &http.Transport{DisableKeepAlives: true}}

// round sends a guest's question and the owner's requests, and measures the slowest; false if one isn't answered well.
func (s *siege) round(i int) bool {
	question := `{"X":[[` + s.x[i%samples] + `]]}`
	answer := `{"predictions":[` + s.y[i%samples] + `]}`
	for _, q := range []struct{ who, method, path, body, want string }{
		{"guest", "POST", "siege/predict", question, answer},
		{"owner", "POST", "siege/predict", question, answer},
		{"owner", "PUT", "own", `{"X":[[0],[1]],"y":[5,6]}`, ""},
		{"owner", "POST", "own/absorb", `{"X":[[9]],"y":[7]}`, ""},
		{"owner", "POST", "own/predict", `{"X":[[9]]}`, `{"predictions":[7]}`},
	} {
		r := must(http.NewRequest(q.method, s.URL+"/v1/models/"+q.path, strings.NewReader(q.body)))
		if q.who == "owner" {
			authorized(r)
		}
		start := time.Now()
		a, err := doBy(once, r)
		if err != nil || a.status != 200 || q.want != "" && string(a.text) != q.want {
			s.t.Errorf("%s %s %s is answered %v %d %.300s", q.who, q.method, q.path, err, a.status, a.text)
			return false
		}
		if took := time.Since(start); took > s.slowest {
			s.slowest, s.which = took, q.who+" "+q.method+" "+q.path
		}
	}
	s.rounds++
	return true
}

// during sends rounds, at least one, until the attack ends.
func (s *siege) during(attack func(end time.Time), hold time.Duration) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for i := 0; s.round(i); i++ {
			select {
			case <-over:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	defer func() {
		close(over)
		<-ended
		for _, l := range s.lines {
			l.Close()
		}
	}()
	attack(time.Now().Add(hold))
}

// count notes how a request of the attack was answered.
func (s *siege) count(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status == http.StatusOK {
		s.answered++
	} else {
		s.refused++
	}
}

// line is a connection of the attack's.
type line struct {
	net.Conn
	in *bufio.Reader
}

func (s *siege) dial(text string) (*line, error) {
	c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(c, text)
	return &line{c, bufio.NewReader(c)}, err
}

// open adds a connection that sends a text.
func (s *siege) open(text string) {
	l, err := s.dial(text)
	if err != nil {
		s.t.Error(err)
		return
	}
	s.lines = append(s.lines, l)
}

func posted(path string, length int, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: siege\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, length, body)
}

// slow opens so many connections, which send the head of a request and one byte of its body, and holds them for a while.
// Connections that the server closes are opened again.
func (s *siege) slow(connections int, hold time.Duration) {
	s.during(func(end time.Time) {
		for ; time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			kept := s.lines[:0]
			for _, l := range s.lines {
				l.SetReadDeadline(time.Now().Add(time.Millisecond))
				if _, err := l.in.Peek(1); errors.Is(err, os.ErrDeadlineExceeded) {
					kept = append(kept, l)
				} else { // answered or closed
					s.refused++
					l.Close()
				}
			}
			for s.lines = kept; len(s.lines) < connections && !s.t.Failed(); {
				s.open(posted("/v1/models/siege/predict", 1000, "{"))
			}
		}
		s.held = len(s.lines)
	}, hold)
}

// deaf starts so many clients that ask for explanations of so many rows each, and read so many bytes a second: for least, and until
// each has the first byte of an answer, or for most.
func (s *siege) deaf(clients, n, rate int, least, most time.Duration) {
	s.during(func(end time.Time) {
		until := time.Now().Add(least)
		for range clients {
			body := strings.TrimSuffix(rowsOf(n), "}") + `,"options":{"fingerprint":true}}`
			s.open(posted("/v1/models/siege/explain", len(body), body))
		}
		var all sync.WaitGroup
		for _, l := range s.lines {
			all.Go(func() {
				l.Conn.(*net.TCPConn).SetReadBuffer(4096)
				l.SetReadDeadline(end.Add(100 * time.Millisecond))
				response, err := http.ReadResponse(l.in, nil)
				if err != nil { // cut off, or not answered yet
					return
				}
				s.count(response.StatusCode)
				for buffer := make([]byte, rate/10); rate > 0 && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
					if _, err := io.ReadFull(response.Body, buffer); err != nil {
						return
					}
				}
			})
		}
		all.Wait()
		time.Sleep(time.Until(until))
		s.held = len(s.lines)
	}, most)
}

// uploads opens so many connections that send a long body, a piece ten times a second.
func (s *siege) uploads(connections, piece int, hold time.Duration) {
	s.during(func(end time.Time) {
		for i := range connections {
			s.open(posted([]string{"/v1/models/siege/predict", "/v1/models/siege/absorb", "/v1/fit"}[i%3], 1<<20, "{"))
		}
		text := []byte(strings.Repeat(" ", piece))
		for ; time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			s.held = 0
			for _, l := range s.lines {
				l.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
				if _, err := l.Write(text); err == nil {
					s.held++
				}
			}
		}
	}, hold)
}

// heads sends so many requests as they are written here, all at once, again and again.
func (s *siege) heads(connections int, hold time.Duration, request string) {
	s.during(func(end time.Time) {
		var all sync.WaitGroup
		for range connections {
			all.Go(func() {
				for time.Now().Before(end) {
					l, err := s.dial(request)
					if err != nil {
						return
					}
					l.SetReadDeadline(time.Now().Add(5 * time.Second))
					status := 0
					if response, err := http.ReadResponse(l.in, nil); err == nil {
						status = response.StatusCode
					}
					s.count(status)
					time.Sleep(100 * time.Millisecond) // the connection stays open for as long
					l.Close()
				}
			})
		}
		all.Wait()
		s.held = connections
	}, hold)
}

// unsent is a GET that announces a body, long a question whose head has 4095 bytes.
const unsent = "GET /v1/models/siege?format=bytes HTTP/1.1\r\nHost: siege\r\nContent-Length: 1000\r\n\r\n"

func long() string {
	text := posted("/v1/models/siege/predict", 13, `{"X":[[1,2]]}`)
	return strings.Replace(text, "Host:", "X-Padding: "+strings.Repeat("x", 4095+13-len(text)-len("X-Padding: \r\n"))+"\r\nHost:", 1)
}

// questions asks so many times at once about one row of large models, which the owner stores before.
func (s *siege) questions(times, models, samples int) {
	for i := range models {
		send(s.t, "PUT", s.URL+"/v1/models/large"+strconv.Itoa(i), cloud(samples), authorized).must(s.t, 200)
	}
	s.post(func(i int) string { return "/v1/models/large" + strconv.Itoa(i%models) + "/predict" }, slices.Repeat([]string{`{"X":[[1,2]]}`}, times)...)
}

// post sends the bodies, all at once, each to its path, and waits for the answers.
func (s *siege) post(path func(i int) string, bodies ...string) {
	s.during(func(time.Time) {
		var all sync.WaitGroup
		for i, body := range bodies {
			all.Go(func() {
				a, err := doBy(once, must(http.NewRequest("POST", s.URL+path(i), strings.NewReader(body))))
				if said, _ := a.json["error"].(map[string]any); err != nil || a.status != 200 && said["code"] == nil {
					s.t.Errorf("the attack is answered %v %d without a code: %.300s", err, a.status, a.text)
				}
				s.count(a.status)
			})
		}
		all.Wait()
		s.held = len(bodies)
	}, 0)
}

func fits(int) string { return "/v1/fit" }

// categories is the body of a fit whose one column has a different text in every row.
func categories(rows int) string {
	x, y := make([]string, rows), make([]string, rows)
	for i := range rows {
		x[i], y[i] = `{"a":"`+strconv.FormatInt(int64(i), 36)+`"}`, strconv.Itoa(i%10)
	}
	return `{"X":[` + strings.Join(x, ",") + `],"y":[` + strings.Join(y, ",") + `]}`
}

// ordered is the body of a fit of a TNN with an order.
func ordered(rows int) string {
	x := make([]string, rows)
	for i := range rows {
		x[i] = strconv.Itoa(i)
	}
	list := strings.Join(x, ",")
	return `{"X":[` + list + `],"y":[` + list + `],"options":{"kind":"tnn","order":[` + list + `]}}`
}

// Attacks on the running servers. While they last, guests and the owner are answered. The whole of it, with -siege, is
// ./build.sh siege: each attack on a new server, where one request of others that takes longer than a second fails, and so
// does a server of more than 512 MiB (workerd's imitation of the platform has about 150 of them).
func TestSiege(t *testing.T) {
	if *sieged != "" {
		for name, connections := range map[string][3]int{"native": {1500, 50, 4100}, "edge": {500, 15, 2430}} {
			if *sieged == name || *sieged == "both" {
				t.Run(name, func(t *testing.T) { besiege(t, name == "edge", connections[0], connections[1], connections[2]) })
			}
		}
		return
	}
	t.Run("slow bodies", func(t *testing.T) {
		s := besieged(t, native(t, t.TempDir()))
		if s.slow(200, 2*time.Second); s.held != 200 || s.rounds < 5 {
			t.Error(s)
		}
	})
	t.Run("deaf clients", func(t *testing.T) {
		s := besieged(t, native(t, t.TempDir()))
		if s.deaf(12, 300, 0, 0, pace.Of(40*time.Second)); s.answered != 12 {
			t.Error(s)
		}
		if runtime.GOOS != "linux" {
			return // memory can't be read on this platform
		}
		if _, _, most, err := s.usage("serve"); err != nil || most > 300<<20 {
			t.Errorf("%d MiB for answers that nobody reads: %v", most>>20, err)
		}
	})
	t.Run("fits", func(t *testing.T) {
		s := besieged(t, native(t, t.TempDir()))
		if s.post(fits, categories(2040), ordered(63000)); s.refused != 2 {
			t.Error(s)
		}
	})
}

func besiege(t *testing.T, edge bool, connections, clients, samples int) {
	folder := t.TempDir()
	for _, attack := range []struct {
		name string
		run  func(s *siege)
	}{
		{"1. connections that send one byte of a body", func(s *siege) { s.slow(connections, 12*time.Second) }},
		{"2. 40 clients that read nothing of a long answer", func(s *siege) { s.deaf(40, 300, 0, 12*time.Second, 12*time.Second) }},
		{"3. 40 clients that read a long answer at 13 KiB/s", func(s *siege) { s.deaf(40, 300, 13<<10, 12*time.Second, 12*time.Second) }},
		{"4. 200 uploads of 1 MiB at 40 KB/s", func(s *siege) { s.uploads(200, 4000, 12*time.Second) }},
		{"5. GETs that announce a body and don't send it, from 50 or 15 clients", func(s *siege) { s.heads(clients, 8*time.Second, unsent) }},
		{"6. questions with a head of 4095 bytes, from 20 clients", func(s *siege) { s.heads(20, 5*time.Second, long()) }},
		{"7. 80 questions to four large models", func(s *siege) { s.questions(80, 4, samples) }},
		{"8. 60 questions of 1000 rows", func(s *siege) {
			s.post(func(int) string { return "/v1/models/siege/predict" }, slices.Repeat([]string{rowsOf(1000)}, 60)...)
		}},
		{"9. 4 large fits without the token", func(s *siege) { s.post(fits, categories(2040), categories(2040), ordered(63000), ordered(63000)) }},
	} {
		t.Run(attack.name, func(t *testing.T) {
			var on *running
			program := "serve"
			if edge {
				on, program = bare(t, folder), "workerd"
			} else {
				on = native(t, folder)
			}
			s := besieged(t, on)
			begun := time.Now()
			attack.run(s)
			_, _, most, err := s.usage(program)
			fmt.Printf("%s (%.0f s)\n       %v; %d MiB at most\n", t.Name(), time.Since(begun).Seconds(), s, most>>20)
			if err != nil || s.slowest > pace.Of(time.Second) || most > 512<<20 {
				t.Errorf("%s took %s, the memory was %d MiB: %v", s.which, s.slowest, most>>20, err)
			}
		})
	}
}
