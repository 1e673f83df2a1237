package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/xaia-go/xaia/wire"
)

// A table is a text of cells. The package's reader of tables (web/package/table) finds out what a file is like. This one
// reads what can be read in one way, with the same result, and refuses the rest: the line, the column, what to do.

// largest is the most bytes of a file that are read, as in the package, and mostColumns its columns.
const largest, mostColumns = 256 << 20, 10000

type table struct {
	file  string
	names []string
	given []string   // the same, and "" where there is none; nil if the table has no names
	rows  [][]string // cells without blanks around them
	lines []int      // of each row
	notes []string   // what was decided
	comma rune
	how   reading
}

// reading is what the options of a command say of a table.
type reading struct {
	delimiter rune // 0 finds it out
	decimal   byte
	bare      bool // no line has names: the columns are called column 1 and so on, as by readTable
}

// refusal is an error of a table.
type refusal struct{ place, message, hint string }

func (r refusal) Error() string { return strings.TrimSpace(r.place + ": " + r.message + " " + r.hint) }

func (t *table) refuse(line int, column, message, hint string) error {
	place := t.file
	if line > 0 {
		place += ": line " + strconv.Itoa(line)
	}
	if column != "" {
		place += ", column " + quoted(column)
	}
	return refusal{place, message, hint}
}

func (t *table) note(line int, message string) {
	if line > 0 {
		message = "line " + strconv.Itoa(line) + ": " + message
	}
	t.notes = append(t.notes, t.file+": "+message)
}

func quoted(s string) string {
	if r := []rune(s); len(r) > 30 {
		s = string(r[:29]) + "…"
	}
	return "“" + s + "”"
}

// formats are files that the package reads, or nobody, by how they begin.
var formats = []struct{ start, message, hint string }{
	{"PK\x03\x04", "It is a workbook.", "Save its sheet as CSV."},
	{"PAR1", "It is a parquet file.", "Write it as CSV."},
	{"\x1f\x8b", "It is packed by gzip.", "Unpack it: gzip -dc FILE | xaia …"},
	{"\xff\xfe", "It is UTF-16.", "Save it as UTF-8."}, {"\xfe\xff", "It is UTF-16.", "Save it as UTF-8."},
	{"\xd0\xcf\x11\xe0", "It is an old Excel file.", "Save its sheet as CSV."},
	{"<", "It is HTML or XML.", "Give the table itself as CSV."},
	{"{", "It is JSON.", "Write it as CSV."}, {"[", "It is JSON.", "Write it as CSV."},
	{"#", "It begins with a comment.", "Remove it, or name the first column otherwise."}, {"%", "It begins with a comment.", "Remove it, or name the first column otherwise."},
	{"|", "It has a frame of bars.", "Write it as CSV."},
}

var inSingleQuotes = regexp.MustCompile(`(?m)^'[^'\n]*'\s*[,;\t|]`)

// read reads a table, whose first line names the columns.
func read(file string, text []byte, how reading) (*table, error) {
	t := &table{file: file, how: how}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for _, f := range formats {
		if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(f.start)) {
			return nil, t.refuse(0, "", f.message, f.hint)
		}
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		at := 1
		for i, line := range bytes.Split(text, []byte("\n")) {
			if !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0 {
				at = i + 1
				break
			}
		}
		return nil, t.refuse(at, "", "It is no text in UTF-8.", "Save the file as UTF-8, or with the encoding that it has: iconv -f WINDOWS-1252 -t UTF-8 FILE | xaia …")
	}
	if !bytes.Contains(text, []byte(`"`)) && inSingleQuotes.Match(text) {
		return nil, t.refuse(0, "", "Its cells are in single quotes.", `Write double quotes, ".`)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, t.refuse(0, "", "It is empty.", "Give a line of names, and lines of cells.")
	}
	text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	if err := t.separate(text); err != nil {
		return nil, err
	}
	if err := t.split(text); err != nil {
		return nil, err
	}
	return t, t.arrange()
}

// wide is what a table has so many of.
func (t *table) wide() string {
	if t.how.bare {
		return "column"
	}
	return "name"
}

