//go:build !js

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// rascal does what it can against the others in a room, over and over. It has no browser: what that would take from the others'
// pages of this machine isn't the server's matter.
type rascal struct {
	*testing.T
	address, secret string
	rounds          int
	mu              sync.Mutex
	answered        map[string]int // how often by path and status
	stop            func()
}

// joinsRascal lets one in, who goes on until stop.
func (c *classroom) joinsRascal() *rascal {
	r := &rascal{T: c.T, address: c.address, answered: map[string]int{}}
	_, text := r.send(context.Background(), "POST", "guests", "", `{"name":"Rascal"}`)
	var me struct{ Secret string }
	check(c.T, json.Unmarshal([]byte(text), &me))
	r.secret = me.Secret
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	r.stop = func() {
		cancel()
		<-ended
	}
	c.Cleanup(r.stop)
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			r.round(ctx)
			time.Sleep(200 * time.Millisecond) // else it takes the processors, which no guest shares with the others
		}
	}()
	return r
}

func (r *rascal) round(ctx context.Context) {
	streams, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
	defer cancel()
	var all sync.WaitGroup
	sends := func(ctx context.Context, method, path, secret, body string) {
		all.Go(func() { r.send(ctx, method, path, secret, body) })
	}
	for range 100 {
		sends(streams, "GET", "events", r.secret, "")
	}
	for _, body := range []string{`{"label":"` + strings.Repeat("x", 5<<20) + `","strokes":[[1,2]]}`, strings.Repeat("{", 60000), `{"label":"cat","strokes":[[1,2,3]]}`,
		fmt.Sprintf(`{"label":"rude %d","strokes":[[%d,2,3,4]]}`, r.rounds, r.rounds%256)} {
		sends(ctx, "POST", "drawings", r.secret, body)
	}
	sends(ctx, "DELETE", "all", strings.Repeat("A", 26), "")
	sends(ctx, "DELETE", "drawings", r.secret, "")
	sends(ctx, "PUT", "rules", r.secret, `{"locked":true}`)
	for i := range 20 {
		sends(ctx, "DELETE", fmt.Sprint("drawings/", i), r.secret, "")
	}
	sends(ctx, "POST", "tries", r.secret, `{"label":"cat","strokes":[[1,2]]}`)
	sends(ctx, "POST", "guests", "", "nonsense")
	all.Wait()
	r.rounds++
}

// send gives the status, 0 where the server cut it off, and what it said.
func (r *rascal) send(ctx context.Context, method, path, secret, body string) (int, string) {
	q := must(http.NewRequestWithContext(ctx, method, r.address+"/room/"+path, strings.NewReader(body)))(r.T)
	q.Header.Set("Authorization", "Bearer "+secret)
	q.Header.Set("Content-Type", "application/json")
	var status int
	var text []byte
	if answer, err := http.DefaultClient.Do(q); err == nil {
		defer answer.Body.Close()
		status = answer.StatusCode
		text, _ = io.ReadAll(answer.Body)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered[fmt.Sprint(path, " ", status)]++
	return status, string(text)
}
