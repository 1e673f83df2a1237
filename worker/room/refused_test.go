//go:build !js

package room

import (
	"fmt"
	"net"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	qr "github.com/piglig/go-qr"
)

// What no drawing is gets an error that names the place, and hangs nothing.
func TestMalformedDrawings(t *testing.T) {
	c := opened(t, Options{})
	mia := c.joins("Mia")
	stroke := func(points int) string { return "[" + strings.TrimSuffix(strings.Repeat("1,2,", points), ",") + "]" }
	strokes := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("[1,2],", n), ",") + "]" }
	for body, status := range map[string]int{
		`{"label":"cat","strokes":` + strokes(100) + `}`:                      200,
		`{"label":"cat","strokes":[` + stroke(400) + `]}`:                     200,
		`{"strokes":[[1,2]],"label":"cat"}`:                                   200,
		`{"label":"cat","strokes":` + strokes(101) + `}`:                      400,
		`{"label":"cat","strokes":[` + stroke(401) + `]}`:                     400,
		`{"label":"cat","strokes":[]}`:                                        400,
		`{"label":"cat","strokes":[[]]}`:                                      400,
		`{"label":"cat","strokes":[[1]]}`:                                     400,
		`{"label":"cat","strokes":[[1,2,3]]}`:                                 400,
		`{"label":"cat","strokes":[[1,256]]}`:                                 400,
		`{"label":"cat","strokes":[[1,-1]]}`:                                  400,
		`{"label":"cat","strokes":[[1,1.5]]}`:                                 400,
		`{"label":"cat","strokes":[[1,1e400]]}`:                               400,
		`{"label":"cat","strokes":[[1,"2"]]}`:                                 400,
		`{"label":"cat","strokes":[[1,null]]}`:                                400,
		`{"label":"cat","strokes":"[[1,2]]"}`:                                 400,
		`{"label":"cat","strokes":{"0":[1,2]}}`:                               400,
		`{"label":"","strokes":[[1,2]]}`:                                      400,
		`{"label":["cat"],"strokes":[[1,2]]}`:                                 400,
		`{"label":"cat","strokes":[[1,2]],"by":"Ben"}`:                        400,
		`{"label":"cat"}`:                                                     400,
		`null`:                                                                400,
		strings.Repeat("[", 30000):                                            400,
		`{"label":"cat","strokes":[[1,2]]} {}`:                                400,
		`{"label":"cat","strokes":` + strings.Repeat(" ", mostBody) + `[]}`:   413,
		`{"label":"` + strings.Repeat("c", 5<<20) + `","strokes":[[1,2]]}`:    413,
		`{"label":"` + strings.Repeat("c", 6000) + `","strokes":[[1e0,2.0]]}`: 200,
	} {
		c.mu.Lock()
		c.guests[0].rate = newBucket(12, 1)
		before := len(c.drawings)
		c.mu.Unlock()
		if got := c.send("POST", "/room/drawings", mia.Secret, body); got.status != status {
			t.Errorf("%.60s: %d %s", body, got.status, got.text)
		}
		c.mu.Lock()
		if hung := len(c.drawings) - before; (hung == 1) != (status == 200) {
			t.Errorf("%.60s hung %d", body, hung)
		}
		c.mu.Unlock()
	}
	for _, d := range c.drawings {
		if d.By != "Mia" || len([]rune(d.Label)) > mostName {
			t.Errorf("it hung %.80s by %s", d.Label, d.By)
		}
	}
	c.want(415, "unsupported", c.send("POST", "/room/drawings", mia.Secret, drawingOf("cat"), "Content-Type", "text/plain"))
	c.want(404, "not-found", c.send("GET", "/room/none", mia.Secret, ""))
}

