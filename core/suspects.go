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
	Label  Label     // of classes: that with the highest score
	Score  float64   // how strongly they contradict it, from 0 to 1; of a sample that is alone 1 less its familiarity

	Against []int // samples of other outcomes that made this answer, those that weigh most first, at most 8
	Misled  []int // samples whose answer left out is wrong because of this one: without its weight it would be right, or half as far off
}

// Suspects is what SQANN.Suspects returns.
type Suspects struct {
	Suspects []Suspect // the most contradicted first, those that are alone last
	// Right is how many of the Rest, the samples but the contradicted ones, those most like them answer rightly; RightWithout is the same once
	// the contradicted ones are gone. Of numbers, right is what is no further off than half of all samples are now.
	Rest, Right, RightWithout int
}

const (
	mostAgainst = 8
	farOff      = 2 // times what is usual there
)

// Suspects finds the samples whose outcomes the others contradict. Those most like each sample say which may be; what is said of these is what
// the fit of the others, like the model, answers to them. At most this share of the samples, rounded up, is listed; as many again may be alone.
//
// Cost: two predictions for every sample and a fit; and for twice as many samples as are listed a fit without it, or where neurons
// reach few others a Forget, an answer and a Learn.
func (m *SQANN) Suspects(share float64, c Control) (*Suspects, error) {
	return m.suspects(share, (*SQANN).leaver, c)
}

// SuspectsByFits is Suspects without a learner, which a program that has no other use for one needn't contain: the same answers, at a
// fit for each sample that is looked at.
func (m *SQANN) SuspectsByFits(share float64, c Control) (*Suspects, error) {
	return m.suspects(share, (*SQANN).fitter, c)
}

// leaving makes what answers a sample by the fit of the others, like the model.
type leaving func(m *SQANN, c Control) (func(sample int) (leftAnswer, error), error)

func (m *SQANN) suspects(share float64, leaver leaving, c Control) (*Suspects, error) {
	m.mustBeFitted()
	if !(share > 0 && share <= 1) {
		return nil, badOption("share", "share is "+ftoa(share)+".", "Give a number above 0, at most 1: the share of the samples that is listed at most.")
	}
	n := m.SampleCount()
	if n < 3 {
		return nil, NewError(InvalidInput, "The model has "+itoa(n)+" samples.", "Suspects are found among at least three.")
	}
	s := &suspecting{m: m}
	var err error
	if s.left, err = s.byNeighbors(m, sorting.Identity(n), c.quiet()); err != nil {
		return nil, err
	}
	s.setUsual()
	most := int(math.Ceil(share * float64(n)))
	contradicted, err := s.contradicted(most, leaver, c)
	if err != nil {
		return nil, err
	}
	out := &Suspects{Suspects: append(contradicted, s.alone(most)...)}
	if classes := m.Classes(); classes != nil {
		for i := range out.Suspects {
			out.Suspects[i].Label = classes[argmax(out.Suspects[i].Said)]
		}
	}
	s.misled(out.Suspects)
	return out, s.without(contradicted, out, c.quiet())
}

// leftAnswer is what others answer to a sample.
type leftAnswer struct {
	value       []float64
	familiarity float64
	samples     []int32 // that made it
	weights     []float64
	away, usual float64 // of numbers: how far it is off, and how far the outcomes of those samples are from each other
}

type suspecting struct {
	m        *SQANN
	left     []leftAnswer // by those most like each sample
	usual    float64      // the middle one of the distances from the outcomes
	familiar float64      // and of the familiarities
}

