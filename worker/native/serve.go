//go:build !js

// Package native runs the HTTP server on this machine: the built page, models
// as files of a folder, and a room for a class.
package native

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
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
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/worker"
	"github.com/xaia-go/xaia/worker/room"
)

// Main runs the program with these arguments, and returns how it exits. name is what its messages begin with. pages are
// those of a room, for a program that serves no folder; nil: there are none.
func Main(name, version string, args []string, pages fs.FS) (exit int) {
	exit, err := serve(name, version, args, pages)
	switch {
	case err == nil:
		return 0
	case err != errTold:
		fmt.Fprintln(os.Stderr, name+":", wire.HarmlessLines(err.Error()))
	}
	return exit
}

var errTold = errors.New("native: the error stands on standard error")

// serve returns how the program exits where there is an error.
func serve(name, version string, args []string, pages fs.FS) (exit int, err error) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	address := flags.String("address", "", "where to listen; default 127.0.0.1:8080, with -room :8080, which is every address")
	folder := flags.String("site", "dist/site", "the built page; empty: none")
	models := flags.String("models", "models", "the folder where models are kept")
	open := flags.Bool("open", false, "everybody on this machine may fit and write without a token; only on a loopback address, or with -room")
	class := flags.Bool("room", false, "a class draws on phones, and one wall shows the network: other machines of the house see the page and the room alone")
	anywhere := flags.Bool("room-anywhere", false, "guests of a room may have public addresses, too")
	second := flags.String("metrics", "", "a second address, where /metrics needs no token; empty: none")
	var level slog.Level
	flags.TextVar(&level, "log", slog.LevelInfo, "what is logged: debug, info, warn or error")
	memory := flags.Int("fit-memory", 512, "MiB that a fit may take, about")
	longest := flags.Duration("fit-time", 30*time.Second, "how long the owner's request may compute")
	said := flags.Bool("version", false, "print the version")
	if err := flags.Parse(args); err == flag.ErrHelp {
		return 0, nil
	} else if err != nil {
		return 2, errTold
	}
	switch {
	case *said:
		fmt.Println(version)
		return 0, nil
	case flags.NArg() > 0:
		return 2, fmt.Errorf("%q is no option; -help lists them", flags.Arg(0))
	case *memory < 1 || *longest <= 0:
		return 2, errors.New("-fit-memory and -fit-time must be above 0")
	case *anywhere && !*class:
		return 2, errors.New("-room-anywhere is for -room")
	case *address == "" && *class:
		*address = ":8080"
	case *address == "":
		*address = "127.0.0.1:8080"
	}
	at, err := net.ResolveTCPAddr("tcp", *address)
	switch {
	case err != nil:
		return 1, fmt.Errorf("%w; -address is such as 127.0.0.1:8080", err)
	case *open && !*class && !at.IP.IsLoopback():
		return 1, fmt.Errorf("-open lets everybody fit and write, so it needs an address of this machine alone, such as 127.0.0.1:8080, not %s", *address)
	case *class && !*anywhere && at.IP != nil && !at.IP.IsUnspecified() && !room.Near(at.AddrPort().Addr().Unmap()):
		return 1, fmt.Errorf("a room is for the network that it is in, and %s is a public address: its guests, and the wall, need -room-anywhere", *address)
	}
	var page http.Handler
	if *folder != "" {
		if _, err := os.Stat(filepath.Join(*folder, "index.html")); err != nil {
			return 1, fmt.Errorf("the page isn't there: %w; build it with ./build.sh, name its folder with -site, or give -site '' to serve none", err)
		}
		page = site.Handler(*folder)
	} else if *class && pages != nil {
		page = site.Files(http.FS(pages))
	}
	if *class && page == nil {
		return 1, errors.New("this program was built without the room's page. Take the one of a release, run ./build.sh command, or name the built page's folder with -site")
	}
	// A limit for the memory of all guests together makes the garbage collector run early enough; the owner's fit may exceed it.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(400 << 20)
	}
	limits := worker.ForMachine(runtime.GOMAXPROCS(0))
	limits.Memory, limits.Owner.Time = int64(*memory)<<20, *longest
	files, err := worker.OpenFiles(*models, limits.Stored)
	if err != nil {
		return 1, err
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	if err := files.Writable(); err != nil {
		logger.Warn("models are answered, not stored", "error", err)
	}
	seen := &observer{log: logger, version: version, statuses: map[[2]string]int{}, times: map[string]*latencies{}}
	token, origins := os.Getenv("XAIA_TOKEN"), worker.Origins(os.Getenv("XAIA_ORIGINS"))
	failed := func(what string, err error) { logger.Error("failed", "request", what, "error", err) }
	seen.handler = worker.New(worker.Config{
		Store: files, Count: files.Count, Write: files.Writable, Limits: limits, Site: page, Cache: 32 << 20, Version: version, Metrics: seen.text,
		Token: token, Open: *open, Origins: origins, Log: failed, Verify: wire.Verifying(os.Getenv("XAIA_VERIFY")),
	})
	const head, body = 5 * time.Second, time.Minute
	server := &http.Server{
		Handler:           seen,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: head,
		ReadTimeout:       body,
		WriteTimeout:      body + limits.Wait + *longest + 20*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		return 1, fmt.Errorf("%w; give another port with -address, such as 127.0.0.1:8081", err)
	}
	told := func() string { return fmt.Sprintf("xaia is at http://%s/  (Ctrl+C ends it)\n", listener.Addr()) }
	if *class {
		class := room.New(listener.Addr(), room.Options{Anywhere: *anywhere, Hosts: worker.Hosts(origins)}, failed)
		server.Handler = class.Handler(seen, page)
		server.RegisterOnShutdown(class.End)
		told = class.Told
	}
	ended := make(chan error, 2)
	if *second != "" {
		listener, err := net.Listen("tcp", *second)
		if err != nil {
			return 1, err
		}
		fmt.Printf("metrics are at http://%s/metrics\n", listener.Addr())
		mux := http.NewServeMux()
		mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", worker.MetricsType)
			w.Write(seen.text())
		})
		go func() {
			ended <- (&http.Server{ReadTimeout: head, WriteTimeout: time.Minute, Handler: mux}).Serve(listener)
		}()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { ended <- server.Serve(listener) }()
	fmt.Print(told())
	if token == "" && !*open {
		fmt.Println("Nobody can fit or write models: set XAIA_TOKEN to a secret of your own, or use -open on your own machine.")
	}
	select {
	case err := <-ended:
		return 1, err
	case <-ctx.Done():
	}
	// Requests that have started are answered, and writes are completed. A second signal ends at once.
	stop()
	shutdown, cancel := context.WithTimeout(context.Background(), limits.Wait+*longest+5*time.Second)
	defer cancel()
	return 1, server.Shutdown(shutdown)
}
