//go:build unix

package worker_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

func testConditions(t *testing.T, on target) {
	one, two := `{"X":[[0],[1]],"y":[0,1]}`, `{"X":[[0],[1]],"y":[0,2]}`
	path := on.url + "/v1/models/conditions"
	put := func(body string, options ...option) answer {
		return send(t, "PUT", path, body, append(options, authorized)...)
	}
	absorb := func(options ...option) answer {
		return send(t, "POST", path+"/absorb", `{"X":[[7]],"y":[7],"tolerance":0.1}`, append(options, authorized)...)
	}

	put(one, with("If-Match", `"0000"`)).refused(t, 409, "conflict") // there is no model yet
	send(t, "GET", path, nil).refused(t, 404, "not-found")
	first := put(one, with("If-None-Match", "*")).must(t, 200).header.Get("ETag")
	t.Cleanup(func() { send(t, "DELETE", path, nil, authorized) })
	put(two, with("If-None-Match", "*")).refused(t, 409, "conflict")
	absorb(with("If-Match", `"0000"`)).refused(t, 409, "conflict")
	if now := send(t, "GET", path, nil).must(t, 200); now.header.Get("ETag") != first || !strings.Contains(string(now.text), `"y":[0,1]`) {
		t.Fatalf("a write that was refused: %s", now.text)
	}
	second := put(two, with("If-Match", first)).must(t, 200).header.Get("ETag")
	if second == first {
		t.Error("another model has the same ETag")
	}
	put(one, with("If-Match", first)).refused(t, 409, "conflict")
	absorb(with("If-Match", first)).refused(t, 409, "conflict")
	absorb(with("If-Match", second)).must(t, 200)
	if now := send(t, "GET", path, nil).must(t, 200); !strings.Contains(string(now.text), `"y":[0,2,7]`) {
		t.Errorf("absorbed: %s", now.text)
	}
	put(one).must(t, 200) // without a condition, any version is replaced

	for _, wrong := range []option{
		with("If-Match", "abc"), with("If-Match", `"a`), with("If-Match", `"a" "b"`), with("If-Match", `"a",*`), with("If-None-Match", `W/abc`), with("If-None-Match", `w/"abc"`),
	} {
		put(two, wrong).refused(t, 400, "invalid-input")
	}
	absorb(with("If-None-Match", "*")).refused(t, 400, "unsupported")
	remove := func(options ...option) answer { return send(t, "DELETE", path, nil, append(options, authorized)...) }
	remove(with("If-Match", second)).refused(t, 409, "conflict")
	remove(with("If-None-Match", "*")).refused(t, 409, "conflict")
	remove(with("If-Match", "abc")).refused(t, 400, "invalid-input")
	now := send(t, "GET", path, nil).must(t, 200)
	if !strings.Contains(string(now.text), `"y":[0,1]`) {
		t.Errorf("after wrong conditions: %s", now.text)
	}

	// Lists, weak tags and *, as RFC 9110 compares them: If-None-Match takes a weak tag for the strong one, If-Match doesn't.
	tag := now.header.Get("ETag")
	for _, c := range []struct {
		match, none string
		status      int // of a GET with none, and of a PUT
	}{
		{none: tag, status: 304}, {none: "W/" + tag, status: 304}, {none: `"a", W/"b",` + tag, status: 304}, {none: `"a,b" , ` + tag + " ,", status: 304}, {none: "*", status: 304},
		{none: `"a", W/"b"`, status: 200}, {none: `W/"a"`, status: 200},
		{match: `"a", ` + tag, status: 200}, {match: `W/"a",` + tag, status: 200}, {match: "*", status: 200},
		{match: "W/" + tag, status: 409}, {match: `"a", "b"`, status: 409}, {match: tag, none: "*", status: 409}, {match: tag, none: `"a"`, status: 200},
	} {
		var given []option
		for name, value := range map[string]string{"If-Match": c.match, "If-None-Match": c.none} {
			if value != "" {
				given = append(given, with(name, value))
			}
		}
		if c.match == "" {
			if a := send(t, "GET", path, nil, given...); a.status != c.status || a.header.Get("ETag") != tag {
				t.Errorf("GET, unless %s: %d", c.none, a.status)
			}
		}
		if a := put(one, given...); c.status == 200 && a.status != 200 || c.status != 200 && a.status != 409 {
			t.Errorf("PUT if %q, unless %q: %d %s", c.match, c.none, a.status, a.text)
		}
	}
	for _, how := range [][]option{{with("If-Match", `"a",`+tag)}, nil} {
		remove(how...).must(t, 200)
		send(t, "GET", path, nil).refused(t, 404, "not-found")
		send(t, "POST", path+"/predict", `{"X":[[0]]}`).refused(t, 404, "not-found")
		remove().refused(t, 404, "not-found")
		remove(with("If-Match", tag)).refused(t, 409, "conflict")
		remove(with("If-Match", "*")).refused(t, 409, "conflict")
		put(one, with("If-Match", "*")).refused(t, 409, "conflict")
		if names := list(t, on.url); slices.Contains(names, "conditions") {
			t.Errorf("it is deleted, and listed: %v", names)
		}
		put(one, with("If-None-Match", "*")).must(t, 200)
		put(one, with("If-None-Match", "*")).refused(t, 409, "conflict")
	}
	remove(with("If-Match", "*")).must(t, 200)
	for _, match := range []string{"*", tag, `"a"`} {
		put(one, with("If-Match", match)).refused(t, 409, "conflict") // there is none
	}
	put(one, with("If-None-Match", `"a", `+tag)).must(t, 200)
}

