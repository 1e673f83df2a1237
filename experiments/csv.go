package experiments

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// Files finds an input by its path below testdata: the tests read it there, the
// page fetches its copy from the site.
type Files func(path string) (string, error)

// rows are those of a file of testdata/data: a header, the features, the target
// last.
type rows struct {
	x      [][]float64
	target []string
}

func readRows(files Files, name string) (rows, error) {
	text, err := files("data/" + name + ".csv")
	if err != nil {
		return rows{}, err
	}
	var r rows
	for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		fields := strings.Split(strings.TrimSpace(line), ",")
		last := len(fields) - 1
		x := make([]float64, last)
		for j := range x {
			if x[j], err = strconv.ParseFloat(fields[j], 64); err != nil {
				return rows{}, fmt.Errorf("%s, row %d: %w", name, i, err)
			}
		}
		r.x, r.target = append(r.x, x), append(r.target, fields[last])
	}
	return r, nil
}

// numbers are the targets of a regression.
func (r rows) numbers() ([]float64, error) {
	y := make([]float64, len(r.target))
	for i, t := range r.target {
		var err error
		if y[i], err = strconv.ParseFloat(t, 64); err != nil {
			return nil, err
		}
	}
	return y, nil
}

// scaled has every column on [0, 1] over all rows, as the paper's tables do it.
func (r rows) scaled() [][]float64 {
	x, _ := scaledBy(r.x, nil)
	return x
}

func textLabels(target []string) []core.Label {
	labels := make([]core.Label, len(target))
	for i, t := range target {
		labels[i] = core.Text(t)
	}
	return labels
}