// separate finds what separates cells: what the line of names has, and nothing else.
func (t *table) separate(text []byte) error {
	if t.comma = t.how.delimiter; t.comma != 0 {
		return nil
	}
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\n"), []byte("\n"))
	if strings.HasPrefix(strings.ToLower(string(head)), "sep=") {
		return t.refuse(1, "", "It names the separator.", "Remove the line, and give --delimiter.")
	}
	inside, found := false, map[rune]bool{}
	for _, c := range string(head) {
		if c == '"' {
			inside = !inside
		} else if !inside && strings.ContainsRune(",;\t|", c) {
			found[c] = true
		}
	}
	switch {
	case len(found) > 1:
		return t.refuse(1, "", "The names have more than one separator: commas, semicolons, tabs or bars.", "Give the one that is meant: --delimiter ';' or --delimiter tab.")
	case len(found) == 0 && bytes.ContainsAny(head, " "):
		return t.refuse(1, "", "Blanks separate the names, or it is one column whose name has blanks.", "Separate cells by commas, or give --delimiter ,")
	}
	t.comma = ','
	for c := range found {
		t.comma = c
	}
	return nil
}

func (t *table) split(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.comma, -1, false
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
				return t.refuse(wrong.StartLine, "", fmt.Sprintf("A quote is not where a cell begins or ends, or is never closed (%v).", wrong.Err), `Write the cell in quotes, and a quote inside it twice: "a ""b"" c".`)
			}
			return t.refuse(0, "", err.Error()+".", "Give --delimiter , ; tab or |")
		}
		line, _ := r.FieldPos(0)
		for k := range row {
			row[k] = strings.TrimSpace(row[k])
		}
		t.rows, t.lines = append(t.rows, row), append(t.lines, line)
	}
}

// arrange takes the names from the first line, and sees that each row has a cell for each.
func (t *table) arrange() error {
	if t.how.bare {
		names := make([]string, len(t.rows[0]))
		for k := range names {
			names[k] = "column " + strconv.Itoa(k+1)
		}
		t.rows, t.lines = slices.Insert(t.rows, 0, names), slices.Insert(t.lines, 0, t.lines[0])
	}
	names, line := t.rows[0], t.lines[0]
	t.rows, t.lines = t.rows[1:], t.lines[1:]
	if len(names) > mostColumns {
		return t.refuse(line, "", fmt.Sprintf("It has %d columns; up to %d are read.", len(names), mostColumns), "Take a part of them, or give --delimiter.")
	}
	if len(t.rows) == 0 {
		return t.refuse(line, "", "There is one line.", "Give a line of names, and at least one line of cells below it.")
	}
	if len(names) > 1 && names[len(names)-1] == "" && !slices.ContainsFunc(t.rows, func(row []string) bool { return len(row) >= len(names) && row[len(names)-1] != "" }) {
		names = names[:len(names)-1] // a separator at the end of the lines
		for i, row := range t.rows {
			t.rows[i] = row[:min(len(row), len(names))]
		}
	}
	var rows [][]string
	var lines []int
	for i, row := range t.rows {
		switch {
		case len(row) != len(names):
			return t.refuse(t.lines[i], "", "It has "+plural(len(row), "cell")+", and there are "+plural(len(names), t.wide())+".", "Write a cell for each column, in quotes if it has the separator in it; or give --delimiter.")
		case blank(row):
			t.note(t.lines[i], "only empty cells: left out.")
			continue
		}
		rows, lines = append(rows, row), append(lines, t.lines[i])
	}
	if !t.how.bare {
		if err := t.strange(names, line, rows, lines); err != nil {
			return err
		}
	}
	for last := len(rows) - 1; last > 0 && len(names) > 1 && (totals(rows, last) || source(rows, lines, last)); last-- {
		t.note(lines[last], quoted(rows[last][filled(rows[last])])+" is no row: left out.")
		rows, lines = rows[:last], lines[:last]
	}
	if len(rows) == 0 {
		return t.refuse(0, "", "It has no rows.", "Give at least one line of cells below the names.")
	}
	t.rows, t.lines = rows, lines
	for k, name := range names {
		name = strings.Join(strings.Fields(name), " ")
		if (isNumber(name, '.') || isNumber(name, ',')) && !yearAsName(names, rows, k) {
			return t.refuse(line, "", quoted(name)+" is a number, and the first line must name the columns.", "Write a line of names above the rows, or give --no-header.")
		}
		if name == "" {
			name = "column " + strconv.Itoa(k+1)
		}
		if name == "__proto__" || slices.Contains(t.names, name) {
			return t.refuse(line, name, "The name is used twice, or reserved.", "Give each column a name of its own.")
		}
		for i, row := range rows {
			if row[k] == name {
				return t.refuse(line, "", quoted(name)+" is in line "+strconv.Itoa(lines[i])+" as well, in the same column.", "The first line must name the columns: write names, or remove the line that repeats them.")
			}
		}
		t.names = append(t.names, name)
	}
	if !t.how.bare {
		t.given = names
	}
	return nil
}

