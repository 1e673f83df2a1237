//go:build unix

package worker_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/worker"
)

var lasting = flag.Duration("histories", 4*time.Second, "how long the clients of TestHistory ask two servers, through all faults")

// asked is what a client asks of a model. A state of the model, its content, is the samples that it has by their numbers; empty means that
// there is no model. Each write brings a number of its own.
type asked struct {
	verb, model, number string
	absent              bool   // If-None-Match: *
	match               string // If-Match of a content that was read
}

// answered is what a client learned. What was asked and not answered may have been done until the server's end, or not.
type answered struct {
	lost     bool
	status   int
	content  string // what a get read
	absorbed bool
}

func (a asked) holds(content string) bool {
	return (!a.absent || content == "") && (a.match == "" || content == a.match)
}

// does is the content afterwards, and the status that the client gets.
func (a asked) does(content string, takes bool) (after string, status int) {
	switch {
	case a.verb == "absorb" && content == "": // it looks for the model first
		return content, http.StatusNotFound
	case a.verb != "get" && !a.holds(content):
		return content, http.StatusConflict
	case a.verb == "put":
		return a.number, http.StatusOK
	case content == "":
		return content, http.StatusNotFound
	case a.verb == "delete":
		return "", http.StatusOK
	case a.verb == "absorb" && takes:
		return content + "," + a.number, http.StatusOK
	}
	return content, http.StatusOK
}

// service is what its clients may see: each operation happens at once, at some moment between question and answer.
var service = porcupine.NondeterministicModel{
	Partition: func(history []porcupine.Operation) (parts [][]porcupine.Operation) {
		of := map[string]int{}
		for _, o := range history {
			k, known := of[o.Input.(asked).model]
			if !known {
				k = len(parts)
				of[o.Input.(asked).model] = k
				parts = append(parts, nil)
			}
			parts[k] = append(parts[k], o)
		}
		return parts
	},
	Init: func() []any { return []any{""} },
	Step: func(state, input, output any) []any {
		content, in, out := state.(string), input.(asked), output.(answered)
		after, status := in.does(content, out.lost || out.absorbed)
		switch {
		case out.lost:
			return []any{content, after}
		case out.status == http.StatusServiceUnavailable, out.status == http.StatusInsufficientStorage,
			in.verb == "absorb" && out.status == http.StatusConflict: // somebody else wrote between its reading and its writing
			return []any{content}
		case out.status != status || in.verb == "get" && out.content != content && status == http.StatusOK:
			return nil
		}
		return []any{after}
	},
}

var models = service.ToModel()

// history is what clients asked and were answered.
type history struct {
	t     *testing.T
	start time.Time
	next  atomic.Int64

	mu         sync.Mutex
	operations []porcupine.Operation
	statuses   map[int]int // 0: lost
}

func newHistory(t *testing.T) *history {
	return &history{t: t, start: time.Now(), statuses: map[int]int{}}
}

