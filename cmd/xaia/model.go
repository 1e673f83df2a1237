//go:build !js

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

func reader() *wire.Reader {
	return &wire.Reader{Most: math.MaxInt32, Where: "can be read at once", Tables: wire.AllTables{}, Forgetting: wire.Forgetting, Verify: wire.Verifying(os.Getenv("XAIA_VERIFY"))}
}

// placed adds the line and the column of a table to an error of the engine.
func (t *table) placed(err error, columns []string) error {
	var e *core.Error
	if !errors.As(err, &e) {
		return err
	}
	line, name := 0, ""
	if e.Row >= 0 && e.Row < len(t.lines) {
		line = t.lines[e.Row]
	}
	if e.Column >= 0 && e.Column < len(columns) {
		name = columns[e.Column]
	}
	return t.refuse(line, name, e.Message, e.Hint)
}

// rows writes row objects, or lists.
func rows(columns []*column, n int, named bool) []byte {
	var w jsontext.Writer
	w.List()
	for i := range n {
		if named {
			w.Object()
		} else {
			w.List()
		}
		for _, c := range columns {
			if named {
				w.Key(c.name)
			}
			c.write(&w, i)
		}
		w.End()
	}
	w.End()
	return w.Bytes()
}

func (c *column) write(w wire.Writer, i int) {
	switch {
	case c.missing[i]:
		w.Null()
	case c.numbers != nil:
		w.Number(c.numbers[i])
	default:
		w.Text(c.texts[i])
	}
}

// parsed is JSON of our own as the engine takes it.
func parsed(text []byte) wire.Value {
	v, err := jsontext.Parse(text)
	if err != nil {
		panic(err)
	}
	return v
}

func (c *command) fit(args []string) error {
	c.saved()
	l, err := c.learn(args, "TABLE --target COLUMN -o MODEL [options]")
	if err != nil {
		return err
	}
	if err := c.save(file(l.model, c.output)); err != nil {
		return err
	}
	c.say(l.said())
	return nil
}

// learned is a model of a table.
type learned struct {
	model   *wire.Model
	target  string
	classes bool
	columns []string
}

func (l *learned) said() string {
	what := "numbers"
	if l.classes {
		what = fmt.Sprintf("%d classes", len(l.model.Classes()))
	}
	return fmt.Sprintf("A model of %s (%s) from %s and %s: %s.", quoted(l.target), what, plural(l.model.SampleCount(), "row"), plural(len(l.columns), "column"), strings.Join(l.columns, ", "))
}