var year = regexp.MustCompile(`^(19|20)\d\d$`)

// yearAsName says whether the name of column k is a year, as the package reads it: beside names that are words, and
// above cells of which one is no year.
func yearAsName(names []string, rows [][]string, k int) bool {
	return year.MatchString(names[k]) && slices.ContainsFunc(names, func(name string) bool {
		first, _ := utf8.DecodeRuneInString(name)
		return unicode.IsLetter(first)
	}) && slices.ContainsFunc(rows, func(row []string) bool { return !year.MatchString(row[k]) && !gap.MatchString(row[k]) })
}

// at is the number of a column.
func (t *table) at(name, why string) (int, error) {
	k := slices.Index(t.names, name)
	if k < 0 {
		return k, t.refuse(0, "", "There is no column "+quoted(name)+why+".", "The columns are "+strings.Join(t.names, ", ")+".")
	}
	return k, nil
}

// The words of the package's reader for a missing value: everywhere, and among numbers alone.
var (
	gap             = regexp.MustCompile(`(?i)^(|n/?a|n\.\s?a\.?|nan|null|\(null\)|\\n|\?|-|#n/a|#(div/0|value|ref|name|num|null)[!?])$`)
	gapAmongNumbers = regexp.MustCompile(`(?i)^(none|nil|missing|--+|–|—|\.+|…|[+-]?inf(inity)?|#+)$`)
)

// plain has one way to be read as a number.
var plain = map[byte]*regexp.Regexp{'.': regexp.MustCompile(`(?i)^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$`), ',': regexp.MustCompile(`(?i)^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d+)?$`)}

