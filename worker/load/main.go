//go:build unix

// Command load measures predictions of a stored model of 1000 samples over
// loopback, on the native server and on the Worker in workerd: rate, latency,
// processor time and memory. Run it by ./build.sh load, which builds both.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/xaia-go/xaia/worker/stage"
)

func main() {
	requests := flag.Int("requests", 10000, "how many requests each")
	at := flag.Int("at", 4, "how many of them at once")
	flag.Parse()
	folder, err := os.MkdirTemp("", "xaia-load-")
	if err != nil {
		log.Fatal(err)
	}
	err = measure(folder, *requests, *at)
	os.RemoveAll(folder)
	if err != nil {
		log.Fatal("load: ", err)
	}
}

const token = "load"

func measure(folder string, requests, at int) error {
	native, err := stage.Native(".", folder, "XAIA_TOKEN="+token)
	if err != nil {
		return err
	}
	err = run("native", "serve", native, requests, at)
	if err = errors.Join(err, native.Stop()); err != nil {
		return err
	}
	edge, err := stage.Bare(".", folder, "XAIA_TOKEN="+token)
	if err != nil {
		return err
	}
	defer edge.Kill()
	return run("workerd", "workerd", edge, requests, at)
}

// run prints one server's figures. It fails if the memory grows with the requests.
func run(name, program string, s *stage.Server, requests, at int) error {
	var mu sync.Mutex
	var memory []int64
	var before, after time.Duration
	var failed error
	r, err := stage.Load(s.URL, token, requests, at, func(done int) {
		mu.Lock()
		defer mu.Unlock()
		cpu, bytes, err := s.Usage(program)
		failed = errors.Join(failed, err)
		if memory = append(memory, bytes); done == 0 {
			before = cpu
		}
		after = max(after, cpu)
	})
	if err = errors.Join(err, failed); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Printf("%-8s %v, %d at once\n", name, r, at)
	fmt.Printf("%-8s processor time of %s: %.2f ms a prediction\n", "", program, float64((after-before).Microseconds())/1000/float64(requests))
	fmt.Printf("%-8s memory in MiB, at the start and after each tenth:", "")
	for _, bytes := range memory {
		fmt.Printf(" %d", bytes>>20)
	}
	fmt.Println()
	if n := len(memory); slices.Min(memory[n-3:]) > slices.Max(memory[1:4])*3/2 {
		return fmt.Errorf("%s: memory grows with the requests", name)
	}
	return nil
}
