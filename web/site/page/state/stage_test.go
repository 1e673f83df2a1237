package state

import (
	"slices"
	"strings"
	"testing"
)

// engine computes when it is told to: as on the page, one thing happens at a time.
type engine struct {
	stage  *Stage
	events chan struct{} // a goroutine waits, or has ended
	calls  []*call
	begun  []string
	aborts []string
	late   []string // results that nobody took
}

type call struct {
	turn   *Turn
	result chan string // "" ends it without one
}

func newEngine() *engine {
	e := &engine{events: make(chan struct{})}
	e.stage = &Stage{
		Ready: func() {},
		Start: func(do func()) {
			go func() {
				do()
				e.events <- struct{}{}
			}()
			<-e.events
		},
		Compute: func(t *Turn) {
			c := &call{t, make(chan string)}
			e.calls, e.begun = append(e.calls, c), append(e.begun, t.Key.(string))
			t.OnEnd(func() { e.aborts = append(e.aborts, t.Key.(string)) })
			for {
				e.events <- struct{}{}
				result := <-c.result
				if result == "" {
					return
				}
				if !t.Deliver(result) {
					e.late = append(e.late, result)
				}
			}
		},
	}
	return e
}

// answer gives the last call results; it ends with an empty one.
func (e *engine) answer(results ...string) {
	c := e.calls[len(e.calls)-1]
	for _, result := range results {
		c.result <- result
		<-e.events
	}
}

func (e *engine) expect(t *testing.T, begun, aborts string, result any) {
	t.Helper()
	if strings.Join(e.begun, " ") != begun || strings.Join(e.aborts, " ") != aborts || e.stage.Result != result {
		t.Errorf("begun %v, want %s; ended %v, want %s; the result is %v, want %v", e.begun, begun, e.aborts, aborts, e.stage.Result, result)
	}
}

// What is there or under way isn't computed again, whatever else happens meanwhile.
func TestOnce(t *testing.T) {
	e := newEngine()
	e.stage.Want("a", false)
	for range 5 {
		e.stage.Want("a", false)
	}
	e.answer("A", "")
	for range 5 {
		e.stage.Want("a", true)
		e.stage.Follow("a", false)
	}
	e.stage.Hold()
	e.stage.Want("a", false)
	e.expect(t, "a", "", "A")
	if !e.stage.Has("a") || e.stage.Has("b") || !e.stage.Idle() {
		t.Error("a is not there")
	}
	e.stage.Again()
	e.answer("A2", "")
	e.expect(t, "a a", "", "A2")
}

// What something else has taken the place of is computed again, though that was ended before it was done.
func TestReplacedBeforeDone(t *testing.T) {
	e := newEngine()
	e.stage.Want("a", false)
	e.answer("A", "")
	e.stage.Want("b", false)
	e.answer("B1")
	e.stage.Want("a", false)
	e.answer("B2", "")
	if e.expect(t, "a b a", "b", "B1"); t.Failed() {
		return
	}
	e.answer("A", "")
	e.expect(t, "a b a", "b", "A")
	if !e.stage.Has("a") {
		t.Error("a is not there")
	}
}

// Another key ends what runs; what comes late is thrown away.
func TestAnotherKeyEnds(t *testing.T) {
	e := newEngine()
	e.stage.Want("a", false)
	e.stage.Want("b", false)
	e.expect(t, "a", "a", nil) // one at a time
	e.stage.Want("c", false)
	e.answer("A", "")
	e.expect(t, "a c", "a", nil)
	e.answer("C", "")
	e.expect(t, "a c", "a", "C")
	if !slices.Equal(e.late, []string{"A"}) {
		t.Errorf("late came %v", e.late)
	}
}

// A patient stage shows what it computed meanwhile, and goes on with the newest; when it is patient no longer it ends.
func TestPatience(t *testing.T) {
	e := newEngine()
	for _, key := range []string{"a", "b", "c"} {
		e.stage.Want(key, true)
	}
	e.answer("A", "")
	e.expect(t, "a c", "", "A")
	if e.stage.Has("c") || e.stage.Has("a") && e.stage.wanted == "a" {
		t.Error("c is there too early")
	}
	if e.stage.Running() != "c" {
		t.Errorf("%v is being computed, not c", e.stage.Running())
	}
	e.stage.Want("c", false)
	e.expect(t, "a c", "", "A")
	e.stage.Want("d", false)
	e.answer("C", "")
	e.answer("D", "")
	e.expect(t, "a c d", "c", "D")
}

// A stage that waits for others ends when its key is over, goes on when it isn't, and begins when all is there.
func TestFollow(t *testing.T) {
	e := newEngine()
	e.stage.Follow("a", false)
	e.expect(t, "", "", nil)
	e.stage.Follow("a", true)
	e.stage.Follow("a", false)
	e.expect(t, "a", "", nil)
	e.answer("A", "better A")
	e.stage.Follow("b", false)
	e.expect(t, "a", "a", "better A")
}

// Cancelled by a user, what fails is the result, and isn't tried again by itself.
func TestAbort(t *testing.T) {
	e := newEngine()
	e.stage.Want("a", false)
	e.stage.Abort()
	e.answer("cancelled", "")
	e.stage.Want("a", false)
	e.expect(t, "a", "a", "cancelled")
}
