//go:build !js

package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// calls himself or herself so, from then on.
func calledBy(t *testing.T, ctx context.Context, name string) {
	evaluate[bool](t, ctx, `(document.querySelector(".my-name").select(), true)`)
	key(t, ctx, name+kb.Tab)
}

// gameSays waits for what the game says.
func gameSays(t *testing.T, ctx context.Context, words string) {
	until(t, ctx, fmt.Sprintf(`!document.querySelector(".game").hidden && document.querySelector(".game p").textContent.includes(%q)`, words))
}

// guesses presses a guess, and waits for what is said then.
func guesses(t *testing.T, ctx context.Context, guess, words string) {
	click(t, ctx, fmt.Sprintf(`.game [data-guess=%q]`, guess))
	gameSays(t, ctx, words)
}

// What an answer could be read from, while it waits for a guess.
const told = `[...document.querySelectorAll("#answer .maker, #network .lit, #network .says, .meter [data-on], .card.answered, .map .here, .new.wanted")].map((e) => e.className)`

// holdsBack expects a question that waits for a guess, whose answer can be read from nowhere.
func holdsBack(t *testing.T, ctx context.Context, head, options string) {
	until(t, ctx, fmt.Sprintf(`document.querySelector("#answer .head").textContent === %q && document.querySelector(".game [data-guess]:enabled") !== null`, head))
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll(".game [data-guess]")].map((b) => b.textContent).join("|") === %q`, options))
	none(t, ctx, told, "the answer that waits is told by %q")
	same(t, ctx, `document.getElementById("answer").dataset.recognition`, "", "the answer that waits is %s")
}

// The drawings of Mia and Tom, and one of nobody's.
const ofTwo = `(async () => {
	const stroke = (k) => [[20 + k, 120, 20 + k, 230, 200 - k, 230, 200, 120, 20 + k, 120], [10, 125, 120, 30 + 2 * k, 220, 125]];
	const round = (k) => [Array.from({length: 25}, (_, i) => [Math.cos, Math.sin].map((f) => Math.round(125 + (90 + k) * f(i * Math.PI / 12)))).flat(), [80, 100, 90, 100], [160, 100, 170, 100], [80, 160, 120, 180 + k, 170, 160]];
	await xaiaTeach.teach.add({classes: [{name: "house", emoji: "🏠"}, {name: "face", emoji: "🙂"}], drawings: [0, 4, 8, 12, 16, 20].flatMap((k) => [{label: "house", ...(k < 20 && {by: "Mia"}), strokes: stroke(k)}, {label: "face", by: "Tom", strokes: round(k)}])});
	return true;
})()`

// Each pupil's drawings have the name that was in the field when they were taught; the page, its links and the next visit call them so.
func TestTeachNames(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1280, 900, "light")
	calledBy(t, ctx, " Mia  "+"K. ")
	for k := range 2 {
		sketch(t, ctx, figures["house"](float64(2*k)))
		if k == 0 {
			named(t, ctx, "house", 1)
		} else {
			isA(t, ctx, "house", 2)
		}
	}
	until(t, ctx, `document.querySelector(".told").textContent === "Learned: Mia K.'s house. The other drawing is as before."`)
	calledBy(t, ctx, "Tom")
	sketch(t, ctx, figures["face"](0))
	named(t, ctx, "face", 3)
	sketch(t, ctx, figures["house"](1))
	until(t, ctx, `/^(Drawn by Mia K\.|It is Mia K\.'s own drawing)/.test(document.querySelector("#answer .below-head").textContent)`)
	none(t, ctx, `[...document.querySelectorAll("#answer .maker")].filter((e) => !e.title.startsWith("Mia K.'s house, weight") || !e.getAttribute("aria-label").startsWith("Mia K.'s house")).map((e) => e.title)`, "those who answer are called %q")
	none(t, ctx, `[...document.querySelectorAll("#network .neuron")].map((e) => e.title).filter((title) => !/^(Mia K.'s house|Tom's face), layer/.test(title))`, "neurons are called %q")
	accessible(t, ctx, "with names")
	evaluate[bool](t, ctx, `(document.querySelector("#answer .maker").click(), true)`)
	until(t, ctx, `document.querySelector(".one .forget").textContent === "Forget Mia K.'s house" && document.querySelector(".one p").textContent.includes("over Mia K.'s house")`)
	clickUntil(t, ctx, `[data-keep="link"]`, `location.hash.startsWith("#d=")`)
	const kept = `JSON.stringify(xaiaTeach.teach.set.drawings.map(({label, by}) => [label, by]))`
	const want = `[["house","Mia K."],["house","Mia K."],["face","Tom"]]`
	reload(t, ctx)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	taught(t, ctx, 3)
	same(t, ctx, kept, want, "the link's drawings are %s")
	same(t, ctx, `document.querySelector(".my-name").value`, "Tom", "the name is kept as %q")
	// Forgotten by its name; and without a name there is none.
	evaluate[bool](t, ctx, `(document.querySelector('#network [title^="Tom"]').click(), true)`)
	clickUntil(t, ctx, ".forget", `document.querySelector(".told").textContent.startsWith("Forgotten: Tom's face.")`)
	calledBy(t, ctx, kb.Backspace)
	sketch(t, ctx, figures["zigzag"](0))
	named(t, ctx, "zigzag", 3)
	same(t, ctx, kept, `[["house","Mia K."],["house","Mia K."],["zigzag",null]]`, "the drawings are %s")
	same(t, ctx, `localStorage.getItem("xaia-drawings-by") ?? "none"`, "none", "kept is the name %q")
}