// byNeighbors answers each sample of a model by the others that say most about its place. which says what these are called.
func (s *suspecting) byNeighbors(m *SQANN, which []int, c Control) ([]leftAnswer, error) {
	near, activation, err := m.linked(worthLinks, c)
	if err != nil {
		return nil, err
	}
	left := make([]leftAnswer, m.SampleCount())
	for p := range m.points.count() {
		own := m.points.rows.At(p)
		for _, row := range own {
			a := leftAnswer{value: make([]float64, s.m.OutputCount()), familiarity: activation[p]}
			var sum float64
			add := func(other int, w float64) {
				if other == row || len(a.samples) == worthTop {
					return
				}
				a.samples, a.weights = append(a.samples, int32(which[other])), append(a.weights, w)
				sum += w
			}
			for _, other := range own {
				add(other, 1)
			}
			for _, l := range near[p] {
				for _, other := range m.points.rows.At(int(l.To)) {
					add(other, l.Weight)
				}
			}
			for i, other := range a.samples {
				a.weights[i] /= sum
				for k := range a.value {
					a.value[k] += float64(a.weights[i] * s.outcome(int(other), k))
				}
			}
			if len(own) > 1 {
				a.familiarity = 1
			}
			s.measure(&a, which[row])
			left[row] = a
		}
	}
	return left, nil
}

// outcome is one output of a sample, as a number.
func (s *suspecting) outcome(sample, k int) float64 {
	if classes := s.m.Classes(); classes != nil {
		if s.m.data.Labels[sample] == classes[k] {
			return 1
		}
		return 0
	}
	return s.m.data.Values.Row(sample)[k]
}

// measure finds how far an answer to a sample is off.
func (s *suspecting) measure(a *leftAnswer, sample int) {
	if s.m.Classes() != nil {
		return
	}
	for k, v := range a.value {
		d := v - s.outcome(sample, k)
		a.away += float64(d * d)
		for i, other := range a.samples {
			d := s.outcome(int(other), k) - v
			a.usual += float64(math.Abs(a.weights[i]) * float64(d*d))
		}
	}
	a.away, a.usual = math.Sqrt(a.away), math.Sqrt(a.usual)
}

func (s *suspecting) setUsual() {
	middle := func(of func(a *leftAnswer) float64) float64 {
		all := make([]float64, len(s.left))
		for i := range s.left {
			all[i] = of(&s.left[i])
		}
		return all[sorting.Ascending(all)[len(all)/2]]
	}
	s.usual, s.familiar = middle(func(a *leftAnswer) float64 { return a.away }), middle(func(a *leftAnswer) float64 { return a.familiarity })
}

// isAlone says whether nobody is like a sample: of a table whose samples are all far apart that isn't so of any.
func (s *suspecting) isAlone(sample int) bool { return s.left[sample].familiarity < s.familiar/10 }

// wrong says whether what the others answer isn't a sample's outcome.
func (s *suspecting) wrong(sample int, a *leftAnswer) bool {
	if classes := s.m.Classes(); classes != nil {
		return classes[argmax(a.value)] != s.m.data.Labels[sample]
	}
	return a.away > s.usual
}

// score is how strongly an answer contradicts a sample, from 0 to 1; 0 where it doesn't.
func (s *suspecting) score(sample int, a *leftAnswer) float64 {
	if s.isAlone(sample) || !s.wrong(sample, a) {
		return 0
	}
	if classes := s.m.Classes(); classes != nil {
		return 1 - a.value[slices.Index(classes, s.m.data.Labels[sample])]
	}
	return math.Max(0, 1-(a.usual+s.usual)/a.away)
}

// borne is the score that is left whichever one of the samples that made the answer says no more: what one alone says against another may
// be its own mistake. Where one said all, those most like the sample are asked without it.
func (s *suspecting) borne(sample int, a *leftAnswer) float64 {
	least, first := s.score(sample, a), &s.left[sample]
	if s.m.Classes() == nil && least < 1-1.0/farOff {
		return 0
	}
	for i, other := range a.samples {
		if least == 0 {
			break
		}
		rest, some := s.but(a, i, sample)
		if !some {
			if at := slices.Index(first.samples, other); at >= 0 {
				rest, some = s.but(first, at, sample)
			} else {
				rest, some = *first, true
			}
		}
		if !some {
			return 0
		}
		least = math.Min(least, s.score(sample, &rest))
	}
	return least
}

