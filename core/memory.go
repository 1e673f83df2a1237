package core

import (
	"runtime"
	"sync/atomic"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// heldBytes is about how many bytes the models take that somebody keeps.
var heldBytes atomic.Int64

// Hold says that its caller keeps so many bytes of models more, or fewer where bytes is below 0 (Predictor.Bytes): under
// WebAssembly a fit may take what these leave of the 4 GiB that can be addressed. Elsewhere it has no effect.
func Hold(bytes int64) { heldBytes.Add(bytes) }

// uncollected is about how many bytes were taken since allocating had the garbage collected.
var uncollected atomic.Int64

// allocating is told of memory that is about to be allocated. Go collects once the heap is twice what was left by the last
// collection: where large models have been given up, that may be more than can be addressed.
func allocating(bytes int64) {
	if addressable > 0 && uncollected.Add(bytes) > addressable/4 {
		uncollected.Store(0)
		runtime.GC()
	}
}

// fewBytes are what a fit may take in any case: there is room for it beside what models are counted with, which is about.
func fewBytes() int64 { return addressable / 256 }

// checkMemory refuses a fit before its memory is taken: about so many bytes, at most as many as the caller allows (0: any
// number), and as many as are left beside the models that are held.
func checkMemory(need, most int64, samples int) error {
	if most > 0 && need > most {
		return tooMuch(need, most, samples)
	}
	if taken := heldBytes.Load(); addressable > 0 && need+taken > addressable && need > fewBytes() {
		return NewError(TooLarge, "Fitting "+itoa(samples)+" samples needs about "+itoa(int(need>>20))+" MiB, but other models use "+
			itoa(int(taken>>20))+" of the "+itoa(int(addressable>>20))+" MiB that can be used.",
			"Fit fewer samples, or free models that are no longer needed.")
	}
	allocating(need)
	return nil
}

// needBytes is about what a fit takes: the set as given, the points, their groups, the
// order, the index, and the weights that are shown. Classes become an output each.
func (o TNNOptions) needBytes(d Dataset, classes int) int64 {
	columns, outputs := int64(d.X.Columns), 4*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 4 + 5*int64(classes)
	}
	return int64(d.X.Rows)*(8*(5*columns+outputs)+72) + d.nameBytes()
}

// newAccount is for a call on m.
func (m *SQANN) newAccount() *counter {
	total := m.data.X.Rows
	if m.points != nil {
		total = m.points.count()
	}
	most := m.options.MaxBytes
	if left := addressable - heldBytes.Load(); addressable > 0 && (most == 0 || left < most) {
		most = max(left, fewBytes())
	}
	return &counter{
		Tally: network.Tally{MostSteps: m.options.MaxSteps}, total: total, maxBytes: most,
		bytes:   m.need,
		control: m.options.Control,
	}
}

// setBytes is about what a fit takes for the data set itself: as given, scaled, in the
// tree and its boxes, and its outputs twice. Classes become an output each, three times.
func (o SQANNOptions) setBytes(d Dataset, classes int) int64 {
	rows, columns, outputs := int64(d.X.Rows), int64(d.X.Columns), 2*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 5 + 3*int64(classes)
	}
	indexed := 3 * columns
	if columns > spatial.FewFeatures {
		indexed = 4 * (spatial.MostDirections + 1)
	}
	return rows*(8*(2*columns+indexed+outputs)+120) + d.nameBytes()
}
