//go:build !js

package room

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// class is a room with its server.
type class struct {
	*testing.T
	*Room
	address string
}

func opened(t *testing.T, options Options) class {
	named := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { io.WriteString(w, name) })
	}
	r := New(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}, options, func(what string, err error) { t.Errorf("%s: %v", what, err) })
	server := httptest.NewUnstartedServer(r.Handler(named("own"), named("page")))
	server.Config.RegisterOnShutdown(r.End)
	server.Config.ReadTimeout, server.Config.WriteTimeout = 700*time.Millisecond, 700*time.Millisecond // streams outlive these
	server.Config.IdleTimeout = time.Minute                                                            // else a slow machine sends what the server closes
	server.Start()
	t.Cleanup(func() {
		r.End() // which ends the streams, for which Close waits
		server.Close()
	})
	return class{t, r, server.URL}
}

type sent struct {
	status int
	text   string
	code   string // of an error
	hint   string
}

// send is a request of somebody who shows a secret, or "".
func (c class) send(method, path, secret, body string, headers ...string) sent {
	c.Helper()
	q, err := http.NewRequest(method, c.address+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	if secret != "" {
		q.Header.Set("Authorization", "Bearer "+secret)
	}
	for i := 0; i < len(headers); i += 2 {
		q.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			q.Host = headers[i+1]
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		c.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var e struct {
		Error struct{ Code, Message, Hint string }
	}
	json.Unmarshal(text, &e)
	if answer.StatusCode >= 400 && (e.Error.Code == "" || e.Error.Message == "" || e.Error.Hint == "") {
		c.Errorf("%s %s: %d without a code, a message and a hint: %s", method, path, answer.StatusCode, text)
	}
	return sent{answer.StatusCode, string(text), e.Error.Code, e.Error.Hint}
}

func (c class) want(status int, code string, got sent) sent {
	c.Helper()
	if got.status != status || got.code != code {
		c.Fatalf("got %d %q, not %d %q: %s", got.status, got.code, status, code, got.text)
	}
	return got
}

func (c class) joins(name string) joined {
	c.Helper()
	var j joined
	if err := json.Unmarshal([]byte(c.want(200, "", c.send("POST", "/room/guests", "", fmt.Sprintf(`{"name":%q}`, name))).text), &j); err != nil {
		c.Fatal(err)
	}
	return j
}

const line = `[[10,10,200,200]]`

func drawingOf(label string) string { return fmt.Sprintf(`{"label":%q,"strokes":%s}`, label, line) }

func (c class) hangs(of joined, label string) int {
	c.Helper()
	var m made
	if err := json.Unmarshal([]byte(c.want(200, "", c.send("POST", "/room/drawings", of.Secret, drawingOf(label))).text), &m); err != nil {
		c.Fatal(err)
	}
	return m.ID
}

// listener reads a stream.
type listener struct {
	class
	lines chan string
	end   func()
}

type said struct {
	Kind string
	Of   json.RawMessage
}

func (c class) listens(secret string) listener {
	c.Helper()
	ctx, cancel := context.WithCancel(c.Context())
	q, _ := http.NewRequestWithContext(ctx, "GET", c.address+"/room/events", nil)
	q.Header.Set("Authorization", "Bearer "+secret)
	answer, err := http.DefaultTransport.RoundTrip(q)
	if err != nil || answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" {
		c.Fatal(err, answer)
	}
	l := listener{c, make(chan string, 4096), cancel}
	go func() {
		defer close(l.lines)
		defer answer.Body.Close()
		scanner := bufio.NewScanner(answer.Body)
		scanner.Buffer(nil, 32<<20)
		for scanner.Scan() {
			if data, found := strings.CutPrefix(scanner.Text(), "data: "); found {
				l.lines <- data
			}
		}
	}()
	c.Cleanup(cancel)
	return l
}

// next waits for an event of a kind, and passes over others.
func (l listener) next(kind string) said {
	l.Helper()
	var seen []string
	for {
		select {
		case text, open := <-l.lines:
			var s said
			if err := json.Unmarshal([]byte(text), &s); !open || err != nil {
				l.Fatalf("the stream ended without %q; it said %v", kind, seen)
			}
			if s.Kind == kind {
				return s
			}
			seen = append(seen, s.Kind)
		case <-time.After(10 * time.Second):
			l.Fatalf("no %q in ten seconds; there were %v", kind, seen)
		}
	}
}

// ends waits until the stream is over.
func (l listener) ends() {
	l.Helper()
	for {
		select {
		case _, open := <-l.lines:
			if !open {
				return
			}
		case <-time.After(10 * time.Second):
			l.Fatal("the stream goes on")
		}
	}
}

// What a guest draws hangs on the wall and on its own phone, and on nobody else's; taken back, it is gone from both.
func TestDrawingsHang(t *testing.T) {
	c := opened(t, Options{})
	wall := c.listens(c.Key)
	mia, ben := c.joins("Mia"), c.joins("Ben")
	if ben.Secret == mia.Secret || ben.ID == mia.ID {
		t.Fatal("two guests are one")
	}
	phone, other := c.listens(mia.Secret), c.listens(ben.Secret)
	id := c.hangs(mia, "owl")
	for _, l := range []listener{wall, phone} {
		var d drawing
		json.Unmarshal(l.next("hung").Of, &d)
		if d.ID != id || d.By != "Mia" || d.Label != "owl" || string(d.Strokes) != line {
			t.Errorf("it hung %+v", d)
		}
	}
	if r := string(other.next("rules").Of); !strings.Contains(r, `"classes":["cat","house","owl"]`) {
		t.Errorf("others aren't told the new thing: %s", r)
	}
	c.want(404, "not-found", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", id), ben.Secret, ""))
	c.want(200, "", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", id), mia.Secret, ""))
	for _, l := range []listener{wall, phone} {
		if gone := string(l.next("gone").Of); gone != fmt.Sprintf("[%d]", id) {
			t.Errorf("gone is %s", gone)
		}
	}
	// The other one heard of rules and of nothing else.
	other.end()
	other.ends()
	for text := range other.lines {
		if !strings.HasPrefix(text, `{"kind":"rules"`) && !strings.HasPrefix(text, `{"kind":"room"`) {
			t.Errorf("Ben was told %s", text)
		}
	}
	c.want(404, "not-found", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", id), c.Key, ""))
}

// Whoever comes back is told all of it anew, and nothing twice; a stream outlives the server's limits for requests.
func TestComingBack(t *testing.T) {
	c := opened(t, Options{})
	mia := c.joins("Mia")
	phone, wall := c.listens(mia.Secret), c.listens(c.Key)
	first := c.hangs(mia, "owl")
	time.Sleep(1500 * time.Millisecond) // twice the limits of opened
	second := c.hangs(mia, "cat")
	phone.next("hung")
	phone.next("hung")
	phone.end()
	var guests []guest
	for json.Unmarshal(wall.next("guests").Of, &guests); guests[0].Here; json.Unmarshal(wall.next("guests").Of, &guests) {
	}
	c.want(200, "", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", first), c.Key, ""))
	var s snapshot
	json.Unmarshal(c.listens(mia.Secret).next("room").Of, &s)
	if len(s.Drawings) != 1 || s.Drawings[0].ID != second || s.Me == nil || s.Me.Name != "Mia" || len(s.Guests) != 0 || len(s.Places) != 0 {
		t.Errorf("back again it is told %+v", s)
	}
	json.Unmarshal(c.listens(c.Key).next("room").Of, &s)
	if len(s.Drawings) != 1 || len(s.Guests) != 1 || !s.Guests[0].Here || len(s.Places) != 1 {
		t.Errorf("the wall is told %+v", s)
	}
	// A second stream of the same guest takes the place of the first, so that no guest has many.
	before := c.listens(mia.Secret)
	c.listens(mia.Secret).next("room")
	before.next("elsewhere")
	before.ends()
	for range 2 * mostWalls {
		c.listens(c.Key).next("room")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.walls) > mostWalls {
		t.Errorf("there are %d walls", len(c.walls))
	}
}

// A guest that comes and goes without end is told to wait: the walls would be told of each, and be let go as too slow.
func TestComingAndGoing(t *testing.T) {
	c := opened(t, Options{})
	wall, mia := c.listens(c.Key), c.joins("Mia")
	came := map[int]int{}
	for range 200 {
		ctx, leave := context.WithCancel(t.Context())
		q, _ := http.NewRequestWithContext(ctx, "GET", c.address+"/room/events", nil)
		q.Header.Set("Authorization", "Bearer "+mia.Secret)
		answer, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		came[answer.StatusCode]++
		leave()
		answer.Body.Close()
	}
	if came[429] < 150 || came[200] < 10 {
		t.Errorf("who comes 200 times is answered %v", came)
	}
	c.hangs(c.joins("Ben"), "owl")
	wall.next("hung")
}

// Two of one name, names that aren't seen, the 61st guest, and who makes room for it.
func TestGuests(t *testing.T) {
	c := opened(t, Options{})
	for _, n := range [][2]string{{"Mia", "Mia"}, {"  Mia\t\u202e ", "Mia 2"}, {strings.Repeat("m", 60), strings.Repeat("m", 40)}, {strings.Repeat("m", 60), strings.Repeat("m", 38) + " 2"}, {"👩🏽‍🚀", "👩🏽‍🚀"}, {"Mia\u200b", "Mia\u200b 3"}} {
		if j := c.joins(n[0]); j.Name != n[1] {
			t.Errorf("%q is called %q, not %q", n[0], j.Name, n[1])
		}
	}
	for _, body := range []string{`{"name":""}`, `{"name":" \u0007\u202e "}`, `{"name":"\u200b\u3164\ufe0f"}`, `{"name":"\u2800"}`, `{"name":7}`, `{"name":"\ud800"}`, `{}`, `[]`, `{"name":"a","name":"b"}`, `{"name":"a","secret":"b"}`, `{"name":"a"`, "", "\xff"} {
		if got := c.send("POST", "/room/guests", "", body); got.status != 400 {
			t.Errorf("%s: %d", body, got.status)
		}
	}
	for i := range mostGuests - 6 {
		c.joins(fmt.Sprint("guest ", i))
	}
	c.want(503, "full", c.send("POST", "/room/guests", "", `{"name":"one more"}`))
	c.mu.Lock()
	c.guests[7].since, c.guests[8].since = time.Now().Add(-2*unseen), time.Now().Add(-2*unseen)
	c.guests[9].since, c.guests[9].came = time.Now().Add(-2*unseen), true
	c.drawings = append(c.drawings, drawing{ID: 1 << 20, Guest: c.guests[8].ID, Group: 1, Label: "cat"})
	left, stays := c.guests[7].secret, c.guests[8].secret
	c.mu.Unlock()
	c.joins("one more")
	c.want(401, "unauthorized", c.send("POST", "/room/drawings", left, drawingOf("cat")))
	c.want(200, "", c.send("POST", "/room/drawings", stays, drawingOf("cat")))
	c.want(503, "full", c.send("POST", "/room/guests", "", `{"name":"two more"}`))
	c.mu.Lock()
	c.guests[8].since = time.Now().Add(-2 * absent) // who was the tenth
	c.mu.Unlock()
	c.joins("two more")
	groups := [3]int{}
	for _, g := range c.guests {
		groups[g.Group]++
	}
	if groups != [3]int{0, 30, 30} {
		t.Errorf("the groups have %v", groups)
	}
}

// The teacher's verbs need the key: of nobody and of guests they are refused, and change nothing.
func TestKey(t *testing.T) {
	c := opened(t, Options{})
	mia := c.joins("Mia")
	id := c.hangs(mia, "owl")
	verbs := [][3]string{
		{"DELETE", "/room/drawings", ""}, {"DELETE", "/room/all", ""}, {"PUT", "/room/rules", `{"locked":true}`}, {"DELETE", fmt.Sprintf("/room/guests/%d", mia.ID), ""},
		{"PUT", "/room/tries/1", `{"value":"cat","recognition":"weak","because":[]}`}, {"DELETE", "/room/tries/1", ""},
	}
	for _, secret := range []string{"", mia.Secret, c.Key + "x", c.Key[:20], strings.ToLower(c.Key)} {
		for _, v := range verbs {
			c.want(403, "forbidden", c.send(v[0], v[1], secret, v[2]))
		}
	}
	c.want(401, "unauthorized", c.send("POST", "/room/drawings", c.Key, drawingOf("owl"))) // a wall draws nothing itself
	c.want(401, "unauthorized", c.send("GET", "/room/events", c.Key[1:], ""))
	if len(c.drawings) != 1 || len(c.guests) != 1 || c.rules.Locked || c.ended {
		t.Fatalf("something changed: %+v", c.rules)
	}
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"locked":true,"classes":["owl"," ghost ","owl"]}`))
	c.want(403, "locked", c.send("POST", "/room/guests", "", `{"name":"Ben"}`))
	if fmt.Sprint(c.rules.Classes) != "[owl ghost]" {
		t.Errorf("the things are %v", c.rules.Classes)
	}
	for _, body := range []string{`{"locked":1}`, `{"classes":[]}`, `{"classes":["a",""]}`, `{"classes":[` + strings.Repeat(`"a",`, 24) + `"b"]}`, `{"x":1}`} {
		if got := c.send("PUT", "/room/rules", c.Key, body); got.status != 400 {
			t.Errorf("%s: %d", body, got.status)
		}
	}
	// Sent away, a guest takes its drawings along, and its secret opens nothing.
	phone := c.listens(mia.Secret)
	c.want(200, "", c.send("DELETE", fmt.Sprintf("/room/guests/%d", mia.ID), c.Key, ""))
	phone.next("away")
	phone.ends()
	c.want(401, "unauthorized", c.send("POST", "/room/drawings", mia.Secret, drawingOf("owl")))
	c.want(404, "not-found", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", id), c.Key, ""))
	// The end: everybody is told, all is forgotten, and nothing is answered.
	wall := c.listens(c.Key)
	c.want(200, "", c.send("DELETE", "/room/all", c.Key, ""))
	wall.next("ended")
	wall.ends()
	c.want(410, "ended", c.send("POST", "/room/guests", "", `{"name":"Ben"}`))
	c.want(410, "ended", c.send("GET", "/room/events", c.Key, ""))
}

// A reader that doesn't read is let go, and holds up nobody.
func TestSlowReader(t *testing.T) {
	c := opened(t, Options{})
	mia := c.joins("Mia")
	asleep, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer asleep.Close()
	fmt.Fprintf(asleep, "GET /room/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n", c.Key)
	for range 1000 { // until it is there
		c.mu.Lock()
		n := len(c.walls)
		c.mu.Unlock()
		if n == 1 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	awake := c.listens(c.Key)
	awake.next("room")
	big := `{"label":"cat","strokes":[` + strings.TrimSuffix(strings.Repeat("["+strings.TrimSuffix(strings.Repeat("200,200,", 120), ",")+"],", 60), ",") + `]}`
	start, slowest := time.Now(), time.Duration(0)
	for range 600 { // 35 MB: more than the system keeps for a connection, and more events than may wait
		c.mu.Lock()
		c.guests[0].rate, c.drawings, c.bytes = newBucket(12, 1), nil, 0
		c.mu.Unlock()
		began := time.Now()
		c.want(200, "", c.send("POST", "/room/drawings", mia.Secret, big))
		slowest = max(slowest, time.Since(began))
		awake.next("hung")
	}
	t.Logf("600 drawings in %v, the slowest in %v", time.Since(start), slowest)
	if slowest > 2*time.Second {
		t.Errorf("a drawing took %v", slowest)
	}
	for until := time.Now().Add(2 * slow); ; time.Sleep(20 * time.Millisecond) {
		c.mu.Lock()
		n := len(c.walls)
		c.mu.Unlock()
		if n == 1 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d walls are there: who sleeps should be gone", n)
		}
	}
	c.hangs(mia, "cat")
	awake.next("hung")
}

// Two groups, each of which tries to mislead the other's network.
func TestSwap(t *testing.T) {
	c := opened(t, Options{})
	mia, ben := c.joins("Mia"), c.joins("Ben")
	wall, phone := c.listens(c.Key), c.listens(mia.Secret)
	c.want(409, "conflict", c.send("POST", "/room/tries", mia.Secret, drawingOf("cat")))
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"groups":true}`))
	c.hangs(mia, "cat")
	c.want(409, "conflict", c.send("PUT", "/room/rules", c.Key, `{"swapped":true}`)) // Ben's group has taught nothing
	c.hangs(ben, "house")
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"swapped":true}`))
	c.want(409, "conflict", c.send("POST", "/room/tries", mia.Secret, drawingOf("cat"))) // which the other group's network doesn't know
	ask := func(want int, code string) (id int) {
		var m made
		json.Unmarshal([]byte(c.want(want, code, c.send("POST", "/room/tries", mia.Secret, drawingOf("house"))).text), &m)
		return m.ID
	}
	ids := []int{ask(200, ""), ask(200, ""), ask(200, "")}
	ask(429, "too-many")
	for i, o := range []struct {
		value, recognition string
		fooled             bool
	}{{"cat", "moderate", true}, {"cat", "weak", false}, {"house", "strong", false}} {
		path := fmt.Sprintf("/room/tries/%d", ids[i])
		body := fmt.Sprintf(`{"value":%q,"recognition":%q,"because":["Ben's house"]}`, o.value, o.recognition)
		for _, wrong := range []string{strings.Replace(body, o.recognition, "sure", 1), strings.Replace(body, `["Ben's house"]`, `7`, 1), `{}`, strings.Replace(body, o.value, "", 1)} {
			if got := c.send("PUT", path, c.Key, wrong); got.status != 400 {
				t.Errorf("%s: %d", wrong, got.status)
			}
		}
		c.want(200, "", c.send("PUT", path, c.Key, body))
		c.want(409, "conflict", c.send("PUT", path, c.Key, body)) // a second wall is late
		for _, l := range []listener{wall, phone} {
			var got try
			for got.Out == nil || got.ID != ids[i] {
				got = try{}
				json.Unmarshal(l.next("try").Of, &got)
			}
			if got.Out.Fooled != o.fooled || got.Out.Because[0] != "Ben's house" || got.Count != 1 || got.Group != 1 {
				t.Errorf("%+v of %+v", got, o)
			}
		}
	}
	c.want(404, "not-found", c.send("PUT", "/room/tries/999", c.Key, `{"value":"cat","recognition":"weak","because":[]}`))
	c.want(200, "", c.send("DELETE", fmt.Sprintf("/room/tries/%d", ids[0]), c.Key, ""))
	if !c.tries[0].Void || c.tries[1].Void {
		t.Errorf("the tries are %+v", c.tries)
	}
	// Forgetting what a network knew ends the swap; another one begins with no tries.
	c.want(200, "", c.send("DELETE", "/room/drawings", c.Key, ""))
	if c.rules.Swapped || !c.rules.Groups {
		t.Errorf("the rules are %+v", c.rules)
	}
	c.hangs(mia, "cat")
	last := c.hangs(ben, "house")
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"swapped":true}`))
	c.want(200, "", c.send("DELETE", fmt.Sprintf("/room/drawings/%d", last), ben.Secret, "")) // else Mia's tries would wait for ever
	if c.rules.Swapped || !c.rules.Groups {
		t.Errorf("with a network that knows nothing, the rules are %+v", c.rules)
	}
	c.hangs(ben, "house")
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"swapped":true}`))
	if len(c.tries) != 0 {
		t.Errorf("the new round begins with %d tries", len(c.tries))
	}
	c.want(200, "", c.send("PUT", "/room/rules", c.Key, `{"groups":false}`))
	if c.rules.Swapped {
		t.Error("one group is swapped")
	}
}

type answers string

func (a answers) ServeHTTP(w http.ResponseWriter, q *http.Request) { io.WriteString(w, string(a)) }

// FuzzDrawing: nothing that is read as a drawing is written otherwise than as one, and writing it reads the same.
func FuzzDrawing(f *testing.F) {
	for _, seed := range []string{drawingOf("owl"), `{"strokes":[[1,2],[3,4,5,6]],"label":"\u202eowl"}`, `{"label":"a","strokes":[[1e2,0]]}`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		d, err := drawn(body)
		if err != nil {
			return
		}
		var plain [][]int
		if err := json.Unmarshal(d.Strokes, &plain); err != nil || len(plain) != d.count || len(plain) > mostStrokes {
			t.Fatalf("%v: %s", err, d.Strokes)
		}
		for _, s := range plain {
			if len(s) < 2 || len(s)%2 != 0 || len(s) > 2*mostPoints || slices.Min(s) < 0 || slices.Max(s) > 255 {
				t.Fatalf("%s", d.Strokes)
			}
		}
		again, err := json.Marshal(map[string]any{"label": d.Label, "strokes": d.Strokes})
		if err != nil {
			t.Fatal(err)
		}
		if e, err := drawn(again); err != nil || e.Label != d.Label || string(e.Strokes) != string(d.Strokes) {
			t.Fatalf("%v: %q is read again as %q", err, d.Label, e.Label)
		}
	})
}
