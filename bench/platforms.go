//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// platform runs one workload. On an error, the deadline's too, it returns the
// results that came before.
type platform struct {
	name    string
	version string
	run     func(ctx context.Context, workload string) ([]result, error)
}

const oneProcessor = "native, one processor,"

func choose(names []string, binary, folder, server string) ([]platform, error) {
	var chosen []platform
	for _, name := range names {
		var p platform
		var err error
		switch name {
		case "native":
			p = native(binary)
		case "native-1":
			p = native(binary, "GOMAXPROCS=1")
			p.name = oneProcessor
		case "Node":
			p, err = node(filepath.Join(folder, "host.mjs"), server)
		case "Chromium":
			p, err = chromium(server)
		default:
			err = fmt.Errorf("there is no platform %s; known are native, native-1, Node and Chromium", name)
		}
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, p)
	}
	return chosen, nil
}

func list(binary string) ([]string, error) {
	results, err := native(binary).run(context.Background(), "list")
	var names []string
	for _, r := range results {
		names = append(names, r.Workload)
	}
	return names, err
}

func native(binary string, environment ...string) platform {
	return platform{name: "native", run: func(ctx context.Context, workload string) ([]result, error) {
		command := exec.CommandContext(ctx, binary, "-test.run=^TestBenchTable$", "-bench-table="+workload)
		command.Dir = "core" // its data is beside it
		command.Env = append(os.Environ(), environment...)
		return output(command)
	}}
}

func node(host, server string) (platform, error) {
	version, err := exec.Command("node", "--version").Output()
	return platform{name: "Node", version: strings.TrimSpace(string(version)), run: func(ctx context.Context, workload string) ([]result, error) {
		return output(exec.CommandContext(ctx, "node", host, server, workload))
	}}, err
}

func output(command *exec.Cmd) ([]result, error) {
	command.WaitDelay = 5 * time.Second
	text, err := command.Output()
	results, errParse := parse(string(text))
	switch {
	case err == nil:
		err = errParse
	default:
		if exit, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%w\n%s%s", err, text, exit.Stderr)
		}
	}
	return results, err
}
