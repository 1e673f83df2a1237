package worker

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// load makes the model that a JSON file describes.
func (h *handler) load(c call, file wire.Value, parts []wire.Part) (*wire.Model, error) {
	return h.reader(c).Load(file, parts)
}

// unpack makes the model that a binary file describes.
func (h *handler) unpack(c call, packed []byte) (*wire.Model, error) {
	text, parts, err := wire.Unpack(packed)
	if err != nil {
		return nil, err
	}
	file, err := jsontext.Parse(text)
	if e, ok := err.(*core.Error); ok {
		return nil, core.NewError(core.ModelFile, "The text inside of the file is wrong: "+e.Message, "Save the model again with toBytes.")
	}
	return h.load(c, file, parts)
}

// ready is a stored model that is loaded.
type ready struct {
	model   *wire.Model
	etag    string
	release func()
}

// quickly is the length up to which a stored model is loaded in some milliseconds.
const quickly = 1 << 20

// loaded returns the stored model, which the caller releases.
func (h *handler) loaded(c call) (ready, error) {
	entry, err := h.probe(c)
	if err != nil {
		return ready{}, err
	}
	if h.cache != nil {
		if m := h.cache.get(c.name, entry.ETag); m != nil {
			return ready{m, entry.ETag, func() { h.cache.release(m) }}, nil
		}
	}
	if entry.Size > quickly {
		if err := h.large(c); err != nil {
			return ready{}, err
		}
	}
	s, err := h.store.Get(c.Context(), c.name)
	if err != nil {
		return ready{}, err
	}
	m, err := h.unpack(c, s.Data)
	if err != nil {
		return ready{}, damaged(c, err)
	}
	if h.cache != nil {
		if m, shared := h.cache.put(cached{name: c.name, etag: s.ETag, model: m, size: len(s.Data)}); shared {
			return ready{m, s.ETag, func() { h.cache.release(m) }}, nil
		}
	}
	return ready{m, s.ETag, func() {}}, nil
}

// probe returns a stored model's size and ETag if the store knows them without reading the model.
func (h *handler) probe(c call) (Probed, error) {
	if prober, ok := h.store.(Prober); ok {
		return prober.Probe(c.Context(), c.name)
	}
	return Probed{}, nil
}

// damaged is the error of unpacking a stored model.
func damaged(c call, err error) error {
	if e, ok := err.(*core.Error); ok && e.Code == core.ModelFile {
		return Damaged{c.name, e.Message}
	}
	return err
}

