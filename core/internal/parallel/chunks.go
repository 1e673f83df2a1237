package parallel

const SomeMilliseconds = 1 << 26 // numbers: ten to twenty on two processors

// RowsAtATime is how many rows of so many numbers are processed between two checks whether to go on. Several processors
// wait for one another at each check, so there it is some milliseconds of work.
func RowsAtATime(numbers int) int {
	const few = 8
	if Processors() == 1 {
		return few
	}
	group := few * Processors()
	return group * max(1, SomeMilliseconds/group/max(1, numbers))
}
