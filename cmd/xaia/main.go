//go:build !js

// Command xaia fits models to tables, asks them, and explains their answers, in a terminal: see docs/command.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/worker/native"
)

var version = "devel" // the build sets it

const help = `xaia fits an interpretable network to a table, and says for each answer which rows it came from.

  xaia fit TABLE --target COLUMN -o MODEL    fit a model to the rows of a table
  xaia predict MODEL TABLE                   the table with an answer for each row
  xaia explain MODEL TABLE                   which rows each answer came from, with their shares
  xaia doctor TABLE --target COLUMN          what is odd in a table: rows that the others contradict, and by whom
  xaia check MODEL                           what is in a model file, and whether it holds
  xaia report MODEL -o report.html           one HTML file with the model, its pictures and the engine
  xaia serve                                 models over HTTP; with --open --room a class draws on phones for one wall
  xaia version

A table is CSV in UTF-8 with names in its first line; "-" is the standard input. Answers go to the standard output, or
with -o to a file. "xaia fit --help" lists the options of fit, and so on. Exit codes: 0 done, 1 refused or failed, 2 the
command is wrong.
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// command is what runs: its words, options and streams.
type command struct {
	*flag.FlagSet
	use    string
	words  []string // what are no options
	in     io.Reader
	out    io.Writer
	notes  io.Writer
	output string
	how    reading
}

// misuse is an error of the command line, which exits with 2.
type misuse string

func (m misuse) Error() string { return string(m) }

var commands = map[string]func(*command, []string) error{
	"fit": (*command).fit, "predict": (*command).predict, "explain": (*command).explain, "report": (*command).report, "doctor": (*command).doctor, "check": (*command).check,
}

func run(args []string, in io.Reader, out, notes io.Writer) (exit int) {
	if len(args) == 0 {
		fmt.Fprint(notes, help)
		return 2
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(out, help)
		return 0
	case "version", "-version", "--version":
		fmt.Fprintln(out, version)
		return 0
	case "serve":
		return native.Main("xaia serve", version, append([]string{"-site", ""}, args[1:]...), roomPages())
	}
	do, known := commands[args[0]]
	if !known {
		fmt.Fprintf(notes, "xaia: there is no command %q: it is fit, predict, explain, doctor, check, report or serve\n", args[0])
		return 2
	}
	c := &command{FlagSet: flag.NewFlagSet("xaia "+args[0], flag.ContinueOnError), in: in, out: out, notes: notes}
	c.SetOutput(io.Discard)
	err := do(c, args[1:])
	switch wrong := misuse(""); {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "usage: %s %s\n\n", c.Name(), c.use)
		c.SetOutput(out)
		c.PrintDefaults()
		return 0
	case errors.As(err, &wrong):
		c.say(c.Name()+": "+string(wrong), "usage: "+c.Name()+" "+c.use)
		return 2
	}
	c.say(c.Name() + ": " + err.Error())
	return 1
}

// read reads options and words in any order. There must be as many words as use has in front.
func (c *command) read(args []string, use string, most, least int) error {
	c.use = use
	for {
		if err := c.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return err
			}
			return misuse(err.Error())
		}
		if args = c.Args(); len(args) == 0 {
			break
		}
		c.words, args = append(c.words, args[0]), args[1:]
	}
	if len(c.words) < least || len(c.words) > most {
		return misuse(fmt.Sprintf("it takes %s, and got %d words", strings.Split(use, " -")[0], len(c.words)))
	}
	return nil
}

// tables adds the options of commands that read a table.
func (c *command) tables() {
	c.BoolVar(&c.how.bare, "no-header", false, "the first line has no names: it is a row, and the columns are called column 1, column 2 and so on")
	c.Func("delimiter", "what separates cells: , ; tab or |; otherwise it is found out", func(s string) error {
		if s == "tab" {
			s = "\t"
		}
		if r := []rune(s); len(r) != 1 || !strings.ContainsRune(",;\t|", r[0]) {
			return errors.New("give , ; tab or |")
		}
		c.how.delimiter = rune(s[0])
		return nil
	})
	c.Func("decimal", "the decimal mark: . or ,", func(s string) error {
		if s != "." && s != "," {
			return errors.New("give . or ,")
		}
		c.how.decimal = s[0]
		return nil
	})
}

func (c *command) saved() {
	c.StringVar(&c.output, "o", "-", "the file to write; - is the standard output")
}

// table reads the table of a command, and says what was decided.
func (c *command) table(name string) (*table, error) {
	name, text, err := c.input(name)
	if err != nil {
		return nil, err
	}
	t, err := read(name, text, c.how)
	if err == nil {
		c.say(t.notes...)
	}
	return t, err
}

func (c *command) say(notes ...string) {
	for _, note := range notes {
		fmt.Fprintln(c.notes, wire.Harmless(note))
	}
}

// list is an option that may come several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ", ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }
