//go:build !js

package web_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// Firefox is one for all tests. Each has a container of its own, of which the browser keeps nothing.
type firefox struct {
	net.Conn
	in *bufio.Reader
	id int
}

var theFirefox *firefox

type firefoxOf struct {
	hands
	*firefox
	context, container string
}

func firefoxTab(t *testing.T, ctx context.Context) driver {
	if theFirefox == nil {
		theFirefox = must(startFirefox(ctx))(t)
	}
	f := &firefoxOf{firefox: theFirefox}
	f.perform = func(ctx context.Context, devices ...any) error {
		return f.call(ctx, "input.performActions", object{"actions": devices}, nil)
	}
	var made struct{ UserContext, Context string }
	check(t, f.command(ctx, "browser.createUserContext", object{}, &made))
	f.container = made.UserContext
	t.Cleanup(func() {
		f.command(context.Background(), "browser.removeUserContext", object{"userContext": f.container}, nil)
	})
	check(t, f.command(ctx, "browsingContext.create", object{"type": "tab", "userContext": f.container}, &made))
	f.context = made.Context
	check(t, f.prefer(ctx, map[string]string{"prefers-color-scheme": "light"}))
	return f
}

func startFirefox(ctx context.Context) (*firefox, error) {
	profile, err := os.MkdirTemp("", "xaia-firefox-")
	if err != nil {
		return nil, err
	}
	const preferences = `user_pref("ui.useOverlayScrollbars", 1);` // they take no room, as Chromium's don't
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o644); err != nil {
		return nil, err
	}
	out := listening{make(chan string, 1)}
	end, err := program(nil, out, cmp.Or(os.Getenv("FIREFOX"), "firefox-esr"), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "--remote-allow-system-access", "about:blank")
	if err != nil {
		return nil, err
	}
	atEnd = append(atEnd, func() { end(); os.RemoveAll(profile) })
	var host string
	select {
	case host = <-out.address:
	case <-ctx.Done():
		return nil, errors.New("Firefox doesn't say where it listens")
	}
	f := &firefox{}
	if f.Conn, err = net.Dial("tcp", host); err != nil {
		return nil, err
	}
	fmt.Fprintf(f, "GET /session HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n", host)
	f.in = bufio.NewReader(f)
	response, err := http.ReadResponse(f.in, nil)
	if err != nil || response.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("Firefox answers %v, %v", response, err)
	}
	return f, f.command(ctx, "session.new", object{"capabilities": object{}}, nil)
}

