package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// The file of xaia/lite: what answers are made from, found already, so that a program without the engine answers by reading it.
// It is a model's file for answers alone: xaia itself doesn't load it.
//
//	{"format": "xaia-lite", "version": 1 or 2, "checksum": of the model's file, "features": n, "outputs": m, "count": of samples,
//	 "columns", "missing", "gaps", "classes": [...], "names": [...], "shift", "divide", "relevance", "points": [[...]],
//	 "alpha": [...], "samples": [[...]], "weights", "reach", "r", "skip", "layers": [{...}], "interpolation", "slopes", "forest",
//	 "calibration"}
//
// Of these:
//
//   - version is 2 where a calibration adapts or is lopsided, or a gap is a feature.
//   - columns and missing, of a table, are those of the model's file; gaps lists, for each column whose gaps are a feature, the
//     samples that lack it.
//   - A feature x becomes (x - shift)/divide · relevance, at most 1e150; these are absent where nothing changes.
//   - points are scaled. Of each, alpha has an output, a list of outputs or the number of a class; samples has its samples.
//   - layers are {a1, a2, strong, moderate, points, below, parts}. strong and moderate are the largest squared distances at which
//     a node recognises an input and knows it. parts of a node are its fingerprint; with the skip connection those numbers of
//     q/2 times the activations of the layer below that aren't 0, of the nodes below.
//   - slopes of the line through all samples are a list an output. forest is one list: outputs, their least values and steps,
//     columns, pairs, and each tree's nodes in order.
//   - calibration has recognition and scores of the samples that count, the median spreads or the classes' shares, and threshold.
//     If it adapts, levels has for each recognition and output lines from one coverage to another, from one level to another. If
//     it is lopsided, floor is of each output (null: none), and scores are of what is below, then of what is above.
const (
	liteFormat  = "xaia-lite"
	liteVersion = 1
	liteMore    = 2 // with levels, floors or gaps, which programs for version 1 would leave out
)

// WriteLite writes it. Only an SQANN has one.
func WriteLite(w Writer, m *Model) error {
	s := m.SQANN()
	if s == nil {
		what := "A TNN"
		if m.Network() == nil {
			what = "An ensemble"
		}
		return Unsupported(what+" can't be saved as lite.", "Save it as JSON or bytes, which xaia loads, or fit an SQANN.")
	}
	l, err := s.Lite()
	if err != nil {
		return err
	}
	d := s.Data()
	w.Object()
	w.Key("format").Text(liteFormat)
	version := liteVersion
	if c := m.Calibration; c != nil && (c.Adapt != nil || c.Lopsided) {
		version = liteMore
	}
	m.Table.EachGap(func(int, int) { version = liteMore })
	w.Key("version").Integer(version)
	w.Key("checksum").Text(Checksum(m))
	w.Key("features").Integer(s.FeatureCount())
	w.Key("outputs").Integer(s.OutputCount())
	w.Key("count").Integer(s.SampleCount())
	if m.Table != nil {
		writeTable(w.Key("columns"), m.Table)
		w.Key("missing").Text(m.Table.Missing.String())
	}
	writeGaps(w, m.Table, d.X)
	if s.Classes() != nil {
		WriteLabels(w.Key("classes"), s.Classes())
	}
	if d.Names != nil {
		WriteTexts(w.Key("names"), d.Names)
	}
	for _, list := range []struct {
		name    string
		numbers []float64
	}{{"shift", l.Shift}, {"divide", l.Divide}, {"relevance", l.Relevance}, {"weights", l.Weights}} {
		if list.numbers != nil {
			w.Key(list.name).Numbers(list.numbers)
		}
	}
	w.Key("points").Rows(l.Points)
	if s.Classes() == nil {
		writeValues(w.Key("alpha"), l.Alpha)
	} else {
		var class []int
		for i := range l.Alpha.Rows {
			at := 0
			for l.Alpha.Row(i)[at] != 1 {
				at++
			}
			class = append(class, at)
		}
		w.Key("alpha").Integers(class)
	}
	WriteIntegerLists(w.Key("samples"), l.Samples)
	w.Key("reach").Number(l.Reach)
	w.Key("r").Number(l.R)
	w.Key("skip").Bool(l.Skip)
	w.Key("layers").List()
	for _, layer := range l.Layers {
		w.Object()
		w.Key("a1").Number(layer.Settings.A1)
		w.Key("a2").Number(layer.Settings.A2)
		w.Key("strong").Number(math.Min(layer.Strong, math.MaxFloat64))
		w.Key("moderate").Number(math.Min(layer.Moderate, math.MaxFloat64))
		w.Key("points").Integers(layer.Points)
		if l.Skip {
			WriteIntegerLists(w.Key("below"), layer.Below)
		}
		w.Key("parts").List()
		for _, parts := range layer.Parts {
			w.Numbers(parts)
		}
		w.End()
		w.End()
	}
	w.End()
	WriteInterpolation(w.Key("interpolation"), l.Interpolation)
	if l.Slopes.Rows > 0 {
		w.Key("slopes").Rows(l.Slopes)
	}
	if l.Forest != nil {
		w.Key("forest").Numbers(l.Forest.Pack())
	}
	writeLiteCalibration(w, m.Calibration)
	w.End()
	return nil
}

func writeLiteCalibration(w Writer, c *core.Calibration) {
	if c == nil {
		return
	}
	known, scores, shares := c.LiteScores()
	recognition := make([]int, len(known))
	for i, r := range known {
		recognition[i] = int(r)
	}
	w.Key("calibration").Object()
	w.Key("recognition").Integers(recognition)
	w.Key("scores").List()
	for _, list := range scores {
		w.Numbers(list)
	}
	w.End()
	if shares != nil {
		w.Key("shares").Numbers(shares)
	} else {
		w.Key("median").Numbers(c.Median)
	}
	w.Key("threshold").Number(c.Threshold())
	if floor := c.LiteFloor(); floor != nil {
		w.Key("floor").List()
		for _, v := range floor {
			if math.IsInf(v, -1) {
				w.Null()
			} else {
				w.Number(v)
			}
		}
		w.End()
	}
	if c.Adapt != nil {
		w.Key("levels").List()
		for row := range c.Adapt.Levels.Rows {
			w.Rows(c.Adapt.Lines(row))
		}
		w.End()
	}
	w.End()
}

// writeGaps lists the samples that lack a value, for each column whose gaps are a feature: scaled points may not tell.
func writeGaps(w Writer, table *core.Encoding, x core.Matrix) {
	var lists [][]int
	table.EachGap(func(_, feature int) {
		some := []int{}
		for row := range x.Rows {
			if x.Row(row)[feature] == 1 {
				some = append(some, row)
			}
		}
		lists = append(lists, some)
	})
	if lists != nil {
		WriteIntegerLists(w.Key("gaps"), lists)
	}
}
