//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"
)

// chromium gives every workload a browser of its own: a page that computes for
// minutes can't be closed otherwise.
func chromium(server string) (platform, error) {
	path := cmp.Or(os.Getenv("CHROMIUM"), "chromium")
	version, err := exec.Command(path, "--version").Output()
	number, _, _ := strings.Cut(strings.TrimPrefix(string(version), "Chromium "), " ")
	return platform{name: "Chromium", version: number, run: func(ctx context.Context, workload string) ([]result, error) {
		profile, err := os.MkdirTemp("", "xaia-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(profile)
		ctx, cancel := chromedp.NewExecAllocator(ctx,
			chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
		defer cancel()
		ctx, cancel = chromedp.NewContext(ctx)
		defer cancel()
		return visit(ctx, server+"/?workload="+url.QueryEscape(workload))
	}}, err
}

// visit opens a page of host.mjs and reads its console to the end.
func visit(ctx context.Context, address string) ([]result, error) {
	messages := chromedp.Console(ctx)
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return nil, err
	}
	var said strings.Builder
	for m, err := range messages {
		if err != nil {
			results, _ := parse(said.String())
			return results, err
		}
		said.WriteString(m.Text + "\n")
		if end, found := strings.CutPrefix(m.Text, "BENCH-END "); found {
			if end != "0" {
				return nil, errors.New(said.String())
			}
			break
		}
	}
	return parse(said.String())
}