// put stores a model file (JSON or bytes), or fits {X, y, options} and stores that model.
func (h *handler) put(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	var m *wire.Model
	took := -1.0
	if wire.IsBytes(c.body) {
		if m, err = h.unpack(c, c.body); err == nil {
			err = m.RecognisesItself(h.limits.Verify, c.work.goOn)
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
		wire.WriteReport(&out, m.Report(), took)
		writeDropped(&out, m)
	}
	out.End()
	return reply{body: out.Bytes(), etag: etag}, nil
}

// keep stores a model with its fingerprints, so that loading needn't compute them.
func (h *handler) keep(c call, m *wire.Model, condition Condition) (size int, etag string, err error) {
	var text jsontext.Writer
	wire.WriteHead(&text, m)
	packed := wire.Pack(m, text.Bytes())
	if len(packed) > h.limits.Stored {
		return 0, "", core.NewError(core.TooLarge, "The model takes "+strconv.Itoa(len(packed)>>20)+" MiB with its fingerprints, at most "+strconv.Itoa(h.limits.Stored>>20)+" can be stored.",
			`Fit fewer samples, or use preset "xaia", whose fingerprints are short on few features.`)
	}
	// The time may have ended with the fit: then nothing is written.
	if err := c.Context().Err(); err != nil {
		return 0, "", err
	}
	etag, err = h.store.Put(context.WithoutCancel(c.Context()), c.name, packed, condition)
	return len(packed), etag, err
}

func writeKept(w wire.Writer, name string, m *wire.Model, size int) {
	w.Key("name").Text(name)
	w.Key("kind").Text(m.Kind())
	w.Key("samples").Integer(m.Samples())
	w.Key("features").Integer(m.Features())
	w.Key("size").Integer(size)
}

// condition reads If-Match and If-None-Match.
func (c call) condition() (Condition, error) {
	match, ok := tags(header(c.Request, "If-Match"))
	none, ok2 := tags(header(c.Request, "If-None-Match"))
	if !ok || !ok2 {
		return Condition{}, core.NewError(core.InvalidInput, "The condition is unknown.",
			`Send If-Match or If-None-Match with ETags in their quotes, separated by commas, or with *.`)
	}
	return Condition{match, none}, nil
}

// tags reads the value of a condition; false if it is none.
func tags(value string) (list Tags, ok bool) {
	const blank = " \t,"
	if value = strings.Trim(value, blank); value == "*" {
		return Tags{"*"}, true
	}
	for value != "" {
		strong := strings.TrimPrefix(value, "W/")
		end := strings.IndexFunc(strong[min(1, len(strong)):], func(r rune) bool { return r == '"' || r <= ' ' || r > '~' })
		if end < 0 || strong[0] != '"' || strong[end+1] != '"' {
			return nil, false
		}
		n := len(value) - len(strong) + end + 2
		rest := strings.TrimLeft(value[n:], " \t")
		if rest != "" && rest[0] != ',' {
			return nil, false
		}
		list, value = append(list, value[:n]), strings.TrimLeft(rest, blank)
	}
	return list, true
}

// get returns the file as JSON, or with ?format=bytes as toBytes makes it.
func (h *handler) get(c call) (reply, error) {
	format := c.URL.Query().Get("format")
	if format != "" && format != "json" && format != "bytes" {
		return reply{}, core.NewError(core.InvalidOption, "The format is "+shortened(format)+".", `Give "json" or "bytes".`)
	}
	entry, err := h.probe(c)
	if err != nil {
		return reply{}, err
	}
	known, _ := tags(header(c.Request, "If-None-Match"))
	has := Condition{IfNoneMatch: known}
	if entry.ETag != "" && !has.Allows(entry.ETag, true) {
		return reply{etag: entry.ETag, same: true}, nil
	}
	if entry.Size > quickly {
		if err := h.large(c); err != nil {
			return reply{}, err
		}
	}
	if err := c.held.hold(entry.Size); err != nil {
		return reply{}, err
	}
	s, err := h.store.Get(c.Context(), c.name)
	if err != nil {
		return reply{}, err
	}
	if !has.Allows(s.ETag, true) {
		return reply{etag: s.ETag, same: true}, nil
	}
	if format == "bytes" {
		if _, _, err := wire.Unpack(s.Data); err != nil { // checks the checksum
			return reply{}, damaged(c, err)
		}
		return reply{body: s.Data, kind: "application/octet-stream", etag: s.ETag}, nil
	}
	if err := c.held.hold(4 * entry.Size); err != nil { // the model, and its text
		return reply{}, err
	}
	m, err := h.unpack(c, s.Data)
	if err != nil {
		return reply{}, damaged(c, err)
	}
	var out jsontext.Writer
	wire.WriteFile(&out, m)
	return reply{body: out.Bytes(), etag: s.ETag}, nil
}

func (h *handler) remove(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	if err := h.store.Delete(context.WithoutCancel(c.Context()), c.name, condition); err != nil {
		return reply{}, err
	}
	return reply{body: []byte(`{"deleted":` + strconv.Quote(c.name) + `}`)}, nil
}

// page is the number of models in one list.
const page = 1000

// list returns a page of names. ?after=name continues behind the last name of the page before.
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
	out.Key("models").List()
	for _, e := range entries {
		out.Object()
		out.Key("name").Text(e.Name)
		out.Key("size").Integer(int(e.Size))
		out.Key("modified").Text(e.Modified.UTC().Format(time.RFC3339))
		out.End()
	}
	out.End()
	if more && len(entries) > 0 {
		out.Key("next").Text(entries[len(entries)-1].Name)
	}
	out.End()
	return reply{body: out.Bytes()}, nil
}
