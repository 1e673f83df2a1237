//go:build !js

// Command bench runs the workloads of core's TestBenchTable natively, on all
// processors and on one, in Node and in Chromium, each in a process of its own, and
// prints the results as Markdown tables. build.sh builds what it needs into one folder:
//
//	core.test, core.test.wasm   the engine's test binary, native and WebAssembly
//	host.mjs, index.html        what runs the latter
//	wasm_exec.js                Go's glue
//	data                        the sets that are read from files
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/xaia-go/xaia/web/site"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	folder := flag.String("folder", "dist/bench", "where the binaries are")
	limit := flag.Duration("limit", 150*time.Second, "how long a workload may take on a platform")
	quick := flag.Bool("quick", false, "leave out plane-1000000, the largest tables and the plain construction")
	only := flag.String("only", "", "a regular expression of the workloads to run")
	on := flag.String("on", "native,native-1,Node,Chromium", "the platforms to run on")
	before := flag.String("against", "", "such a folder of an earlier state, to be measured by turns with")
	turns := flag.Int("turns", 5, "how many turns with it")
	rival := flag.Bool("rival", false, "compare with hnswlib-wasm in Chromium; else nothing")
	flag.Parse()
	if *rival {
		server := httptest.NewServer(http.FileServer(http.Dir(".")))
		said, err := visit(context.Background(), server.URL+"/bench/rival.html")
		for line := range strings.Lines(said) {
			if strings.HasPrefix(line, "|") { // the other one says more
				fmt.Print(line)
			}
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := bench(*folder, *before, *turns, *limit, *quick, *only, strings.Split(*on, ",")); err != nil {
		log.Fatal(err)
	}
}

// open gives the platforms and the workloads of a folder.
func open(folder string, on []string) (platforms []platform, workloads []string, err error) {
	binary, err := filepath.Abs(filepath.Join(folder, "core.test"))
	if err != nil {
		return nil, nil, err
	}
	server := httptest.NewServer(site.Handler(folder)) // until the program ends
	if platforms, err = choose(on, binary, folder, server.URL); err != nil {
		return nil, nil, err
	}
	workloads, err = list(binary)
	return platforms, workloads, err
}

func bench(folder, before string, turns int, limit time.Duration, quick bool, only string, on []string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	platforms, workloads, err := open(folder, on)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(workloads, wanted.MatchString) {
		return fmt.Errorf("no workload is called %s: they are %s", only, strings.Join(workloads, ", "))
	}
	if before != "" {
		earlier, common, err := open(before, on)
		if err != nil {
			return err
		}
		workloads = slices.DeleteFunc(workloads, func(w string) bool { return !slices.Contains(common, w) })
		return against(platforms, earlier, workloads, wanted, limit, turns)
	}
	for _, r := range tables {
		if !slices.Contains(workloads, r.workload) {
			return fmt.Errorf("the table %s is no workload", r.workload)
		}
	}
	t := newTable(platforms, limit)
	failed := 0
	for _, w := range workloads {
		isTable, slow := inTables(w)
		if !wanted.MatchString(w) || quick && (slow || isPlain(w) || strings.HasPrefix(w, "plane-1000000 ")) {
			continue
		}
		for _, p := range platforms {
			if isTable && p.name == oneProcessor {
				continue
			}
			fmt.Fprintf(os.Stderr, "%s, %s\n", w, p.name)
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			results, err := p.run(ctx, w)
			over := errors.Is(ctx.Err(), context.DeadlineExceeded)
			cancel()
			if err != nil && !over {
				failed++
				log.Printf("%s, %s: %v", w, p.name, err)
			}
			t.add(w, p.name, results, over)
		}
	}
	fmt.Print(t.markdown())
	if failed > 0 {
		return fmt.Errorf("%d runs failed", failed)
	}
	return nil
}
