package core

import (
	"cmp"
	"strconv"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// LabelKind says what a class label was given as; labels come back as they
// went in.
type LabelKind uint8

const (
	TextLabel LabelKind = iota
	IntegerLabel
	BooleanLabel
)

// Label is a class label: a string, an integer or a boolean. Labels compare
// with ==.
type Label struct {
	Kind    LabelKind
	Text    string
	Integer int64 // 0 or 1 for a boolean
}

func Text(s string) Label { return Label{Kind: TextLabel, Text: s} }

// Texts are class labels.
func Texts(list ...string) []Label {
	labels := make([]Label, len(list))
	for i, s := range list {
		labels[i] = Text(s)
	}
	return labels
}

func Integer(i int64) Label { return Label{Kind: IntegerLabel, Integer: i} }
func Boolean(b bool) Label {
	if b {
		return Label{Kind: BooleanLabel, Integer: 1}
	}
	return Label{Kind: BooleanLabel}
}

func (l Label) String() string {
	switch l.Kind {
	case TextLabel:
		return l.Text
	case BooleanLabel:
		if l.Integer == 0 {
			return "false"
		}
		return "true"
	default:
		return strconv.FormatInt(l.Integer, 10)
	}
}

func checkLabels(labels []Label) error {
	for i, l := range labels {
		if l.Kind > BooleanLabel {
			return NewError(InvalidInput, "y["+itoa(i)+"] is "+l.Kind.name()+".", "Make labels by Text, Integer or Boolean.").At(i, -1)
		}
		if l.Kind != labels[0].Kind {
			return NewError(InvalidInput, "y["+itoa(i)+"] is "+l.Kind.name()+", y[0] is "+labels[0].Kind.name()+".",
				"Give all labels as strings, or all as integers, or all as booleans.").At(i, -1)
		}
	}
	return nil
}

func (k LabelKind) name() string {
	return [...]string{"a string", "a number", "a boolean", "a label of an unknown kind"}[min(k, BooleanLabel+1)]
}

// sortedClasses returns the distinct labels in order: strings by their bytes,
// integers by value, false before true.
func sortedClasses(labels []Label) []Label {
	var distinct []Label
	known := make(map[Label]bool)
	for _, l := range labels {
		if !known[l] {
			known[l] = true
			distinct = append(distinct, l)
		}
	}
	order := sorting.Identity(len(distinct))
	sorting.SortNumbers(order, func(i, j int) int {
		a, b := &distinct[i], &distinct[j]
		return cmp.Or(cmp.Compare(a.Integer, b.Integer), cmp.Compare(a.Text, b.Text))
	})
	classes := make([]Label, len(order))
	for at, i := range order {
		classes[at] = distinct[i]
	}
	return classes
}

//go:noinline
func indexOf(classes []Label) map[Label]int {
	index := make(map[Label]int, len(classes))
	for i, c := range classes {
		index[c] = i
	}
	return index
}

// oneHot writes the labels as rows over the sorted classes: 1 in the label's
// column, 0 elsewhere, and everywhere for a label that is no class.
func oneHot(labels, classes []Label) Matrix {
	index := indexOf(classes)
	m := newMatrix(len(labels), len(classes))
	for i, l := range labels {
		if c, known := index[l]; known {
			m.Row(i)[c] = 1
		}
	}
	return m
}

// argmax is the class of the largest score, the first of equals.
func argmax(scores []float64) int { return sorting.Argmax(scores) }

// classesOf are the classes of a data set; nil for numbers.
//
//go:noinline
func classesOf(d Dataset) []Label {
	if d.Labels == nil {
		return nil
	}
	return sortedClasses(d.Labels)
}
