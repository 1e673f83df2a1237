//go:build !js

package room

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// tidy is a name as it is kept: see web/embed/teach/strokes.js, which also composes accents.
func tidy(s string, most int) string {
	seen := strings.Map(func(r rune) rune {
		turns := r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
		if turns || !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, s)
	letters := []rune(strings.Join(strings.Fields(seen), " "))
	return strings.TrimSpace(string(letters[:min(len(letters), most)]))
}

// visible is what is seen of a name. Two that differ in nothing else would be taken for one person.
func visible(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\u2800' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, name))
}

func invalid(path, message, hint string) error {
	e := core.NewError(core.InvalidInput, message, hint)
	e.Path = path
	return e
}

// record is the body of a request: an object of these keys alone.
func record(body []byte, keys ...string) (wire.Value, error) {
	v, err := jsontext.Parse(body)
	if err != nil {
		return nil, err
	}
	if v.Kind() != wire.Record {
		return nil, invalid("", "The body is no JSON object.", "Send an object.")
	}
	for _, key := range v.Keys() {
		known := false
		for _, k := range keys {
			known = known || k == key
		}
		if !known {
			return nil, invalid("", "The body has an unknown key, "+strconv.QuoteToASCII(shortened(key))+".", "Send "+strings.Join(keys, ", ")+".")
		}
	}
	return v, nil
}

func shortened(s string) string {
	letters := []rune(s)
	return string(letters[:min(len(letters), mostName)])
}

// named reads a name.
func named(v wire.Value, path string) (string, error) {
	if v.Kind() == wire.Text && v.WellFormed() {
		if name := tidy(v.Text(), mostName); visible(name) != "" {
			return name, nil
		}
	}
	return "", invalid(path, "The name under "+path+" can't be used.", "Give a text of 1 to "+strconv.Itoa(mostName)+" letters that are seen.")
}

// drawn reads {label, strokes}: lists of whole numbers from 0 to 255, x and y by turns. It writes them anew, so that nothing
// else goes from one guest to another.
func drawn(body []byte) (d drawing, err error) {
	v, err := record(body, "label", "strokes")
	if err != nil {
		return d, err
	}
	if d.Label, err = named(v.Get("label"), "label"); err != nil {
		return d, err
	}
	strokes := v.Get("strokes")
	if strokes.Kind() != wire.List || strokes.Size() < 1 || strokes.Size() > mostStrokes {
		return d, invalid("strokes", "A drawing has 1 to "+strconv.Itoa(mostStrokes)+" strokes.", "Draw fewer.")
	}
	var out jsontext.Writer
	out.List()
	var numbers []float64
	for i := range strokes.Size() {
		path := "strokes[" + strconv.Itoa(i) + "]"
		stroke := strokes.At(i)
		if stroke.Kind() != wire.List || stroke.Size() < 2 || stroke.Size()%2 != 0 || stroke.Size() > 2*mostPoints {
			return d, invalid(path, "A stroke has 1 to "+strconv.Itoa(mostPoints)+" points, x and y by turns.", "Draw shorter strokes.")
		}
		all := false
		if numbers, all = stroke.Numbers(numbers[:0]); !all {
			return d, invalid(path, "A stroke is a list of numbers.", "Send x and y by turns.")
		}
		whole := make([]int, len(numbers))
		for k, x := range numbers {
			if !(x >= 0 && x <= 255) || x != float64(int(x)) {
				return d, invalid(path, "A place is a whole number from 0 to 255.", "Round, and stay in the square.")
			}
			whole[k] = int(x)
		}
		out.Integers(whole)
	}
	out.End()
	d.Strokes, d.count = out.Bytes(), strokes.Size()
	return d, nil
}