// learn fits a model to the table that the arguments name.
func (c *command) learn(args []string, use string) (*learned, error) {
	var target, called, given string
	var asTexts, without list
	var classes bool
	c.StringVar(&target, "target", "", "the column that is the outcome")
	c.Var(&asTexts, "text", "a column that is read as texts; may come again")
	c.Var(&without, "leave-out", "a column that is no feature; may come again")
	c.StringVar(&called, "names", "", "the column that names the rows, which is then no feature; otherwise they are called by their lines")
	c.BoolVar(&classes, "classes", false, "the outcome is classes, even if they are numbers")
	c.StringVar(&given, "options", "{}", `options of fit as in JavaScript, a JSON object: {"preset": "paper"}`)
	c.tables()
	if err := c.read(args, use, 1, 1); err != nil {
		return nil, err
	}
	if target == "" {
		return nil, misuse("it needs --target, the name of the column that is the outcome")
	}
	options := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(given), &options); err != nil {
		return nil, misuse(`--options is no JSON object, such as {"preset": "paper"}: ` + err.Error())
	}
	t, err := c.table(c.words[0])
	if err != nil {
		return nil, err
	}
	apart := map[int]bool{}
	for _, name := range slices.Concat([]string{target}, []string(without)) {
		k, err := t.at(name, "")
		if err != nil {
			return nil, err
		}
		apart[k] = true
	}
	as := map[string]kind{}
	for _, name := range asTexts {
		if _, err := t.at(name, ""); err != nil {
			return nil, err
		}
		as[name] = texts
	}
	if classes {
		as[target] = texts
	}
	at := slices.Index(t.names, target)
	y, err := t.column(at, as[target])
	if err != nil {
		return nil, err
	}
	if y.empty() {
		return nil, t.refuse(0, target, "It is empty.", "Name a column that has outcomes.")
	}
	// Rows without an outcome tell nothing.
	if gone := slices.IndexFunc(y.missing, func(missing bool) bool { return missing }); gone >= 0 {
		n := len(t.rows)
		var kept [][]string
		var lines []int
		for i, row := range t.rows {
			if !y.missing[i] {
				kept, lines = append(kept, row), append(lines, t.lines[i])
			}
		}
		c.say(fmt.Sprintf("%s: %d of %d rows have no %s, the first in line %d: left out.", t.file, n-len(kept), n, quoted(target), t.lines[gone]))
		t.rows, t.lines = kept, lines
		if y, err = t.column(at, as[target]); err != nil {
			return nil, err
		}
	}
	var names jsontext.Writer
	names.List()
	of := make([]string, len(t.rows))
	for i, line := range t.lines {
		of[i] = "line " + strconv.Itoa(line)
	}
	if called != "" {
		k, err := t.at(called, "")
		if err != nil {
			return nil, err
		}
		apart[k] = true
		for i, row := range t.rows {
			of[i] = row[k]
		}
	}
	for _, name := range of {
		names.Text(name)
	}
	names.End()
	var features []*column
	var columns []string
	for k, name := range t.names {
		if apart[k] {
			continue
		}
		f, err := t.column(k, as[name])
		if err != nil {
			return nil, err
		}
		if as[name] == texts && slices.ContainsFunc(f.texts, func(text string) bool {
			return isNumber(text, '.') || isDay.MatchString(text) || mayBeText.MatchString(text)
		}) {
			// The engine takes texts that are numbers as numbers, texts of dates as days, and NA as a missing value.
			for i := range f.texts {
				f.texts[i] = name + " " + f.texts[i]
			}
		}
		switch {
		case f.empty():
			c.say(t.file + ": column " + quoted(name) + " is empty: left out.")
		case f.numbered:
			c.say(t.file + ": column " + quoted(name) + " has the numbers of the rows: left out. To keep it, give it another name.")
		case f.id:
			c.say(t.file + ": column " + quoted(name) + " is different in nearly each row, as names are: left out. --text takes it, --names calls the rows by it.")
		default:
			if f.gap {
				c.say(t.file + ": column " + quoted(name) + ": NA and the like stand for missing values. --text keeps them as texts.")
			}
			features, columns = append(features, f), append(columns, name)
		}
	}
	gaps := 0
	for _, f := range append(features, y) {
		if f.dated {
			c.say(t.file + ": column " + quoted(f.name) + " has dates: read as days since 1970-01-01.")
		}
	}
	for _, f := range features {
		for _, missing := range f.missing {
			if missing {
				gaps++
			}
		}
	}
	if options["missing"] == nil && gaps == 1 {
		c.say(t.file + ": 1 cell is empty: the mean of its column takes its place.")
	} else if options["missing"] == nil && gaps > 1 {
		c.say(fmt.Sprintf("%s: %d cells are empty: the mean of their column takes their place.", t.file, gaps))
	}
	if len(features) == 0 {
		return nil, t.refuse(0, "", "No column is left to learn from.", "Give a table with columns besides the outcome.")
	}
	usual := map[string]string{"missing": `"mean"`, "duplicates": `"mean"`, "names": string(names.Bytes())}
	if y.texts != nil {
		usual["duplicates"] = `"majority"`
	}
	for name, value := range usual {
		if options[name] == nil {
			options[name] = json.RawMessage(value)
		}
	}
	all, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	r := reader()
	o, err := r.FitOptions(parsed(all))
	if err != nil {
		return nil, fmt.Errorf("--options: %w", err)
	}
	var outcome jsontext.Writer
	outcome.List()
	for i := range t.rows {
		y.write(&outcome, i)
	}
	outcome.End()
	m, err := r.Fit(parsed(rows(features, len(t.rows), true)), parsed(outcome.Bytes()), o)
	if err == nil {
		err = r.Verified(m)
	}
	if err != nil {
		return nil, t.placed(err, columns)
	}
	for _, warning := range m.Report().Warnings {
		c.say(t.file + ": " + warning)
	}
	return &learned{m, target, y.texts != nil, columns}, nil
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// file is a model's, as JSON where its name says so.
func file(m *wire.Model, name string) []byte {
	if strings.HasSuffix(name, ".json") {
		return jsontext.Text(m)
	}
	return jsontext.Packed(m)
}