// but is an answer to a sample without one of those that made it; false where that was all of it.
func (s *suspecting) but(a *leftAnswer, i, sample int) (rest leftAnswer, some bool) {
	w := a.weights[i]
	if !(w < 1-1e-9) || len(a.samples) < 2 {
		return rest, false
	}
	rest = leftAnswer{value: make([]float64, len(a.value)), familiarity: a.familiarity}
	for j, other := range a.samples {
		if j != i {
			rest.samples, rest.weights = append(rest.samples, other), append(rest.weights, a.weights[j]/(1-w))
		}
	}
	for k, v := range a.value {
		rest.value[k] = (v - float64(w*s.outcome(int(a.samples[i]), k))) / (1 - w)
	}
	s.measure(&rest, sample)
	return rest, true
}

// contradicted lists the samples that the others contradict, so many at most. Twice as many are looked at exactly: those that the samples
// most like them contradict most.
func (s *suspecting) contradicted(most int, leaver leaving, c Control) (list []Suspect, err error) {
	equal := s.equalButUnlike()
	var may []int
	first := make([]float64, len(s.left))
	for i := range s.left {
		if first[i] = s.borne(i, &s.left[i]); equal[i] {
			first[i] = math.Max(first[i], 0.5)
		}
		if first[i] > 0 {
			may = append(may, i)
		}
	}
	worst := func(score []float64) func(a, b int) int {
		return func(a, b int) int {
			return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(s.left[b].familiarity, s.left[a].familiarity), cmp.Compare(a, b))
		}
	}
	sorting.SortNumbers(may, worst(first))
	may = may[:min(2*most, len(may))]
	without, err := leaver(s.m, c.quiet())
	if err != nil {
		return nil, err
	}
	exact, answers := make([]float64, len(s.left)), map[int]leftAnswer{}
	for k, i := range may {
		if err := c.report(k, len(may)); err != nil {
			return nil, err
		}
		a, err := without(i)
		if err != nil {
			return nil, err
		}
		s.measure(&a, i)
		if exact[i], answers[i] = s.borne(i, &a), a; equal[i] {
			exact[i] = math.Max(exact[i], 0.5)
		}
	}
	sorting.SortNumbers(may, worst(exact))
	for _, i := range may[:min(most, len(may))] {
		a := answers[i]
		kind := SuspectValue
		switch {
		case equal[i]:
			kind = SuspectDuplicate
		case s.m.Classes() != nil:
			kind = SuspectLabel
		}
		if exact[i] > 0 {
			list = append(list, Suspect{Sample: i, Kind: kind, Said: a.value, Score: exact[i], Against: s.against(i, &a)})
		}
	}
	return list, nil
}

// alone lists the samples that nobody is like, so many at most.
func (s *suspecting) alone(most int) (list []Suspect) {
	var order []int
	for i := range s.left {
		if s.isAlone(i) {
			order = append(order, i)
		}
	}
	sorting.SortNumbers(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.left[a].familiarity, s.left[b].familiarity), cmp.Compare(a, b))
	})
	for _, i := range order[:min(most, len(order))] {
		list = append(list, Suspect{Sample: i, Kind: SuspectAlone, Said: s.left[i].value, Score: 1 - s.left[i].familiarity})
	}
	return list
}

// leftBy is what a model without a sample answers to it; rows are the samples of a point, by their numbers among all.
func (m *SQANN) leftBy(by *SQANN, sample int, rows func(point int32) []int) (left leftAnswer) {
	by.ask(oneRow(m.data.X.Row(sample)), reasons, func(_ int, a *answer) {
		left = leftAnswer{value: make([]float64, m.OutputCount()), familiarity: a.familiarity}
		spreadScores(left.value, a.value, m.Classes(), by.Classes())
		for i := range a.made {
			samples := rows(a.made[i].Point)
			for _, other := range samples {
				left.samples = append(left.samples, int32(other))
				left.weights = append(left.weights, a.weight(i, 0)/float64(len(samples)))
			}
		}
	})
	return left
}