// The answer waits for a guess of whose drawing makes it; ten of these are a round.
func TestTeachWhose(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := teachPage(t, "/teach.html", width, map[bool]int{true: 844, false: 900}[width == 390], scheme)
		started(t, ctx)
		same(t, ctx, `document.querySelector('[data-game="whose"]').checkVisibility()`, false, "it is offered without names: %t")
		clickUntil(t, ctx, `[data-keep="empty"]`, `xaiaTeach.teach.mind.drawings.length === 0`)
		evaluate[bool](t, ctx, ofTwo)
		taught(t, ctx, 12)
		click(t, ctx, `[data-game="whose"]`)
		gameSays(t, ctx, "guess whose drawing will answer: it waits for your guess.")
		sketch(t, ctx, figures["house"](3))
		holdsBack(t, ctx, "Whose drawing answers?", "Mia|somebody|Tom|Nobody's: it doesn't know")
		accessible(t, ctx, "guessing")
		sideways(t, ctx, "guessing")
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		save(t, ctx, fmt.Sprintf("teach-whose-%d-%s", width, scheme))
		guesses(t, ctx, "Tom", "No: ")
		gameSays(t, ctx, "house answers. You: 0 of 1.")
		until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A house") && document.querySelectorAll("#answer .maker").length > 0 && document.querySelector(".game [data-guess]") === null`)
		accessible(t, ctx, "guessed")
		sideways(t, ctx, "guessed")
		save(t, ctx, fmt.Sprintf("teach-whose-told-%d-%s", width, scheme))
		// More of the same drawing is no other question.
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		click(t, ctx, `.pen button:nth-child(1)`)
		until(t, ctx, `document.querySelector(".game [data-guess]") === null && document.querySelector(".game p").textContent.includes("0 of 1")`)
		click(t, ctx, `[data-step="next"]`)
		gameSays(t, ctx, "You: 0 of 1.")
		sketch(t, ctx, figures["cross"](3))
		holdsBack(t, ctx, "Whose drawing answers?", "Mia|somebody|Tom|Nobody's: it doesn't know")
		// By keys: the guess, and on to the next one.
		evaluate[bool](t, ctx, `(document.querySelector('.game [data-guess=""]').focus(), true)`)
		key(t, ctx, kb.Enter)
		gameSays(t, ctx, "Right: nobody has drawn anything like it. You: 1 of 2.")
		same(t, ctx, `document.activeElement.dataset.step`, "next", "after a guess, the focus is on %q")
		key(t, ctx, kb.Enter)
		for i := 3; i <= 10; i++ {
			evaluate[bool](t, ctx, fmt.Sprintf(`(xaiaTeach.teach.draw(xaiaTeach.teach.mind.drawings.find(({by}) => by === "Tom").strokes.map((s) => s.map((v, i) => Math.min(255, v + (i %% 3 ? 0 : %d))))), true)`, i%4))
			holdsBack(t, ctx, "Whose drawing answers?", "Mia|somebody|Tom|Nobody's: it doesn't know")
			guesses(t, ctx, "Tom", fmt.Sprintf("Right: Tom's face answers. You: %d of %d.", i-1, i))
			if i < 10 {
				click(t, ctx, `[data-step="next"]`)
			}
		}
		clickUntil(t, ctx, `[data-step="again"]`, `document.querySelector(".game p").textContent.includes("it waits for your guess")`)
		clickUntil(t, ctx, `[data-step="end"]`, `document.querySelector(".game").hidden`)
		sketch(t, ctx, figures["house"](3))
		until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A house")`)
	})
}

