//go:build !js

// Package room keeps one classroom in memory: its guests, who draw on phones, their drawings, and the walls that show
// them. Nothing is written anywhere, and nothing of it is logged. docs/edge.md says who is let in. The routes, who may
// use them, and what they take and give:
//
//	POST   /room/guests         anybody      {name} → {id, name, secret}
//	DELETE /room/guests/{id}    wall         sends a guest away, with its drawings
//	GET    /room/events         guest, wall  the stream of events, whose first has the whole state; one for a guest
//	POST   /room/drawings       guest        {label, strokes} → {id}; points are from 0 to 255
//	DELETE /room/drawings/{id}  maker, wall  takes one back
//	DELETE /room/drawings       wall         forgets all
//	POST   /room/tries          guest        a drawing for the other group's network, while the groups are swapped
//	PUT    /room/tries/{id}     wall         {value, recognition, because}: the answer of the wall's network
//	DELETE /room/tries/{id}     wall         the try doesn't count
//	PUT    /room/rules          wall         {classes, groups, swapped, locked}, or some of these
//	DELETE /room/all            wall         ends the room
//
// A guest shows the secret that joining gave, a wall the room's key, as Authorization: Bearer. Bodies are
// application/json, from the same origin. A guest has one request a second, twelve at once; joining has two a second for
// each address, 120 at once. A reader who is 256 events behind is let go, and can come back.
package room

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// The most of each. Names, classes, strokes and points are those of web/embed/teach/strokes.js.
const (
	mostGuests   = 60
	mostDrawings = 2000
	mostBytes    = 16 << 20 // of all drawings together
	mostTries    = 500      // in one swap
	mostOfOne    = 100      // drawings of a guest, so that none fills the wall alone
	mostNamed    = 4        // things that a guest draws and nobody else
	mostOpen     = 3        // tries of a guest that wait for their answer
	mostWalls    = 4
	mostClasses  = 24
	mostName     = 40
	mostStrokes  = 100
	mostPoints   = 400
	mostBody     = 64 << 10
)

// How long a guest without drawings and connection keeps a place that another one wants; and one who never came.
const absent, unseen = time.Minute, 10 * time.Second

// Room is a classroom. Its address is where guests find it.
type Room struct {
	Key     string // what a wall shows to be one
	Address net.Addr
	Options
	log func(what string, err error)

	mu       sync.Mutex
	ended    bool
	ids      int
	guests   []*guest
	drawings []drawing
	bytes    int // of the drawings
	tries    []try
	walls    []*stream
	given    []string // classes that the teacher names
	rules    rules
	said     []byte             // the event with these rules
	joins    map[string]*bucket // by address
}

// Options say who may come in.
type Options struct {
	Anywhere bool     // also from public addresses
	Hosts    []string // other names of this server, with their ports
}

type guest struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Group  int    `json:"group"` // 1 or 2, whether or not there are groups
	Here   bool   `json:"here"`
	secret string
	stream *stream
	since  time.Time // of its last connection
	came   bool      // it had one
	rate   bucket
	comes  bucket // how often it may connect
}

type drawing struct {
	ID      int             `json:"id"`
	Guest   int             `json:"guest"`
	By      string          `json:"by"`
	Group   int             `json:"group"`
	Label   string          `json:"label"`
	Strokes json.RawMessage `json:"strokes"`
	count   int             // of strokes
}

// try is a drawing that should mislead the other group's network. The wall, which has the networks, says what became of it.
type try struct {
	drawing
	Count int  `json:"count"` // of its strokes
	Out   *out `json:"out"`
	Void  bool `json:"void"` // the teacher doesn't count it
}

// out is what the network answered; Fooled: it was sure of something else.
type out struct {
	Value       string   `json:"value"`
	Recognition string   `json:"recognition"`
	Because     []string `json:"because"`
	Fooled      bool     `json:"fooled"`
}