// The wall has an end, in drawings, bytes and things; a guest who floods it is slowed, and others aren't.
func TestFull(t *testing.T) {
	c := opened(t, Options{})
	mia, ben := c.joins("Mia"), c.joins("Ben")
	statuses := map[int]int{}
	for range 60 {
		statuses[c.send("POST", "/room/drawings", mia.Secret, drawingOf("cat")).status]++
	}
	if statuses[200] < 12 || statuses[200] > 20 || statuses[200]+statuses[429] != 60 {
		t.Errorf("a flood was answered %v", statuses)
	}
	c.hangs(ben, "cat")
	c.mu.Lock()
	c.guests[1].rate = newBucket(100, 1)
	c.mu.Unlock()
	// Nor does one guest name all the things, or take all the room.
	for i := range mostNamed {
		c.hangs(ben, fmt.Sprint("thing ", i))
	}
	c.want(409, "full", c.send("POST", "/room/drawings", ben.Secret, drawingOf("one thing more")))
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"classes":["cat","thing 0"]}`))
	c.hangs(ben, "one thing more")
	c.mu.Lock()
	for range mostOfOne {
		c.drawings = append(c.drawings, drawing{Guest: ben.ID, Group: 1, Label: "cat"})
	}
	c.mu.Unlock()
	c.want(409, "full", c.send("POST", "/room/drawings", ben.Secret, drawingOf("cat")))
	fill := func(n int, d drawing) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.drawings, c.bytes = nil, 0
		for range n {
			d.Group = 1
			c.drawings = append(c.drawings, d)
			c.bytes += len(d.Strokes)
		}
		c.rulesChanged()
	}
	fill(mostDrawings-1, drawing{Label: "cat"})
	c.hangs(ben, "cat")
	c.want(507, "full", c.send("POST", "/room/drawings", ben.Secret, drawingOf("cat")))
	fill(1, drawing{Label: "cat", Strokes: make([]byte, mostBytes-4)})
	c.want(507, "full", c.send("POST", "/room/drawings", ben.Secret, drawingOf("cat")))
	fill(0, drawing{})
	c.mu.Lock()
	c.given = make([]string, mostClasses)
	for i := range c.given {
		c.given[i] = fmt.Sprint("thing ", i)
	}
	c.rulesChanged()
	c.mu.Unlock()
	c.want(409, "full", c.send("POST", "/room/drawings", ben.Secret, drawingOf("another")))
	c.hangs(ben, "thing 3")
	joins := map[int]int{}
	for range 200 {
		joins[c.send("POST", "/room/guests", "", `{}`).status]++
	}
	if joins[429] < 60 {
		t.Errorf("who tries to join 200 times is answered %v", joins)
	}
}

// A bucket gives what it holds, then what comes back each second, and never holds more than at first.
func TestBucket(t *testing.T) {
	b, now := newBucket(3, 0.5), time.Now()
	for _, at := range []struct {
		seconds float64
		takes   int
	}{{0, 3}, {1.9, 0}, {2.1, 1}, {3, 0}, {4.2, 1}, {1000, 3}} {
		taken := 0
		for b.take(now.Add(time.Duration(at.seconds * float64(time.Second)))) {
			taken++
		}
		if taken != at.takes {
			t.Errorf("after %v s it gives %d, want %d", at.seconds, taken, at.takes)
		}
	}
}

// Who may come in: by its address, by the name that it asks for, and by its page.
func TestAdmission(t *testing.T) {
	house := []string{"127.0.0.1", "::1", "10.0.0.9", "172.16.0.1", "172.31.255.254", "192.168.1.7", "169.254.3.4", "fe80::1%eth0", "fd12::7", "::ffff:192.168.1.7"}
	street := []string{"8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "11.0.0.1", "100.64.0.1", "2001:db8::1", "::ffff:8.8.8.8", "fec0::1"}
	handle := func(r *Room, from, host, path string) (int, string) {
		q := httptest.NewRequest("GET", path, nil)
		q.RemoteAddr, q.Host = net.JoinHostPort(from, "50000"), host
		w := httptest.NewRecorder()
		r.Handler(answers("own"), answers("page")).ServeHTTP(w, q)
		return w.Code, w.Body.String()
	}
	closed, open := opened(t, Options{Hosts: []string{"room.example:8080"}}), opened(t, Options{Anywhere: true})
	for _, from := range append(slices.Clone(house), street...) {
		in := slices.Contains(house, from)
		for _, path := range []string{"/room.html", "/v1/models", "/room/events", "/metrics"} {
			status, text := handle(closed.Room, from, "192.168.1.5:8080", path)
			if (status == 403) == in {
				t.Errorf("%s at %s: %d", from, path, status)
			}
			if status, _ := handle(open.Room, from, "192.168.1.5:8080", path); status == 403 {
				t.Errorf("%s at %s, of anywhere: %d", from, path, status)
			}
			own := from == "127.0.0.1" || from == "::1"
			if in && path != "/room/events" && text != map[bool]string{true: "own", false: "page"}[own] {
				t.Errorf("%s at %s is shown %s", from, path, text)
			}
		}
	}
	if status, _ := handle(closed.Room, "", "192.168.1.5", "/"); status != 403 {
		t.Errorf("from nowhere: %d", status)
	}
	for host, status := range map[string]int{"127.0.0.1:8080": 200, "[::1]:8080": 200, "192.168.1.5": 200, "LOCALHOST:8080": 200, "room.example:8080": 200, "ROOM.example:8080": 200,
		"evil.example:8080": 403, "room.example": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example": 403, "": 403} {
		if got, _ := handle(closed.Room, "127.0.0.1", host, "/room.html"); got != status {
			t.Errorf("host %q: %d", host, got)
		}
	}
	// A page of another origin, such as one of another port, joins nobody.
	for origin, status := range map[string]int{"": 200, closed.address: 200, "http://evil.example": 403, "null": 403, "http://127.0.0.1:1": 403, strings.Replace(closed.address, "http:", "https:", 1): 403} {
		headers := []string{}
		if origin != "" {
			headers = []string{"Origin", origin}
		}
		if got := closed.send("POST", "/room/guests", "", `{"name":"a"}`, headers...); got.status != status {
			t.Errorf("origin %q: %d %s", origin, got.status, got.text)
		}
	}
}

// The address that phones reach is named first; its code says it.
func TestAddresses(t *testing.T) {
	list := []netip.Addr{}
	for _, a := range []string{"fe80::1", "169.254.1.1", "172.17.0.1", "10.1.2.3", "8.8.4.4", "fd00::1", "192.168.178.20"} {
		list = append(list, netip.MustParseAddr(a))
	}
	for anywhere, want := range map[bool]string{false: "[192.168.178.20 10.1.2.3 172.17.0.1 169.254.1.1 127.0.0.1]", true: "[192.168.178.20 10.1.2.3 172.17.0.1 8.8.4.4 169.254.1.1 127.0.0.1]"} {
		if got := fmt.Sprint(sorted(list, anywhere)); got != want {
			t.Errorf("anywhere %v: %s", anywhere, got)
		}
	}
	if got := fmt.Sprint(sorted(list[5:6], false), sorted(nil, false)); got != "[fd00::1 127.0.0.1] [127.0.0.1]" {
		t.Error(got)
	}
	r := New(&net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8080}, Options{}, nil)
	p := r.places()
	want, err := qr.EncodeText("http://192.168.1.5:8080/room", qr.Medium)
	if err != nil || len(p) != 1 || p[0].Address != "http://192.168.1.5:8080/room" || len(p[0].Code) != want.Size() || strings.Trim(p[0].Code[0][:8], "1") != "0" {
		t.Errorf("%v %+v", err, p)
	}
	if told := r.Told(); !strings.Contains(told, "For phones: http://192.168.1.5:8080/room\n") || !strings.Contains(told, "The wall:   http://192.168.1.5:8080/room.html#wall="+r.Key) {
		t.Error(told)
	}
	if told := New(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, Options{}, nil).Told(); !strings.Contains(told, "Phones can't reach this address") {
		t.Error(told)
	}
	all := New(&net.TCPAddr{IP: net.IPv4zero, Port: 8080}, Options{}, nil)
	if told := all.Told(); !strings.Contains(told, "http://127.0.0.1:8080/room.html#wall="+all.Key) {
		t.Error(told)
	}
}
