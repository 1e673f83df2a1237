package core

// A program under WebAssembly has one processor.

func processors() int { return 1 }

const sideBySide = false

func inParts(_, n, _, _ int, work func(worker, from, to int)) { work(0, 0, n) }