// command sends one and waits for its result.
func (f *firefox) command(ctx context.Context, method string, params object, result any) error {
	f.id++
	text, err := json.Marshal(object{"id": f.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	frame := []byte{0x81}
	switch size := len(text); {
	case size < 126:
		frame = append(frame, 0x80|byte(size))
	case size < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(size))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(size))
	}
	frame = append(frame, 1, 1, 1, 1) // the mask: Firefox refuses 0
	for _, b := range text {
		frame = append(frame, b^1)
	}
	deadline, is := ctx.Deadline()
	if !is {
		deadline = time.Now().Add(pace.Of(20 * time.Second)) // at a test's end
	}
	f.SetDeadline(deadline)
	if _, err := f.Write(frame); err != nil {
		return err
	}
	for {
		var answer struct {
			ID             int
			Result         json.RawMessage
			Error, Message string
		}
		text, err := f.receive()
		if err != nil {
			theFirefox = nil // half a message may be on its way: the next test starts another
			return fmt.Errorf("%s: %w", method, err)
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			return err
		}
		if answer.ID != f.id { // an event, or an answer that nobody waits for any more
			continue
		}
		if answer.Error != "" {
			return fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	}
}

// receive returns the next message, which may come in several frames.
func (f *firefox) receive() (message []byte, err error) {
	for {
		var head [8]byte
		if _, err := io.ReadFull(f.in, head[:2]); err != nil {
			return nil, err
		}
		last, size := head[0]&0x80 != 0, uint64(head[1])
		if more := map[uint64]int{126: 2, 127: 8}[size]; more > 0 {
			clear(head[:])
			if _, err := io.ReadFull(f.in, head[8-more:]); err != nil {
				return nil, err
			}
			size = binary.BigEndian.Uint64(head[:])
		}
		part := make([]byte, size)
		if _, err := io.ReadFull(f.in, part); err != nil {
			return nil, err
		}
		if message = append(message, part...); last {
			return message, nil
		}
	}
}

// call is a command to the tab.
func (f *firefoxOf) call(ctx context.Context, method string, params object, result any) error {
	params["context"] = f.context
	return f.command(ctx, method, params, result)
}

// navigate asks again where there is no answer: of two that follow each other at once, Firefox may lose the second.
func (f *firefoxOf) navigate(ctx context.Context, address string) (err error) {
	for try := range 3 {
		if try > 0 {
			theFirefox = f.firefox // nothing is on its way
		}
		part, cancel := context.WithTimeout(ctx, pace.Of(15*time.Second))
		err = f.call(part, "browsingContext.navigate", object{"url": address, "wait": "complete"}, nil)
		cancel()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
	}
	return err
}

// script gives a text, or the reference of an element.
func (f *firefoxOf) script(ctx context.Context, context, expression string) (text []byte, element string, err error) {
	var got struct {
		Result struct {
			Value    any
			SharedID string
		}
		ExceptionDetails *struct{ Text string }
	}
	err = f.command(ctx, "script.evaluate", object{"expression": expression, "target": object{"context": context}, "awaitPromise": true, "userActivation": false}, &got)
	if err == nil && got.ExceptionDetails != nil {
		err = errors.New(got.ExceptionDetails.Text)
	}
	said, _ := got.Result.Value.(string)
	return []byte(said), got.Result.SharedID, err
}

func (f *firefoxOf) evaluate(ctx context.Context, expression string) ([]byte, error) {
	text, _, err := f.script(ctx, f.context, "(async () => JSON.stringify(await ("+expression+"\n)))()")
	return text, err
}

func (f *firefoxOf) early(ctx context.Context, script string) error {
	return f.command(ctx, "script.addPreloadScript", object{"functionDeclaration": "() => {" + script + "\n}", "contexts": []string{f.context}}, nil)
}

func (f *firefoxOf) files(ctx context.Context, selector, path string) error {
	_, element, err := f.script(ctx, f.context, fmt.Sprintf("document.querySelector(%q)", selector))
	if err != nil {
		return err
	}
	return f.call(ctx, "input.setFiles", object{"element": object{"sharedId": element}, "files": []string{path}}, nil)
}

func (f *firefoxOf) view(ctx context.Context, width, height int, phone bool) error {
	return f.call(ctx, "browsingContext.setViewport", object{"viewport": object{"width": width, "height": height}}, nil)
}

// prefer sets what WebDriver can't, as the browser's own windows can.
func (f *firefoxOf) prefer(ctx context.Context, features map[string]string) error {
	wanted, err := json.Marshal(features)
	if err != nil {
		return err
	}
	var tree struct{ Contexts []struct{ Context string } }
	if err := f.command(ctx, "browsingContext.getTree", object{"moz:scope": "chrome"}, &tree); err != nil {
		return err
	}
	_, _, err = f.script(ctx, tree.Contexts[0].Context, `((wanted) => {
		const page = gBrowser.selectedBrowser.browsingContext;
		page.prefersColorSchemeOverride = wanted["prefers-color-scheme"];
		page.mediumOverride = wanted.media ?? "";
		page.forcedColorsOverride = wanted["forced-colors"] ?? "none";
		Services.prefs.setIntPref("ui.prefersReducedMotion", Number(wanted["prefers-reduced-motion"] === "reduce")); // for all tabs
	})(`+string(wanted)+")")
	return err
}

func (f *firefoxOf) save(ctx context.Context, folder string) error {
	return f.command(ctx, "browser.setDownloadBehavior", object{"downloadBehavior": object{"type": "allowed", "destinationFolder": folder}, "userContexts": []string{f.container}}, nil)
}

func (f *firefoxOf) screenshot(ctx context.Context) ([]byte, error) {
	return f.data(ctx, "browsingContext.captureScreenshot", object{"origin": "document"})
}

func (f *firefoxOf) pdf(ctx context.Context) ([]byte, error) {
	return f.data(ctx, "browsingContext.print", object{})
}

func (f *firefoxOf) data(ctx context.Context, method string, params object) ([]byte, error) {
	var got struct{ Data []byte }
	err := f.call(ctx, method, params, &got)
	return got.Data, err
}
