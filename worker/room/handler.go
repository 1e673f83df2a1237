//go:build !js

package room

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/worker"
)

// refusal is an error with the status that it is answered with.
type refusal struct {
	status int
	what   *core.Error
}

func (r refusal) Error() string { return r.what.Error() }

func refused(status int, code core.Code, message, hint string) error {
	return refusal{status, core.NewError(code, message, hint)}
}

func missing(message string) error {
	return refused(http.StatusNotFound, core.NotFound, message, "It may be gone already.")
}

var (
	errEnded   = refused(http.StatusGone, "ended", "The lesson is over: the teacher has closed the room.", "The teacher can start the server again.")
	errUnknown = refused(http.StatusUnauthorized, "unauthorized", "The room doesn't know who sends this.", "Join, and show what joining gave.")
	errTeacher = refused(http.StatusForbidden, "forbidden", "Only the teacher's wall may do this.", "Open the wall's link that the server printed.")
	errTooMany = refused(http.StatusTooManyRequests, "too-many", "That was too fast.", "Wait a few seconds.")
)

// Handler serves the room under /room. Everything else of this machine's own programs goes to own, and other machines see
// nothing but the page: no model is theirs.
func (r *Room) Handler(own, page http.Handler) http.Handler {
	mux := http.NewServeMux()
	for pattern, do := range map[string]func(c call) (any, error){
		"POST /room/guests":          r.postGuest,
		"DELETE /room/guests/{id}":   r.deleteGuest,
		"POST /room/drawings":        r.postDrawing,
		"DELETE /room/drawings":      r.deleteDrawings,
		"DELETE /room/drawings/{id}": r.deleteDrawing,
		"POST /room/tries":           r.postTry,
		"PUT /room/tries/{id}":       r.putTry,
		"DELETE /room/tries/{id}":    r.deleteTry,
		"PUT /room/rules":            r.putRules,
		"DELETE /room/all":           r.deleteAll,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) { r.serve(w, q, do) })
	}
	mux.HandleFunc("GET /room/events", r.events)
	mux.HandleFunc("GET /room", func(w http.ResponseWriter, q *http.Request) {
		http.Redirect(w, q, "/room.html", http.StatusSeeOther)
	})
	mux.HandleFunc("/room/", func(w http.ResponseWriter, q *http.Request) {
		r.refuse(w, q, missing("This address of the room isn't there."))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if err := r.admit(q); err != nil {
			r.refuse(w, q, err)
			return
		}
		switch peer, _ := peerOf(q); {
		case q.URL.Path == "/room" || strings.HasPrefix(q.URL.Path, "/room/"):
			worker.Secure(w.Header()) // on what the mux answers itself, too
			mux.ServeHTTP(w, q)
		case peer.IsLoopback():
			own.ServeHTTP(w, q)
		default:
			page.ServeHTTP(w, q)
		}
	})
}

func peerOf(q *http.Request) (netip.Addr, error) {
	at, err := netip.ParseAddrPort(q.RemoteAddr)
	return at.Addr().Unmap().WithZone(""), err
}

// Near says whether an address is in the same house.
func Near(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }

// admit refuses who isn't in the house, and names that aren't this machine's: a page could have one that leads here, and would
// then be of this origin (DNS rebinding).
func (r *Room) admit(q *http.Request) error {
	peer, err := peerOf(q)
	if err != nil || !r.Anywhere && !Near(peer) {
		return refused(http.StatusForbidden, "forbidden", "This room is for the network that it is in; your address is another one's.", "Use the school's network, or start the server with -room-anywhere.")
	}
	name, _, err := net.SplitHostPort(q.Host)
	if err != nil {
		name = strings.Trim(q.Host, "[]")
	}
	own, _ := os.Hostname()
	_, numeric := netip.ParseAddr(name)
	if numeric != nil && !strings.EqualFold(name, "localhost") && (own == "" || !strings.EqualFold(name, own) && !strings.EqualFold(name, own+".local")) && !slices.Contains(r.Hosts, strings.ToLower(q.Host)) {
		return refused(http.StatusForbidden, "forbidden", "This server isn't known by that name.", "Open the address of numbers that the wall shows, or list the name in XAIA_ORIGINS, such as http://name:8080.")
	}
	return nil
}

// call is a request whose sender is known, under the room's lock.
type call struct {
	*http.Request
	body    []byte
	teacher bool
	guest   *guest // nil: not one of these
	now     time.Time
}

func (c call) id() int {
	id, _ := strconv.Atoi(c.PathValue("id")) // 0 is nobody's
	return id
}

// serve reads a request's body, and answers it under the lock.
func (r *Room) serve(w http.ResponseWriter, q *http.Request, do func(c call) (any, error)) {
	said, err := r.do(w, q, do)
	if err != nil {
		r.refuse(w, q, err)
		return
	}
	text, err := json.Marshal(said)
	if err != nil {
		r.refuse(w, q, err)
		return
	}
	worker.Reply(w, q, http.StatusOK, text)
}

