package parallel

// A program under WebAssembly has one processor.

func Processors() int { return 1 }

const SideBySide = false

func InParts(_, n, _, _ int, work func(worker, from, to int)) { work(0, 0, n) }
