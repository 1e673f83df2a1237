package parallel

// Together is how many inputs are measured side by side, so that a block is loaded from memory once for all of them.
// Layers outgrow the cache: this makes fits of 4000 to 5000 samples in the plane (paper) or in 13 dimensions (xaia) 1.1 to
// 1.25 times as fast.
const Together = 8

const SomeMilliseconds = 1 << 26 // numbers: ten to twenty on two processors

// RowsAtATime is how many rows of so many numbers are processed between two checks whether to go on. Several processors
// wait for one another at each check, so there it is some milliseconds of work.
func RowsAtATime(numbers int) int {
	if Processors() == 1 {
		return Together
	}
	group := Together * Processors()
	return group * max(1, SomeMilliseconds/group/max(1, numbers))
}
