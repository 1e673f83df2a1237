package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/network"
)

// Settings are the parameters of one layer (section 3, "Double selective
// activation" and "SQANN construction").
type Settings struct {
	A1         float64 // width of the sharp peak, in squared units of distance; > 0
	A2         float64 // width of the plateau, in units of distance; > 0
	Admission  float64 // τ_ad: below it for every node, a sample is new to the layer
	Activation float64 // τ_act: above it for some node, a sample is recognised; 0 < τ_ad <= τ_act < 1
}

// ClassicSettings are the authors' for layer k = 1, 2, ...: a1 = 0.001 +
// 0.999 k/50 (at most 1), a2 = 1 - 0.3 k/100 (at least 0.7), thresholds 0.1, 0.9.
func ClassicSettings(k int) Settings { return Settings(network.Classic(k)) }

// AutoSettings fit the activation to the data: q, the reach, is how far almost
// every sample is from its nearest other one. At d = q a node is activated just
// under the admission threshold.
func AutoSettings(q float64) Settings { return Settings(network.Auto(q)) }

// StrongRadius is the distance up to which a node with these settings is
// strongly activated; r is the activation's mixing weight, 0.5 in the paper.
func (s Settings) StrongRadius(r float64) float64 {
	return math.Sqrt(network.NewActivation(network.Settings(s), r).Strong)
}

// ActivationAt is σ_dsa at distance d (equation 3); r = 0.5 in the paper.
func (s Settings) ActivationAt(d, r float64) float64 {
	return network.NewActivation(network.Settings(s), r).At(float64(d * d))
}

func (s Settings) check(path string) error {
	positive := func(v float64) bool { return v > 0 && !math.IsInf(v, 0) }
	switch {
	case !positive(s.A1):
		return badOption(path+".a1", path+".a1 is "+ftoa(s.A1)+".", "Give a finite number above 0.")
	case !positive(s.A2) || !positive(s.A2*s.A2) || !positive(1/(s.A2*s.A2)):
		return badOption(path+".a2", path+".a2 is "+ftoa(s.A2)+".", "Give a number above 0 whose square is neither 0 nor infinite.")
	case !(s.Admission > 0 && s.Admission <= s.Activation && s.Activation < 1):
		return badOption(path+".admission", path+" has admission "+ftoa(s.Admission)+" and activation "+ftoa(s.Activation)+".",
			"Keep 0 < admission <= activation < 1.")
	}
	return nil
}

// rule is where the layers' settings come from.
func (o *SQANNOptions) rule() network.Rule {
	r := network.Rule{Auto: o.SettingsChoice == SettingsAuto, InReach: o.SettingsChoice == SettingsInReach}
	for _, s := range o.Settings {
		r.List = append(r.List, network.Settings(s))
	}
	return r
}

// EventType is what became of a sample when it was held against a layer.
type EventType uint8

const (
	Admit   EventType = iota // it became the layer's next node
	Filter                   // it stays unused, for a deeper layer
	Collide                  // it strongly activated a node, and joined a layer
	Drop                     // a layer was dropped after a collision below it
)

// Event is one step of a construction. Layers count from 1, samples and nodes
// from 0.
type Event struct {
	Type       EventType
	Sample     int // the sample under examination; for Drop, the one that collided
	Layer      int // the layer it was held against; for Drop, the layer that falls
	Joined     int // Collide: the layer it joins, below Layer where the tie rule moved it
	Node       int // Admit: its own; Filter, Collide: the node it activates most; -1 where there is none
	Activation float64
}
