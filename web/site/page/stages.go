//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// networks are what the samples and the settings give: one, or two where networks are compared.
type networks struct {
	*fitting
	fit   state.Fit
	panes []network
	part  js.Value // of networks of some of the samples alone: their numbers
	last  bool     // of an absorption: its last round
}

// network is one of them: its title, preset, model and options, see fitNetworks in web/site/view/models.js.
type network struct {
	js.Value
	bench *state.Bench // after an absorption, or of a part; else nil: what is asked
}

func (n network) model() js.Value { return n.Get("model") }

// with is the same with more fields.
func (n network) with(fields ...any) js.Value {
	return objects.Call("assign", object(fields...), n.Value)
}

// scene is what is on the screen: the networks together with what they answer.
type scene struct {
	*networks
	bench   *state.Bench
	answers []js.Value // of each network: see answersOf in web/site/view/models.js
}

type (
	fitKey struct {
		samples *state.Bench
		fit     state.Fit
	}
	answerKey struct {
		of    *networks
		bench *state.Bench
	}
)

// computeNetworks fits. Of a large table it first delivers networks of a part.
func (v *planeView) computeNetworks(t *state.Turn) {
	key := t.Key.(fitKey)
	ends := signal(t)
	v.fitPart(t, ends)
	n := newNetworks(key.samples, key.fit)
	if key.samples.Count > 0 {
		n.err = v.fit(n, key.samples, nil, ends)
	}
	v.deliver(t, n)
}

func newNetworks(samples *state.Bench, fit state.Fit) *networks {
	return &networks{fitting: &fitting{samples: samples}, fit: fit}
}

// fitPart delivers networks of the samples that a picture draws, where these are few of all: one looks at them, and asks them,
// while all are fitted. A table that was on the screen already keeps its picture.
func (v *planeView) fitPart(t *state.Turn, ends js.Value) {
	key := t.Key.(fitKey)
	part := v.drawnPart(key.samples)
	if !part.Truthy() || v.scene().bench.Shows(v.now()) {
		return
	}
	n := newNetworks(key.samples, key.fit)
	n.part = part.Get("at")
	bench := v.bench(part.Get("bench"), key.samples)
	if v.fit(n, bench, bench, ends) == nil {
		v.deliver(t, n)
	}
}

// fit fits a bench; own is its networks' own bench.
func (v *planeView) fit(n *networks, bench, own *state.Bench, signal js.Value) error {
	was := js.Null()
	if b := v.base(); n.part.Truthy() {
		was = js.Undefined()
	} else if b != nil && b.fit == n.fit && len(b.panes) == 1 && !b.part.Truthy() {
		was = object("model", b.panes[0].model(), "bench", of(b.samples))
	}
	options := v.options.get(n.fit, func() js.Value { return values(state.Page{Plane: state.Plane{Fit: n.fit}}) })
	panes, err := v.fitNetworks(bench, options, was, signal)
	if err != nil {
		return err
	}
	for i := range panes.Length() {
		pane := network{panes.Index(i), own}
		n.panes, n.own = append(n.panes, pane), append(n.own, pane.model())
	}
	return nil
}

// computeAnswers asks networks about the external points and the chosen place, as far as it wasn't asked yet.
func (v *planeView) computeAnswers(t *state.Turn) {
	key := t.Key.(answerKey)
	was, _ := v.answers.Result.(*scene)
	s := &scene{networks: key.of, bench: key.bench}
	for i, n := range key.of.panes {
		answers := object()
		if was != nil && was.networks == key.of {
			if n.bench != nil || was.bench.External == s.bench.External {
				answers.Set("external", was.answers[i].Get("external"))
			}
			if was.bench.Asked == s.bench.Asked {
				answers.Set("chosen", was.answers[i].Get("chosen"))
			}
		}
		answers, err := v.answersOf(n.model(), n.about(s.bench), asked(s.bench), answers)
		if err != nil {
			v.unanswered(t, err)
			return
		}
		s.answers = append(s.answers, answers)
	}
	t.Deliver(s)
}

// about is the bench that a network's answers are about: its own, asked about the same place.
func (n network) about(asked *state.Bench) *state.Bench {
	if n.bench != nil {
		return n.bench
	}
	return asked
}

// unanswered follows where a network that was fitted doesn't answer: the engine may have ended.
func (v *planeView) unanswered(t *state.Turn, err error) {
	n := t.Key.(answerKey).of
	if t.Over() || n != v.shown() {
		return
	}
	failed := newNetworks(n.samples, n.fit)
	failed.err = err
	v.models.Result = failed
}

