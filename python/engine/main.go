// Command engine is the engine of the Python package: a child process that is spoken to over its standard input and
// output. It opens no port and no file, and it ends when its input is closed.
//
// # The protocol
//
// A message, in both directions, is a line of JSON, and then as many raw bytes as its field bytes says (0 if omitted).
// A call is
//
//	{"do": "fit", "X": {"rows": 150, "columns": 4}, "y": {"rows": 150, "columns": 1}, "options": {…}, "bytes": 6000}
//
// Raw numbers are 64-bit floats, little-endian, row after row, and NaN where a value is missing: first those of X, then
// those of y. Their descriptions say what they are:
//
//	{"rows", "columns"}                    numbers
//	{"rows", "columns", "names": […]}      X: a table whose columns have names
//	{…, "names", "texts": {"1": ["a", …]}} X: the numbers of column 1 are indices of these texts
//	{"rows", "columns": 1, "texts": […]}   y: labels that are texts, as indices
//	{"rows", "columns": 1, "booleans": true}
//
// An answer is {"result": …} or {"error": {"code", "message", "hint", "row", "column", "path"}}, with the words that
// JavaScript and HTTP have too. One answer comes for each call, in order. After an error the next call works.
//
//	do            takes               answers
//	fit           X, y, options       a description of the model; raw: its file, as "save" gives it
//	calibrate     model, options      the same for the calibrated model, which is another one
//	learn         model, X, y,        {model, learned, refused, samples, stale}: the number of a learner, which is in the model's
//	              options             place from then on; options are duplicates, tolerance, weights and names
//	load          raw: a model file   a description of the model, and its file's head
//	save          model, options      raw: the model file, {"format": "bytes"}, or "json"
//	forget        model, samples      {model, samples, stale}, as learn: the others go on without these, by their numbers
//	sampleAt      model               the samples as they were given: {x, y, name} each
//	predict       model, X, options   {rows, columns}, raw: outputs; for classes the index of each row's class, -1 without one
//	scores        model, X, options   {rows, columns}, raw: a score for each class
//	examine       model, X            {rows, columns, levels}, raw: the familiarity of each row, and its recognition as an index of levels
//	explain       model, X, options   explanations, without fingerprints unless {"fingerprint": true}
//	attributions  model, X            attributions
//	counterfactual  model, X, options counterfactuals; options are target and hold
//	predictInterval, predictSet       model, X, {"coverage"}: intervals, or lists of indices of classes
//
// A call with "progress": true has lines before its answer, some ten a second: {"progress": {"done", "total", "layer",
// "collisions"}}.
//
// A model is the number in its description. It lives until a call has it in "forget": [1, …]. {"do": "cancel"} has no
// answer: the call before it, if it hasn't been answered, is answered with the error "aborted". An interrupt (Ctrl-C
// reaches parent and child) cancels likewise. A line that isn't JSON, or whose bytes isn't a number, is answered with an
// error and read on after its end.
//
// As a WebAssembly module (inline.go) it is the function xaiaEngine of a page, which takes a message and returns the answer.
package main

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// longestLine bounds the JSON of a message. Only long lists of texts come near it.
const longestLine = 256 << 20

// call is a message that was read.
type call struct {
	do            string
	model         int
	x, y, options wire.Value
	samples       wire.Value
	forget        []int // models
	raw           []byte
	size          int
	reader        *wire.Reader
	err           error // why it can't be read
	done          chan struct{}
	once          sync.Once
	answer        answer
	out           []byte // raw bytes of the answer
	columns       int    // of the numbers that these are
	progress      bool
	tell          func(line []byte) // sends a line before the answer; nil: nobody reads them
	told          time.Time
}

func (c *call) cancel() { c.once.Do(func() { close(c.done) }) }

func (c *call) control() core.Control {
	if !c.progress || c.tell == nil {
		return core.Control{Done: c.done}
	}
	return core.Control{Done: c.done, Progress: c.say}
}

// between is the time from one line of progress to the next.
const between = 100 * time.Millisecond

func (c *call) say(p core.Progress) {
	if time.Since(c.told) < between {
		return
	}
	c.told = time.Now()
	var w jsontext.Writer
	w.Object()
	w.Key("progress").Object()
	w.Key("done").Integer(p.Placed)
	w.Key("total").Integer(p.Total)
	w.Key("layer").Integer(p.Layer)
	w.Key("collisions").Integer(p.Collisions)
	w.End()
	w.End()
	c.tell(append(w.Bytes(), '\n'))
}

// goOn is nil until the call is cancelled.
func (c *call) goOn() error {
	select {
	case <-c.done:
		return core.NewError(core.Aborted, "The call was cancelled.", "Call again.")
	default:
		return nil
	}
}

type session struct {
	shelf *wire.Shelf

	mu   sync.Mutex
	last *call
}

