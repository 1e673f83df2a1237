// Package network is section 3 of the paper: the layers of a semi-quantized activation network (SQANN) over points that are
// scaled already, how they come about, and what an input activates in them. It knows neither outputs nor what a sample means.
//
// # The paper, in an hour
//
//	activation.go    the double selective activation (equation 3), and the settings of the layers
//	layer.go         what a layer and a network are, and what the next layer sees
//	construct.go     how layers come about: admission, filtering, collision
//	memo.go          what a construction remembers of each point meanwhile
//	propagate.go     what an input activates
//
// This is what runs for preset paper, for a trace, and for explanations. What follows comes to the same networks and
// activations, bit for bit, where there is a skip connection; core's tests have a plain version of all of it (plain_test.go).
//
// # The same, with the skip connection
//
//	construct_sparse.go   construct.go where only near samples matter
//	sparsenodes.go        the fingerprints of such a network
//	search.go             propagate.go near an input; search_far.go: and through the tree
//
// # The same, one sample at a time
//
//	grow.go, growchange.go   a network that changes near what changes
//	growsearch.go            its answers
//	changing.go              what is near its points
//	grownmodel.go            what it is made of and becomes
//
// # Beside it
//
//	published.go   the construction of the authors' program
//	place.go       a network that was stored comes back
package network
