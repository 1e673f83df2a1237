package core

import (
	"runtime"
	"sync/atomic"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// held is about how many bytes the larger of the models take that are not collected yet.
// (The runtime knows better, but asking it adds 11 KB to the module.)
var held atomic.Int64

// counts says whether a model is so large that it's worth while to count it.
func counts(bytes int64) bool { return bytes > addressable/256 && addressable > 0 }

// hold counts a model's bytes for as long as it is there.
func hold[M any](m *M, bytes int64) {
	if counts(bytes) {
		held.Add(bytes)
		runtime.SetFinalizer(m, func(*M) { held.Add(-bytes) })
	}
}

// checkMemory refuses a fit before its memory is taken: about so many bytes, at most as
// many as the caller allows (0: any number), and as many as are left beside the models
// that there are.
func checkMemory(need, most int64, samples int) error {
	if most > 0 && need > most {
		return tooMuch(need, most, samples)
	}
	if !counts(need) {
		return nil
	}
	if need+held.Load() > addressable { // some of it may wait to be collected
		runtime.GC()
		for range 8 { // for the finalizers
			runtime.Gosched()
		}
	}
	if taken := held.Load(); need+taken > addressable {
		return NewError(TooLarge, "Fitting "+itoa(samples)+" samples needs about "+itoa(int(need>>20))+" MiB, but other models use "+
			itoa(int(taken>>20))+" of the "+itoa(int(addressable>>20))+" MiB that can be used.",
			"Fit fewer samples, or free models that are no longer needed.")
	}
	return nil
}

// needBytes is about what a fit takes: the set as given, the points, their groups, the
// order, the index, and the weights that are shown. Classes become an output each.
func (o TNNOptions) needBytes(d Dataset) int64 {
	columns, outputs := int64(d.X.Columns), 4*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 4 + 5*int64(len(sortedClasses(d.Labels)))
	}
	return int64(d.X.Rows)*(8*(5*columns+outputs)+72) + d.nameBytes()
}

// newAccount is for a call on m.
func (m *SQANN) newAccount() counter {
	total := m.data.X.Rows
	if m.points != nil {
		total = m.points.count()
	}
	most := m.options.MaxBytes
	if left := addressable - held.Load(); addressable > 0 && (most == 0 || left < most) {
		most = max(left, 1)
	}
	return counter{
		total: total, maxSteps: m.options.MaxSteps, maxBytes: most,
		bytes:    m.need,
		progress: m.options.Progress, done: m.options.Done,
	}
}

// setBytes is about what a fit takes for the data set itself: as given, scaled, in the
// tree and its boxes, and its outputs twice. Classes become an output each, three times.
func (o SQANNOptions) setBytes(d Dataset) int64 {
	rows, columns, outputs := int64(d.X.Rows), int64(d.X.Columns), 2*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 5 + 3*int64(len(sortedClasses(d.Labels)))
	}
	indexed := 3 * columns
	if columns > spatial.FewFeatures {
		indexed = 4 * (spatial.MostDirections + 1)
	}
	return rows*(8*(2*columns+indexed+outputs)+120) + d.nameBytes()
}
