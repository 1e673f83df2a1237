//go:build !js

package main

import (
	"log"
	"os"
	"os/signal"
)

func main() {
	s := newSession()
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		for range interrupts {
			s.cancel()
		}
	}()
	if err := s.serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal("xaia: ", err)
	}
}
