// Package jsontext reads JSON text in place, for package wire, and writes it. The
// whole text is checked once; after that a value is a part of the text, and only
// what a reader asks for is allocated. So 8 MiB of brackets cost 8 MiB.
//
// It is stricter than RFC 8259 requires: keys must be unique, and their number and
// the nesting are limited.
package jsontext

import (
	"strconv"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

const (
	mostDepth = 32   // a model file has 6
	mostKeys  = 4096 // of one object, for example a row with named columns
)

// Parse checks text and returns its value. The text must not change afterwards.
// Cost: a pass over the text.
func Parse(text []byte) (wire.Value, error) {
	if !utf8.Valid(text) {
		return nil, broken("The text is not UTF-8.", "Send JSON in UTF-8.")
	}
	c := checker{text: text}
	c.space()
	start := c.at
	if err := c.value(1); err != nil {
		return nil, err
	}
	end := c.at
	if c.space(); c.at < len(text) {
		return nil, c.unexpected("after the value")
	}
	return &value{text: text[start:end]}, nil
}

func broken(message, hint string) error {
	return core.NewError(core.InvalidInput, message, hint)
}

type checker struct {
	text []byte
	at   int
}

func (c *checker) unexpected(where string) error {
	if c.at >= len(c.text) {
		return broken("The JSON ends "+where+", but it is truncated.", "Send the whole body.")
	}
	r, _ := utf8.DecodeRune(c.text[c.at:])
	return broken("Byte "+strconv.Itoa(c.at)+" of the JSON is "+strconv.QuoteRune(r)+" "+where+".",
		"Send JSON, without NaN and comments; write null for a missing value.")
}

func (c *checker) space() { c.at = afterSpace(c.text, c.at) }

func (c *checker) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *checker) value(depth int) error {
	switch b := c.peek(); {
	case b == '{' || b == '[':
		if depth > mostDepth {
			return broken("The JSON is nested deeper than "+strconv.Itoa(mostDepth)+" levels.", "Send less deeply nested JSON.")
		}
		if b == '{' {
			return c.object(depth)
		}
		return c.list(depth)
	case b == '"':
		return c.str()
	case b == '-' || b >= '0' && b <= '9':
		return c.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if end := c.at + len(word); end <= len(c.text) && string(c.text[c.at:end]) == word {
			c.at = end
			return nil
		}
	}
	return c.unexpected("where a value belongs")
}

func (c *checker) list(depth int) error {
	c.at++
	if c.space(); c.peek() == ']' {
		c.at++
		return nil
	}
	for {
		if err := c.value(depth + 1); err != nil {
			return err
		}
		if more, err := c.more(']', "in a list"); err != nil || !more {
			return err
		}
	}
}

// more goes on behind an element: over a comma, or over the end.
func (c *checker) more(end byte, where string) (more bool, err error) {
	c.space()
	switch c.peek() {
	case end:
		c.at++
		return false, nil
	case ',':
		c.at++
		c.space()
		return true, nil
	}
	return false, c.unexpected(where)
}

func (c *checker) object(depth int) error {
	c.at++
	if c.space(); c.peek() == '}' {
		c.at++
		return nil
	}
	var keys keySet
	for {
		start := c.at
		if c.peek() != '"' {
			return c.unexpected("where a key belongs")
		}
		if err := c.str(); err != nil {
			return err
		}
		if err := keys.add(c.text[start:c.at]); err != nil {
			return err
		}
		if c.space(); c.peek() != ':' {
			return c.unexpected("after a key")
		}
		c.at++
		c.space()
		if err := c.value(depth + 1); err != nil {
			return err
		}
		if more, err := c.more('}', "in an object"); err != nil || !more {
			return err
		}
	}
}

// keySet checks that keys are unique: it compares the keys of small objects, and uses a
// map for larger ones.
type keySet struct {
	n    int
	few  [8]string
	many map[string]bool
}

func (s *keySet) add(quoted []byte) error {
	key, _ := unquote(quoted)
	twice := s.many[key]
	for i := range min(s.n, len(s.few)) {
		twice = twice || s.few[i] == key
	}
	if twice {
		return broken("This key appears twice: "+shortened(key)+".", "Give each key once.")
	}
	if s.n == mostKeys {
		return broken("An object has more than "+strconv.Itoa(mostKeys)+" keys.", "Give rows as lists of numbers.")
	}
	if s.n < len(s.few) {
		s.few[s.n] = key
	} else {
		if s.many == nil {
			s.many = make(map[string]bool)
		}
		s.many[key] = true
	}
	s.n++
	return nil
}

func (c *checker) str() error {
	for c.at++; c.at < len(c.text); c.at++ {
		switch b := c.text[c.at]; {
		case b == '"':
			c.at++
			return nil
		case b < ' ':
			return c.unexpected("in a text")
		case b == '\\':
			c.at++
			switch c.peek() {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					if c.at++; !isHex(c.peek()) {
						return c.unexpected("in an escape")
					}
				}
			default:
				return c.unexpected("in an escape")
			}
		}
	}
	return c.unexpected("in a text")
}

func isHex(b byte) bool { return b >= '0' && b <= '9' || b|32 >= 'a' && b|32 <= 'f' }

func (c *checker) number() error {
	if c.peek() == '-' {
		c.at++
	}
	if c.peek() == '0' {
		c.at++
	} else if !c.digits() {
		return c.unexpected("in a number")
	}
	if c.peek() == '.' {
		if c.at++; !c.digits() {
			return c.unexpected("in a number")
		}
	}
	if c.peek()|32 == 'e' {
		if c.at++; c.peek() == '+' || c.peek() == '-' {
			c.at++
		}
		if !c.digits() {
			return c.unexpected("in a number")
		}
	}
	return nil
}

func (c *checker) digits() bool {
	start := c.at
	for c.peek() >= '0' && c.peek() <= '9' {
		c.at++
	}
	return c.at > start
}
