//go:build !js

package web_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
)

// A browser, as far as the words need one. The suite runs in Chromium, with XAIA_BROWSER=firefox or webkit there, but for what
// leftOut names.

// driver drives a tab. The context that a test holds carries it, as chromedp's does; it also says how long things may take.
type driver interface {
	navigate(ctx context.Context, address string) error
	evaluate(ctx context.Context, expression string) (json []byte, err error) // a promise's value; nothing where it is undefined
	early(ctx context.Context, script string) error                           // runs before any other of each document from now on
	mouse(ctx context.Context, a motion, x, y float64) error
	click(ctx context.Context, x, y float64, with how) error
	wheel(ctx context.Context, x, y, delta float64) error
	touch(ctx context.Context, a motion, places ...[2]float64) error
	keys(ctx context.Context, keys string, with how) error
	files(ctx context.Context, selector, path string) error
	view(ctx context.Context, width, height int, phone bool) error
	prefer(ctx context.Context, features map[string]string) error
	save(ctx context.Context, folder string) error // where the page saves files from now on
	screenshot(ctx context.Context) ([]byte, error)
	pdf(ctx context.Context) ([]byte, error)
}

// motion is what a mouse or a finger does, by WebDriver's names.
type motion string

const moves, presses, lifts, cancels motion = "pointerMove", "pointerDown", "pointerUp", "pointerCancel"

// how something is clicked or pressed; the modifiers are Chromium's numbers.
type how int64

const (
	alt, ctrl, meta, shift how = 1, 2, 4, 8
	modifiers                  = alt | ctrl | meta | shift
	right, twice           how = 16, 32
)

func together(hows []how) (all how) {
	for _, h := range hows {
		all |= h
	}
	return all
}

var browserName = cmp.Or(os.Getenv("XAIA_BROWSER"), "chromium")

type driverKey struct{}

func of(ctx context.Context) driver { return ctx.Value(driverKey{}).(driver) }

// barsOfChromium take so much of its window's height.
const barsOfChromium = 143

// tab is a browser's, with storage of its own. Flags are for Chromium.
func tab(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) context.Context {
	limit := pace.Of(6 * time.Minute)
	if browserName == "chromium" {
		ctx := lasting(t, limit, append(flags, chromedp.Flag("hide-scrollbars", true), chromedp.WindowSize(max(width, 500), height))...)
		if width < 500 {
			check(t, of(ctx).view(ctx, width, height, width < 500))
		}
		return ctx
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	var d driver
	if browserName == "firefox" {
		d = firefoxTab(t, ctx)
	} else {
		d = webkitTab(t, ctx)
	}
	if width >= 500 {
		height -= barsOfChromium // so that pages have the same room
	}
	check(t, d.view(ctx, width, height, width < 500))
	return context.WithValue(ctx, driverKey{}, d)
}

// lasting starts a Chromium with a profile of its own, for a test that takes at most so long.
func lasting(t *testing.T, limit time.Duration, flags ...chromedp.ExecAllocatorOption) context.Context {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(cmp.Or(os.Getenv("CHROMIUM"), "chromium")), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Env("TMPDIR=" + t.TempDir()), // what it leaves there goes, too
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
	}
	allocator, cancel := chromedp.NewExecAllocator(context.WithValue(context.Background(), driverKey{}, &chromium{}), append(options, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, limit)
	t.Cleanup(cancel)
	return ctx
}

// chromium is driven by chromedp; held says that the mouse is.
type chromium struct{ held bool }

func (*chromium) navigate(ctx context.Context, address string) error {
	return chromedp.Do(ctx, chromedp.Navigate(address))
}

func (*chromium) evaluate(ctx context.Context, expression string) ([]byte, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
}

func (*chromium) early(ctx context.Context, script string) error {
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	return err
}

func (c *chromium) mouse(ctx context.Context, a motion, x, y float64) error {
	kinds := map[motion]input.DispatchMouseEventType{moves: input.DispatchMouseEventTypeMouseMoved, presses: input.DispatchMouseEventTypeMousePressed, lifts: input.DispatchMouseEventTypeMouseReleased}
	p := input.DispatchMouseEventParams{Type: kinds[a], X: x, Y: y}
	if c.held = a == presses || c.held; c.held {
		p.Button, p.Buttons, p.ClickCount = input.MouseButtonLeft, 1, 1
	}
	c.held = c.held && a != lifts
	_, err := chromedp.Call(ctx, input.DispatchMouseEvent, p)
	return err
}

func (c *chromium) click(ctx context.Context, x, y float64, with how) error {
	p := func(p *input.DispatchMouseEventParams) { p.Modifiers = int64(with & modifiers) }
	err := c.mouse(ctx, moves, x, y)
	if with&right != 0 {
		return cmp.Or(err, chromedp.Do(ctx, chromedp.MouseClickXY(x, y, p, chromedp.ButtonRight)))
	}
	err = cmp.Or(err, chromedp.Do(ctx, chromedp.MouseClickXY(x, y, p)))
	if with&twice != 0 {
		return cmp.Or(err, chromedp.Do(ctx, chromedp.MouseClickXY(x, y, p, chromedp.ClickCount(2))))
	}
	return err
}

func (*chromium) wheel(ctx context.Context, x, y, delta float64) error {
	_, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 1e-9, DeltaY: delta}) // a zero is left out, and then refused
	return err
}

