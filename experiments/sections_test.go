package experiments

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var nan = math.NaN()

func testFiles(path string) (string, error) {
	b, err := os.ReadFile("../testdata/" + path)
	return string(b), err
}

// Every section as the page shows it: no mismatch, and the differences from print
// are those that are known, no more and no fewer.
func TestSections(t *testing.T) {
	var slips []string
	held, ran := 0, 0
	for _, e := range All {
		t.Run(e.ID, func(t *testing.T) {
			ran++
			last := 0.0
			s, err := e.Run(Input{Files: testFiles, Progress: func(share float64) {
				if share < last || share > 1 {
					t.Errorf("progress goes from %v to %v", last, share)
				}
				last = share
			}})
			if err != nil {
				t.Fatal(err)
			}
			if s.ID != e.ID || len(s.Tables) == 0 {
				t.Fatalf("section %q has %d tables", s.ID, len(s.Tables))
			}
			for _, table := range s.Tables {
				for _, row := range table.Rows {
					if len(row) != len(table.Head) {
						t.Errorf("%s: row %v has %d cells under %d heads", table.ID, row, len(row), len(table.Head))
					}
					for i, c := range row {
						if c.Verdict != "" {
							held++
						}
						switch c.Verdict {
						case Mismatch:
							t.Errorf("%s: %s is %s, must be %s", table.ID, row[0].Text, c.Text, c.Must)
						case Slip:
							slips = append(slips, fmt.Sprintf("%s %s %s: %s, printed %s", table.ID, row[0].Text, table.Head[i], c.Text, c.Printed))
						}
					}
				}
			}
		})
	}
	if ran < len(All) {
		return // some were asked for
	}
	want := []string{
		"pencil-figures sample 4 on neuron 1 of layer 1 here: 4.7165e-5, printed 4.450e-6",
		"pencil-figures sample 4 on neuron 2 of layer 1 here: 0.50096, printed 0.5676",
		"pencil-figures external 1 on neuron 2 of layer 2 here: 9.86e-4, printed 9.896e-4",
		"table2 o. Ridge: 57.660, printed 57.60",
		"table2 o. SQANN: 93.276, printed 93.80",
		"table2 e40 kneigh: 53.212, printed 53.06",
		"table2 e40 SQANN: 52.091, printed 53.96",
		"table2 e40 absorbed: 217, printed 218",
		"table3-d o. SQANN: 108.608, printed 93.80",
	}
	if !slices.Equal(slips, want) {
		t.Errorf("differences from print:\n%s\nwant\n%s", strings.Join(slips, "\n"), strings.Join(want, "\n"))
	}
	if held < 490 {
		t.Errorf("only %d figures are held against something", held)
	}
}

// A tree that the host brings is asked with the rows that were fitted, and its
// answers are judged: one that knows everything has no error.
func TestTreeOfTheHost(t *testing.T) {
	r, err := readRegression(testFiles, "boston")
	if err != nil {
		t.Fatal(err)
	}
	var asked [][]float64
	knows := func(x [][]float64, y []float64, queries [][]float64) []float64 {
		asked = x
		return r.y[tableFit:]
	}
	if got := r.tree(Input{Tree: knows}, []int{3, 1}); got != 0 {
		t.Errorf("a tree that is always right has an RMSE of %v", got)
	}
	if len(asked) != 2 || !slices.Equal(asked[0], r.x[3]) || !slices.Equal(asked[1], r.x[1]) {
		t.Errorf("it was fitted to %v", asked)
	}
	if got := r.tree(Input{}, []int{3, 1}); !math.IsNaN(got) {
		t.Errorf("no tree has an RMSE of %v", got)
	}
}
