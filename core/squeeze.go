package core

import (
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/core/internal/squeeze"
)

// Position is where a row of scores stands on [0, 1].
type Position struct {
	Value float64
	Class int  // the highest score, the first on ties
	Grey  bool // in the space between the samples of two classes
}

// Squeezed is an order of samples by the scores that any classifier gives them.
type Squeezed struct {
	Order     []int // samples from the highest position to the lowest, as TNNOptions.Order takes them
	Positions []Position
	External  []Position
}

// SqueezedOrder places samples on [0, 1] by the N × C scores of a classifier, so
// that a TNN on the positions reproduces the classes it gives (appendix C.1 of
// the paper). Class c has the interval [c/C, (c+1)/C]. Its sample p_c with the
// highest score stands in the middle; the others stand to the right of it if the
// score of class c+1 is at least that of c-1, else to the left, the further the
// lower their score is. They fill the share, in (0, 1], of the way to the
// interval's end; the rest is grey area. Equal scores stand in the samples' order.
//
// external rows are placed among them: by the samples with the next higher and
// lower score on their side; beyond the last one they are in the grey area, the
// closer to the interval's end the smaller their lead over that neighbouring
// class.
//
// O(N (C + log N)).
func SqueezedOrder(scores Matrix, share float64, external Matrix) (*Squeezed, error) {
	scores.mustHaveShape()
	external.mustHaveShape()
	switch {
	case scores.Rows == 0 || scores.Columns == 0:
		return nil, NewError(InvalidInput, "scores is empty.", "Give a row of scores for each sample, one score per class.")
	case !(share > 0 && share <= 1):
		return nil, badOption("squeeze", "squeeze is "+ftoa(share)+".", "Give a number above 0, at most 1.")
	case external.Rows > 0 && external.Columns != scores.Columns:
		return nil, NewError(InvalidInput, "external[0] has "+count(external.Columns, "score")+", scores[0] has "+itoa(scores.Columns)+".",
			"Give a score for each class.").At(0, -1)
	}
	if err := checkNumbers("scores", scores); err != nil {
		return nil, err
	}
	if err := checkNumbers("external", external); err != nil {
		return nil, err
	}
	order, positions, outside := squeeze.Place(spatial.Matrix(scores), spatial.Matrix(external), share)
	return &Squeezed{Order: order, Positions: positionsOf(positions), External: positionsOf(outside)}, nil
}

func positionsOf(list []squeeze.Position) []Position {
	positions := make([]Position, len(list))
	for i, p := range list {
		positions[i] = Position(p)
	}
	return positions
}