// Ten drawings, each asked while it is forgotten; the link asks somebody else the same ten, in the same order.
func TestTeachTen(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1280, 720, "light")
	view(t, ctx, 1280, 720)
	same(t, ctx, `document.querySelector(".games").checkVisibility()`, false, "games are offered of nothing: %t")
	evaluate[bool](t, ctx, ofTwo)
	taught(t, ctx, 12)
	click(t, ctx, `[data-game="ten"]`)
	// What the others say of each, from a network that never had it.
	const truth = `(async () => {
		const {xaia, teach} = xaiaTeach, {drawingOptions, encodeDrawing} = await import("./files/drawing.mjs"), said = [];
		for (const d of teach.mind.drawings) {
			const rest = teach.mind.drawings.filter((e) => e !== d), X = rest.map(({vector}) => Array.from(vector)), y = rest.map(({label}) => label);
			const first = await xaia.fit(X, y, drawingOptions());
			const model = await xaia.fit(X, y, drawingOptions(first.reach));
			const {value, recognition} = await model.explain(Array.from(encodeDrawing(d.strokes)));
			said.push([JSON.stringify(d.strokes), recognition === "weak" ? "" : value]);
		}
		globalThis.others = new Map(said);
		return true;
	})()`
	evaluate[bool](t, ctx, truth)
	asked := func(last string) (order string) {
		for i := 1; i <= 10; i++ {
			holdsBack(t, ctx, "What will it say?", "🏠 house|🙂 face|I don't know")
			same(t, ctx, `document.querySelector(".lens .thumb") !== null && document.querySelectorAll("button.teach:enabled").length === 0`, true, "a drawing is shown, and isn't taught again: %t")
			if i == 1 {
				accessible(t, ctx, "what will it say")
				save(t, ctx, "teach-ten-1280")
			}
			order += evaluate[string](t, ctx, `document.querySelector(".lens path").getAttribute("d")`)
			said := evaluate[string](t, ctx, `(() => { const path = document.querySelector(".lens path").getAttribute("d"); return others.get(JSON.stringify(xaiaTeach.teach.mind.drawings.find((d) => path.startsWith("M" + d.strokes[0].slice(0, 2)) && path.includes("Q" + d.strokes[0].slice(2, 4) + " ")).strokes)); })()`)
			guess, words := said, "You: right. "
			if i == 2 {
				guess, words = "no such thing", "You: wrong. "
				evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector('.game [data-guess]:not([data-guess=%q])').click(), true)`, said))
			} else {
				click(t, ctx, fmt.Sprintf(`.game [data-guess=%q]`, guess))
			}
			gameSays(t, ctx, words)
			gameSays(t, ctx, fmt.Sprintf("You: %d of %d.", i-min(1, i/2), i))
			same(t, ctx, `xaiaTeach.teach.mind.drawings.length`, 12, "it has %d drawings")
			if i < 10 {
				click(t, ctx, `[data-step="next"]`)
			}
		}
		gameSays(t, ctx, last)
		return order
	}
	first := asked("You: 9 of 10. It: ")
	same(t, ctx, `(/It: \d+ of 10\.$/).test(document.querySelector(".game p").textContent)`, true, "who sent what is said of one's own: %t")
	clickUntil(t, ctx, `[data-step="send"]`, `location.hash.startsWith("#d=") && location.hash.endsWith("&ten=9")`)
	address := evaluate[string](t, ctx, `location.href`)
	clickUntil(t, ctx, `[data-step="end"]`, `document.querySelector(".game").hidden && document.querySelector(".lens").hidden`)
	clickUntil(t, ctx, `[data-keep="link"]`, `!location.hash.includes("&")`)

	// Somebody else.
	evaluate[bool](t, ctx, `(localStorage.clear(), true)`)
	navigate(t, ctx, "about:blank")
	navigate(t, ctx, address)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	gameSays(t, ctx, "Who sent this had 9 of 10.")
	evaluate[bool](t, ctx, truth)
	equal(t, asked("Who sent this had 9."), first, "the challenge asks other drawings, %.0s")

	// One's own drawing ends it; so does one that is forgotten.
	click(t, ctx, `[data-step="again"]`)
	holdsBack(t, ctx, "What will it say?", "🏠 house|🙂 face|I don't know")
	evaluate[bool](t, ctx, `(document.querySelector(".example").click(), true)`)
	until(t, ctx, `document.querySelector(".game").hidden && document.querySelector(".lens").hidden && document.querySelectorAll("button.teach:enabled").length > 0`)
	click(t, ctx, `[data-game="ten"]`)
	holdsBack(t, ctx, "What will it say?", "🏠 house|🙂 face|I don't know")
	evaluate[bool](t, ctx, `(document.querySelector("#network .neuron").click(), document.querySelector(".forget").click(), true)`)
	taught(t, ctx, 11)
	until(t, ctx, `document.querySelector(".game").hidden && document.querySelector("#answer .head").textContent === "Draw something."`)
	for _, bad := range []string{"&ten=11", "&ten=x", "&tan=4", "&fool=9.1.1.1.1", "&fool=0.1.1", "&fool=0.1.1.1.1&fool=0.1.1.1.1", "&fool=0.999.1.1.1"} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector(".told").textContent = "", location.hash = %q, true)`, address[strings.Index(address, "#"):strings.Index(address, "&")]+bad))
		until(t, ctx, `document.querySelector(".told.problem")?.textContent.startsWith("The link is damaged")`)
		taught(t, ctx, 11)
	}
}