var (
	zeros      = regexp.MustCompile(`^0\d+$`)
	digits     = regexp.MustCompile(`^\d+$`)
	fractional = regexp.MustCompile(`\d\.\d`)
	group      = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}\.\d{3}$`)
	counts     = regexp.MustCompile(`^\d{1,15}(\.0*)?$`)
)

func isNumber(cell string, decimal byte) bool {
	return len(cell) <= 60 && plain[decimal].MatchString(cell) && !math.IsInf(number(cell, decimal), 0)
}

func number(cell string, decimal byte) float64 {
	f, _ := strconv.ParseFloat(strings.Replace(cell, string(decimal), ".", 1), 64)
	return f
}

// column is what the cells of a column are: numbers, NaN where one is missing, or texts.
type column struct {
	name    string
	numbers []float64 // nil if texts
	texts   []string
	missing []bool
	dated   bool // dates, as days since 1970-01-01
	gap     bool // a word for a missing value that may be a text
	id      bool // a text that is different in (nearly) each row, which says nothing of the others

	numbered bool // the numbers of the rows
}

func (c *column) empty() bool { return !slices.Contains(c.missing, false) }

// kind is what is known of a column beforehand.
type kind int

const (
	anyKind kind = iota
	numbers
	texts
)

// column reads a column.
func (t *table) column(k int, as kind) (*column, error) {
	if as != texts {
		if c := t.dates(k); c != nil {
			return c, nil
		}
	}
	c := &column{name: t.names[k], missing: make([]bool, len(t.rows))}
	decimal := t.how.decimal
	if decimal == 0 {
		decimal = '.'
	}
	text, found, odd, coded, grouped, fraction := false, 0, -1, true, -1, false
	power, sure := -1, false
	for i, row := range t.rows {
		cell := row[k]
		sure = sure || certain.MatchString(cell)
		if power < 0 && powered.MatchString(cell) {
			power = i
		}
		coded = coded && (gap.MatchString(cell) || digits.MatchString(cell))
		text = text || !gap.MatchString(cell)
		if gap.MatchString(cell) || gapAmongNumbers.MatchString(cell) {
			continue
		}
		switch {
		case !isNumber(cell, decimal):
			if odd < 0 {
				odd = i
			}
			continue
		case grouped < 0 && group.MatchString(cell):
			grouped = i
		case strings.Contains(cell, ".") && !group.MatchString(cell):
			fraction = true
		}
		found++
	}
	codes := coded && slices.ContainsFunc(t.rows, func(row []string) bool { return zeros.MatchString(row[k]) })
	exact := slices.ContainsFunc(t.rows, func(row []string) bool { return fractional.MatchString(row[k]) }) || !slices.ContainsFunc(t.rows, func(row []string) bool { // beside fractions large numbers are no ids
		whole := strings.TrimLeft(row[k], "+-")
		return len(whole) >= 16 && digits.MatchString(whole) && number(whole, '.') > 1<<53-1
	})
	isText := as == texts || as == anyKind && (codes || !exact || found == 0 && text)
	cell := func(i int) string { return t.rows[i][k] }
	switch {
	case as == numbers && odd >= 0:
		return nil, t.refuse(t.lines[odd], c.name, quoted(cell(odd))+" is no number.", "Write numbers as 1234.5, or with --decimal , as 1234,5; leave the cell empty where one is missing.")
	case as == anyKind && isText && odd >= 0:
		if i := t.severalWays(k); i >= 0 {
			return nil, t.refuse(t.lines[i], c.name, quoted(cell(i))+" can be a number or a date in more than one way.", "Write numbers as 1234.5, or give --decimal , for 1234,5, and leave units out. Write a date as year-month-day. Or give --text or --leave-out with the column's name.")
		}
	case !isText && odd >= 0:
		return nil, t.refuse(t.lines[odd], c.name, quoted(cell(odd))+" is no number, and others in the column are.", "Correct it, leave the cell empty if the value is missing, or give --text or --leave-out with the column's name.")
	case !isText && as == anyKind && power >= 0 && !sure:
		return nil, t.refuse(t.lines[power], c.name, quoted(cell(power))+" can be a power of ten or a code.", "Write the number with all of its digits, or give --text or --leave-out with the column's name.")
	case !isText && t.how.decimal == 0 && grouped >= 0 && !fraction && t.comma != ',':
		return nil, t.refuse(t.lines[grouped], c.name, quoted(cell(grouped))+" may be a thousand or a fraction.", "Give --decimal . or write it without a point.")
	}
	if !isText {
		c.numbers = make([]float64, len(t.rows))
		whole, seen := true, map[float64]bool{}
		for i := range t.rows {
			c.missing[i] = gap.MatchString(cell(i)) || gapAmongNumbers.MatchString(cell(i))
			if c.numbers[i] = number(cell(i), decimal); c.missing[i] {
				c.numbers[i] = math.NaN()
			}
			whole = whole && c.numbers[i] == math.Trunc(c.numbers[i])
			seen[c.numbers[i]] = true
		}
		if as == anyKind && t.given != nil && len(t.names) > 2 && !slices.ContainsFunc(t.rows, func(row []string) bool { return !counts.MatchString(row[k]) }) && wire.NumbersRows(t.given, k, c.numbers) {
			c.numbered = true
			return c, nil
		}
		if !(as == anyKind && wire.IDName(c.name) && len(t.rows) >= 10 && len(seen) == len(t.rows) && whole) {
			return c, nil
		}
		c.numbers, c.id = nil, true // whole numbers that are different in each row, with the name of an id
	}
	c.texts = make([]string, len(t.rows))
	c.id = c.id || as == anyKind && !exact
	different := map[string]bool{}
	for i := range t.rows {
		if c.missing[i] = gap.MatchString(cell(i)) && !(as == texts && mayBeText.MatchString(cell(i))); c.missing[i] {
			c.gap = c.gap || mayBeText.MatchString(cell(i))
		} else {
			c.texts[i] = cell(i)
			different[cell(i)] = true
		}
	}
	if as == anyKind && !c.id && !c.sayYesOrNo(different) {
		c.id = wire.OnlyNames(c.texts, c.missing)
	}
	return c, nil
}

var answers = [][2]string{{"yes", "no"}, {"true", "false"}, {"y", "n"}, {"t", "f"}, {"on", "off"}, {"ja", "nein"}, {"oui", "non"}, {"sí", "no"}, {"si", "no"}}

// sayYesOrNo makes upper and lower case one where all texts are yes and no.
func (c *column) sayYesOrNo(different map[string]bool) bool {
	for _, pair := range answers {
		all := len(different) > 0
		for text := range different {
			lower := strings.ToLower(text)
			all = all && (lower == pair[0] || lower == pair[1])
		}
		if all {
			for i := range c.texts {
				c.texts[i] = strings.ToLower(c.texts[i])
			}
			return true
		}
	}
	return false
}