func newSession() *session { return &session{shelf: wire.NewShelf()} }

func (s *session) cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil {
		s.last.cancel()
	}
}

// serve answers calls until the input ends. It reads ahead, so that it learns of a cancel, or of a parent that has ended,
// while it computes.
func (s *session) serve(in io.Reader, out io.Writer) error {
	calls := make(chan *call)
	var failed error
	go func() {
		defer close(calls)
		defer s.cancel()
		input := bufio.NewReaderSize(in, 1<<16)
		for {
			c, err := read(input)
			if err == io.EOF {
				return
			}
			if err != nil {
				failed = err
				return
			}
			if c.do == "cancel" && c.err == nil {
				s.cancel()
				continue
			}
			s.mu.Lock()
			s.last = c
			s.mu.Unlock()
			calls <- c
		}
	}()
	for c := range calls {
		c.told = time.Now()
		c.tell = func(line []byte) { out.Write(line) } // the answer fails where this has
		if _, err := out.Write(s.reply(c)); err != nil {
			return err
		}
	}
	return failed
}

// read reads a message. An error of the message is part of the call; what is returned is an error of the input.
func read(in *bufio.Reader) (*call, error) {
	line, err := readLine(in)
	if err != nil {
		return nil, err
	}
	c := &call{model: -1, x: jsontext.Missing, y: jsontext.Missing, options: jsontext.Missing, samples: jsontext.Missing, done: make(chan struct{})}
	c.reader = &wire.Reader{Most: math.MaxInt32, Where: "can be read at once", Tables: wire.AllTables{}, Forgetting: wire.Forgetting, Verify: wire.Verifying(os.Getenv("XAIA_VERIFY")), GoOn: c.goOn}
	if line == nil {
		c.err = core.NewError(core.TooLarge, "The line is longer than "+strconv.Itoa(longestLine>>20)+" MiB.", "Send fewer texts at a time.")
		return c, nil
	}
	v, err := jsontext.Parse(line)
	if err == nil && v.Kind() != wire.Record {
		err = wire.InvalidInput(-1, -1, "The message is "+v.Shown()+".", "Send a JSON object in a line.")
	}
	if err != nil {
		c.err = err
		return c, nil
	}
	if size := v.Get("bytes"); size.Kind() != wire.Missing { // before the other fields: what follows is read even if they are wrong
		if c.size = wire.WholeNumber(size); c.size < 0 {
			c.err = wire.InvalidOption("bytes", size, "how many raw bytes follow, at most 2147483647")
			return c, nil
		}
	}
	var raw bytes.Buffer // grows with what arrives, whatever the message has announced
	if n, err := io.CopyN(&raw, in, int64(c.size)); err != nil && n < int64(c.size) {
		return nil, err
	}
	c.raw = raw.Bytes()
	into := func(to *wire.Value) func(wire.Value) error {
		return func(v wire.Value) error {
			*to = v
			return nil
		}
	}
	c.err = wire.Fields{
		"do": func(v wire.Value) error {
			if v.Kind() != wire.Text {
				return wire.InvalidOption("do", v, "the name of a call")
			}
			c.do = v.Text()
			return nil
		},
		"model": func(v wire.Value) error {
			if c.model = wire.WholeNumber(v); c.model < 0 {
				return wire.InvalidOption("model", v, "the number of a model")
			}
			return nil
		},
		"forget": func(v wire.Value) (err error) {
			c.forget, err = c.reader.WholeNumbers("forget", v)
			return err
		},
		"bytes":    func(wire.Value) error { return nil },
		"progress": func(v wire.Value) error { return wire.ReadBoolean("progress", v, &c.progress) },
		"X":        into(&c.x), "y": into(&c.y), "options": into(&c.options), "samples": into(&c.samples),
	}.Read("", v)
	return c, nil
}

// readLine returns a line without its end, nil if it is too long.
func readLine(in *bufio.Reader) (line []byte, err error) {
	line = []byte{}
	for {
		part, err := in.ReadSlice('\n')
		if line != nil && len(line)+len(part) > longestLine {
			line = nil
		}
		if line != nil {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			return nil, err
		}
		return bytes.TrimSuffix(line, []byte("\n")), nil
	}
}

// reply is the whole answer.
func (s *session) reply(c *call) []byte {
	for _, model := range c.forget {
		s.shelf.Drop(model)
	}
	err := s.run(c)
	var w jsontext.Writer
	w.Object()
	if err != nil {
		e, ok := err.(*core.Error)
		if !ok {
			e = core.NewError(core.Internal, err.Error()+".", "Report it, with the call.")
		}
		wire.WriteError(w.Key("error"), e)
		c.out = nil
	} else {
		w.Key("bytes").Integer(len(c.out))
		w.Key("result")
		w.Raw(c.answer.Bytes())
	}
	w.End()
	return append(append(w.Bytes(), '\n'), c.out...)
}