// From a drawing that it knows to one that it doesn't: the least change so far is kept for these drawings, and can be sent.
func TestTeachFool(t *testing.T) {
	for _, width := range []int{1280, 390} {
		ctx := teachPage(t, "/teach.html", width, 844, map[int]string{1280: "light", 390: "dark"}[width])
		evaluate[bool](t, ctx, ofTwo)
		taught(t, ctx, 12)
		none(t, ctx, `[...document.querySelectorAll(".card:not(.new)")].filter((c) => !c.querySelector('[data-game="fool"]')).map((c) => c.dataset.class)`, "cards without a challenge: %q")
		click(t, ctx, `[data-class="house"] [data-game="fool"]`)
		gameSays(t, ctx, "It knows this drawing. Draw a house that it doesn't take for a house")
		until(t, ctx, `document.querySelector("#answer .head").textContent === "A house: I know this one."`)
		accessible(t, ctx, "fool it")
		adds := func(strokes [][]point, words string) {
			place := onPad(t, ctx)
			for _, s := range strokes {
				var x, y float64
				for i, p := range s {
					x, y = place(p)
					if i == 0 {
						mouse(t, ctx, moves, x, y)
						mouse(t, ctx, presses, x, y)
					}
					mouse(t, ctx, moves, x, y)
				}
				mouse(t, ctx, lifts, x, y)
			}
			gameSays(t, ctx, words)
		}
		adds([][]point{{{48, 60}, {50, 62}}}, "Still a house, after a change of 1 stroke (")
		adds([][]point{{{5, 5}, {95, 20}, {5, 35}, {95, 50}, {5, 65}, {95, 80}, {5, 95}}}, "It says “I don't know”. A change of 2 strokes (")
		gameSays(t, ctx, " is enough. Can you do it with less?")
		accessible(t, ctx, "fooled")
		sideways(t, ctx, "fooled")
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		save(t, ctx, fmt.Sprintf("teach-fool-%d", width))
		clickUntil(t, ctx, `[data-step="again"]`, `document.querySelector(".game p").textContent.includes("Your least: “I don't know” with 2 strokes")`)
		adds([][]point{{{5, 5}, {95, 20}, {5, 35}, {95, 50}, {5, 65}, {95, 80}, {5, 95}}}, "A change of 1 stroke (")
		gameSays(t, ctx, "Can you do it with less?")
		adds([][]point{{{10, 10}, {90, 90}}}, "your least was 1 stroke (")
		// The next visit has the least of these drawings; the card and the link have it, too.
		downloaded := downloads(t, ctx)
		click(t, ctx, `[data-step="send"]`)
		card := downloaded("fooled.png")
		expect(t, strings.HasPrefix(card, "\x89PNG"), "the card isn't a picture")
		artefact(t, fmt.Sprintf("fooled-card-%d.png", width), []byte(card))
		until(t, ctx, `/&fool=0\.1\.\d+\.0\.0$/.test(location.hash)`)
		address := evaluate[string](t, ctx, `location.href`)
		until(t, ctx, `/&fool=0\.1\.\d+\.0\.0$/.test(localStorage.getItem("xaia-drawings"))`)
		navigate(t, ctx, "about:blank")
		navigate(t, ctx, strings.Split(address, "#")[0])
		until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
		taught(t, ctx, 12)
		same(t, ctx, `document.querySelector(".game").hidden`, true, "one's own record begins a game by itself: %t")
		click(t, ctx, `[data-class="house"] [data-game="fool"]`)
		gameSays(t, ctx, "Your least: “I don't know” with 1 stroke (")

		// Who opens the link is challenged; with other drawings the number is void.
		evaluate[bool](t, ctx, `(localStorage.clear(), true)`)
		navigate(t, ctx, "about:blank")
		navigate(t, ctx, address)
		until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
		gameSays(t, ctx, "It knows this drawing.")
		gameSays(t, ctx, "Who sent this had “I don't know” with 1 stroke (")
		clickUntil(t, ctx, `[data-step="end"]`, `document.querySelector(".game").hidden`)
		sketch(t, ctx, figures["zigzag"](0))
		named(t, ctx, "zigzag", 13)
		click(t, ctx, `[data-class="house"] [data-game="fool"]`)
		gameSays(t, ctx, "It knows this drawing.")
		same(t, ctx, `document.querySelector(".game p").textContent.includes("least")`, false, "the number of other drawings is shown: %t")
	}
}