// rules are what all in the room know.
type rules struct {
	Classes []string    `json:"classes"`
	Known   [2][]string `json:"known"` // what each group's network was taught
	Groups  bool        `json:"groups"`
	Swapped bool        `json:"swapped"`
	Locked  bool        `json:"locked"` // nobody else may join
}

// first is what is to be drawn before the teacher says something else.
var first = []string{"cat", "house"}

// New opens a room. log is told of defects only.
func New(address net.Addr, options Options, log func(what string, err error)) *Room {
	r := &Room{Key: rand.Text(), Address: address, Options: options, log: log, given: first, joins: map[string]*bucket{}}
	r.rulesChanged()
	return r
}

// End tells everybody that the room is over, and forgets it.
func (r *Room) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
}

func (r *Room) end() {
	r.ended = true
	for _, s := range r.streams() {
		s.close(event("ended", nil))
	}
	r.guests, r.drawings, r.tries, r.walls, r.bytes = nil, nil, nil, nil, 0
}

// streams are all that are open.
func (r *Room) streams() (all []*stream) {
	for _, g := range r.guests {
		if g.stream != nil {
			all = append(all, g.stream)
		}
	}
	return append(all, r.walls...)
}

// event is a line of a stream. Its kind stands first.
func event(kind string, fields any) []byte {
	text, err := json.Marshal(struct {
		Kind string `json:"kind"`
		Of   any    `json:"of,omitempty"`
	}{kind, fields})
	if err != nil {
		panic(err) // no value here can fail
	}
	return fmt.Appendf(nil, "data: %s\n\n", text)
}

// tell sends an event to the walls, and to one guest if it is there.
func (r *Room) tell(kind string, fields any, to *guest) {
	e := event(kind, fields)
	for _, wall := range r.walls {
		wall.send(e)
	}
	if to != nil && to.stream != nil {
		to.stream.send(e)
	}
}

// guestsChanged tells the walls who is here.
func (r *Room) guestsChanged() { r.tell("guests", r.everybody(), nil) }

func (r *Room) everybody() []guest {
	list := make([]guest, len(r.guests)) // copies, since they are written after the lock is open
	for i, g := range r.guests {
		list[i] = guest{ID: g.ID, Name: g.Name, Group: g.Group, Here: g.stream != nil}
	}
	return list
}

// present are the rules of this moment.
func (r *Room) present() rules {
	now := r.rules
	now.Classes, now.Known = slices.Clone(r.given), [2][]string{{}, {}}
	for _, d := range r.drawings {
		if !slices.Contains(now.Classes, d.Label) {
			now.Classes = append(now.Classes, d.Label)
		}
		if known := &now.Known[d.Group-1]; !slices.Contains(*known, d.Label) {
			*known = append(*known, d.Label)
		}
	}
	return now
}

// rulesChanged tells everybody the rules if they are others than before.
func (r *Room) rulesChanged() {
	r.rules = r.present()
	r.rules.Swapped = r.rules.Swapped && len(r.rules.Known[0]) > 0 && len(r.rules.Known[1]) > 0 // a network that knows nothing answers no try
	e := event("rules", r.rules)
	if bytes.Equal(e, r.said) {
		return
	}
	r.said = e
	for _, s := range r.streams() {
		s.send(e)
	}
}

// join makes a guest of a name. Two of one name are told apart by a number.
func (r *Room) join(name string, now time.Time) (*guest, error) {
	if r.rules.Locked {
		return nil, refused(http.StatusForbidden, "locked", "The teacher has closed the door.", "Ask the teacher to open it.")
	}
	if len(r.guests) >= mostGuests {
		r.makeRoom(now)
	}
	if len(r.guests) >= mostGuests {
		return nil, refused(http.StatusServiceUnavailable, "full", "The room is full: "+strconv.Itoa(mostGuests)+" are here.", "Share a phone with somebody who is in.")
	}
	r.ids++
	g := &guest{ID: r.ids, Name: r.freeName(name), Group: 1, secret: rand.Text(), since: now, rate: newBucket(12, 1), comes: newBucket(12, 1)}
	in := [2]int{}
	for _, other := range r.guests {
		in[other.Group-1]++
	}
	if in[0] > in[1] {
		g.Group = 2
	}
	r.guests = append(r.guests, g)
	r.guestsChanged()
	return g, nil
}

