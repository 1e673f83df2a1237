//go:build unix

// Command siege attacks the native server and the Worker in workerd, a minute or two in all, and
// predicts meanwhile: it prints how many connections were held, the slowest prediction, and how
// much memory the server has taken at most. It fails where a prediction takes longer than a
// second, or the memory grows beyond 512 MiB. Run it through ./build.sh siege, which builds both.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/xaia-go/xaia/worker/stage"
)

func main() {
	only := flag.String("only", "", "native or edge")
	program := flag.String("program", "", "a native server that was built before, to compare with")
	flag.Parse()
	folder, err := os.MkdirTemp("", "xaia-siege-")
	if err != nil {
		log.Fatal(err)
	}
	if *program != "" {
		data, err := os.ReadFile(*program)
		if err = errors.Join(err, os.WriteFile(filepath.Join(folder, "serve"), data, 0o700)); err != nil {
			log.Fatal("siege: ", err)
		}
	}
	if *only != "edge" {
		err = native(folder)
	}
	os.RemoveAll(folder)
	if err != nil {
		log.Fatal("siege: ", err)
	}
}

const token = "siege"

// attacks are run one after the other, each on a server that was just started.
var attacks = []struct {
	name string
	run  func(b *stage.Besieged) (stage.Siege, error)
}{
	{"1. 1500 connections that send a byte of a body", func(b *stage.Besieged) (stage.Siege, error) { return b.Slow(1500, 15*time.Second) }},
	{"2. 40 clients that read nothing of 86 MB", func(b *stage.Besieged) (stage.Siege, error) { return b.Deaf(40, 3900, 20*time.Second) }},
	{"3. 4 fits of 240 KB, preset paper", func(b *stage.Besieged) (stage.Siege, error) {
		p := stage.Paper(240 << 10)
		return b.Fits(p, p, p, p)
	}},
	{"3. 4 fits of 2040 categories in 27 KB", func(b *stage.Besieged) (stage.Siege, error) {
		p := stage.Categories(2040)
		return b.Fits(p, p, p, p)
	}},
	{"3. 2 TNN of 63,000 samples with an order", func(b *stage.Besieged) (stage.Siege, error) {
		p := stage.Ordered(63000)
		return b.Fits(p, p)
	}},
}

func native(folder string) error {
	var failed error
	for _, attack := range attacks {
		s, err := stage.Native(".", folder, "XAIA_TOKEN="+token)
		if err != nil {
			return err
		}
		err = besiege("native", "serve", s, attack.name, attack.run)
		s.Kill()
		failed = errors.Join(failed, err)
	}
	return failed
}

const (
	longest = time.Second
	most    = 512 << 20
)

func besiege(server, program string, s *stage.Server, name string, attack func(b *stage.Besieged) (stage.Siege, error)) error {
	b, err := stage.NewBesieged(s.URL, token)
	if err != nil {
		return err
	}
	start := time.Now()
	seen, err := attack(b)
	peak, err2 := s.Peak(program)
	fmt.Printf("%-7s %s (%.0f s)\n        %v; %d MiB at most\n", server, name, time.Since(start).Seconds(), seen, peak>>20)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("%s, %s: %w", server, name, err)
	}
	if seen.Slowest > longest || peak > most {
		return fmt.Errorf("%s, %s: a prediction took %s, the memory was %d MiB", server, name, seen.Slowest, peak>>20)
	}
	return nil
}
