package wire

// The table of calls. A call that is added is a row here; who carries it lists it (wasm/binding/register.go,
// python/engine/calls.go, worker/route.go).
var (
	Fit           = Call{"fit", Nothing, []Argument{X, Y, Options}, true, fit}
	FitLike       = Call{"fitLike", AModel, []Argument{X, Y, Options}, true, fitLike}
	CrossValidate = Call{"crossValidate", Nothing, []Argument{X, Y, Options}, true, crossValidate}
	Tune          = Call{"tune", Nothing, []Argument{X, Y, Options}, true, tune}
	SqueezedOrder = Call{"squeezedOrder", Nothing, []Argument{ScoreRows, Options}, false, squeezedOrder}
	Ensemble      = Call{"ensemble", AModel, []Argument{Second}, false, ensemble}

	Predict         = Call{"predict", Answering, []Argument{X, Options}, true, predict}
	Scores          = Call{"scores", Answering, []Argument{X, Options}, true, scores}
	Examine         = Call{"examine", Answering, []Argument{X}, true, examine}
	Explain         = Call{"explain", AModel, []Argument{X, Options}, true, explain}
	Attributions    = Call{"attributions", AModel, []Argument{X, Options}, true, attributions}
	Counterfactual  = Call{"counterfactual", ANetwork, []Argument{X, Options}, true, counterfactual}
	PredictInterval = Call{"predictInterval", AModel, []Argument{X, Options}, true, predictInterval}
	PredictSet      = Call{"predictSet", AModel, []Argument{X, Options}, true, predictSet}

	Evaluate          = Call{"evaluate", Answering, []Argument{X, Y}, true, evaluate}
	OutOfDistribution = Call{"outOfDistribution", Answering, []Argument{X, Options}, true, outOfDistribution}

	Calibrate       = Call{"calibrate", ANetwork, []Argument{Options}, true, calibrate}
	LeaveOneOut     = Call{"leaveOneOut", ANetwork, nil, true, leaveOneOut}
	Outliers        = Call{"outliers", ANetwork, nil, true, outliers}
	SampleAt        = Call{"sampleAt", ANetwork, []Argument{Samples}, false, sampleAt}
	Redundancy      = Call{"redundancy", ANetwork, []Argument{Samples}, true, redundancy}
	Representatives = Call{"representatives", ANetwork, []Argument{Options}, true, representatives}
	Prototypes      = Call{"prototypes", ANetwork, []Argument{Options}, true, prototypes}
	Embedding       = Call{"embedding", ANetwork, nil, true, embedding}
	Worth           = Call{"worth", ANetwork, nil, true, worth}
	Suspects        = Call{"suspects", ANetwork, []Argument{Options}, true, suspects}
	SuspectsByFits  = Call{"suspects", ANetwork, []Argument{Options}, true, suspectsByFits} // for modules without learners
	Remove          = Call{"remove", ANetwork, []Argument{Samples}, true, remove}
	Absorb          = Call{"absorb", ANetwork, []Argument{X, Y, Options}, true, absorb}
	AbsorbByFits    = Call{"absorb", ANetwork, []Argument{X, Y, Options}, true, absorbByFits} // for modules without learners

	Learner      = Call{"learner", AModel, []Argument{Options}, true, learner}
	Learn        = Call{"learn", ALearner, []Argument{X, Y, Options}, true, learn}
	Correct      = Call{"correct", ALearner, []Argument{X, Y, Options}, true, correct}
	Forget       = Call{"forget", ALearner, []Argument{Samples}, false, forget}
	Refresh      = Call{"refresh", ALearner, nil, true, refresh}
	LearnedModel = Call{"learnedModel", ALearner, nil, false, learnedModel}
)

// Calls are all rows, but for AbsorbByFits and SuspectsByFits.
var Calls = []*Call{
	&Fit, &FitLike, &CrossValidate, &Tune, &SqueezedOrder, &Ensemble,
	&Predict, &Scores, &Examine, &Explain, &Attributions, &Counterfactual, &PredictInterval, &PredictSet,
	&Evaluate, &OutOfDistribution,
	&Calibrate, &LeaveOneOut, &Outliers, &SampleAt, &Redundancy, &Representatives, &Prototypes, &Embedding, &Worth, &Suspects, &Remove, &Absorb,
	&Learner, &Learn, &Correct, &Forget, &Refresh, &LearnedModel,
}