func (r *Room) do(w http.ResponseWriter, q *http.Request, do func(c call) (any, error)) (any, error) {
	c := call{Request: q, now: time.Now()}
	// A page of another origin can't send JSON without being allowed to, and here nobody answers that question.
	if kind, _, _ := strings.Cut(q.Header.Get("Content-Type"), ";"); q.Method != http.MethodDelete && !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
		return nil, refused(http.StatusUnsupportedMediaType, core.Unsupported, "The body's kind isn't application/json.", "Send JSON, and say so.")
	}
	if origin := q.Header.Get("Origin"); origin != "" && !worker.SameOrigin(origin, q) {
		return nil, refused(http.StatusForbidden, "forbidden", "Pages of another origin may not do this here.", "Use the room's own page.")
	}
	if q.ContentLength > mostBody {
		return nil, errLong
	}
	http.NewResponseController(w).SetReadDeadline(c.now.Add(slow))
	var err error
	if c.body, err = io.ReadAll(http.MaxBytesReader(w, q.Body, mostBody)); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return nil, errLong
		}
		return nil, refused(http.StatusRequestTimeout, core.InvalidInput, "The body didn't arrive.", "Send it again.")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.identify(&c); err != nil {
		return nil, err
	}
	return do(c)
}

var errLong = refused(http.StatusRequestEntityTooLarge, core.TooLarge, "The body is longer than the "+strconv.Itoa(mostBody>>10)+" KiB that are accepted.", "Draw something simpler.")

// identify says who sends a request. A guest has so many turns.
func (r *Room) identify(c *call) error {
	if r.ended {
		return errEnded
	}
	scheme, secret, _ := strings.Cut(c.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil
	}
	c.teacher = same(r.Key, secret)
	if !c.teacher {
		c.guest = r.guestOf(secret)
	}
	return nil
}

// guestOnly wants a guest with a turn left.
func guestOnly(c call) error {
	switch {
	case c.guest == nil:
		return errUnknown
	case !c.guest.rate.take(c.now):
		return errTooMany
	}
	return nil
}

func teacherOnly(c call) error {
	if !c.teacher {
		return errTeacher
	}
	return nil
}

type joined struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Secret string `json:"secret"`
}

func (r *Room) postGuest(c call) (any, error) {
	peer, _ := peerOf(c.Request)
	from := r.joins[peer.String()]
	if from == nil {
		if len(r.joins) > 1000 { // who could have so many addresses isn't a class
			clear(r.joins)
		}
		b := newBucket(2*mostGuests, 2) // a class may be behind one address
		from = &b
		r.joins[peer.String()] = from
	}
	if !from.take(c.now) {
		return nil, errTooMany
	}
	v, err := record(c.body, "name")
	if err != nil {
		return nil, err
	}
	name, err := named(v.Get("name"), "name")
	if err != nil {
		return nil, err
	}
	g, err := r.join(name, c.now)
	if err != nil {
		return nil, err
	}
	return joined{g.ID, g.Name, g.secret}, nil
}

func (r *Room) deleteGuest(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(r.guests, func(g *guest) bool { return g.ID == c.id() })
	if i < 0 {
		return nil, missing("This guest isn't here.")
	}
	r.sendAway(r.guests[i])
	return struct{}{}, nil
}

type made struct {
	ID int `json:"id"`
}

func (r *Room) postDrawing(c call) (any, error) { return r.post(c, r.hang) }
func (r *Room) postTry(c call) (any, error)     { return r.post(c, r.attempt) }

func (r *Room) post(c call, take func(g *guest, d drawing) (int, error)) (any, error) {
	if err := guestOnly(c); err != nil {
		return nil, err
	}
	d, err := drawn(c.body)
	if err != nil {
		return nil, err
	}
	id, err := take(c.guest, d)
	return made{id}, err
}

func (r *Room) deleteDrawing(c call) (any, error) {
	if !c.teacher {
		if err := guestOnly(c); err != nil {
			return nil, err
		}
	}
	id := c.id()
	if r.forget(func(d drawing) bool { return d.ID == id && (c.teacher || d.Guest == c.guest.ID) }) == 0 {
		return nil, missing("This drawing isn't there, or isn't yours.")
	}
	return struct{}{}, nil
}

func (r *Room) deleteDrawings(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	r.forget(func(drawing) bool { return true })
	no := false
	return struct{}{}, r.change(change{swapped: &no})
}

func (r *Room) putTry(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	v, err := record(c.body, "value", "recognition", "because")
	if err != nil {
		return nil, err
	}
	o := out{Because: []string{}}
	if o.Value, err = named(v.Get("value"), "value"); err != nil {
		return nil, err
	}
	if known := v.Get("recognition"); known.Kind() == wire.Text {
		o.Recognition = known.Text()
	}
	if !slices.Contains([]string{"weak", "moderate", "strong"}, o.Recognition) {
		return nil, invalid("recognition", "How well it is known isn't weak, moderate or strong.", "Send one of these.")
	}
	because := v.Get("because")
	if because.Kind() != wire.List || because.Size() > 8 {
		return nil, invalid("because", "There is no list of at most 8 drawings.", "Send their names.")
	}
	for i := range because.Size() {
		text := because.At(i)
		if text.Kind() != wire.Text || !text.WellFormed() {
			return nil, invalid("because", "A drawing has no name.", "Send texts.")
		}
		o.Because = append(o.Because, tidy(text.Text(), 3*mostName))
	}
	return struct{}{}, r.settle(c.id(), o)
}

