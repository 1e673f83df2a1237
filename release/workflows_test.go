//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// jobs splits a workflow into what comes before its jobs, and the jobs.
func jobs(text string) (head string, list []string) {
	head, rest, _ := strings.Cut(text, "\njobs:\n")
	return head, regexp.MustCompile(`(?m)^  \w+:\n`).Split(rest, -1)[1:]
}

// Actions are named by their commit, which nobody can move, with the version beside it. A job that may write runs none
// of the repository's code, and no other job may write.
func TestWorkflows(t *testing.T) {
	files, _ := filepath.Glob("../.github/workflows/*.yml")
	if len(files) < 4 {
		t.Fatalf("workflows are %v", files)
	}
	uses, pinned := regexp.MustCompile(`\buses:`), regexp.MustCompile(`\buses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for i, line := range strings.Split(text, "\n") {
			if uses.MatchString(line) && !pinned.MatchString(line) {
				t.Errorf("%s:%d: %s", file, i+1, strings.TrimSpace(line))
			}
		}
		head, list := jobs(text)
		if len(list) == 0 || !strings.Contains(head, "permissions:\n  contents: read") || strings.Contains(head, "write") {
			t.Errorf("%s: permissions beside jobs: %s", file, head)
		}
		for _, job := range list {
			if writes := strings.Contains(job, ": write"); writes && (strings.Contains(job, "checkout") || strings.Contains(job, "./")) {
				t.Errorf("%s: a job may write and runs the repository's code:\n%s", file, job)
			}
		}
	}
}

// A tag that isn't the version of the package ends the release before anything is published.
func TestTagIsTheVersion(t *testing.T) {
	data, err := os.ReadFile("../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, list := jobs(string(data))
	found := regexp.MustCompile(`The tag is the version\n +run: (.+)\n`).FindStringSubmatch(list[0])
	if found == nil {
		t.Fatalf("the first job doesn't compare them:\n%s", list[0])
	}
	for _, job := range list[1:] {
		if !regexp.MustCompile(`needs: (build|\[build, .*\])\n`).MatchString(job) {
			t.Errorf("this job doesn't wait for the comparison:\n%s", job)
		}
	}
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "dist/npm"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "dist/npm/package.json"), []byte(`{"version":"1.2.3"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for tag, right := range map[string]bool{"v1.2.3": true, "v1.2.4": false, "1.2.3": false, "": false} {
		cmd := exec.Command("bash", "-euc", found[1])
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "GITHUB_REF_NAME="+tag)
		if out, err := cmd.CombinedOutput(); (err == nil) != right {
			t.Errorf("tag %q: %v %s", tag, err, out)
		}
	}
}
