//go:build !js

package xaia

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/internal/replace"
)

// Load reads the model file at path, whether it is bytes or a text.
func Load(path string) (File, error) {
	var f File
	data, err := os.ReadFile(path)
	if err == nil {
		err = f.read(data)
	}
	return f, err
}

// Save writes the model file at path: as a text if the path ends in .json, else as bytes. At each moment there is either the
// old file or the new one, whole.
func (f File) Save(path string) error {
	write := f.MarshalBinary
	if strings.HasSuffix(path, ".json") {
		write = f.MarshalJSON
	}
	data, err := write()
	if err != nil {
		return err
	}
	return replace.File(path, data)
}

// ReadCSV reads samples with names of columns in the first row (RFC 4180); y names the column of outcomes. A column in which
// each cell is a number as Go writes one is numbers, every other one is texts: features of texts are encoded, as the Encoding
// says, and an outcome of texts is labels. An empty cell is refused. (The command xaia reads more: other separators, decimal
// commas, dates, units, gaps.)
func ReadCSV(in io.Reader, y string) (core.Dataset, *core.Encoding, error) {
	fail := func(err error) (core.Dataset, *core.Encoding, error) { return core.Dataset{}, nil, err }
	records, err := csv.NewReader(in).ReadAll()
	var damaged *csv.ParseError
	switch {
	case errors.As(err, &damaged):
		return fail(core.NewError(core.InvalidInput, fmt.Sprintf("Line %d of the CSV can't be read: %v.", damaged.Line, damaged.Err), "Give as many cells in each row as in the first, separated by commas."))
	case err != nil:
		return fail(err)
	case len(records) < 2:
		return fail(core.NewError(core.InvalidInput, "The CSV has no samples.", "Give a row of names and at least one of samples."))
	}
	names, rows := records[0], records[1:]
	outcome := slices.Index(names, y)
	if outcome < 0 {
		return fail(core.NewError(core.InvalidInput, fmt.Sprintf("No column is called %q.", y), fmt.Sprintf("The columns are %s.", strings.Join(names, ", "))))
	}
	var d core.Dataset
	var table []core.Column
	for j, name := range names {
		column := core.Column{Name: name}
		for i, row := range rows {
			cell := strings.TrimSpace(row[j])
			if cell == "" {
				return fail(core.NewError(core.InvalidInput, fmt.Sprintf("Row %d has no %q.", i+1, name), "Leave the row or the column out.").At(i, j))
			}
			column.Texts = append(column.Texts, cell)
		}
		if numbers, all := numbersOf(column.Texts); all {
			column = core.Column{Name: name, Numbers: numbers}
		}
		switch {
		case j != outcome:
			table = append(table, column)
		case column.Numbers != nil:
			d.Values = core.ColumnOf(column.Numbers...)
		default:
			d.Labels = core.Texts(column.Texts...)
		}
	}
	if len(table) == 0 {
		return fail(core.NewError(core.InvalidInput, fmt.Sprintf("The CSV has no column beside %q.", y), "Give at least one feature."))
	}
	encoding, kept, err := core.NewEncoding(table, core.MissingError, nil)
	if err != nil {
		return fail(err)
	}
	d.X, err = encoding.Matrix(table, kept)
	return d, encoding, err
}

// numbersOf says whether all texts are numbers.
func numbersOf(texts []string) (numbers []float64, all bool) {
	for _, text := range texts {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, true
}
