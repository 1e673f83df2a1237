//go:build unix

package stage

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// Siege is the measurement of one attack.
type Siege struct {
	Held     int           // connections that the attack had open at its end
	Answers  int           // predictions that were answered meanwhile, all correctly
	Slowest  time.Duration // of these
	Refused  int           // of the attack's requests: answered with an error
	Answered int           // of the attack's requests: answered with 200
}

func (s Siege) String() string {
	return fmt.Sprintf("%d connections held, %d of the attack's requests answered, %d refused; %d predictions, the slowest after %s",
		s.Held, s.Answered, s.Refused, s.Answers, short(s.Slowest))
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
	request, err := http.NewRequest("PUT", server+"/v1/models/siege", strings.NewReader(
		`{"X":[[`+strings.Join(b.x, "],[")+`]],"y":[`+strings.Join(b.y, ",")+`]}`))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if text, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("storing the model: %s %s", response.Status, text)
	}
	for i := range 30 { // warm up: code compiled, model in memory
		if _, err := b.predict(i); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// predict asks for one row over a new connection, as a new client does.
func (b *Besieged) predict(i int) (time.Duration, error) {
	c := &http.Client{Timeout: pace.Of(time.Minute), Transport: &http.Transport{DisableKeepAlives: true}}
	start := time.Now()
	response, err := c.Post(b.url+"/v1/models/siege/predict", "application/json", strings.NewReader(`{"X":[[`+b.x[i%Samples]+`]]}`))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if want := `{"predictions":[` + b.y[i%Samples] + `]}`; err == nil && string(text) != want {
		err = fmt.Errorf("a prediction is answered %s %s, not %s", response.Status, text, want)
	}
	return time.Since(start), err
}

// during predicts, ten times a second and at least once, until the attack ends.
func (b *Besieged) during(s *Siege, attack func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- attack() }()
	for i := 0; ; i++ {
		took, err := b.predict(i)
		if err != nil {
			return errors.Join(err, <-ended)
		}
		s.Answers++
		s.Slowest = max(s.Slowest, took)
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
		return l.post("/v1/predict", 1000, "{")
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

// Deaf starts so many clients that ask for explanations of so many rows each, and read nothing.
func (b *Besieged) Deaf(clients, rows int, hold time.Duration) (s Siege, err error) {
	body := `{"X":[` + strings.TrimSuffix(strings.Repeat("[-1,2],", rows), ",") + `]}`
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
			if err := l.post("/v1/models/siege/explain", len(body), body); err != nil {
				return err
			}
		}
		time.Sleep(hold)
		for _, l := range lines {
			l.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			response, err := http.ReadResponse(l.in, nil)
			switch {
			case err != nil: // cut off, or not answered yet
			case response.StatusCode == http.StatusOK:
				s.Answered++
				s.Held++
			default:
				s.Refused++
			}
		}
		return nil
	})
	return s, err
}

// Paper is the body of a fit with preset paper, of about so many bytes.
func Paper(bytes int) string {
	r := rand.New(rand.NewSource(5))
	var x, y []string
	for size := 0; size < bytes; size = len(x) * 24 {
		x, y = append(x, fmt.Sprintf("%.6f,%.6f", r.Float64()*10, r.Float64()*10)), append(y, strconv.Itoa(r.Intn(1000)))
	}
	return `{"X":[[` + strings.Join(x, "],[") + `]],"y":[` + strings.Join(y, ",") + `],"options":{"preset":"paper"}}`
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

// Calibrated is the body of a prediction by a calibrated model. Its file has scores that are out of range for classes,
// and the least unit there is for numbers.
func Calibrated(classes bool) (string, error) {
	var x, y []string
	for i := range 64 {
		x, y = append(x, strconv.Itoa(i)), append(y, strconv.Itoa(i%3))
	}
	samples, err := jsontext.Parse([]byte(`{"X":[` + strings.Join(x, ",") + `],"y":[` + strings.Join(y, ",") + `],"options":{"classes":` + strconv.FormatBool(classes) + `}}`))
	if err != nil {
		return "", err
	}
	reader := &wire.Reader{Most: 1000}
	o, err := reader.FitOptions(samples.Get("options"))
	if err != nil {
		return "", err
	}
	m, err := reader.Fit(samples.Get("X"), samples.Get("y"), o)
	if err != nil {
		return "", err
	}
	if m, err = m.Calibrate(core.CrossValidateOptions{Folds: 2}); err != nil {
		return "", err
	}
	if classes {
		for i := range m.Calibration.Scores.Data {
			m.Calibration.Scores.Data[i] = 1e308
		}
	} else {
		m.Calibration.Median[0] = math.SmallestNonzeroFloat64
	}
	var file jsontext.Writer
	wire.WriteFile(&file, m)
	return `{"model":` + string(file.Bytes()) + `,"X":[[1.5]],"coverage":0.9}`, nil
}

// Post sends the bodies, all at once, each to the path, and waits for the answers.
func (b *Besieged) Post(path string, bodies ...string) (s Siege, err error) {
	s.Held = len(bodies)
	err = b.during(&s, func() error {
		var mu sync.Mutex
		var all sync.WaitGroup
		var failed error
		for _, body := range bodies {
			all.Go(func() {
				c := &http.Client{Timeout: pace.Of(2 * time.Minute), Transport: &http.Transport{DisableKeepAlives: true}}
				response, err := c.Post(b.url+path, "application/json", strings.NewReader(body))
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