// ask sends one request, and notes it. The content that was read has this ETag.
func (h *history) ask(client int, on *running, in asked, etag string) (content, tag string) {
	method, path, body := strings.ToUpper(in.verb), on.URL+"/v1/models/"+in.model, ""
	switch in.verb {
	case "put":
		body = h.put(in.number)
	case "absorb":
		n, _ := strconv.Atoi(in.number)
		method, path, body = "POST", path+"/absorb", fmt.Sprintf(`{"X":[[%d]],"y":[%d]}`, n, n*n%1009)
	}
	r, err := http.NewRequest(method, path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	authorized(r)
	if in.absent {
		r.Header.Set("If-None-Match", "*")
	}
	if in.match != "" {
		r.Header.Set("If-Match", etag)
	}
	call := time.Since(h.start).Nanoseconds()
	a, err := do(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "", ""
	}
	out := answered{lost: err != nil, status: a.status}
	if out.lost {
		out.status = 0
		select {
		case <-on.ended:
		case <-time.After(pace.Of(20 * time.Second)):
			h.t.Errorf("%s %s: %v", method, path, err)
		}
	}
	end := time.Since(h.start).Nanoseconds()
	if out.status == http.StatusOK {
		switch in.verb {
		case "get":
			out.content = contentOf(a)
		case "absorb":
			list, _ := a.json["absorbed"].([]any)
			out.absorbed = len(list) > 0
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.statuses[out.status]++
	if !out.lost || in.verb != "get" { // which changes nothing
		h.operations = append(h.operations, porcupine.Operation{ClientId: client, Input: in, Call: call, Output: out, Return: end})
	}
	return out.content, a.header.Get("ETag")
}

// put is a model with one sample of this number. Every fourth has 300 others between it and the next, too many for a file of 4 KiB.
func (h *history) put(number string) string {
	n, _ := strconv.Atoi(number)
	x, y := []string{"[" + number + "]"}, []string{strconv.Itoa(n * n % 1009)}
	if n%4 == 0 {
		for i := range 300 {
			x, y = append(x, fmt.Sprintf("[%d.%03d]", n, i+1)), append(y, strconv.Itoa((n+i)*(n+i)%1009))
		}
	}
	return fmt.Sprintf(`{"X":[%s],"y":[%s],"options":{"preset":%q}}`, strings.Join(x, ","), strings.Join(y, ","), []string{"paper", "xaia"}[n/2%2])
}

// contentOf is the numbers of a model's samples, but for those between.
func contentOf(a answer) string {
	rows, _ := a.json["X"].([]any)
	var numbers []string
	for _, row := range rows {
		if x := row.([]any)[0].(float64); x == math.Floor(x) {
			numbers = append(numbers, strconv.Itoa(int(x)))
		}
	}
	return strings.Join(numbers, ",")
}

// until has clients ask servers until the end. Each works on three models; server chooses one for each request.
func (h *history) until(end time.Time, clients int, server func(r *rand.Rand) *running) {
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			type read struct{ content, etag string }
			r, seen := rand.New(rand.NewPCG(72, uint64(c))), map[string]read{}
			for time.Now().Before(end) {
				in := asked{model: fmt.Sprintf("m%d", r.IntN(3)), number: strconv.FormatInt(h.next.Add(1), 10)}
				in.verb = []string{"get", "get", "get", "put", "put", "absorb", "absorb", "absorb", "delete"}[r.IntN(9)]
				was := seen[in.model]
				if in.verb != "get" && was.content != "" && r.IntN(2) == 0 {
					in.match = was.content
				} else if in.verb == "put" && r.IntN(2) == 0 {
					in.absent = true
				}
				if content, etag := h.ask(c, server(r), in, was.etag); in.verb == "get" && content != "" {
					seen[in.model] = read{content, etag}
				}
			}
		})
	}
	all.Wait()
}

// verdict is whether the history is one of a service without faults.
func (h *history) verdict() porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(models, h.operations, pace.Of(time.Minute))
}

// check fails where it isn't, with the operations on that model.
func (h *history) check() {
	h.t.Helper()
	h.t.Logf("%d operations; answers: %v", len(h.operations), h.statuses)
	if verdict := h.verdict(); verdict != porcupine.Ok {
		h.t.Errorf("what clients saw is no history of models: %s", verdict)
		for _, part := range models.Partition(h.operations) {
			if porcupine.CheckOperationsTimeout(models, part, pace.Of(time.Minute)) != porcupine.Ok {
				slices.SortFunc(part, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
				for _, o := range part {
					h.t.Logf("%9.3f to %9.3f ms, client %d: %+v → %+v", float64(o.Call)/1e6, float64(o.Return)/1e6, o.ClientId, o.Input, o.Output)
				}
				return
			}
		}
	}
}

// least fails unless clients were answered so at least once: otherwise the fault wasn't there.
func (h *history) least(what string, status int) {
	h.t.Helper()
	if h.statuses[status] == 0 {
		h.t.Errorf("%s: no answer %d among %v", what, status, h.statuses)
	}
}

// Six clients write to three models on two servers that share a folder, while one of these is killed again and again, finds the disk full,
// the folder read-only, its lock held. Whatever they saw is what a service could have answered that has each model in one place and does
// one thing after the other: nothing that was answered is lost, nothing that was refused is done.
func TestHistory(t *testing.T) {
	folder := t.TempDir()
	stored := filepath.Join(folder, "models")
	if err := errors.Join(os.Chmod(filepath.Dir(folder), 0o755), os.Mkdir(stored, 0o755)); err != nil {
		t.Fatal(err)
	}
	var as []string
	if os.Getuid() == 0 { // whom modes don't stop
		if err := os.Chown(stored, 65534, 65534); err != nil {
			t.Fatal(err)
		}
		as = []string{`exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@"`}
	}
	var on [2]atomic.Pointer[running]
	begin := func(k int, before ...string) {
		t.Helper()
		server, err := start(folder, nil, append(before, as...)...)
		on[k].Store(started(t, server, err))
	}
	begin(0)
	begin(1)
	h := newHistory(t)
	phase := func(name string, during func(part time.Duration)) {
		t.Helper()
		var all sync.WaitGroup
		part := *lasting / 5
		all.Go(func() { during(part) })
		h.until(time.Now().Add(part), 6, func(r *rand.Rand) *running { return on[r.IntN(2)].Load() })
		all.Wait()
		t.Logf("%s: %v", name, h.statuses)
	}
	phase("nothing", func(time.Duration) {})
	phase("killed", func(part time.Duration) {
		for range max(2, int(part/time.Second)) {
			time.Sleep(part / time.Duration(max(3, int(part/time.Second)+1)))
			on[1].Load().Kill()
			begin(1)
		}
	})
	h.least("a server was killed", 0)
	for tries := 0; tries == 0 || tries < 5 && h.statuses[http.StatusInsufficientStorage] == 0; tries++ { // on a busy machine few of the larger models are sent
		phase("a full disk", func(part time.Duration) {
			on[1].Load().Kill()
			begin(1, "ulimit -f 8")
			time.Sleep(part)
		})
	}
	h.least("a full disk", http.StatusInsufficientStorage)
	on[1].Load().Kill()
	begin(1)
	phase("a read-only folder", func(part time.Duration) {
		time.Sleep(part / 4)
		os.Chmod(stored, 0o555)
		time.Sleep(part / 2)
		os.Chmod(stored, 0o755)
	})
	h.least("a read-only folder", http.StatusServiceUnavailable)
	phase("a held lock", func(part time.Duration) {
		lock, err := os.OpenFile(filepath.Join(stored, ".lock"), os.O_RDWR, 0)
		if err == nil {
			err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
		}
		if err != nil {
			t.Error(err)
			return
		}
		time.Sleep(part / 2)
		on[0].Load().Kill() // with writers that wait
		lock.Close()
		begin(0)
	})
	for k := range on {
		for m := range 3 {
			h.ask(6, on[k].Load(), asked{verb: "get", model: fmt.Sprintf("m%d", m)}, "")
		}
	}
	h.check()
	if left, _ := filepath.Glob(filepath.Join(stored, ".unfinished-*")); len(left) > 0 {
		t.Errorf("%v are left over", left)
	}
	for k := range on {
		if err := on[k].Load().Stop(); err != nil {
			t.Errorf("after SIGTERM: %v", err)
		}
	}
}

// broken is a store that now and then does one thing wrong.
type broken struct {
	worker.Store
	how string

	mu    sync.Mutex
	calls int
	old   map[string]worker.Stored
}

func (b *broken) now() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	return b.calls%10 == 0
}

