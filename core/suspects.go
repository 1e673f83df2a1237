package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// SuspectKind is what is odd about a sample.
type SuspectKind uint8

const (
	SuspectLabel     SuspectKind = iota // the others answer another class
	SuspectValue                        // the others answer a number far away
	SuspectDuplicate                    // an equal sample has another outcome
	SuspectAlone                        // nobody is like it
)

// Suspect is a sample whose outcome the others contradict, or that nobody is like.
type Suspect struct {
	Sample int
	Kind   SuspectKind
	Said   []float64 // what the others answer: outputs, or a score a class
	Score  float64   // how strongly they contradict it, from 0 to 1; of a sample that is alone 1 less its familiarity

	Against []int // samples of other outcomes that made this answer, those that weigh most first, at most 8
	Misled  []int // samples whose answer left out is wrong because of this one: without its weight it would be right, or half as far off
}

// Suspects is what SQANN.Suspects returns.
type Suspects struct {
	Suspects []Suspect // the most contradicted first, those that are alone last
	// Right is how many of the samples but the contradicted ones the others answer rightly; RightWithout is the same once the
	// contradicted ones are forgotten. Of numbers, right is what is no further off than half of all samples are now.
	Rest, Right, RightWithout int
}

const (
	mostAgainst = 8
	farOff      = 3 // times what is usual there
)

// Suspects finds the samples whose outcomes the others contradict: each is forgotten, asked about and learned again as the last one, so
// an answer is exactly that of the fit of the others, like the model. At most share of the samples are listed, 0 meaning 0.05; as many again may be alone.
//
// Cost: a learner, and for each sample a Forget, an answer and a Learn; then the same for those that a suspect had
// a part in.
func (m *SQANN) Suspects(share float64, c Control) (*Suspects, error) {
	if share == 0 {
		share = 0.05
	}
	if !(share > 0 && share <= 1) {
		return nil, badOption("share", "share is "+ftoa(share)+".", "Give a number above 0, at most 1: the share of the samples that is listed at most.")
	}
	n := m.SampleCount()
	if n < 3 {
		return nil, NewError(InvalidInput, "The model has "+itoa(n)+" samples.", "Suspects are found among at least three.")
	}
	l, err := NewLearner(m, c.quiet())
	if err != nil {
		return nil, err
	}
	s := &suspecting{m: m, learner: l, order: sorting.Identity(n), left: make([]leftAnswer, n)}
	for i := range n {
		if err := c.report(i, n); err != nil {
			return nil, err
		}
		if s.left[i], err = s.leaveOut(i); err != nil {
			return nil, err
		}
	}
	s.measure()
	return s.found(int(math.Ceil(share*float64(n))), c.quiet())
}

// leftAnswer is what the others answer to a sample.
type leftAnswer struct {
	value       []float64
	familiarity float64
	weak        bool
	samples     []int32 // that made it
	weights     []float64
	away, usual float64 // of numbers: how far it is off, and how far the outcomes of those samples are from each other
}

type suspecting struct {
	m       *SQANN
	learner *Learner
	order   []int // of each sample present, which one it is
	left    []leftAnswer
	usual   float64 // the middle one of all distances from the outcomes
}