func (r *Room) deleteTry(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	return struct{}{}, r.void(c.id())
}

func (r *Room) putRules(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	v, err := record(c.body, "classes", "groups", "swapped", "locked")
	if err != nil {
		return nil, err
	}
	var to change
	for key, flag := range map[string]**bool{"groups": &to.groups, "swapped": &to.swapped, "locked": &to.locked} {
		switch given := v.Get(key); given.Kind() {
		case wire.Missing:
		case wire.Boolean:
			yes := given.True()
			*flag = &yes
		default:
			return nil, invalid(key, key+" is neither true nor false.", "Send one of these.")
		}
	}
	if list := v.Get("classes"); list.Kind() != wire.Missing {
		if list.Kind() != wire.List || list.Size() < 1 || list.Size() > mostClasses {
			return nil, invalid("classes", "There is no list of 1 to "+strconv.Itoa(mostClasses)+" names.", "Name what is to be drawn.")
		}
		for i := range list.Size() {
			name, err := named(list.At(i), "classes["+strconv.Itoa(i)+"]")
			if err != nil {
				return nil, err
			}
			if !slices.Contains(to.classes, name) {
				to.classes = append(to.classes, name)
			}
		}
	}
	return struct{}{}, r.change(to)
}

func (r *Room) deleteAll(c call) (any, error) {
	if err := teacherOnly(c); err != nil {
		return nil, err
	}
	r.end()
	return struct{}{}, nil
}

// snapshot is what a stream begins with: whoever slept or lost the server is right again.
type snapshot struct {
	Me       *guest    `json:"me,omitempty"`
	Rules    rules     `json:"rules"`
	Drawings []drawing `json:"drawings"`
	Tries    []try     `json:"tries"`
	Guests   []guest   `json:"guests,omitempty"`
	Places   []place   `json:"places,omitempty"`
}

// events is the stream of a wall or of a guest, who has one at a time.
func (r *Room) events(w http.ResponseWriter, q *http.Request) {
	c, s := call{Request: q, now: time.Now()}, newStream()
	begin, err := r.listen(&c, s)
	if err != nil {
		r.refuse(w, q, err)
		return
	}
	s.run(q.Context(), w, begin)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.walls = slices.DeleteFunc(r.walls, func(wall *stream) bool { return wall == s })
	if c.guest != nil && c.guest.stream == s {
		c.guest.stream, c.guest.since = nil, time.Now()
		r.guestsChanged()
	}
}

func (r *Room) listen(c *call, s *stream) (begin []byte, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.identify(c); err != nil {
		return nil, err
	}
	now := snapshot{Rules: r.rules, Drawings: []drawing{}, Tries: []try{}}
	switch {
	case c.teacher:
		if len(r.walls) >= mostWalls {
			r.walls[0].close(event("elsewhere", nil))
			r.walls = r.walls[1:]
		}
		now.Drawings, now.Tries, now.Guests, now.Places = append(now.Drawings, r.drawings...), append(now.Tries, r.tries...), r.everybody(), r.places()
		r.walls = append(r.walls, s)
	case c.guest == nil:
		return nil, errUnknown
	case !c.guest.comes.take(c.now): // each is told to the walls, which would be let go as too slow
		return nil, errTooMany
	default:
		if c.guest.stream != nil {
			c.guest.stream.close(event("elsewhere", nil))
		}
		c.guest.stream, c.guest.came = s, true
		for _, d := range r.drawings {
			if d.Guest == c.guest.ID {
				now.Drawings = append(now.Drawings, d)
			}
		}
		for _, t := range r.tries {
			if t.Guest == c.guest.ID {
				now.Tries = append(now.Tries, t)
			}
		}
		now.Me = &guest{ID: c.guest.ID, Name: c.guest.Name, Group: c.guest.Group, Here: true}
		r.guestsChanged()
	}
	return event("room", now), nil
}

// refuse answers with an error. A defect is logged, and not shown.
func (r *Room) refuse(w http.ResponseWriter, q *http.Request, err error) {
	var of refusal
	var e *core.Error
	switch {
	case errors.As(err, &of):
	case errors.As(err, &e):
		of = refusal{http.StatusBadRequest, e}
	default:
		r.log(q.Method+" "+q.URL.Path, err)
		of = refusal{http.StatusInternalServerError, core.NewError(core.Internal, "The server failed.", "Try again later.")}
	}
	if of.status == http.StatusRequestEntityTooLarge {
		w.Header().Set("Connection", "close")
	}
	worker.Refuse(w, q, of.status, of.what)
}
