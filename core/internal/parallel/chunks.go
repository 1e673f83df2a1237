package parallel

// Together is how many inputs are measured side by side: a block comes from memory
// once for all of them. Layers outgrow the cache: with it, 4000 to 5000 samples in the
// plane (paper) or in 13 dimensions (xaia) fit 1.1 to 1.25 times as fast.
const Together = 8

const SomeMilliseconds = 1 << 26 // numbers: ten to twenty on two processors

// RowsAtATime is how many rows of so many numbers are done before the next look at
// whether to go on: on several processors, where they wait for one another, some
// milliseconds' worth.
func RowsAtATime(numbers int) int {
	if Processors() == 1 {
		return Together
	}
	group := Together * Processors()
	return group * max(1, SomeMilliseconds/group/max(1, numbers))
}