// leaveOut has a sample forgotten, asks about it, and has it learned again, as the last one.
func (s *suspecting) leaveOut(sample int) (leftAnswer, error) {
	at := slices.Index(s.order, sample)
	if err := s.learner.Forget([]int{at}); err != nil {
		return leftAnswer{}, err
	}
	s.order = slices.Delete(s.order, at, at+1)
	var left leftAnswer
	now, err := s.learner.answering()
	if err != nil {
		return left, err
	}
	now.ask(oneRow(s.m.data.X.Row(sample)), reasons, func(_ int, a *answer) {
		left = leftAnswer{value: slices.Clone(a.value), familiarity: a.familiarity, weak: a.recognition == Weak}
		for i := range a.made {
			w := a.weight(i, 0)
			rows := s.learner.sharing(a.made[i].Point)
			if now != s.learner.view {
				rows = nil
				for _, position := range now.points.rows.At(int(a.made[i].Point)) {
					rows = append(rows, int(s.learner.rows[position]))
				}
			}
			for _, row := range rows {
				left.samples = append(left.samples, int32(s.order[s.learner.rowOf(int32(row))]))
				left.weights = append(left.weights, w/float64(len(rows)))
			}
		}
	})
	learned, err := s.learner.Learn(s.m.data.Pick([]int{sample}), LearnOptions{})
	if err == nil && len(learned.Refused) > 0 {
		err = learned.Refused[0].Err
	}
	s.order = append(s.order, sample)
	return left, err
}

// measure finds how far the answers are off.
func (s *suspecting) measure() {
	if s.m.Classes() != nil {
		return
	}
	var all []float64
	for i := range s.left {
		a, y := &s.left[i], s.m.data.Values.Row(i)
		for k, v := range a.value {
			a.away += float64((v - y[k]) * (v - y[k]))
		}
		a.away = math.Sqrt(a.away)
		for j, other := range a.samples {
			for k, v := range s.m.data.Values.Row(int(other)) {
				a.usual += float64(math.Abs(a.weights[j]) * float64((v-a.value[k])*(v-a.value[k])))
			}
		}
		a.usual = math.Sqrt(a.usual)
		all = append(all, a.away)
	}
	s.usual = all[sorting.Ascending(all)[len(all)/2]]
}

// wrong says whether what the others answer isn't a sample's outcome.
func (s *suspecting) wrong(sample int, a *leftAnswer) bool {
	if classes := s.m.Classes(); classes != nil {
		return classes[argmax(a.value)] != s.m.data.Labels[sample]
	}
	return a.away > s.usual
}

// score is how strongly the others contradict a sample, from 0 to 1; 0 where they don't.
func (s *suspecting) score(sample int) float64 {
	a := &s.left[sample]
	if a.weak || !s.wrong(sample, a) {
		return 0
	}
	if classes := s.m.Classes(); classes != nil {
		return 1 - a.value[slices.Index(classes, s.m.data.Labels[sample])]
	}
	times := a.away / (a.usual + s.usual)
	if !(times > farOff) {
		return 0
	}
	return 1 - 1/times
}

// found lists suspects, so many at most.
func (s *suspecting) found(most int, c Control) (*Suspects, error) {
	var contradicted, alone []Suspect
	equal := s.equalButUnlike()
	for i := range s.left {
		a := &s.left[i]
		kind := SuspectValue
		if s.m.Classes() != nil {
			kind = SuspectLabel
		}
		score := s.score(i)
		if equal[i] {
			kind, score = SuspectDuplicate, math.Max(score, 0.5)
		}
		switch {
		case score > 0:
			contradicted = append(contradicted, Suspect{Sample: i, Kind: kind, Said: a.value, Score: score, Against: s.against(i)})
		case a.weak:
			alone = append(alone, Suspect{Sample: i, Kind: SuspectAlone, Said: a.value, Score: 1 - a.familiarity, Against: nil})
		}
	}
	worst := func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(s.left[b.Sample].familiarity, s.left[a.Sample].familiarity), cmp.Compare(a.Sample, b.Sample))
	}
	for _, list := range []*[]Suspect{&contradicted, &alone} {
		order := sorting.Identity(len(*list))
		sorting.SortNumbers(order, func(a, b int) int { return worst((*list)[a], (*list)[b]) })
		var sorted []Suspect
		for _, i := range order[:min(most, len(order))] {
			sorted = append(sorted, (*list)[i])
		}
		*list = sorted
	}
	out := &Suspects{Suspects: append(contradicted, alone...)}
	s.misled(out.Suspects)
	err := s.without(contradicted, out, c)
	return out, err
}