// crashed says that the engine has to be started again, which a fit does.
func (v *planeView) crashed(err error) bool {
	return code(err) == "disposed" || code(err) == "internal"
}

// refused says why there is no network, and what helps.
func (v *planeView) refused(n *networks) {
	switch {
	case code(n.err) == "aborted":
		notice("Cancelled: there is no network for these points yet.", false, remedy{"Fit again", v.models.Again})
	case v.crashed(n.err) && v.restarts < 2:
		v.restarts++
		notice("The engine had to be started again. Your points are still here.", true)
		v.models.Again()
	case v.crashed(n.err):
		notice(n.err.Error(), true, remedy{"Try again", v.models.Again})
	default:
		v.conflict(n.fitting, func(p *state.Page, rule string) { p.Plane.Fit.Duplicates = rule })
	}
}

// base are the networks of the samples; shown those on the screen, which may be of an absorption. Nil before the first.
func (v *planeView) base() *networks {
	n, _ := v.models.Result.(*networks)
	return n
}

func (v *planeView) shown() *networks {
	n, _ := v.onScreen().(*networks)
	return n
}

// scene is what is on the screen; before the first, nothing.
func (v *planeView) scene() *scene {
	if s, _ := v.answers.Result.(*scene); s != nil {
		return s
	}
	return &scene{networks: newNetworks(nil, state.Fit{})}
}

// fitted says that there are networks of the points and settings as they are, or of a part of these points.
func (v *planeView) fitted() bool {
	p, n := v.Now().Plane, v.base()
	key := fitKey{p.Bench.Samples, p.Fit}
	return v.models.Has(key) || n != nil && n.part.Truthy() && v.models.Key == key
}

// current says that the scene is of the points and settings as they are, or of a part of these points.
func (v *planeView) current() bool {
	s := v.scene()
	return s.bench == v.now() && s.networks == v.shown() && v.fitted()
}

// follow has computed what the state asks for and isn't there: each stage begins once those before it are done, and is over
// when what it was of has changed.
func (v *planeView) follow() {
	p := v.Now().Plane
	patient := p.Hand.Dragging
	v.settling([...]any{p.Bench.Samples, p.Bench.External, p.Fit})
	v.models.Want(fitKey{p.Bench.Samples, p.Fit}, patient)
	n := v.shown()
	if n == nil {
		return
	}
	switch {
	case p.Bench.Samples == n.samples:
		v.answers.Want(answerKey{n, p.Bench}, patient)
	case n != v.scene().networks: // a picture of a drag
		v.answers.Want(answerKey{n, n.samples}, patient)
	default:
		v.answers.Hold()
	}
	asking, _ := v.answers.Running().(answerKey)
	v.sweep(v.scene().networks, asking.of)
}

// others has the rest computed, once the picture is there. What is under way goes on as long as its key is what is wanted.
func (v *planeView) others(now state.Page) {
	p, s, n := now.Plane, v.scene(), v.base()
	fitted := n != nil && v.fitted()
	ready := v.current() && !p.Hand.Dragging
	rest := func(stage *state.Stage, wanted bool, key any) { stage.Follow(when(fitted && wanted, key), ready) }
	rest(v.panels, ready, panelsKey{s, p.Fit, p.Layer, now.Panel, p.Way, v.projected, roomOf("plane").w})
	ready = ready && v.panels.Idle()
	whole := n != nil && !n.part.Truthy()
	networks := whole && len(n.panes) > 0
	rest(v.kept, true, kept(now))
	rest(v.trial, p.Absorbing && networks, trialKey{n, p.Bench.External, p.Epsilon})
	rest(v.tuning, p.Tuning, tuneKey{p.Bench.Samples, p.Fit.Relevance, p.Fit.Duplicates})
	rest(v.scoring, whole && now.Panel == "scores", scoreKey{n, p.Bench.External, p.Validated == p.Bench.Samples})
	rest(v.building.stage, now.Panel == "construction" && networks, n)
	v.building.outdated()
	rest(v.behind, p.View.Background != "none" && len(s.panes) > 0, v.paintKey(s))
	ready = ready && v.behind.Idle()
	rest(v.sure, networks, n)
}

// calibrate finds out how sure the network on the screen is, last of all: it takes some fits.
func (v *planeView) calibrate(t *state.Turn) {
	n := t.Key.(*networks)
	made, _ := v.calibrateScene(v.sceneJS(), signal(t))
	if v.keeps(n.fitting, t, made); !t.Over() {
		v.showSure(v.sceneJS())
		v.prepareLearner(n.panes[0].model(), n.samples, signal(t))
	}
}
