//go:build !js

package web_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/xaia-go/xaia/internal/pace"
)

// Firefox by WebDriver BiDi, WebKitGTK by the older WebDriver over HTTP. Their actions have the same form.

type object = map[string]any

// hands act by WebDriver's actions.
type hands struct {
	perform func(ctx context.Context, devices ...any) error
	down    int  // fingers
	whole   bool // pixels
}

// device is one of a kind, and what it does.
func device(kind, id string, actions ...any) object {
	d := object{"type": kind, "id": id, "actions": actions}
	if kind == "pointer" {
		d["parameters"] = object{"pointerType": strings.TrimRight(id, "0123456789")}
	}
	return d
}

func (h *hands) move(x, y float64) object {
	if h.whole {
		x, y = math.Round(x), math.Round(y)
	}
	return object{"type": moves, "duration": 0, "x": x, "y": y}
}

func button(a motion, with how) object { return object{"type": a, "button": with & right >> 3} }

func (h *hands) mouse(ctx context.Context, a motion, x, y float64) error {
	actions := []any{h.move(x, y)}
	if a != moves {
		actions = append(actions, button(a, 0))
	}
	return h.perform(ctx, device("pointer", "mouse", actions...))
}

func (h *hands) click(ctx context.Context, x, y float64, with how) error {
	actions := []any{h.move(x, y), button(presses, with), button(lifts, with)}
	if with&twice != 0 {
		actions = append(actions, actions[1:]...)
	}
	return h.holding(ctx, with, device("pointer", "mouse", actions...))
}

// holding does something with modifiers held.
func (h *hands) holding(ctx context.Context, with how, what object) error {
	var down, up []any
	for modifier, code := range map[how]string{shift: "\uE008", ctrl: "\uE009", alt: "\uE00A", meta: "\uE03D"} {
		if with&modifier != 0 {
			down, up = append(down, object{"type": "keyDown", "value": code}), append(up, object{"type": "keyUp", "value": code})
		}
	}
	if down == nil {
		return h.perform(ctx, what)
	}
	return errors.Join(h.perform(ctx, device("key", "keys", down...)), h.perform(ctx, what), h.perform(ctx, device("key", "keys", up...)))
}

func (h *hands) wheel(ctx context.Context, x, y, delta float64) error {
	return h.perform(ctx, device("wheel", "wheel", object{"type": "scroll", "x": math.Round(x), "y": math.Round(y), "deltaX": 0, "deltaY": delta, "duration": 0}))
}

func (h *hands) touch(ctx context.Context, a motion, places ...[2]float64) error {
	var fingers []any
	for i := range max(h.down, len(places)) {
		var actions []any
		if i < len(places) {
			actions = append(actions, h.move(places[i][0], places[i][1]))
		}
		if a != moves {
			actions = append(actions, button(a, 0))
		}
		fingers = append(fingers, device("pointer", fmt.Sprintf("touch%d", i), actions...))
	}
	h.down = len(places)
	return h.perform(ctx, fingers...)
}

// codes are WebDriver's for keys without a character.
var codes = map[string]string{
	kb.Backspace: "\uE003", kb.Tab: "\uE004", kb.Enter: "\uE007", "\n": "\uE007", kb.Escape: "\uE00C", kb.PageUp: "\uE00E", kb.PageDown: "\uE00F", kb.End: "\uE010", kb.Home: "\uE011",
	kb.ArrowLeft: "\uE012", kb.ArrowUp: "\uE013", kb.ArrowRight: "\uE014", kb.ArrowDown: "\uE015", kb.Delete: "\uE017",
}

func (h *hands) keys(ctx context.Context, keys string, with how) error {
	var actions []any
	for _, r := range keys {
		code := string(r)
		if special, is := codes[code]; is {
			code = special
		}
		actions = append(actions, object{"type": "keyDown", "value": code}, object{"type": "keyUp", "value": code})
	}
	return h.holding(ctx, with, device("key", "keys", actions...))
}

// program starts a browser or its driver.
func program(env []string, out io.Writer, name string, args ...string) (end func(), err error) {
	c := exec.Command(name, args...)
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), env...), out, out
	return func() { c.Process.Kill(); c.Wait() }, c.Start()
}

// listening hears where Firefox listens.
type listening struct{ address chan string }

func (l listening) Write(p []byte) (int, error) {
	if _, found, is := strings.Cut(string(p), "WebDriver BiDi listening on ws://"); is {
		l.address <- strings.Fields(found)[0]
	}
	return len(p), nil
}

// webkit is a MiniBrowser with a driver of its own, which begins without any storage.
type webkit struct {
	hands
	home, session string   // a folder, an address
	scripts       []string // of each document
}

