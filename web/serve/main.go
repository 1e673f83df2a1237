//go:build !js

// Command serve shows a built folder on this machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/xaia-go/xaia/web/site"
)

func main() {
	address := flag.String("address", "127.0.0.1:8080", "where to listen")
	folder := flag.String("folder", "dist/site", "what to serve")
	flag.Parse()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatalf("serve: %v; give another port: ./build.sh serve 8081", err)
	}
	server := &http.Server{Handler: site.Handler(*folder), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		shutdown, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		server.Shutdown(shutdown)
	}()
	fmt.Printf("xaia is at http://%s/  (Ctrl+C ends it)\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
