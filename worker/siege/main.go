//go:build unix

// Command siege attacks the native server and the Worker in workerd for two minutes. Meanwhile
// a guest asks for predictions, and the owner stores, absorbs and predicts. It prints how many
// connections were held, the slowest of these requests, and the server's peak memory. It fails
// if one of them takes longer than a second, or the memory exceeds 512 MiB. Run it by ./build.sh siege, which builds both.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/worker/stage"
)

func main() {
	only := flag.String("only", "", "native or edge")
	flag.Parse()
	folder, err := os.MkdirTemp("", "xaia-siege-")
	if err != nil {
		log.Fatal(err)
	}
	for _, server := range servers {
		if *only == "" || *only == server.name {
			err = errors.Join(err, siege(server, folder))
		}
	}
	os.RemoveAll(folder)
	if err != nil {
		log.Fatal("siege: ", err)
	}
}

const token = "siege"

// attack is one kind of attack.
type attack struct {
	name string
	run  func(b *stage.Besieged, on server) (stage.Siege, error)
}

// The attacks run one after the other, each on a new server. None of them has the token.
var attacks = []attack{
	{"1. connections that send one byte of a body", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Slow(on.connections, 12*time.Second)
	}},
	{"2. 40 clients that read nothing of a long answer", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Deaf(40, 300, 0, 12*time.Second)
	}},
	{"3. 40 clients that read a long answer at 13 KiB/s", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Deaf(40, 300, 13<<10, 12*time.Second)
	}},
	{"4. 200 uploads of 1 MiB at 40 KB/s", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Uploads(200, 4000, 12*time.Second)
	}},
	{"5. GETs that announce a body and don't send it, from 50 or 15 clients", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Heads(on.clients, 8*time.Second, stage.Unsent)
	}},
	{"6. questions with a head of 4095 bytes, from 20 clients", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Heads(20, 5*time.Second, stage.Long())
	}},
	{"7. 80 questions to four large models", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Questions(80, 4, on.samples)
	}},
	{"8. 60 questions of 1000 rows", func(b *stage.Besieged, on server) (stage.Siege, error) {
		return b.Post("/v1/models/siege/predict", stage.Many(60, 1000)...)
	}},
	{"9. 4 large fits without the token", func(b *stage.Besieged, _ server) (stage.Siege, error) {
		return b.Post("/v1/fit", stage.Categories(2040), stage.Categories(2040), stage.Ordered(63000), stage.Ordered(63000))
	}},
}

type server struct {
	name, program string
	connections   int
	clients       int
	samples       int // of a large model
	start         func(folder string) (*stage.Server, error)
}

var servers = []server{
	{"native", "serve", 1500, 50, 4000, func(folder string) (*stage.Server, error) {
		return stage.Native(".", folder, "XAIA_TOKEN="+token)
	}},
	{"edge", "workerd", 500, 15, 2400, func(folder string) (*stage.Server, error) {
		return stage.Bare(".", folder, "XAIA_TOKEN="+token)
	}},
}

func siege(on server, folder string) (failed error) {
	for _, a := range attacks {
		s, err := on.start(folder)
		if err != nil {
			return err
		}
		failed = errors.Join(failed, besiege(on, a, s))
		s.Kill()
	}
	return failed
}

const (
	longest = time.Second // for a request of others
	most    = 512 << 20   // bytes that a server may take; workerd's imitation of the platform has about 150 MiB of them
)

func besiege(on server, a attack, s *stage.Server) error {
	b, err := stage.NewBesieged(s.URL, token)
	if err != nil {
		return err
	}
	start := time.Now()
	seen, err := a.run(b, on)
	peak, err2 := s.Peak(on.program)
	fmt.Printf("%-6s %s (%.0f s)\n       %v; %d MiB at most\n", on.name, a.name, time.Since(start).Seconds(), seen, peak>>20)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("%s, %s: %w", on.name, a.name, err)
	}
	if seen.Slowest > pace.Of(longest) || peak > most {
		return fmt.Errorf("%s, %s: %s took %s, the memory was %d MiB", on.name, a.name, seen.Which, seen.Slowest, peak>>20)
	}
	return nil
}