// A compressed body is refused as that, with what to do, not as wrong JSON.
func testCompressed(t *testing.T, on target) {
	store(t, on, "packed", xor)
	unchanged(t, on)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(`{"X":[[0,0]]}`))
	z.Close()
	for _, request := range []string{"POST /v1/fit", "POST /v1/models/packed/predict", "POST /v1/models/packed/absorb", "PUT /v1/models/packed"} {
		method, path, _ := strings.Cut(request, " ")
		for _, encoding := range []string{"gzip", "br", "GZIP", "identity, gzip"} {
			e := send(t, method, on.url+path, packed.Bytes(), authorized, with("Content-Encoding", encoding)).refused(t, 415, "unsupported")
			if said := fmt.Sprint(e["message"], e["hint"]); !strings.Contains(said, "Content-Encoding") || !strings.Contains(said, "compress") {
				t.Errorf("%s, %s: %s", request, encoding, said)
			}
		}
	}
	send(t, "POST", on.url+"/v1/models/packed/predict", `{"X":[[0,0]]}`, with("Content-Encoding", "identity")).must(t, 200)
}

// A stored model that is damaged is never answered by. The answer names it, since waiting doesn't help, and it can be
// replaced.
func testDamaged(t *testing.T, on target) {
	store(t, on, "sound", xor)
	store(t, on, "damaged", map[string]any{"X": [][]float64{{1, 2}, {3, 4}}, "y": []float64{5, 6}})
	url := on.url + "/v1/models/damaged"
	on.damage(t, "damaged", send(t, "GET", url+"?format=bytes", nil).must(t, 200).text)
	for request, body := range map[string]string{"GET ": "", "GET ?format=bytes": "", "POST /predict": `{"X":[[1,2]]}`, "POST /explain": `{"X":[[1,2]]}`, "POST /absorb": `{"X":[[7,8]],"y":[9]}`} {
		method, path, _ := strings.Cut(request, " ")
		e := send(t, method, url+path, body, authorized, with("Content-Type", "application/json")).refused(t, 422, "model-file")
		if said, hint := fmt.Sprint(e["message"]), fmt.Sprint(e["hint"]); !strings.Contains(said, "damaged is damaged") || !strings.Contains(hint, "PUT") {
			t.Errorf("%s: %s %s", request, said, hint)
		}
	}
	send(t, "POST", on.url+"/v1/models/sound/predict", `{"X":[[0,1]]}`).must(t, 200)
	send(t, "PUT", url, xor, authorized).must(t, 200)
	send(t, "POST", url+"/predict", `{"X":[[0,1]]}`).must(t, 200)
}

// Sixteen writers add samples until all are in, each its own. A write that was answered with success must not be lost.
func testWriters(t *testing.T, on target) {
	const writers, each = 16, 3
	store(t, on, "crowd", `{"X":[[0,0],[1,1]],"y":[0,0]}`)
	path := on.url + "/v1/models/crowd"
	var mu sync.Mutex
	var all sync.WaitGroup
	won, lost := map[string]bool{}, 0
	begin := make(chan struct{})
	for w := range writers {
		all.Go(func() {
			<-begin
			for i := range each {
				x := fmt.Sprintf("[%d,%d]", 100+w, 200+i)
				// On a plane the others may answer a sample rightly, which is then accepted, but not absorbed.
				body := fmt.Sprintf(`{"X":[%s],"y":[%g],"tolerance":0}`, x, math.Sin(float64(1+w*each+i)))
				for attempt := 0; ; attempt++ {
					r, _ := http.NewRequest("POST", path+"/absorb", strings.NewReader(body))
					authorized(r)
					a, err := do(r)
					mu.Lock()
					if err == nil && a.status == 200 {
						if taken, _ := a.json["absorbed"].([]any); len(taken) != 1 {
							t.Errorf("%s was accepted, and not absorbed: %s", x, a.text)
						}
						won[x] = true
						mu.Unlock()
						break
					}
					lost++
					code, _ := a.json["error"].(map[string]any)
					mu.Unlock()
					if err != nil || a.status != 409 || code["code"] != "conflict" || attempt > 400 {
						t.Errorf("writer %d, attempt %d: %v %d %s", w, attempt, err, a.status, a.text)
						return
					}
				}
			}
		})
	}
	close(begin)
	all.Wait()
	now := send(t, "GET", path, nil).must(t, 200)
	var there []string
	for _, row := range now.json["X"].([]any)[2:] {
		there = append(there, fmt.Sprintf("[%v,%v]", row.([]any)[0], row.([]any)[1]))
	}
	slices.Sort(there)
	if len(there) != writers*each || len(won) != writers*each || len(slices.Compact(there)) != len(won) {
		t.Errorf("%d samples are in the model, %d were accepted", len(there), len(won))
	}
	for x := range won {
		if !slices.Contains(there, x) {
			t.Errorf("%s was accepted, and is lost", x)
		}
	}
	if lost == 0 {
		t.Error("no writer ever met another: the test shows nothing")
	}
	t.Logf("%d writes went through, %d were answered 409", len(won), lost)
}
