//go:build js && wasm

package binding

import (
	"slices"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// packedWriter takes the neurons of explanations apart from the text.
type packedWriter struct {
	*writer
	named   bool // samples have names
	classes bool
	numbers []float64
	names   []string
}

// Neurons takes them, with the names of all samples if they have some, and with the number of trees in which each shares the input's leaf, -1 where there is no forest.
func (p *packedWriter) Neurons(list []core.Neuron, names []string, trees bool) {
	p.Integer(len(list))
	for _, n := range list {
		p.numbers = append(p.numbers, float64(n.Layer), float64(n.Node), float64(len(n.Samples)))
		for _, sample := range n.Samples {
			p.numbers = append(p.numbers, float64(sample))
			if names != nil {
				p.names = append(p.names, names[sample])
			}
		}
		if !trees {
			n.Trees = -1
		}
		p.numbers = append(p.numbers, n.Distance, n.Activation, n.Weight, float64(n.Trees))
		if p.classes {
			p.numbers = append(p.numbers, float64(slices.Index(n.Alpha, 1)))
		} else {
			p.numbers = append(p.numbers, n.Alpha...)
		}
	}
}

// numericAnswers collects the numbers of all rows' answers, which become JavaScript's at once.
type numericAnswers struct {
	labelAt *any // the function that looks up labels, which is kept with the model
	rows    int
	all     core.Matrix // outputs or scores
	scores  bool
	labels  []core.Label
	classes []int32
}

func (n *numericAnswers) used() bool { return n.all.Rows > 0 || n.classes != nil }

//go:noinline
func (w *writer) Outputs(m core.Matrix) {
	n := w.numbers
	if n.all.Data == nil {
		n.all.Columns, n.all.Data = m.Columns, make([]float64, 0, n.rows*m.Columns)
	}
	n.all.Rows, n.all.Data = n.all.Rows+m.Rows, append(n.all.Data, m.Data...)
}

//go:noinline
func (w *writer) Scores(m core.Matrix) {
	w.numbers.scores = true
	w.Outputs(m)
}

//go:noinline
func (w *writer) Classes(p *core.Predictions, of []core.Label) {
	n := w.numbers
	if n.classes == nil {
		n.labels, n.classes = of, make([]int32, 0, n.rows)
	}
	for i := range p.Values.Rows {
		n.classes = append(n.classes, int32(p.Class(i)))
	}
}

// list is the answers. Labels that are integers need no look-up. Others are looked up inside JavaScript, by an
// Array.prototype.at bound to the list of classes, whose last entry, at -1, is null.
func (n *numericAnswers) list() js.Value {
	switch {
	case n.classes == nil && n.all.Columns == 1 && !n.scores:
		return numbers(n.all.Data)
	case n.classes == nil:
		return made(func(w wire.Writer) { w.Rows(n.all) })
	case n.labels[0].Kind == core.IntegerLabel && !slices.Contains(n.classes, -1):
		list := make([]float64, len(n.classes))
		for i, class := range n.classes {
			list[i] = float64(n.labels[class].Integer)
		}
		return numbers(list)
	}
	labelAt, known := (*n.labelAt).(js.Value)
	if !known {
		list := made(func(w wire.Writer) { wire.WriteLabels(w, n.labels) })
		list.Call("push", js.Null())
		labelAt = list.Get("at").Call("bind", list)
		*n.labelAt = labelAt
	}
	return arrayFrom.Invoke(int32Array(n.classes), labelAt)
}

// longRows returns rows whose text would be very long, or that contain values that JSON
// doesn't support: it makes a text for some rows at a time, or passes each row separately.
func longRows(m core.Matrix) js.Value {
	parts := newArray()
	each := max(1, longText/2/max(1, m.Columns))
	for from := 0; from < m.Rows; from += each {
		to := min(from+each, m.Rows)
		part := core.Matrix{Data: m.Data[from*m.Columns : to*m.Columns], Rows: to - from, Columns: m.Columns}
		if isText(part.Data) {
			parts.Call("push", made(func(w wire.Writer) { w.Rows(part) }))
			continue
		}
		list := newArray()
		for i := range part.Rows {
			list.SetIndex(i, numbers(part.Row(i)))
		}
		parts.Call("push", list)
	}
	return parts.Call("flat")
}
