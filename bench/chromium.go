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
	version, err := exec.Command(chromiumPath(), "--version").Output()
	number, _, _ := strings.Cut(strings.TrimPrefix(string(version), "Chromium "), " ")
	return platform{name: "Chromium", version: number, run: func(ctx context.Context, workload string) ([]result, error) {
		said, err := visit(ctx, server+"/?workload="+url.QueryEscape(workload))
		results, wrong := parse(said)
		return results, cmp.Or(err, wrong)
	}}, err
}

func chromiumPath() string { return cmp.Or(os.Getenv("CHROMIUM"), "chromium") }

// visit opens a page and gives what its console says up to the end.
func visit(ctx context.Context, address string) (string, error) {
	profile, err := os.MkdirTemp("", "xaia-bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(profile)
	ctx, cancel := chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(chromiumPath()), chromedp.UserDataDir(profile), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	messages := chromedp.Console(ctx)
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return "", err
	}
	var said strings.Builder
	for m, err := range messages {
		if err != nil {
			return said.String(), err
		}
		if end, found := strings.CutPrefix(m.Text, "BENCH-END "); found {
			if end != "0" {
				return "", errors.New(said.String())
			}
			break
		}
		said.WriteString(m.Text + "\n")
	}
	return said.String(), nil
}