// A card that is held while the camera is open is taught up to ten pictures; a press teaches one, as without it.
func TestTeachHold(t *testing.T) {
	ctx, address := built(t, 1280, 900, chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true))
	navigate(t, ctx, address+"/teach.html")
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	started(t, ctx)
	calledBy(t, ctx, "Mia")
	clickUntil(t, ctx, `[data-kind="camera"]`, `document.querySelector(".lens video")?.videoWidth > 0 && document.querySelectorAll("button.teach:enabled").length === 2`)
	named(t, ctx, "screen", 11)
	until(t, ctx, fmt.Sprintf(`document.querySelector(".lens video").currentTime > %g`, evaluate[float64](t, ctx, `document.querySelector(".lens video").currentTime`)+0.3)) // the same frame twice would be one drawing
	isA(t, ctx, "screen", 12)
	const card = `[data-class="screen"] button.teach`
	at := evaluate[[]float64](t, ctx, `(() => { const e = document.querySelector('`+card+`'); e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`)
	// Held to the end: ten, evenly in time, all of them neurons; the page answers meanwhile.
	evaluate[bool](t, ctx, `(() => { globalThis.times = []; globalThis.live = 0; new MutationObserver(() => { const e = document.querySelector(".burst"); if (e && times.at(-1)?.[0] !== e.textContent) times.push([e.textContent, performance.now()]); }).observe(document.querySelector(".lens"), {subtree: true, childList: true, characterData: true}); document.querySelector(".teach").addEventListener("answered", () => live++); return true; })()`)
	mouse(t, ctx, moves, at[0], at[1])
	mouse(t, ctx, presses, at[0], at[1])
	until(t, ctx, `document.querySelector(".burst")?.textContent.startsWith("4 of 10")`)
	accessible(t, ctx, "held")
	save(t, ctx, "teach-hold")
	taught(t, ctx, 22)
	until(t, ctx, `document.querySelector(".told").textContent === "Learned: ten pictures of a screen. The other 12 are as before." && document.querySelector(".burst") === null`)
	mouse(t, ctx, lifts, at[0], at[1])
	suits(t, evaluate[[]float64](t, ctx, `times.slice(2, 10).map(([, at], i, all) => (i ? at - all[i - 1][1] : 0)).slice(1)`), func(gaps []float64) bool {
		sum := 0.0
		for _, g := range gaps {
			sum += g
		}
		return len(gaps) > 5 && sum/float64(len(gaps)) > 120 && sum/float64(len(gaps)) < 400
	}, "pictures were taken every %v ms")
	suits(t, evaluate[int](t, ctx, "live"), func(n int) bool { return n > 5 }, "while the card was held, %d questions were answered")
	none(t, ctx, `xaiaTeach.teach.set.drawings.slice(12).filter(({label, by, photo}) => label !== "screen" || by !== "Mia" || photo.length !== 784).map(({label}) => label)`, "taught were %q")
	same(t, ctx, `new Set(xaiaTeach.teach.set.drawings.slice(10).map(({photo}) => String(photo))).size`, 12, "%d of twelve pictures differ")

	// Let go early; and a press afterwards teaches one.
	at = evaluate[[]float64](t, ctx, `(() => { const e = document.querySelector('`+card+`'); e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`)
	mouse(t, ctx, moves, at[0], at[1])
	mouse(t, ctx, presses, at[0], at[1])
	until(t, ctx, `document.querySelector(".burst")?.textContent.startsWith("3 of 10")`)
	mouse(t, ctx, lifts, at[0], at[1])
	until(t, ctx, `document.querySelector(".burst") === null && xaiaTeach.teach.mind.drawings.length >= 25 && document.querySelector(".told").textContent.includes("pictures of a screen. The other 22 are as before.")`)
	n := evaluate[int](t, ctx, `xaiaTeach.teach.mind.drawings.length`)
	expect(t, n < 30, "let go at three pictures, it learned %d", n-22)
	// pressed presses until one more was learned: of the pretended camera's pictures some come again, which are refused.
	pressed := func(press func()) {
		n := evaluate[int](t, ctx, `xaiaTeach.teach.mind.drawings.length`)
		for tries := 0; tries < 30; tries++ {
			evaluate[bool](t, ctx, `(document.querySelector(".told").textContent = "", true)`)
			press()
			until(t, ctx, `/^(Learned: Mia's screen|It has this very drawing already)/.test(document.querySelector(".told").textContent)`)
			if evaluate[string](t, ctx, `document.querySelector(".told").textContent`)[0] == 'L' {
				break
			}
		}
		taught(t, ctx, n+1)
	}
	pressed(func() { click(t, ctx, card) })

	// By keys: Space held, Enter held, Enter pressed.
	for _, k := range []string{" ", "Enter"} {
		hold := func(kind, more string) {
			evaluate[bool](t, ctx, fmt.Sprintf(`((e) => (e.focus(), !e.dispatchEvent(new KeyboardEvent(%q, {key: %q, bubbles: true, composed: true, cancelable: true%s}))))(document.querySelector('%s'))`, kind, k, more, card))
		}
		n = evaluate[int](t, ctx, `xaiaTeach.teach.mind.drawings.length`)
		hold("keydown", "")
		hold("keydown", ", repeat: true")
		until(t, ctx, `document.querySelector(".burst")?.textContent.startsWith("2 of 10")`)
		hold("keydown", ", repeat: true")
		hold("keyup", "")
		until(t, ctx, fmt.Sprintf(`document.querySelector(".burst") === null && xaiaTeach.teach.mind.drawings.length >= %d && document.querySelector(".told").textContent.includes("The other %d are as before.")`, n+2, n))
	}
	n = evaluate[int](t, ctx, `xaiaTeach.teach.mind.drawings.length`)
	evaluate[bool](t, ctx, `(document.querySelector('`+card+`').focus(), true)`)
	for _, k := range []string{kb.Enter, " "} {
		pressed(func() { key(t, ctx, k) })
	}

	// A finger that stays asks for no menu; the camera that is closed meanwhile ends it.
	same(t, ctx, `document.querySelector('`+card+`').dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true}))`, false, "a long press opens a menu: %t")
	touch(t, ctx, presses, [2]float64{at[0], at[1]})
	until(t, ctx, `document.querySelector(".burst")?.textContent.startsWith("2 of 10")`)
	evaluate[bool](t, ctx, `(document.querySelector('[data-kind="draw"]').click(), true)`)
	until(t, ctx, fmt.Sprintf(`document.querySelector(".lens").hidden && xaiaTeach.teach.mind.drawings.length >= %d`, n+4))
	touch(t, ctx, lifts)
	same(t, ctx, `document.querySelector('`+card+`').dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true}))`, true, "without the camera there is a menu: %t")
}
