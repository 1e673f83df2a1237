package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

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
	return h.reader(c).Load(file, parts)
}

// quickly is the length up to which a stored model is loaded in some milliseconds.
const quickly = 1 << 20

var errKnown = errors.New("worker: what is stored needn't be read")

// loaded returns the stored model. The caller releases it in the cache.
func (h *handler) loaded(c call) (m *cached, err error) {
	s, err := h.Store.Get(c.work, c.name, func(etag string, size int64) error {
		if m = h.cache.get(c.name, etag); m != nil {
			return errKnown
		}
		return c.large(size > quickly)
	})
	if m != nil {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	unpacked, err := h.restored(c, s.Data)
	if err != nil {
		return nil, err
	}
	return h.cache.put(&cached{Model: unpacked, name: c.name, etag: s.ETag, size: len(s.Data)}), nil
}

// restored is a model that was stored. A file of which the engine doesn't know that it is wrong, so that it panics, is damaged,
// too: it must not be a defect of the server at each request. The log has both.
func (h *handler) restored(c call, data []byte) (m *wire.Model, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", Damaged(c.name, "It is no model that a fit makes."), p)
		}
	}()
	if m, err = h.unpack(c, data); err != nil {
		return nil, damaged(c, err)
	}
	return m, nil
}

// damaged is the error of unpacking a stored model.
func damaged(c call, err error) error {
	if e, ok := err.(*core.Error); ok && e.Code == core.ModelFile {
		return Damaged(c.name, e.Message)
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
	report := func(*jsontext.Writer) {}
	if wire.IsBytes(c.body) {
		if m, err = h.unpack(c, c.body); err == nil {
			err = m.RecognisesItself(h.Limits.Verify, c.goOn)
		}
	} else if wire.IsFile(c.in) {
		m, err = h.reader(c).Load(c.in, nil)
	} else {
		m, report, err = h.fitted(c)
	}
	if err != nil {
		return reply{}, err
	}
	size, etag, err := h.keep(c, m, condition)
	if err != nil {
		return reply{}, err
	}
	out := object(func(out *jsontext.Writer) {
		out.Key("name").Text(c.name)
		out.Key("kind").Text(m.Kind())
		out.Key("sampleCount").Integer(m.SampleCount())
		out.Key("featureCount").Integer(m.FeatureCount())
		out.Key("size").Integer(size)
		report(out)
	})
	out.etag = etag
	return out, nil
}

// keep stores a model with its fingerprints, so that loading needn't compute them.
func (h *handler) keep(c call, m *wire.Model, condition Condition) (size int, etag string, err error) {
	packed := jsontext.Packed(m)
	if len(packed) > h.Limits.Stored {
		return 0, "", core.NewError(core.TooLarge, "The model takes "+strconv.Itoa(len(packed)>>20)+" MiB with its fingerprints, at most "+strconv.Itoa(h.Limits.Stored>>20)+" can be stored.",
			`Fit fewer samples, or use preset "xaia", whose fingerprints are short on few features.`)
	}
	// The time may have ended with the fit: then nothing is written.
	if err := c.Err(); err != nil {
		return 0, "", err
	}
	etag, err = h.Store.Put(context.WithoutCancel(c.work), c.name, packed, condition)
	return len(packed), etag, err
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
	known, _ := tags(header(c.Request, "If-None-Match"))
	etag := ""
	s, err := h.Store.Get(c.work, c.name, func(tag string, size int64) error {
		if etag = tag; !(Condition{IfNoneMatch: known}).Allows(tag, true) {
			return errKnown
		}
		if format != "bytes" {
			size *= 4 // the model, and its text
		}
		return cmp.Or(c.large(size > quickly), c.hold(size))
	})
	if err == errKnown {
		return reply{etag: etag, same: true}, nil
	}
	if err != nil {
		return reply{}, err
	}
	if format == "bytes" {
		if _, _, err := wire.Unpack(s.Data); err != nil { // checks the checksum
			return reply{}, damaged(c, err)
		}
		return reply{body: s.Data, kind: "application/octet-stream", etag: etag}, nil
	}
	m, err := h.restored(c, s.Data)
	if err != nil {
		return reply{}, err
	}
	return reply{body: jsontext.Text(m), etag: etag}, nil
}

func (h *handler) remove(c call) (reply, error) {
	condition, err := c.condition()
	if err != nil {
		return reply{}, err
	}
	if err := h.Store.Delete(context.WithoutCancel(c.work), c.name, condition); err != nil {
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
	entries, more, err := h.Store.List(c.work, after, page)
	if err != nil {
		return reply{}, err
	}
	return object(func(out *jsontext.Writer) {
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
	}), nil
}