func (*chromium) touch(ctx context.Context, a motion, places ...[2]float64) error {
	points := make([]*input.TouchPoint, len(places))
	for i, p := range places {
		id := float64(i)
		points[i] = &input.TouchPoint{X: p[0], Y: p[1], ID: &id}
	}
	kinds := map[motion]input.DispatchTouchEventType{presses: input.DispatchTouchEventTypeTouchStart, moves: input.DispatchTouchEventTypeTouchMove, lifts: input.DispatchTouchEventTypeTouchEnd, cancels: input.DispatchTouchEventTypeTouchCancel}
	_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kinds[a], TouchPoints: points})
	return err
}

func (*chromium) keys(ctx context.Context, keys string, with how) error {
	return chromedp.Do(ctx, chromedp.KeyEvent(keys, func(p *input.DispatchKeyEventParams) {
		p.Modifiers |= int64(with)
		if command := map[string]string{"c": "copy", "v": "paste"}[keys]; with == ctrl && command != "" && p.Type == input.DispatchKeyEventTypeRawKeyDown {
			p.Commands = []string{command} // which the keys alone don't do
		}
	}))
}

func (*chromium) files(ctx context.Context, selector, path string) error {
	return chromedp.Do(ctx, chromedp.SetUploadFiles(selector, []string{path}, chromedp.NodeReady))
}

func (*chromium) view(ctx context.Context, width, height int, phone bool) error {
	var options []chromedp.EmulateViewportOption
	if phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height), options...))
}

func (*chromium) prefer(ctx context.Context, features map[string]string) error {
	p := emulation.SetEmulatedMediaParams{Media: features["media"]}
	for name, value := range features {
		p.Features = append(p.Features, &emulation.MediaFeature{Name: name, Value: value})
	}
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, p)
	return err
}

func (*chromium) save(ctx context.Context, folder string) error {
	_, err := chromedp.CallBrowser(ctx, protocol.SetDownloadBehavior, protocol.SetDownloadBehaviorParams{Behavior: protocol.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder})
	return err
}

func (*chromium) screenshot(ctx context.Context) ([]byte, error) {
	return chromedp.Run(ctx, chromedp.FullScreenshot(100))
}

func (*chromium) pdf(ctx context.Context) ([]byte, error) {
	printed, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{})
	return printed.Data, err
}

// leftOut says which tests, by name, run in Chromium alone or not in one of the browsers, and why.
var leftOut = []struct{ tests, browsers, why string }{
	{"TestEmbedCleansUp/held", "firefox webkit", "asks Chromium how many listeners and nodes it holds"},
	{"TestTeachCamera TestCameraComesLate TestTeachHold", "firefox webkit", "need Chromium's pretended camera"},
	{"TestDragsEnd TestDragsKeepNoPictures TestDragOfALargeTableKeepsNoBenches TestPalmBeforeThePen", "firefox webkit", "tell Chromium of a cancelled touch, of both buttons and of a pen, and ask it how much it holds"},
	{"TestTeachFilm", "firefox webkit", "makes a film of the documents, of Chromium's pictures"},
	{"TestRoom TestRoomLooks TestRoomSwap TestRoomGuest", "firefox webkit", "need many profiles in one browser"},
	{"TestPictureOfTheReadme", "firefox webkit", "makes pictures of the documents, of Chromium's"},
	{"TestFitsOfWalks TestUnopenedState TestModelsFromElsewhere", "webkit", "need a script before the page's own, which WebKitWebDriver hasn't"},
	{"TestDoorIsLight", "webkit", "holds the page's script back, for which WebKitWebDriver waits"},
	{"TestReport/prints", "webkit", "WebKitWebDriver prints nothing"},
	{"TestWholeTable", "firefox webkit", "asks beside a sample where that is something like it: a matter of how much room the axes leave"},
	{"TestTollOfADrag", "firefox webkit", "counts what crosses between Go and JavaScript, which is the same everywhere"},
	{"TestRealTables TestEverySampleSet TestFitsOfWalks", "firefox", "are about what is computed and asked for, which no browser changes, and take six minutes"},
	{"TestPyodide TestViteDevServer TestTarballHoldsWhatIsPromised", "firefox webkit", "are about Python, a bundler, a package"},
}

// atEnd is what ends with the tests.
var atEnd []func()

// TestMain leaves out what this browser doesn't run, and says so.
func TestMain(m *testing.M) {
	flag.Parse()
	var patterns []string
	for _, l := range leftOut {
		if slices.Contains(strings.Fields(l.browsers), browserName) {
			fmt.Printf("left out in %s: %s: %s\n", browserName, l.tests, l.why)
			for _, name := range strings.Fields(l.tests) {
				patterns = append(patterns, "^"+strings.ReplaceAll(name, "/", "$/^")+"$")
			}
		}
	}
	if skip := flag.Lookup("test.skip"); patterns != nil {
		if given := skip.Value.String(); given != "" {
			patterns = append(patterns, given)
		}
		skip.Value.Set(strings.Join(patterns, "|"))
	}
	code := m.Run()
	for _, end := range slices.Backward(atEnd) {
		end()
	}
	os.Exit(code)
}

// Each name of leftOut is a test's: one that is renamed would run, or be forgotten.
func TestLeftOutExists(t *testing.T) {
	var all strings.Builder
	for _, name := range must(filepath.Glob("*_test.go"))(t) {
		all.WriteString(read(t, name))
	}
	for _, l := range leftOut {
		for _, name := range strings.Fields(l.tests) {
			whole, part, _ := strings.Cut(name, "/")
			_, body, is := strings.Cut(all.String(), "\nfunc "+whole+"(t *testing.T) {\n")
			body, _, _ = strings.Cut(body, "\n}\n")
			expect(t, is && (part == "" || strings.Contains(body, fmt.Sprintf("t.Run(%q", part)) || strings.Contains(body, "inLooks(")), "leftOut names %s, which isn't there", name)
		}
	}
}