// equalButUnlike marks the samples that an equal one has another outcome than.
func (s *suspecting) equalButUnlike() []bool {
	marks, y := make([]bool, len(s.left)), s.m.data.outcomes(s.m.Classes())
	for p := range s.m.points.count() {
		rows := s.m.points.rows.At(p)
		for _, row := range rows {
			marks[row] = slices.ContainsFunc(rows, func(other int) bool { return !slices.Equal(y.Row(other), y.Row(row)) })
		}
	}
	return marks
}

// against are the samples that made the answer left out and have another outcome.
func (s *suspecting) against(sample int) (list []int) {
	a := &s.left[sample]
	order := sorting.Identity(len(a.samples))
	sorting.SortNumbers(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(a.weights[j], a.weights[i]), cmp.Compare(a.samples[i], a.samples[j]))
	})
	y := s.m.data
	for _, i := range order {
		other := int(a.samples[i])
		if len(list) < mostAgainst && a.weights[i] > 0 && (y.Labels == nil || y.Labels[other] != y.Labels[sample]) {
			list = append(list, other)
		}
	}
	return list
}

// misled finds whom each suspect misleads.
func (s *suspecting) misled(list []Suspect) {
	place := make(map[int32]int, len(list))
	for i := range list {
		place[int32(list[i].Sample)] = i
	}
	y := s.m.data.outcomes(s.m.Classes())
	for row := range s.left {
		a := &s.left[row]
		if !s.wrong(row, a) {
			continue
		}
		for i, other := range a.samples {
			at, is := place[other]
			w := a.weights[i]
			if !is || !(w > 0 && w < 1) {
				continue
			}
			without := leftAnswer{value: make([]float64, len(a.value))}
			for k, v := range a.value {
				without.value[k] = (v - float64(w*y.Row(int(other))[k])) / (1 - w)
				without.away += float64((without.value[k] - y.Row(row)[k]) * (without.value[k] - y.Row(row)[k]))
			}
			without.away = math.Sqrt(without.away)
			if s.m.Classes() != nil && !s.wrong(row, &without) || s.m.Classes() == nil && without.away <= a.away/2 {
				list[at].Misled = append(list[at].Misled, row)
			}
		}
	}
}

// without counts what the others answer rightly, now and once the contradicted ones are forgotten. Only those that one of these had
// a part in are asked again.
func (s *suspecting) without(contradicted []Suspect, out *Suspects, c Control) error {
	gone := make([]bool, len(s.left))
	var positions []int
	for _, one := range contradicted {
		gone[one.Sample] = true
		positions = append(positions, slices.Index(s.order, one.Sample))
	}
	rest := 0
	for i := range s.left {
		if gone[i] {
			continue
		}
		rest++
		if !s.wrong(i, &s.left[i]) {
			out.Right++
		}
	}
	out.Rest, out.RightWithout = rest, out.Right
	if len(positions) == 0 || rest < 2 {
		return nil
	}
	if err := s.learner.Forget(positions); err != nil {
		return err
	}
	s.order = slices.DeleteFunc(s.order, func(sample int) bool { return gone[sample] })
	for i := range s.left {
		a := &s.left[i]
		if gone[i] || !slices.ContainsFunc(a.samples, func(other int32) bool { return gone[other] }) {
			continue
		}
		if err := c.report(i, len(s.left)); err != nil {
			return err
		}
		now, err := s.leaveOut(i)
		if err != nil {
			return err
		}
		if s.m.Classes() == nil {
			y := s.m.data.Values.Row(i)
			for k, v := range now.value {
				now.away += float64((v - y[k]) * (v - y[k]))
			}
			now.away = math.Sqrt(now.away)
		}
		switch before, after := s.wrong(i, a), s.wrong(i, &now); {
		case before && !after:
			out.RightWithout++
		case !before && after:
			out.RightWithout--
		}
	}
	return nil
}
