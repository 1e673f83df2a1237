package worker

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// load makes the model of a file.
func (h *handler) load(c call, file wire.Value, fingerprints [][]byte) (*wire.Model, error) {
	reader := h.limits.reader()
	reader.Check = h.check(c.Context())
	return reader.Load(file, fingerprints)
}

// unpack makes the model of a file as bytes.
func (h *handler) unpack(c call, packed []byte) (*wire.Model, error) {
	text, fingerprints, err := wire.Unpack(packed)
	if err != nil {
		return nil, err
	}
	file, err := jsontext.Parse(text)
	if e, ok := err.(*core.Error); ok {
		return nil, failure(core.ModelFile, "The text inside of the file is wrong: "+e.Message, "Save the model again with toBytes.")
	}
	return h.load(c, file, fingerprints)
}

// loaded is the stored model, and its ETag.
func (h *handler) loaded(c call) (*wire.Model, string, error) {
	if prober, ok := h.store.(Prober); ok && h.cache != nil {
		etag, err := prober.Probe(c.Context(), c.name)
		if err != nil {
			return nil, "", err
		}
		if m := h.cache.get(c.name, etag); m != nil {
			return m, etag, nil
		}
	}
	s, err := h.store.Get(c.Context(), c.name)
	if err != nil {
		return nil, "", err
	}
	m, err := h.unpack(c, s.Data)
	if e, ok := err.(*core.Error); ok && e.Code == core.ModelFile {
		return nil, "", errors.New("the stored model " + c.name + " is damaged: " + e.Message)
	}
	if err == nil && h.cache != nil {
		h.cache.put(cached{c.name, s.ETag, m, len(s.Data)})
	}
	return m, s.ETag, err
}

// put stores a model file, as JSON or as bytes, or the model of {X, y, options}.
func (h *handler) put(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	var m *wire.Model
	took := -1.0
	if wire.IsBytes(c.body) {
		if m, err = h.unpack(c, c.body); err == nil {
			err = h.recognisesItself(c, m)
		}
	} else {
		var v wire.Value
		if v, err = jsontext.Parse(c.body); err != nil {
			return reply{}, err
		}
		if wire.IsFile(v) {
			m, err = h.load(c, v, nil)
		} else {
			m, took, err = h.fitted(c, v)
		}
	}
	if err != nil {
		return reply{}, err
	}
	size, etag, err := h.keep(c, m, condition)
	if err != nil {
		return reply{}, err
	}
	var out jsontext.Writer
	out.Object()
	writeKept(&out, c.name, m, size)
	if took >= 0 {
		out.Key("report")
		wire.WriteReport(&out, m.Network().Report(), took)
		writeDropped(&out, m)
	}
	out.End()
	return reply{body: out.Bytes(), etag: etag}, nil
}

// keep stores a model with its fingerprints, so that it never has to be computed
// again.
func (h *handler) keep(c call, m *wire.Model, condition Condition) (size int, etag string, err error) {
	var text jsontext.Writer
	wire.WriteFile(&text, m)
	packed := wire.Pack(m, text.Bytes())
	if len(packed) > h.limits.Stored {
		return 0, "", failure(core.TooLarge, "The model takes "+strconv.Itoa(len(packed)>>20)+" MiB with its fingerprints, at most "+strconv.Itoa(h.limits.Stored>>20)+" are stored here.",
			`Fit fewer samples, or use preset "xaia", whose fingerprints are short on few features.`)
	}
	// A fit that has ended just in time is not begun to be written.
	if err := c.Context().Err(); err != nil {
		return 0, "", err
	}
	etag, err = h.store.Put(context.WithoutCancel(c.Context()), c.name, packed, condition)
	return len(packed), etag, err
}

func writeKept(w wire.Writer, name string, m *wire.Model, size int) {
	w.Key("name")
	w.Text(name)
	w.Key("kind")
	w.Text(m.Kind())
	w.Key("samples")
	w.Integer(m.Samples())
	w.Key("features")
	w.Integer(m.Features())
	w.Key("size")
	w.Integer(size)
}

// condition reads If-Match and If-None-Match.
func (c call) condition() (Condition, error) {
	match, none := header(c.Request, "If-Match"), header(c.Request, "If-None-Match")
	switch {
	case match == "" && none == "":
		return Condition{}, nil
	case match == "" && none == "*":
		return Condition{New: true}, nil
	case none == "":
		if etag, ok := unquoted(match); ok {
			return Condition{ETag: etag}, nil
		}
	}
	return Condition{}, failure(core.InvalidInput, "The condition is none that is known here.",
		`Send If-Match with one ETag in its quotes, or If-None-Match: *, or neither.`)
}

func unquoted(tag string) (string, bool) {
	n := len(tag)
	if n < 3 || n > 100 || tag[0] != '"' || tag[n-1] != '"' || strings.ContainsAny(tag[1:n-1], `",`) {
		return "", false
	}
	return tag[1 : n-1], true
}

