package state

// Step says what undo makes of a change. Any other text is a slider's name: all that it passes until it is let go is one step.
type Step string

const (
	Aside Step = ""     // undo leaves it alone, or it belongs to the step before
	Once  Step = "once" // a step of its own
)

const mostUndone = 500

// Machine holds the page, and what undo and redo go to.
type Machine struct {
	Changed func() // called after every change

	now       Page
	histories map[string]*history // of each tab
	touched   Step                // the slider that moves since the last step
}

type history struct{ past, future []Page }

// New is the page before anything was opened.
func New() *Machine {
	p := Page{Tab: "plane"}
	p.Plane.Hand, p.Plane.Way, p.Plane.Lit = Hand{Adds: "sample", Tool: "point"}, "network", -1
	p.Line.Hand = p.Plane.Hand
	p.Plane.Allowed, p.Line.Allowed = 0.1, 0.1
	return &Machine{now: p, Changed: func() {}, histories: map[string]*history{"plane": {}, "line": {}}}
}

// Now is the page as it is.
func (m *Machine) Now() Page { return m.now }

// Dispatch makes a change. What a tab was is remembered where undo can tell the difference.
func (m *Machine) Dispatch(step Step, change func(*Page)) {
	was, next := m.now, m.now
	change(&next)
	next.follow(was)
	if next == was {
		return
	}
	m.now = next
	if step != Aside && (step == Once || step != m.touched) {
		for tab, back := range backs {
			if was != back(was, next) { // else there is nothing to undo
				m.histories[tab].remember(was)
				m.touched = step
			}
		}
	}
	m.Changed()
}

// LetGo ends a slider's step.
func (m *Machine) LetGo() { m.touched = Aside }

func (h *history) remember(p Page) {
	h.past, h.future = append(h.past, p), nil
	if len(h.past) > mostUndone {
		h.past = h.past[1:]
	}
}

// Undo and Redo go a step back and on in the tab that is open; false where there is none.
func (m *Machine) Undo() bool { h := m.histories[m.now.Tab]; return m.step(&h.past, &h.future) }
func (m *Machine) Redo() bool { h := m.histories[m.now.Tab]; return m.step(&h.future, &h.past) }

// Travels says whether undo or redo can go anywhere in the tab that is open.
func (m *Machine) Travels() bool {
	h := m.histories[m.now.Tab]
	return len(h.past)+len(h.future) > 0
}

func (m *Machine) step(from, to *[]Page) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	then := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, m.now)
	m.touched = Aside
	m.Dispatch(Aside, func(p *Page) { *p = backs[p.Tab](*p, then) })
	return true
}