func (b *broken) Put(ctx context.Context, name string, data []byte, c worker.Condition) (string, error) {
	switch {
	case b.how == "conditions don't count" && b.now():
		c = worker.Condition{}
	case b.how == "a write is lost" && b.now():
		return "0123456789abcdef-10", nil
	case b.how == "a refused write is done" && b.now():
		b.Store.Put(ctx, name, data, c)
		return "", worker.ErrFull
	}
	return b.Store.Put(ctx, name, data, c)
}

func (b *broken) Get(ctx context.Context, name string, before func(string, int64) error) (worker.Stored, error) {
	b.mu.Lock()
	last, known := b.old[name]
	b.mu.Unlock()
	if b.how == "an old one is read" && known && b.now() {
		return last, before(last.ETag, int64(len(last.Data)))
	}
	s, err := b.Store.Get(ctx, name, before)
	if err == nil {
		b.mu.Lock()
		b.old[name] = s
		b.mu.Unlock()
	}
	return s, err
}

func (b *broken) Delete(ctx context.Context, name string, c worker.Condition) error {
	if b.how == "a deleted one is back" && b.now() {
		s, wrong := b.Store.Get(ctx, name, func(string, int64) error { return nil })
		err := b.Store.Delete(ctx, name, c)
		if wrong == nil && err == nil {
			b.Store.Put(ctx, name, s.Data, worker.Condition{IfNoneMatch: worker.Tags{"*"}})
		}
		return err
	}
	return b.Store.Delete(ctx, name, c)
}

// TestHistory would notice a server that forgets, repeats or invents, and doesn't accuse one that does nothing wrong.
func TestHistoryNoticesFaults(t *testing.T) {
	for _, how := range []string{"", "conditions don't count", "a write is lost", "a refused write is done", "an old one is read", "a deleted one is back"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			files, err := worker.OpenFiles(t.TempDir(), 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(worker.New(worker.Config{Store: &broken{Store: files, how: how, old: map[string]worker.Stored{}}, Limits: worker.ForMachine(2), Token: token}))
			defer server.Close()
			h := newHistory(t)
			for range 10 {
				h.until(time.Now().Add(200*time.Millisecond), 4, func(*rand.Rand) *running { return &running{URL: server.URL} })
				if how != "" && h.verdict() == porcupine.Illegal {
					t.Logf("noticed among %d operations", len(h.operations))
					return
				}
			}
			if how != "" {
				t.Errorf("isn't noticed in %d operations", len(h.operations))
			} else {
				h.check()
			}
		})
	}
}
