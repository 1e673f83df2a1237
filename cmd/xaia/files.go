//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/xaia-go/xaia/internal/replace"
	"github.com/xaia-go/xaia/wire"
)

// input reads a file, or with "-" the standard input. It can't be the file that the command writes.
func (c *command) input(name string) (string, []byte, error) {
	from := c.in
	if name == "-" {
		name = "the input"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return name, nil, err
		}
		defer file.Close()
		from = file
	}
	if file, is := from.(*os.File); is && c.output != "-" {
		own, err := file.Stat()
		to, none := os.Stat(c.output)
		if err == nil && none == nil && own.Mode().IsRegular() && os.SameFile(own, to) {
			return name, nil, misuse(fmt.Sprintf("-o %s is what it reads: %s would be lost. Name another file", c.output, name))
		}
	}
	text, err := io.ReadAll(io.LimitReader(from, largest+1))
	if err == nil && len(text) > largest {
		err = refusal{name, "It has more than 256 MB.", "Take a part of its rows."}
	}
	return name, text, err
}

// save writes what a command makes, all at once: after an error or a crash the file is as it was. Texts for a terminal are
// shown without what it would obey.
func (c *command) save(text []byte) error {
	if c.output != "-" {
		return replace.File(c.output, text)
	}
	if file, is := c.out.(*os.File); is && isTerminal(file) {
		if !utf8.Valid(text) {
			return misuse("a model is no text for a terminal: give -o MODEL, or lead the output on")
		}
		text = []byte(wire.HarmlessLines(string(text)))
	}
	_, err := c.out.Write(text)
	return err
}

// isTerminal says whether somebody reads a file now: it is a device, and not the one that forgets what it is given.
func isTerminal(file *os.File) bool {
	about, err := file.Stat()
	if err != nil || about.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	nothing, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(about, nothing)
}
