//go:build !js

// Package native runs the HTTP server on this machine: the built page, and models
// as files of a folder.
package native

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
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

type options struct {
	address, site, models, metrics string
	open                           bool
	level                          slog.Level
	memory                         int
	time                           time.Duration
}

// Main runs the program with these arguments, and returns how it exits. name is what its messages begin with.
func Main(name, version string, args []string) (exit int) {
	var o options
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.StringVar(&o.address, "address", "127.0.0.1:8080", "where to listen")
	flags.StringVar(&o.site, "site", "dist/site", "the built page; empty: none")
	flags.StringVar(&o.models, "models", "models", "the folder where models are kept")
	flags.BoolVar(&o.open, "open", false, "everybody on this machine may fit and write without a token; only on a loopback address")
	flags.StringVar(&o.metrics, "metrics", "", "a second address, where /metrics needs no token; empty: none")
	flags.TextVar(&o.level, "log", slog.LevelInfo, "what is logged: debug, info, warn or error")
	flags.IntVar(&o.memory, "fit-memory", 512, "MiB that a fit may take, about")
	flags.DurationVar(&o.time, "fit-time", 30*time.Second, "how long the owner's request may compute")
	said := flags.Bool("version", false, "print the version")
	err := flags.Parse(args)
	switch {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	case *said:
		fmt.Println(version)
		return 0
	case flags.NArg() > 0:
		fmt.Fprintf(os.Stderr, "%s: %q is no option; -help lists them\n", name, flags.Arg(0))
		return 2
	case o.memory < 1 || o.time <= 0:
		fmt.Fprintln(os.Stderr, name+": -fit-memory and -fit-time must be above 0")
		return 2
	}
	if err := serve(o, version); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		return 1
	}
	return 0
}

func serve(o options, version string) error {
	if at, err := net.ResolveTCPAddr("tcp", o.address); err != nil || o.open && !at.IP.IsLoopback() {
		return errors.Join(err, fmt.Errorf("-open lets everybody fit and write, so it needs an address of this machine alone, such as 127.0.0.1:8080, not %s", o.address))
	}
	var page http.Handler
	if o.site != "" {
		if _, err := os.Stat(filepath.Join(o.site, "index.html")); err != nil {
			return fmt.Errorf("the page isn't there: %w; build it with ./build.sh, name its folder with -site, or give -site '' to serve none", err)
		}
		page = site.Handler(o.site)
	}
	// A limit for the memory of all guests together makes the garbage collector run early enough; the owner's fit may exceed it.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(400 << 20)
	}
	limits := worker.ForMachine(runtime.GOMAXPROCS(0))
	limits.Memory, limits.Owner.Time = int64(o.memory)<<20, o.time
	files, err := worker.OpenFiles(o.models, limits.Stored)
	if err != nil {
		return err
	}
	defer files.Close()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: o.level}))
	seen := &observer{log: logger, version: version, statuses: map[[2]string]int{}, times: map[string]*latencies{}}
	token := os.Getenv("XAIA_TOKEN")
	handler := worker.New(worker.Config{
		Store: files, Limits: limits, Site: page, Cache: 32 << 20, Version: version, Metrics: seen.text,
		Token: token, Open: o.open, Origins: worker.Origins(os.Getenv("XAIA_ORIGINS")),
		Log: func(what string, err error) { logger.Error("failed", "request", what, "error", err) },
	})
	seen.state = func() worker.State { return worker.StateOf(handler) }
	const head, body = 5 * time.Second, time.Minute
	server := &http.Server{
		Handler:           seen.around(handler),
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: head,
		ReadTimeout:       body,
		WriteTimeout:      body + limits.Wait + o.time + 20*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return fmt.Errorf("%w; give another port: ./build.sh serve 8081", err)
	}
	ended := make(chan error, 2)
	if o.metrics != "" {
		second, err := net.Listen("tcp", o.metrics)
		if err != nil {
			return err
		}
		defer second.Close()
		fmt.Printf("metrics are at http://%s/metrics\n", second.Addr())
		mux := http.NewServeMux()
		mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
			w.Write(seen.text())
		})
		beside := &http.Server{ReadHeaderTimeout: head, ReadTimeout: head, WriteTimeout: time.Minute, Handler: mux}
		go func() { ended <- beside.Serve(second) }()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { ended <- server.Serve(listener) }()
	fmt.Printf("xaia is at http://%s/  (Ctrl+C ends it)\n", listener.Addr())
	if token == "" && !o.open {
		fmt.Println("Nobody can fit or write models: set XAIA_TOKEN to a secret of your own, or use -open on your own machine.")
	}
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	// Requests that have started are answered, and writes are completed. A second signal ends at once.
	stop()
	shutdown, cancel := context.WithTimeout(context.Background(), limits.Wait+o.time+5*time.Second)
	defer cancel()
	return server.Shutdown(shutdown)
}