// get gives the file: JSON, or with ?format=bytes what toBytes gives.
func (h *handler) get(c call) (reply, error) {
	format := c.URL.Query().Get("format")
	if format != "" && format != "json" && format != "bytes" {
		return reply{}, failure(core.InvalidOption, "The format is "+shortened(format)+".", `Give "json" or "bytes".`)
	}
	s, err := h.store.Get(c.Context(), c.name)
	if err != nil {
		return reply{}, err
	}
	if tag, ok := unquoted(header(c.Request, "If-None-Match")); ok && tag == s.ETag {
		return reply{etag: s.ETag, same: true}, nil
	}
	if format == "bytes" {
		return reply{body: s.Data, kind: "application/octet-stream", etag: s.ETag}, nil
	}
	text, _, err := wire.Unpack(s.Data)
	if err != nil {
		return reply{}, errors.New("the stored model " + c.name + " is damaged: " + err.Error())
	}
	return reply{body: text, etag: s.ETag}, nil
}

func (h *handler) remove(c call) (reply, error) {
	if header(c.Request, "If-Match") != "" || header(c.Request, "If-None-Match") != "" {
		return reply{}, failure(core.Unsupported, "A model can't be deleted on a condition.", "Leave If-Match away.")
	}
	if err := h.store.Delete(context.WithoutCancel(c.Context()), c.name); err != nil {
		return reply{}, err
	}
	return reply{body: []byte(`{"deleted":` + strconv.Quote(c.name) + `}`)}, nil
}

// page is how many models a list shows.
const page = 1000

// list: ?after=name goes on where the last one ended.
func (h *handler) list(c call) (reply, error) {
	after := c.URL.Query().Get("after")
	if after != "" {
		if err := checkName(after); err != nil {
			return reply{}, err
		}
	}
	entries, more, err := h.store.List(c.Context(), after, page)
	if err != nil {
		return reply{}, err
	}
	var out jsontext.Writer
	out.Object()
	out.Key("models")
	out.List()
	for _, e := range entries {
		out.Object()
		out.Key("name")
		out.Text(e.Name)
		out.Key("size")
		out.Integer(int(e.Size))
		out.Key("modified")
		out.Text(e.Modified.UTC().Format(time.RFC3339))
		out.End()
	}
	out.End()
	if more && len(entries) > 0 {
		out.Key("next")
		out.Text(entries[len(entries)-1].Name)
	}
	out.End()
	return reply{body: out.Bytes()}, nil
}

// absorb: {X, y, tolerance, rounds} → what was absorbed. The write goes through
// only if nobody else has written since the model was read.
func (h *handler) absorb(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	if condition.New {
		return reply{}, failure(core.Unsupported, "Absorbing needs a model that is there.", "Send If-Match, or nothing.")
	}
	var x, y wire.Value
	var o core.AbsorbOptions
	fields := wire.AbsorbFields(&o)
	fields["X"], fields["y"] = into(&x), into(&y)
	if err := c.readFields(fields); err != nil {
		return reply{}, err
	}
	m, etag, err := h.loaded(c)
	if err != nil {
		return reply{}, err
	}
	if condition.ETag != "" && condition.ETag != etag {
		return reply{}, ErrConflict
	}
	if m.Ensemble != nil {
		return reply{}, wire.Unsupported("An ensemble has no fitting samples.", "Absorb into one of its models.")
	}
	reader := h.limits.reader()
	d, err := reader.Labelled(m, x, y)
	if err != nil {
		return reply{}, err
	}
	old := m.Network().Data()
	if err := reader.CheckScores(old.Labels, d.Labels); err != nil {
		return reply{}, err
	}
	if numbers := (old.X.Rows + d.X.Rows) * m.Features(); numbers > h.limits.Numbers {
		return reply{}, failure(core.TooLarge, "The model would have up to "+strconv.Itoa(numbers)+" numbers, at most "+strconv.Itoa(h.limits.Numbers)+" are taken here.",
			"Absorb in the browser or with the Go package, and upload the model's bytes.")
	}
	o.Control.Done = c.Context().Done()
	a, err := core.Absorb(m.Network(), d, o)
	if err != nil {
		return reply{}, err
	}
	after, size := m.With(a.Model), 0
	if a.Rounds > 0 {
		if size, etag, err = h.keep(c, after, Condition{ETag: etag}); err != nil {
			return reply{}, err
		}
	}
	var out jsontext.Writer
	out.Object()
	wire.WriteAbsorption(&out, a)
	out.Key("samples")
	out.Integer(after.Samples())
	if size > 0 {
		out.Key("size")
		out.Integer(size)
	}
	out.End()
	return reply{body: out.Bytes(), etag: etag}, nil
}
