//go:build !wasm

package parallel

import (
	"runtime"
	"sync/atomic"
)

// Processors is how many processors a fit uses: all that GOMAXPROCS allows. It may change at any time.
func Processors() int { return runtime.GOMAXPROCS(0) }

// SideBySide says whether a fit may use several processors.
const SideBySide = true

// InParts runs work on 0 to n in parts, which several workers take. An item costs about as many numbers added or compared
// as numbers says. This sets the length of a part, a multiple of unit, and whether other workers are woken at all: on a
// virtual machine, waking one takes a tenth of a millisecond. A worker may wake up after all parts are done, so InParts
// waits for the parts, not for the workers.
//
// A part may write only what belongs to it or to its worker. So the result doesn't depend on the number of workers. A
// panic in a part is raised again in the caller, which recovers it.
func InParts(workers, n, numbers, unit int, work func(worker, from, to int)) {
	part := max(1, partNumbers/(numbers+1)/unit) * unit
	workers = min(workers, (n+part-1)/part)
	if workers <= 1 || numbers < worthSharing/max(1, n) {
		work(0, 0, n)
		return
	}
	p := parts{n: n, part: part, work: work, finished: make(chan struct{})}
	for worker := 1; worker < workers; worker++ {
		go p.run(worker)
	}
	p.run(0)
	<-p.finished
	if failed := p.failed.Load(); failed != nil {
		panic(*failed)
	}
}

const (
	worthSharing = 1 << 22 // numbers, which take a millisecond or more
	partNumbers  = 1 << 16
)

type parts struct {
	n, part     int
	work        func(worker, from, to int)
	taken, done atomic.Int64
	finished    chan struct{}
	failed      atomic.Pointer[any]
}

func (p *parts) run(worker int) {
	for {
		from := int(p.taken.Add(int64(p.part))) - p.part
		if from >= p.n {
			return
		}
		p.runPart(worker, from, min(from+p.part, p.n))
	}
}

func (p *parts) runPart(worker, from, to int) {
	defer func() {
		if failed := recover(); failed != nil {
			p.failed.Store(&failed)
		}
		if p.done.Add(int64(to-from)) == int64(p.n) {
			close(p.finished)
		}
	}()
	p.work(worker, from, to)
}