// fitter fits the others.
func (m *SQANN) fitter(c Control) (func(sample int) (leftAnswer, error), error) {
	left := make([]bool, m.SampleCount())
	return func(sample int) (leftAnswer, error) {
		left[sample] = true
		defer func() { left[sample] = false }()
		by, err := m.likeWithout(left, c)
		if err != nil {
			return leftAnswer{}, err
		}
		return m.leftBy(by, sample, func(point int32) (rows []int) {
			for _, row := range by.points.rows.At(int(point)) {
				if row >= sample {
					row++
				}
				rows = append(rows, row)
			}
			return rows
		}), nil
	}, nil
}

// leaver has a learner forget the sample and learn it again; where most samples feel each other, a fit is cheaper.
func (m *SQANN) leaver(c Control) (func(sample int) (leftAnswer, error), error) {
	l, err := NewLearner(m, c)
	if err != nil {
		return nil, err
	}
	if l.net.Crowded {
		return m.fitter(c)
	}
	order := sorting.Identity(m.SampleCount()) // of each sample that the learner has, which one it is
	return func(sample int) (leftAnswer, error) {
		at := slices.Index(order, sample)
		if err := l.Forget([]int{at}); err != nil {
			return leftAnswer{}, err
		}
		order = slices.Delete(order, at, at+1)
		by, err := l.answering()
		if err != nil {
			return leftAnswer{}, err
		}
		left := m.leftBy(by, sample, func(point int32) (rows []int) {
			if by != l.view {
				for _, position := range by.points.rows.At(int(point)) {
					rows = append(rows, order[position])
				}
				return rows
			}
			for _, row := range l.sharing(point) {
				rows = append(rows, order[l.rowOf(int32(row))])
			}
			return rows
		})
		learned, err := l.Learn(m.data.Pick([]int{sample}), LearnOptions{})
		if err == nil && len(learned.Refused) > 0 {
			err = learned.Refused[0].Err
		}
		order = append(order, sample)
		return left, err
	}, nil
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

// against are the samples that made an answer and have another outcome.
func (s *suspecting) against(sample int, a *leftAnswer) (list []int) {
	order := sorting.Identity(len(a.samples))
	sorting.SortNumbers(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(a.weights[j], a.weights[i]), cmp.Compare(a.samples[i], a.samples[j]))
	})
	labels := s.m.data.Labels
	for _, i := range order {
		other := int(a.samples[i])
		if len(list) < mostAgainst && a.weights[i] > 0 && (labels == nil || labels[other] != labels[sample]) {
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
	for row := range s.left {
		a := &s.left[row]
		if !s.wrong(row, a) {
			continue
		}
		for i, other := range a.samples {
			at, is := place[other]
			if !is {
				continue
			}
			without, some := s.but(a, i, row)
			if !some {
				continue
			}
			if s.m.Classes() != nil && !s.wrong(row, &without) || s.m.Classes() == nil && without.away <= a.away/2 {
				list[at].Misled = append(list[at].Misled, row)
			}
		}
	}
}

// without counts what those most like each sample answer rightly, now and once the contradicted ones are gone.
func (s *suspecting) without(contradicted []Suspect, out *Suspects, c Control) error {
	gone := make([]bool, len(s.left))
	for _, one := range contradicted {
		gone[one.Sample] = true
	}
	rest := marked(negated(gone))
	for _, i := range rest {
		if !s.wrong(i, &s.left[i]) {
			out.Right++
		}
	}
	out.Rest, out.RightWithout = len(rest), out.Right
	if len(contradicted) == 0 || len(rest) < 3 {
		return nil
	}
	others, err := s.m.likeWithout(gone, c)
	if err != nil {
		return err
	}
	left, err := s.byNeighbors(others, rest, c)
	if err != nil {
		return err
	}
	out.RightWithout = 0
	for k, i := range rest {
		if !s.wrong(i, &left[k]) {
			out.RightWithout++
		}
	}
	return nil
}