// makeRoom lets somebody go who has been away for a while, and has drawn nothing.
func (r *Room) makeRoom(now time.Time) {
	r.guests = slices.DeleteFunc(r.guests, func(g *guest) bool {
		patience := absent
		if !g.came {
			patience = unseen
		}
		return g.stream == nil && now.Sub(g.since) > patience && !slices.ContainsFunc(r.drawings, func(d drawing) bool { return d.Guest == g.ID })
	})
}

func (r *Room) freeName(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(r.guests, func(g *guest) bool { return visible(g.Name) == visible(name) })
	}
	free := name
	for n := 2; taken(free); n++ {
		tail := " " + strconv.Itoa(n)
		letters := []rune(name)
		free = string(letters[:min(len(letters), mostName-len(tail))]) + tail
	}
	return free
}

// guestOf is who shows this secret.
func (r *Room) guestOf(secret string) *guest {
	for _, g := range r.guests {
		if same(g.secret, secret) {
			return g
		}
	}
	return nil
}

// same compares secrets: the time tells nothing, not even a length.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// hang puts a drawing on the wall.
func (r *Room) hang(g *guest, d drawing) (int, error) {
	own, named := 0, map[string]bool{d.Label: true}
	for _, other := range r.drawings {
		if other.Guest == g.ID {
			own++
			named[other.Label] = true
		}
	}
	for _, label := range r.given {
		delete(named, label)
	}
	for _, other := range r.drawings {
		if other.Guest != g.ID {
			delete(named, other.Label)
		}
	}
	switch {
	case own >= mostOfOne:
		return 0, refused(http.StatusConflict, "full", strconv.Itoa(mostOfOne)+" of your drawings hang here, the most.", "Take one back first.")
	case len(named) > mostNamed:
		return 0, refused(http.StatusConflict, "full", "You have named "+strconv.Itoa(mostNamed)+" things that nobody else draws, the most.", "Draw something that has a name here.")
	case len(r.drawings) >= mostDrawings || r.bytes+len(d.Strokes) > mostBytes:
		return 0, refused(http.StatusInsufficientStorage, "full", "The wall is full: "+strconv.Itoa(len(r.drawings))+" drawings hang there.", "Take one back, or ask the teacher to forget some.")
	case !slices.Contains(r.rules.Classes, d.Label) && len(r.rules.Classes) >= mostClasses:
		return 0, refused(http.StatusConflict, "full", "There are "+strconv.Itoa(mostClasses)+" things already, the most.", "Draw one of these.")
	}
	r.ids++
	d.ID, d.Guest, d.By, d.Group = r.ids, g.ID, g.Name, g.Group
	r.drawings = append(r.drawings, d)
	r.bytes += len(d.Strokes)
	r.tell("hung", d, g)
	r.rulesChanged()
	return d.ID, nil
}

// forget takes drawings off the wall.
func (r *Room) forget(which func(d drawing) bool) (gone int) {
	lost := map[int][]int{}
	var all []int
	r.drawings = slices.DeleteFunc(r.drawings, func(d drawing) bool {
		if !which(d) {
			return false
		}
		r.bytes -= len(d.Strokes)
		lost[d.Guest] = append(lost[d.Guest], d.ID)
		all = append(all, d.ID)
		return true
	})
	if len(all) == 0 {
		return 0
	}
	r.tell("gone", all, nil)
	for _, g := range r.guests {
		if ids := lost[g.ID]; ids != nil && g.stream != nil {
			g.stream.send(event("gone", ids))
		}
	}
	r.rulesChanged()
	return len(all)
}

