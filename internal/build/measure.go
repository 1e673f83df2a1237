//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file runs what measures speed and quality.

const benchUsage = "bench takes nothing, quick, parts, rival, kernels [REGEXP], learner [REGEXP], only REGEXP [PLATFORMS] or against COMMIT REGEXP [PLATFORMS], not %s"

func bench(ctx context.Context, args []string) error {
	kind := ""
	if len(args) > 0 {
		kind = args[0]
	}
	rest := map[string][2]int{"": {0, 0}, "quick": {1, 1}, "parts": {1, 1}, "rival": {1, 1}, "kernels": {1, 2}, "learner": {1, 2}, "only": {2, 3}, "against": {3, 4}} // the fewest words, and the most
	if n, known := rest[kind]; !known || len(args) < n[0] || len(args) > n[1] {
		return wrong(fmt.Sprintf(benchUsage, strings.Join(args, " ")))
	}
	chromium.look() // a measurement in Node alone doesn't need it
	on := "native,Node"
	switch kind {
	case "learner", "parts", "kernels":
		if err := build(ctx, packageFiles, npm("web")); err != nil {
			return err
		}
		return screenJob(ctx).run("node", append([]string{"bench/" + kind + ".mjs"}, args[1:]...)...)
	case "rival":
		if err := cmp.Or(chromium.meet(screenJob(ctx)), build(ctx, packageFiles, npm("web"))); err != nil {
			return err
		}
		return screenJob(ctx).run("go", "run", "./bench", "-rival")
	case "only":
		if len(args) == 3 {
			on = args[2]
		}
		if err := build(ctx, benchFolder, benchSets); err != nil {
			return err
		}
		say("benchmark")
		return screenJob(ctx).run("go", "run", "./bench", "-only", args[1], "-on", on)
	case "against":
		if len(args) == 4 {
			on = args[3]
		}
		return benchAgainst(ctx, args[1], args[2], on)
	}
	if err := chromium.meet(screenJob(ctx)); err != nil {
		return err
	}
	j, err := after(ctx, "benchmark", benchFolder, benchSets)
	if err != nil {
		return err
	}
	return j.keeping("dist/bench/table.md", func(j *job) error {
		options := []string{"run", "./bench"}
		if kind == "quick" {
			options = append(options, "-quick")
		}
		return errors.Join(j.run("go", options...), j.run("node", "bench/predict.mjs"), j.run("node", "bench/control.mjs"), j.run("node", "bench/learner.mjs"), j.run("node", "bench/parts.mjs"), j.run("node", "bench/kernels.mjs"), j.run("go", "run", "./bench", "-rival"))
	})
}

// benchAgainst measures the state of a commit, by turns with this one.
func benchAgainst(ctx context.Context, commit, only, on string) error {
	if err := errors.Join(git.meet(screenJob(ctx)), build(ctx, benchFolder)); err != nil {
		return err
	}
	other, err := os.MkdirTemp("", "xaia-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(other)
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	j := screenJob(ctx)
	say("benchmark of %s", commit)
	state := filepath.Join(other, "state.tar")
	if err := errors.Join(j.run("git", "archive", "-o", state, commit), j.in(other).run("tar", "-xf", state)); err != nil {
		return err
	}
	before := filepath.Join(here, "dist/bench-before")
	if err := os.Chdir(other); err != nil {
		return err
	}
	err = errors.Join(makeBench(j, before), os.Chdir(here))
	if err != nil {
		return err
	}
	say("by turns")
	return j.run("go", "run", "./bench", "-against", "dist/bench-before", "-only", only, "-on", on)
}

var sections = []string{"sets", "outliers", "alarms", "tables", "fresh", "large", "coverage", "order", "suspects", "gaps"}

func quality(ctx context.Context, args []string) error {
	script, output := "main", "table"
	for _, word := range args {
		switch {
		case word == "why" || word == "drawings":
			script, output = word, word
		case word == "quick":
		case slices.Contains(sections, word):
			output = word
		default:
			return wrong(fmt.Sprintf("quality takes nothing, quick, why, drawings, %s, not %s", strings.Join(sections, ", "), word))
		}
	}
	j, err := after(ctx, "quality")
	if err != nil {
		return err
	}
	return j.keeping("dist/quality/"+output+".md", func(j *job) error {
		return j.run("node", append([]string{"quality/" + script + ".mjs"}, args...)...)
	})
}