func webkitTab(t *testing.T, ctx context.Context) driver {
	port := freePort(t)
	address := "http://127.0.0.1:" + port
	w := &webkit{home: folderOf(t, map[string]string{"user-dirs.dirs": `XDG_DOWNLOAD_DIR="$HOME/downloads"`}), session: address + "/session"}
	w.whole = true
	w.perform = func(ctx context.Context, devices ...any) error {
		return w.command(ctx, "POST", "/actions", object{"actions": devices}, nil)
	}
	end := must(program([]string{"HOME=" + w.home, "XDG_CONFIG_HOME=" + w.home}, io.Discard, "WebKitWebDriver", "--port="+port, "--host=127.0.0.1"))(t)
	t.Cleanup(end)
	responds(t, address+"/status")
	var made struct{ SessionID string }
	wanted := object{"browserName": "MiniBrowser", "webkitgtk:browserOptions": object{"args": []string{"--automation"}}}
	check(t, w.command(ctx, "POST", "", object{"capabilities": object{"alwaysMatch": wanted}}, &made))
	w.session += "/" + made.SessionID
	t.Cleanup(func() { w.command(context.Background(), "DELETE", "", nil, nil) })
	limit := pace.Of(time.Minute).Milliseconds()
	check(t, w.command(ctx, "POST", "/timeouts", object{"script": limit, "pageLoad": limit}, nil))
	return w
}

func (w *webkit) command(ctx context.Context, method, path string, params object, result any) error {
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, w.session+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, answer.Value)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, result)
}

func (w *webkit) navigate(ctx context.Context, address string) error {
	err := w.command(ctx, "POST", "/url", object{"url": address}, nil)
	for _, script := range w.scripts {
		if err == nil {
			_, err = w.evaluate(ctx, "(() => {"+script+"\n})()")
		}
	}
	return err
}

// click with the right button is the event alone: WebKitWebDriver doesn't let go of that button.
func (w *webkit) click(ctx context.Context, x, y float64, with how) error {
	if with&right == 0 {
		return w.hands.click(ctx, x, y, with)
	}
	_, err := w.evaluate(ctx, fmt.Sprintf(`document.elementFromPoint(%g, %g).dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true, button: 2, clientX: %g, clientY: %g}))`, x, y, x, y))
	return err
}

func (w *webkit) evaluate(ctx context.Context, expression string) ([]byte, error) {
	var text string // empty where it is undefined
	err := w.command(ctx, "POST", "/execute/sync", object{"script": "return (async () => JSON.stringify(await (" + expression + "\n)))()", "args": []any{}}, &text)
	return []byte(text), err
}

// early comes once a document that was asked for is there, which is as early as WebKitWebDriver can.
func (w *webkit) early(_ context.Context, script string) error {
	w.scripts = append(w.scripts, script)
	return nil
}

func (w *webkit) files(ctx context.Context, selector, path string) error {
	var element struct {
		ID string `json:"element-6066-11e4-a52e-4f735466cecf"` // WebDriver's name for it
	}
	err := w.command(ctx, "POST", "/element", object{"using": "css selector", "value": selector}, &element)
	return cmp.Or(err, w.command(ctx, "POST", "/element/"+element.ID+"/value", object{"text": path}, nil))
}

// view sets the window, of which the frame of MiniBrowser takes a part.
func (w *webkit) view(ctx context.Context, width, height int, phone bool) error {
	wide, high := width, height
	for range 20 {
		if err := w.command(ctx, "POST", "/window/rect", object{"x": 0, "y": 0, "width": wide, "height": high}, nil); err != nil {
			return err
		}
		var inner [2]int
		size, err := w.evaluate(ctx, "[innerWidth, innerHeight]")
		if err := errors.Join(err, json.Unmarshal(size, &inner)); err != nil {
			return err
		}
		if inner == [2]int{width, height} {
			return nil
		}
		wide, high = wide+width-inner[0], high+height-inner[1]
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the window can't be %d × %d: give the display more room", width, height)
}

func (*webkit) prefer(_ context.Context, features map[string]string) error {
	if len(features) == 1 && features["prefers-color-scheme"] == "light" {
		return nil
	}
	return errors.New("WebKitWebDriver can't change what the desktop says")
}

// save leads the folder for downloads to another.
func (w *webkit) save(_ context.Context, folder string) error {
	return os.Symlink(folder, filepath.Join(w.home, "downloads"))
}

func (w *webkit) screenshot(ctx context.Context) ([]byte, error) {
	var png []byte
	err := w.command(ctx, "GET", "/screenshot", nil, &png)
	return png, err
}

func (*webkit) pdf(context.Context) ([]byte, error) {
	return nil, errors.New("WebKitWebDriver prints nothing")
}
