//go:build !js

package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// script is web/embed/report.js with all that it needs. In the tree its file is empty: the build puts dist/site/report.mjs
// in its place.
//
//go:embed report.mjs
var script string

const style = `:root { color-scheme: light dark; } body { font: 15px/1.45 system-ui, sans-serif; max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 28px; } #pictures { max-width: 720px; } #row { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 0.6rem; border: 0; padding: 0; }
#row label { display: grid; } #row input, #row select { font: inherit; min-height: 44px; min-width: 0; } #answer { font-size: 18px; font-weight: 600; }
[aria-invalid] { outline: 2px dashed; } @media print { :root { color-scheme: light; } #row { break-inside: avoid; } }`

// told is what the script reads in the file: see web/site/view/report.js, which writes the page's.
type told struct {
	Model    string       `json:"model"`
	Columns  []string     `json:"columns"`
	Texts    []*[2]string `json:"texts"` // the column and the text that a feature stands for; null where it is a column
	External [][]float64  `json:"external"`
	Row      []float64    `json:"row"`
	Rows     []int        `json:"rows"`
	Names    []string     `json:"names"`
	View     []int        `json:"view"`
	Show     []string     `json:"show"`
}

func (c *command) report(args []string) error {
	var title string
	c.saved()
	c.StringVar(&title, "title", "", "the title; otherwise the name of the model's file")
	if err := c.read(args, "MODEL -o FILE.html [--title TITLE]", 1, 1); err != nil {
		return err
	}
	if script == "" {
		return fmt.Errorf("this program was built without the script of reports. Take the one of a release, or run ./build.sh command")
	}
	m, err := c.load(c.words[0])
	if err != nil {
		return err
	}
	if m.Network() == nil {
		return wire.Unsupported("An ensemble has two networks, and a report shows one.", "Give one of them.")
	}
	if title == "" {
		title = strings.TrimSuffix(filepath.Base(c.words[0]), filepath.Ext(c.words[0]))
	}
	d := m.Network().Data()
	about := told{Model: string(jsontext.Text(m)), External: [][]float64{}, Names: d.Names, Show: []string{"picture", "network", "why"}}
	for i := range d.Names {
		about.Rows = append(about.Rows, i+1) // the script calls samples by rows
	}
	if m.TNN() != nil {
		about.Show = []string{"picture"}
	}
	columns, at := []core.EncodedColumn(nil), 0
	if m.Table != nil {
		columns = m.Table.Columns
	} else {
		columns = make([]core.EncodedColumn, m.FeatureCount())
	}
	about.Row = make([]float64, m.FeatureCount())
	for k, column := range columns {
		name := column.Name
		if name == "" {
			name = fmt.Sprintf("column %d", k+1)
		}
		if column.Categories == nil {
			about.Columns, about.Texts = append(about.Columns, name), append(about.Texts, nil)
			about.Row[at] = median(d.X, at)
			at++
		}
		often, most := at, -1.0
		for _, category := range column.Categories {
			about.Columns, about.Texts = append(about.Columns, name+" = "+category), append(about.Texts, &[2]string{name, category})
			sum := 0.0
			for i := range d.X.Rows {
				sum += d.X.Row(i)[at]
			}
			if sum > most {
				often, most = at, sum
			}
			at++
		}
		if len(column.Categories) > 0 {
			about.Row[often] = 1
		}
		if column.Gap {
			about.Columns, about.Texts = append(about.Columns, name+" is missing"), append(about.Texts, nil)
			at++
		}
	}
	inside, err := json.Marshal(about) // which writes < as \u003c, so that nothing in it ends its element
	if err != nil {
		return err
	}
	whose := "called by its name, or by its line in the table"
	if d.Names == nil {
		whose = "counted from 0"
	}
	return c.save(fmt.Appendf(nil, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<title>%[1]s: a report</title><style>%[2]s</style></head><body><main>
<h1>%[1]s</h1>
<p>The network has %[3]d samples. Each neuron is one of them, %[4]s. Click a point, or change the row, to ask the network. This file needs no connection.</p>
<p id="answer" role="status"></p>
<div id="pictures"></div>
<h2>Ask about a row</h2>
<fieldset id="row" aria-label="The row"></fieldset>
</main><script type="application/json" id="report">%[5]s</script>
<script type="module">%[6]s</script></body></html>
`, html.EscapeString(title), style, m.SampleCount(), whose, inside, script))
}

func median(x core.Matrix, at int) float64 {
	values := make([]float64, x.Rows)
	for i := range values {
		values[i] = x.Row(i)[at]
	}
	slices.Sort(values)
	return values[len(values)/2]
}
