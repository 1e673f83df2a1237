package main

import (
	"regexp"
	"slices"
	"strings"
)

// Lines that are no rows, in tables whose lines are padded to one width, as spreadsheets write them: the package's reader
// (web/package/table/lines.js) finds titles and what survey tools write below the names. Here they are refused.

var isTotal = regexp.MustCompile(`(?i)^((grand |sub ?)?total|sum|summe|gesamt|gesamtsumme|insgesamt|somme|totale?|mean|average|mittelwert|durchschnitt)s?:?$`)

func blank(row []string) bool { return filled(row) < 0 }

// filled is the place of the first cell that isn't empty, or -1.
func filled(row []string) int {
	return slices.IndexFunc(row, func(cell string) bool { return cell != "" })
}

func cellsIn(row []string) (n int) {
	for _, cell := range row {
		if cell != "" {
			n++
		}
	}
	return n
}

// totals says whether a row is sums of those above.
func totals(rows [][]string, at int) bool {
	row := rows[at]
	return !blank(row) && isTotal.MatchString(row[filled(row)]) && !slices.ContainsFunc(rows[:at], func(other []string) bool { return other[0] != "" && other[0] == row[0] })
}

// isCell says whether a cell may be a value.
func isCell(cell string) bool {
	return gap.MatchString(cell) || isNumber(cell, '.') || isNumber(cell, ',') || amount.MatchString(cell) || moment.MatchString(cell)
}

// remark says whether a line has a text in its first cell alone.
func remark(row []string) bool { return cellsIn(row) == 1 && row[0] != "" && !isCell(row[0]) }

// source says whether a last row is a remark on the table. In two columns it may be a row that lacks its value, unless it is
// below a total or an empty line.
func source(rows [][]string, lines []int, at int) bool {
	if !remark(rows[at]) {
		return false
	}
	apart := func(i int) bool { return lines[i]-lines[i-1] > 1 }
	first := at
	for first > 1 && remark(rows[first-1]) && !apart(first) {
		first--
	}
	return len(rows[at]) > 2 || apart(first) || totals(rows, first-1)
}

var (
	response = regexp.MustCompile(`(?i)^(open-ended )?response$`)
	imported = regexp.MustCompile(`^\{\s*['"]?ImportId['"]?\s*:`)
)

// strange refuses what may be no names, or go on below them.
func (t *table) strange(names []string, line int, rows [][]string, lines []int) error {
	width := len(names)
	apart := false
	for i := range min(20, len(rows)) {
		apart = apart || lines[i]-line > i+1
	}
	if n := cellsIn(names); width > 1 && n < width && (n == 1 && names[0] != "" || apart && n <= max(1, width/2)) {
		return t.refuse(line, "", "It has "+plural(n, "name")+" for "+plural(width, "column")+", as a title has.", "Remove the lines above the names, or name each column.")
	}
	for i, row := range rows[:min(3, len(rows))] {
		if at := filled(row); at >= 0 && imported.MatchString(row[at]) {
			return t.refuse(lines[i], "", "It is written by a survey's tool, and is no row.", "Remove the line.")
		}
	}
	if len(rows) < 3 {
		return nil
	}
	var first string
	texts, same, asked, unnamed, kept := 0, true, false, false, false
	for k, cell := range rows[0] {
		if cell == "" {
			kept = kept || names[k] != "" && !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[k] == "" })
			continue
		}
		if isCell(cell) {
			return nil
		}
		if first == "" {
			first = cell
		}
		texts, same, asked = texts+1, same && (cell == first || response.MatchString(cell)), asked || response.MatchString(cell)
		unnamed = unnamed || names[k] == ""
	}
	if kept && (asked || unnamed || same && texts > 1) {
		return t.refuse(lines[0], "", quoted(strings.Join(strings.Fields(first), " "))+" seems to belong to the names, and the line to be no row.", "Remove the line, or give its empty cells a value.")
	}
	return nil
}
