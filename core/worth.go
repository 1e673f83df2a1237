package core

import (
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/layout"
)

// Worth is what SQANN.Worth returns.
type Worth struct {
	// Values has for each sample what it adds to the answers of the others: of classes, rows that it helps to be right, less
	// those that it misleads; of numbers, squared errors in units of the outcomes' variance. They sum to Total.
	Values []float64
	Total  float64 // what the answers are worth together; at most the number of samples
}

const (
	worthLinks = 32 // players of each row's game
	worthTop   = 8  // of them answer
)

// Worth is what each sample adds to answers that it isn't part of: its Shapley value, summed over the games of all rows. In a row's game
// the players are the samples that say most about its place, without itself, and a coalition is worth the answer of the first 8 of
// them: the share that has the row's class, or minus the squared error of their sum divided by 8, outcomes taken from their
// mean (docs/spec.md 3.20). The values are exact: share and explain have the recursions of Jia and others (2019), and a test compares
// them with the sum over all coalitions. Equal weights keep them cheap: with the answers' own, the exact value takes the square of
// the players for each row (arXiv 2401.11103).
//
// Cost: a prediction for every sample, then O(32) for each row.
func (m *SQANN) Worth(c Control) (*Worth, error) {
	m.mustBeFitted()
	rows := m.SampleCount()
	if rows < 2 {
		return nil, NewError(InvalidInput, "The model has 1 sample.", "What a sample is worth to others needs at least two.")
	}
	near, _, err := m.linked(worthLinks, c)
	if err != nil {
		return nil, err
	}
	g := &game{data: m.data, classes: m.Classes(), values: make([]float64, rows)}
	g.centre()
	for p := range m.points.count() {
		own := m.points.rows.At(p)
		for _, row := range own {
			g.begin(own, row)
			g.join(near[p], func(point int32) []int { return m.points.rows.At(int(point)) })
			if g.classes != nil {
				g.share(row)
			} else {
				g.explain(row)
			}
		}
	}
	w := &Worth{Values: g.values}
	for _, v := range w.Values {
		w.Total += v
	}
	return w, nil
}

// game is that of one row after the other.
type game struct {
	data     Dataset
	classes  []Label
	y        Matrix // of numbers: from their mean, over their deviation
	values   []float64
	players  []int
	outcomes []float64
}

func (g *game) centre() {
	if g.classes != nil {
		return
	}
	v := g.data.Values
	g.y = Matrix{Data: make([]float64, len(v.Data)), Rows: v.Rows, Columns: v.Columns}
	list := make([]float64, v.Rows)
	for k := range v.Columns {
		for i := range list {
			list[i] = v.Row(i)[k]
		}
		mean, deviation := floatmath.MeanAndDeviation(list)
		if deviation == 0 {
			deviation = 1
		}
		for i, y := range list {
			g.y.Data[i*v.Columns+k] = (y - mean) / deviation
		}
	}
}

// begin makes the rows equal to one its first players.
func (g *game) begin(own []int, row int) {
	g.players = g.players[:0]
	for _, other := range own {
		if other != row && len(g.players) < worthLinks {
			g.players = append(g.players, other)
		}
	}
}

// join adds the rows of points until there are enough.
func (g *game) join(near []layout.Link, rows func(point int32) []int) {
	for _, l := range near {
		for _, other := range rows(l.To) {
			if len(g.players) == worthLinks {
				return
			}
			g.players = append(g.players, other)
		}
	}
}

// share adds the values of a game for classes. With n players in order, of which the first K answer,
//
//	s_n = m_n min(K, n)/(K n),   s_i = s_{i+1} + (m_i - m_{i+1}) min(K, i)/(K i),
//
// where m_i is 1 if player i has the row's class, else 0.
func (g *game) share(row int) {
	match := func(i int) float64 {
		if g.data.Labels[g.players[i-1]] == g.data.Labels[row] {
			return 1
		}
		return 0
	}
	n := len(g.players)
	if n == 0 {
		return
	}
	part := func(i int) float64 { return float64(min(worthTop, i)) / float64(worthTop*i) }
	s := match(n) * part(n)
	g.values[g.players[n-1]] += s
	for i := n - 1; i >= 1; i-- {
		s += float64((match(i) - match(i+1)) * part(i))
		g.values[g.players[i-1]] += s
	}
}

// explain adds the values of a game for numbers, an output after the other. Of players with y_1 … y_n, for a row with t, R_i being
// q(q+1)/(2 i (i-1)) with q = min(K, i) - 1, and P_i = min(K, i)/i,
//
//	s_n = -y_n/K (2/K R_n Σ_{j<n} y_j + P_n (y_n/K - 2t))
//	s_i = s_{i+1} - (y_i - y_{i+1})/K (2/K (R_i Σ_{j<i} y_j + Σ_{j>i+1} R_{j-1} y_j) + P_i ((y_i + y_{i+1})/K - 2t))
func (g *game) explain(row int) {
	const top = float64(worthTop)
	n := len(g.players)
	if n == 0 {
		return
	}
	pulled := func(i int) float64 {
		if i < 2 {
			return 0
		}
		q := float64(min(worthTop, i) - 1)
		return q * (q + 1) / (2 * float64(i) * float64(i-1))
	}
	part := func(i int) float64 { return float64(min(worthTop, i)) / float64(i) }
	for k := range g.y.Columns {
		t := g.y.Row(row)[k]
		y := resized(g.outcomes, n+2)
		g.outcomes = y
		var before float64
		for i, p := range g.players {
			y[i+1] = g.y.Row(p)[k]
			before += y[i+1]
		}
		before -= y[n]
		s := -y[n] / top * (float64(2/top*pulled(n)*before) + float64(part(n)*(y[n]/top-2*t)))
		g.values[g.players[n-1]] += s
		var after float64
		for i := n - 1; i >= 1; i-- {
			before -= y[i]
			if i+2 <= n {
				after += float64(pulled(i+1) * y[i+2])
			}
			inner := float64(2/top*(float64(pulled(i)*before)+after)) + float64(part(i)*((y[i]+y[i+1])/top-2*t))
			s -= float64((y[i] - y[i+1]) / top * inner)
			g.values[g.players[i-1]] += s
		}
	}
}
