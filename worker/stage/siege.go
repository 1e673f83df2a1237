//go:build unix

package stage

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// Siege is the measurement of one attack.
type Siege struct {
	Held     int           // connections that the attack had open at its end
	Answers  int           // rounds of others' requests that were answered meanwhile, all correctly
	Slowest  time.Duration // of these requests
	Which    string        // the slowest
	Refused  int           // of the attack's requests: answered with an error
	Answered int           // of the attack's requests: answered with 200
}

func (s Siege) String() string {
	return fmt.Sprintf("%d connections held, %d of the attack's requests answered, %d refused; %d rounds, the slowest request (%s) took %s",
		s.Held, s.Answered, s.Refused, s.Answers, s.Which, short(s.Slowest))
}

// Besieged is a server with a model for a siege: 1000 samples with two features.
type Besieged struct {
	url, host, token string
	x, y             []string
}

// NewBesieged stores the model.
func NewBesieged(server, token string) (*Besieged, error) {
	u, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	b := &Besieged{url: server, host: u.Host, token: token}
	b.x, b.y = plane()
	if _, err := b.owner("PUT", "/v1/models/siege", `{"X":[[`+strings.Join(b.x, "],[")+`]],"y":[`+strings.Join(b.y, ",")+`]}`); err != nil {
		return nil, err
	}
	var s Siege
	for i := range 10 { // warm up: code compiled, model in memory
		if err := b.round(i, &s); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// send sends a request over a new connection, as a new client does.
func (b *Besieged) send(method, path, body, token string) (string, error) {
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	c := &http.Client{Timeout: pace.Of(time.Minute), Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s is answered %s %.300s", method, path, response.Status, text)
	}
	return string(text), err
}

func (b *Besieged) owner(method, path, body string) (string, error) {
	return b.send(method, path, body, b.token)
}

// round sends a guest's question and the owner's requests, and measures the slowest.
func (b *Besieged) round(i int, s *Siege) error {
	question := `{"X":[[` + b.x[i%Samples] + `]]}`
	answer := `{"predictions":[` + b.y[i%Samples] + `]}`
	for _, r := range []struct{ who, method, path, body, want string }{
		{"guest", "POST", "/v1/models/siege/predict", question, answer},
		{"owner", "POST", "/v1/models/siege/predict", question, answer},
		{"owner", "PUT", "/v1/models/own", `{"X":[[0],[1]],"y":[5,6]}`, ""},
		{"owner", "POST", "/v1/models/own/absorb", `{"X":[[9]],"y":[7]}`, ""},
		{"owner", "POST", "/v1/models/own/predict", `{"X":[[9]]}`, `{"predictions":[7]}`},
	} {
		token := ""
		if r.who == "owner" {
			token = b.token
		}
		start := time.Now()
		text, err := b.send(r.method, r.path, r.body, token)
		if err == nil && r.want != "" && text != r.want {
			err = fmt.Errorf("%s is answered %s, not %s", r.path, text, r.want)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.who, err)
		}
		if took := time.Since(start); took > s.Slowest {
			s.Slowest, s.Which = took, r.who+" "+r.method+" "+r.path
		}
	}
	s.Answers++
	return nil
}

// during sends rounds, at least one, until the attack ends.
func (b *Besieged) during(s *Siege, attack func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- attack() }()
	for i := 0; ; i++ {
		if err := b.round(i, s); err != nil {
			return errors.Join(err, <-ended)
		}
		select {
		case err := <-ended:
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// line is a connection of the attack's.
type line struct {
	net.Conn
	in *bufio.Reader
}

func (b *Besieged) dial() (*line, error) {
	c, err := net.Dial("tcp", b.host)
	if err != nil {
		return nil, err
	}
	return &line{c, bufio.NewReader(c)}, nil
}

func (l *line) post(path string, length int, body string) error {
	_, err := fmt.Fprintf(l, "POST %s HTTP/1.1\r\nHost: siege\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, length, body)
	return err
}

// isOpen says whether the server keeps the connection open without having answered.
func (l *line) isOpen() bool {
	l.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := l.in.Peek(1)
	timeout, ok := err.(net.Error)
	return ok && timeout.Timeout()
}

// Slow opens so many connections, which send the head of a request and one byte of its body,
// and holds them for a while. Connections that the server closes are opened again.
func (b *Besieged) Slow(connections int, hold time.Duration) (s Siege, err error) {
	var lines []*line
	defer func() { closeAll(lines) }()
	open := func() error {
		l, err := b.dial()
		if err != nil {
			return err
		}
		lines = append(lines, l)
		return l.post("/v1/models/siege/predict", 1000, "{")
	}
	err = b.during(&s, func() error {
		for end := time.Now().Add(hold); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			kept := lines[:0]
			for _, l := range lines {
				if l.isOpen() {
					kept = append(kept, l)
				} else {
					s.Refused++
					l.Close()
				}
			}
			lines = kept
			for len(lines) < connections {
				if err := open(); err != nil {
					return err
				}
			}
		}
		s.Held = len(lines)
		return nil
	})
	return s, err
}

// rows is the body of a question about so many rows.
func rows(n int) string {
	return `{"X":[` + strings.TrimSuffix(strings.Repeat("[-1,2],", n), ",") + `]}`
}

// Deaf starts so many clients that ask for explanations of so many rows each, and read so many bytes a second.
func (b *Besieged) Deaf(clients, n, rate int, hold time.Duration) (s Siege, err error) {
	var lines []*line
	defer func() { closeAll(lines) }()
	err = b.during(&s, func() error {
		for range clients {
			l, err := b.dial()
			if err != nil {
				return err
			}
			lines = append(lines, l)
			l.Conn.(*net.TCPConn).SetReadBuffer(4096)
			if err := l.post("/v1/models/siege/explain", len(rows(n)), rows(n)); err != nil {
				return err
			}
		}
		var all sync.WaitGroup
		var answered, refused atomic.Int64
		end := time.Now().Add(hold)
		for _, l := range lines {
			all.Go(func() {
				if rate == 0 {
					time.Sleep(time.Until(end))
				}
				l.SetReadDeadline(end.Add(100 * time.Millisecond))
				response, err := http.ReadResponse(l.in, nil)
				switch {
				case err != nil: // cut off, or not answered yet
					return
				case response.StatusCode == http.StatusOK:
					answered.Add(1)
				default:
					refused.Add(1)
				}
				for buffer := make([]byte, rate/10); rate > 0 && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
					if _, err := io.ReadFull(response.Body, buffer); err != nil {
						return
					}
				}
			})
		}
		all.Wait()
		s.Answered, s.Refused, s.Held = int(answered.Load()), int(refused.Load()), len(lines)
		return nil
	})
	return s, err
}

// Uploads opens so many connections that send a long body, a piece ten times a second, without the token.
func (b *Besieged) Uploads(connections, piece int, hold time.Duration) (s Siege, err error) {
	var lines []*line
	defer func() { closeAll(lines) }()
	err = b.during(&s, func() error {
		for i := range connections {
			l, err := b.dial()
			if err != nil {
				return err
			}
			lines = append(lines, l)
			if err := l.post([]string{"/v1/models/siege/predict", "/v1/models/siege/absorb", "/v1/fit"}[i%3], 1<<20, "{"); err != nil {
				return err
			}
		}
		text := []byte(strings.Repeat(" ", piece))
		for end := time.Now().Add(hold); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			s.Held = 0
			for _, l := range lines {
				l.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
				if _, err := l.Write(text); err == nil {
					s.Held++
				}
			}
		}
		return nil
	})
	return s, err
}

// Heads sends so many requests as they are written here, all at once, again and again.
func (b *Besieged) Heads(connections int, hold time.Duration, request string) (s Siege, err error) {
	var mu sync.Mutex
	err = b.during(&s, func() error {
		var all sync.WaitGroup
		end := time.Now().Add(hold)
		for range connections {
			all.Go(func() {
				for time.Now().Before(end) {
					l, err := b.dial()
					if err != nil {
						return
					}
					io.WriteString(l, request)
					l.SetReadDeadline(time.Now().Add(5 * time.Second))
					response, err := http.ReadResponse(l.in, nil)
					mu.Lock()
					if err == nil && response.StatusCode == http.StatusOK {
						s.Answered++
					} else {
						s.Refused++
					}
					mu.Unlock()
					time.Sleep(100 * time.Millisecond) // the connection stays open for as long
					l.Close()
				}
			})
		}
		all.Wait()
		s.Held = connections
		return nil
	})
	return s, err
}

// Unsent is a GET that announces a body, Long a question whose head has 4095 bytes.
const Unsent = "GET /v1/models/siege?format=bytes HTTP/1.1\r\nHost: siege\r\nContent-Length: 1000\r\n\r\n"

func Long() string {
	const body = `{"X":[[1,2]]}`
	head := fmt.Sprintf("POST /v1/models/siege/predict HTTP/1.1\r\nHost: siege\r\nContent-Length: %d\r\nX-Padding: ", len(body))
	return head + strings.Repeat("x", 4095-len(head)-4) + "\r\n\r\n" + body
}

// Questions asks so many times at once about one row of large models, which the owner stores before.
func (b *Besieged) Questions(times, models, samples int) (s Siege, err error) {
	for i := range models {
		if _, err := b.owner("PUT", "/v1/models/large"+strconv.Itoa(i), dense(samples)); err != nil {
			return s, err
		}
	}
	var bodies []string
	for range times {
		bodies = append(bodies, `{"X":[[1,2]]}`)
	}
	return b.post(func(i int) string { return "/v1/models/large" + strconv.Itoa(i%models) + "/predict" }, bodies...)
}

// dense is the body of a fit whose model is stored with a number for each pair of samples.
func dense(samples int) string {
	first, _ := plane()
	var x, y []string
	for far := ""; len(x) < samples; far += "1" {
		for _, point := range first {
			x, y = append(x, far+point), append(y, strconv.Itoa(len(y)))
		}
	}
	return `{"X":[[` + strings.Join(x[:samples], "],[") + `]],"y":[` + strings.Join(y[:samples], ",") +
		`],"options":{"preset":"paper","settings":{"a1":0.01,"a2":0.5,"admission":0.2,"activation":0.9}}}`
}

// Many is the body of a question about so many rows, so many times.
func Many(times, n int) (list []string) {
	for range times {
		list = append(list, rows(n))
	}
	return list
}

// Categories is the body of a fit whose one column has a different text in every row.
func Categories(rows int) string {
	x, y := make([]string, rows), make([]string, rows)
	for i := range rows {
		x[i], y[i] = `{"a":"`+strconv.FormatInt(int64(i), 36)+`"}`, strconv.Itoa(i%10)
	}
	return `{"X":[` + strings.Join(x, ",") + `],"y":[` + strings.Join(y, ",") + `]}`
}

// Ordered is the body of a fit of a TNN with an order.
func Ordered(rows int) string {
	x := make([]string, rows)
	for i := range rows {
		x[i] = strconv.Itoa(i)
	}
	list := strings.Join(x, ",")
	return `{"X":[` + list + `],"y":[` + list + `],"options":{"model":"tnn","order":[` + list + `]}}`
}

// Post sends the bodies, all at once, each to the path, and waits for the answers.
func (b *Besieged) Post(path string, bodies ...string) (s Siege, err error) {
	return b.post(func(int) string { return path }, bodies...)
}

func (b *Besieged) post(path func(i int) string, bodies ...string) (s Siege, err error) {
	s.Held = len(bodies)
	err = b.during(&s, func() error {
		var mu sync.Mutex
		var all sync.WaitGroup
		var failed error
		for i, body := range bodies {
			all.Go(func() {
				c := &http.Client{Timeout: pace.Of(2 * time.Minute), Transport: &http.Transport{DisableKeepAlives: true}}
				response, err := c.Post(b.url+path(i), "application/json", strings.NewReader(body))
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					failed = errors.Join(failed, err)
					return
				}
				defer response.Body.Close()
				if response.StatusCode == http.StatusOK {
					s.Answered++
					io.Copy(io.Discard, response.Body)
					return
				}
				var said struct{ Error struct{ Code string } }
				if err := json.NewDecoder(response.Body).Decode(&said); err != nil || said.Error.Code == "" {
					failed = errors.Join(failed, fmt.Errorf("the attack is answered %s without a code: %v", response.Status, err))
				}
				s.Refused++
			})
		}
		all.Wait()
		return failed
	})
	return s, err
}

func closeAll(lines []*line) {
	for _, l := range lines {
		l.Close()
	}
}