func (c *command) load(name string) (*wire.Model, error) {
	name, text, err := c.input(name)
	if err != nil {
		return nil, err
	}
	m, err := jsontext.Load(reader(), text)
	switch {
	case err == jsontext.ErrNotJSON:
		return nil, refusal{name, "It is no model, or is cut off.", "Give a file that fit or a page has saved."}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// columnsOf is how many columns a model was fitted on. A gap in one may be a feature, too.
func columnsOf(m *wire.Model) int {
	if m.Table == nil {
		return m.FeatureCount()
	}
	return len(m.Table.Columns)
}

// asked are a model, and the rows of a table as it takes them.
func (c *command) asked() (m *wire.Model, t *table, x core.Matrix, given []core.Column, err error) {
	if c.words[0] == "-" && c.words[1] == "-" {
		return nil, nil, x, nil, misuse("only one of the model and the table can be the standard input")
	}
	if m, err = c.load(c.words[0]); err != nil {
		return nil, nil, x, nil, err
	}
	if t, err = c.table(c.words[1]); err != nil {
		return nil, nil, x, nil, err
	}
	var columns []*column
	var names []string
	if m.Table == nil || m.Table.Columns[0].Name == "" {
		// The model was fitted on rows without names.
		if n := columnsOf(m); len(t.names) != n {
			return nil, nil, x, nil, t.refuse(0, "", fmt.Sprintf("It has %s, and the model %d, which have no names.", plural(len(t.names), "column"), n), "Give a table that has the columns of the fit, in their order.")
		}
		for k := range t.names {
			f, err := t.column(k, numbers)
			if err != nil {
				return nil, nil, x, nil, err
			}
			columns = append(columns, f)
		}
		x, given, _, err = reader().QueryTable(m, parsed(rows(columns, len(t.rows), false)))
		return m, t, x, given, t.placed(err, t.names)
	}
	for _, e := range m.Table.Columns {
		k, err := t.at(e.Name, ", which the model needs")
		if err != nil {
			return nil, nil, x, nil, err
		}
		as := numbers
		if e.Categories != nil {
			as = texts
		}
		f, err := t.column(k, as)
		if err != nil {
			return nil, nil, x, nil, err
		}
		// A fit makes yes and Yes one, and with --text puts the name before numbers and NA.
		known := map[string]bool{}
		for _, text := range e.Categories {
			known[text] = true
		}
		for i, text := range f.texts {
			if !f.missing[i] && mayBeText.MatchString(text) && !known[text] && !known[e.Name+" "+text] {
				f.missing[i] = true
			}
			for _, other := range []string{strings.ToLower(text), e.Name + " " + text} {
				if !known[text] && known[other] {
					f.texts[i] = other
				}
			}
		}
		columns, names = append(columns, f), append(names, e.Name)
	}
	x, given, _, err = reader().QueryTable(m, parsed(rows(columns, len(t.rows), true)))
	return m, t, x, given, t.placed(err, names)
}

func (c *command) predict(args []string) error {
	only := c.Bool("only", false, "the answers alone, without the table")
	c.saved()
	c.tables()
	if err := c.read(args, "MODEL TABLE [options]", 2, 2); err != nil {
		return err
	}
	m, t, x, _, err := c.asked()
	if err != nil {
		return err
	}
	seen, err := m.Examine(x)
	if err != nil {
		return t.placed(err, nil)
	}
	added := []string{"prediction"}
	if m.Classes() == nil {
		for k := 1; k < m.OutputCount(); k++ {
			added = append(added, "prediction "+strconv.Itoa(k+1))
		}
	}
	added = append(added, "recognition")
	for k, name := range added {
		for times := 2; slices.Contains(t.names, added[k]); times++ {
			added[k] = fmt.Sprintf("%s (%d)", name, times)
		}
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Comma = t.comma
	line := func(row, more []string) {
		if *only {
			row = nil
		}
		w.Write(slices.Concat(row, more))
	}
	if !t.how.bare {
		line(t.names, added)
	}
	for i, row := range t.rows {
		line(row, append(t.answer(m, &seen.Predictions, i), seen.Recognition[i].String()))
	}
	w.Flush()
	return c.save(text.Bytes())
}

// answer is that of a row, a cell for each output; empty where the model has none.
func (t *table) answer(m *wire.Model, p *core.Predictions, i int) (cells []string) {
	if classes := m.Classes(); classes != nil {
		if k := p.Class(i); k >= 0 {
			return []string{classes[k].String()}
		}
		return []string{""}
	}
	for _, v := range p.Values.Row(i) {
		cells = append(cells, t.shown(v))
	}
	return cells
}

// shown is a number with all of its digits, with the table's decimal mark.
func (t *table) shown(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if a := math.Abs(v); a >= 1e-6 && a < 1e21 || v == 0 {
		s = strconv.FormatFloat(v, 'f', -1, 64)
	}
	if t.how.decimal == ',' {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

func short(value any) string {
	switch v := value.(type) {
	case nil:
		return "no answer"
	case float64:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case []any:
		parts := make([]string, len(v))
		for i, each := range v {
			parts[i] = short(each)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return wire.Harmless(fmt.Sprint(value))
}
