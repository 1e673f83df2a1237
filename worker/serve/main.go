//go:build !js

// Command serve runs the HTTP server on this machine: the built page, and models
// as files of a folder.
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
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/xaia-go/xaia/web/site"
	"github.com/xaia-go/xaia/worker"
)

func main() {
	address := flag.String("address", "127.0.0.1:8080", "where to listen")
	folder := flag.String("site", "dist/site", "the built page; empty: none")
	models := flag.String("models", "models", "where models are kept")
	open := flag.Bool("open", false, "everybody on this machine may fit and write without a token; only on a loopback address")
	flag.Parse()
	if err := serve(*address, *folder, *models, *open); err != nil {
		log.Fatal("serve: ", err)
	}
}

func serve(address, folder, models string, open bool) error {
	if at, err := net.ResolveTCPAddr("tcp", address); err != nil || open && !at.IP.IsLoopback() {
		return errors.Join(err, fmt.Errorf("-open lets everybody fit and write, so it needs an address of this machine alone, such as 127.0.0.1:8080, not %s", address))
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w; give another port: ./build.sh serve 8081", err)
	}
	// A limit for the memory of all guests together makes the garbage collector run early enough; the owner's fit may exceed it.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(400 << 20)
	}
	var page http.Handler
	if folder != "" {
		if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
			return fmt.Errorf("the page isn't there: %w; build it with ./build.sh, name its folder with -site, or give -site '' to serve none", err)
		}
		page = site.Handler(folder)
	}
	limits := worker.ForMachine(runtime.GOMAXPROCS(0))
	files, err := worker.OpenFiles(models, limits.Stored)
	if err != nil {
		return err
	}
	defer files.Close()
	token := os.Getenv("XAIA_TOKEN")
	server := &http.Server{
		Handler: worker.New(worker.Config{
			Store: files, Limits: limits, Site: page, Cache: 32 << 20,
			Token: token, Open: open, Origins: worker.Origins(os.Getenv("XAIA_ORIGINS")),
			Log: func(what string, err error) { log.Printf("%q: %v", what, err) },
		}),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		// Requests that have started are answered, and writes are completed.
		shutdown, cancel := context.WithTimeout(context.Background(), 40*time.Second)
		defer cancel()
		stopped <- server.Shutdown(shutdown)
	}()
	fmt.Printf("xaia is at http://%s/  (Ctrl+C ends it)\n", listener.Addr())
	if token == "" && !open {
		fmt.Println("Nobody can fit or write models: set XAIA_TOKEN to a secret of your own, or use -open on your own machine.")
	}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
