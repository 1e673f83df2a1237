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
	j := screenJob(ctx)
	say("benchmark of %s", commit)
	return j.at(commit, func(here, other string) error {
		if err := os.Chdir(other); err != nil {
			return err
		}
		if err := errors.Join(makeBench(j, filepath.Join(here, "dist/bench-before")), os.Chdir(here)); err != nil {
			return err
		}
		say("by turns")
		return j.run("go", "run", "./bench", "-against", "dist/bench-before", "-only", only, "-on", on)
	})
}

// at has something done with a folder that has the state of a commit, and is gone afterwards.
func (j *job) at(commit string, do func(here, other string) error) error {
	other, err := os.MkdirTemp("", "xaia-at-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(other)
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	state := filepath.Join(other, "state.tar")
	if err := errors.Join(j.run("git", "archive", "-o", state, commit), j.in(other).run("tar", "-xf", state)); err != nil {
		return err
	}
	return do(here, other)
}

// looks builds the pages of a commit, with what that commit builds by, and has both pictured.
func looks(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return wrong("looks takes the commit to compare with")
	}
	if err := build(ctx, dist...); err != nil {
		return err
	}
	j := screenJob(ctx)
	return j.at(args[0], func(here, other string) error {
		say("the pages of %s", args[0])
		if err := j.in(other).run("./build.sh"); err != nil {
			return err
		}
		return j.with("XAIA_BEFORE="+filepath.Join(other, "dist/site")).run("go", "test", "-count=1", "-tags", "looks", "-run", "^TestLooksBeside$", "-v", "./web/test/browser")
	})
}

var sections = []string{"sets", "outliers", "alarms", "tables", "fresh", "large", "coverage", "order", "suspects", "gaps", "drift", "lopsided"}

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