// sendAway ends a guest's visit, and takes its drawings off the wall.
func (r *Room) sendAway(g *guest) {
	r.guests = slices.DeleteFunc(r.guests, func(other *guest) bool { return other == g })
	if g.stream != nil {
		g.stream.close(event("away", nil))
	}
	r.forget(func(d drawing) bool { return d.Guest == g.ID })
	r.guestsChanged()
}

// attempt asks the other group's network.
func (r *Room) attempt(g *guest, d drawing) (int, error) {
	waiting := 0
	for _, t := range r.tries {
		if t.Guest == g.ID && t.Out == nil {
			waiting++
		}
	}
	switch {
	case !r.rules.Swapped:
		return 0, refused(http.StatusConflict, "conflict", "The groups haven't been swapped.", "Teach your own network, until the teacher swaps.")
	case !slices.Contains(r.rules.Known[2-g.Group], d.Label):
		return 0, refused(http.StatusConflict, "conflict", "The other network was never taught that.", "Choose one of the things that it knows.")
	case waiting >= mostOpen || len(r.tries) >= mostTries:
		return 0, refused(http.StatusTooManyRequests, "too-many", "Too many of these wait or are done.", "Wait for the answer; the teacher can begin another round.")
	}
	r.ids++
	d.ID, d.Guest, d.By, d.Group = r.ids, g.ID, g.Name, g.Group
	t := try{drawing: d, Count: d.count}
	r.tries = append(r.tries, t)
	r.tell("try", t, g)
	return d.ID, nil
}

// settle notes what the wall's network answered, once.
func (r *Room) settle(id int, o out) error {
	i := slices.IndexFunc(r.tries, func(t try) bool { return t.ID == id })
	if i < 0 {
		return missing("This try isn't there.")
	}
	t := &r.tries[i]
	if t.Out != nil {
		return refused(http.StatusConflict, "conflict", "This try is answered already.", "Show that answer.")
	}
	o.Fooled = o.Recognition != "weak" && o.Value != t.Label
	t.Out = &o
	r.told(*t)
	return nil
}

// void lets a try count no longer.
func (r *Room) void(id int) error {
	i := slices.IndexFunc(r.tries, func(t try) bool { return t.ID == id })
	if i < 0 {
		return missing("This try isn't there.")
	}
	r.tries[i].Void = true
	r.told(r.tries[i])
	return nil
}

func (r *Room) told(t try) {
	i := slices.IndexFunc(r.guests, func(g *guest) bool { return g.ID == t.Guest })
	var of *guest
	if i >= 0 {
		of = r.guests[i]
	}
	r.tell("try", t, of)
}

// change is what the teacher says of the rules; nil leaves them.
type change struct {
	classes                 []string
	groups, swapped, locked *bool
}

func (r *Room) change(c change) error {
	now := r.rules
	for to, from := range map[*bool]*bool{&now.Groups: c.groups, &now.Swapped: c.swapped, &now.Locked: c.locked} {
		if from != nil {
			*to = *from
		}
	}
	now.Swapped = now.Swapped && now.Groups
	if now.Swapped && (len(now.Known[0]) == 0 || len(now.Known[1]) == 0) {
		return refused(http.StatusConflict, "conflict", "A group has taught nothing yet.", "Swap when both networks know something.")
	}
	if now.Swapped && !r.rules.Swapped {
		r.tries = nil
	}
	if c.classes != nil {
		r.given = c.classes
	}
	r.rules.Groups, r.rules.Swapped, r.rules.Locked = now.Groups, now.Swapped, now.Locked
	r.rulesChanged()
	return nil
}

// bucket holds so many turns, and gets some back each second.
type bucket struct {
	full, each, left float64
	at               time.Time
}

func newBucket(full, each float64) bucket { return bucket{full: full, each: each, left: full} }

func (b *bucket) take(now time.Time) bool {
	if !b.at.IsZero() {
		b.left = min(b.full, b.left+b.each*now.Sub(b.at).Seconds())
	}
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
