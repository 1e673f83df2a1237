package core

import "runtime"

// checkMemory refuses a fit before its memory is taken: about so many bytes, at most as
// many as the caller allows (0: any number), and as many as are left beside what the
// program holds.
func checkMemory(need, most int64, samples int) error {
	if most > 0 && need > most {
		return tooMuch(need, most, samples)
	}
	if addressable == 0 || need < addressable/256 { // asking takes longer than a small fit
		return nil
	}
	held := heldBytes()
	if held+need > addressable { // some of it may wait to be collected
		runtime.GC()
		held = heldBytes()
	}
	if held+need > addressable {
		return failure(TooLarge, "Fitting "+itoa(samples)+" samples needs about "+itoa(int(need>>20))+" MiB, "+itoa(int(held>>20))+" of the "+
			itoa(int(addressable>>20))+" MiB that can be used are taken, by the samples and by other models.",
			"Fit fewer samples, or dispose of models that are no longer needed.")
	}
	return nil
}

func heldBytes() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// needBytes is about what a fit takes beside the data set: the points, their groups, the
// order, the index, and the weights that are shown. Classes become an output each.
func (o TNNOptions) needBytes(d Dataset) int64 {
	columns, outputs := int64(d.X.Columns), 3*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 5 * int64(len(sortedClasses(d.Labels)))
	}
	return int64(d.X.Rows) * (8*(4*columns+outputs) + 72)
}
