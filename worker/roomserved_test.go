//go:build unix

package worker_test

import (
	"bufio"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// A server with a room: it prints where the wall is, serves the page to it, and models to this machine; it logs nobody's name, and
// its end is told to who listens.
func TestRoomServed(t *testing.T) {
	server := native(t, t.TempDir(), "-room", "-address", "0.0.0.0:0")
	wall := regexp.MustCompile(`The wall: +(http://127\.0\.0\.1:\d+)/room\.html#wall=(\w+)\n`).FindStringSubmatch(server.Log())
	if wall == nil || wall[1] != server.URL {
		t.Fatal(server.Log())
	}
	page := send(t, "GET", server.URL+"/room.html", nil).must(t, 200)
	if !strings.Contains(string(page.text), "room.mjs") {
		t.Errorf("the page is %.200s", page.text)
	}
	if a := send(t, "GET", server.URL+"/room", nil); a.status != 303 || a.header.Get("Location") != "/room.html" {
		t.Errorf("/room: %d to %q", a.status, a.header.Get("Location"))
	}
	send(t, "PUT", server.URL+"/v1/models/a", xor, authorized).must(t, 200)
	guest := send(t, "POST", server.URL+"/room/guests", `{"name":"Mirabella"}`, with("Content-Type", "application/json")).must(t, 200)
	send(t, "POST", server.URL+"/room/guests", `{"name":"Mirabella"}`, with("Content-Type", "application/json"), with("Origin", origin)).must(t, 403) // a page that may fit may not join
	send(t, "POST", server.URL+"/room/drawings", `{"label":"owl","strokes":[[1,2,3,4]]}`, with("Content-Type", "application/json"), with("Authorization", "Bearer "+guest.json["secret"].(string))).must(t, 200)

	request, err := http.NewRequest("GET", server.URL+"/room/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+wall[2])
	stream, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || stream.StatusCode != 200 {
		t.Fatal(err, stream)
	}
	defer stream.Body.Close()
	var events []string
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		if lines.Text() != "" {
			events = append(events, lines.Text())
		}
		if len(events) == 1 && lines.Text() == "" {
			syscall.Kill(server.cmd.Process.Pid, syscall.SIGTERM)
		}
	}
	if len(events) != 2 || !strings.Contains(events[0], `"by":"Mirabella"`) || events[1] != `data: {"kind":"ended"}` {
		t.Errorf("the wall was told %q", events)
	}
	select {
	case <-server.ended:
	case <-time.After(pace.Of(10 * time.Second)):
		t.Error("the server goes on")
	}
	if log := server.Log(); strings.Contains(log, "Mirabella") || strings.Contains(log, "owl") || strings.Count(log, wall[2]) != 1 {
		t.Errorf("the log tells too much: %s", log)
	}
}
