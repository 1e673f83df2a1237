//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// This file makes a release, and checks it.

var releasing = once("dist/release", releaseOnce, wheel, servers, thePrograms, courseKit)

func releaseOnce(j *job) error {
	return j.run("go", "run", "./release", "-version", version, "-dist", "dist", "-inputs", "dist/inputs.json", "-out", "dist/release")
}

// release makes it twice, the second time in another folder: what depends on a path, a time or an order shows.
func release(ctx context.Context, _ []string) error {
	if err := releasing(ctx, nil); err != nil {
		return err
	}
	j := screenJob(ctx)
	other, err := os.MkdirTemp("", "xaia-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(other)
	say("once more, elsewhere")
	listed, err := j.output("git", "ls-files", "-co", "--exclude-standard", "-z")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(listed, "\x00"), "\x00") {
		if err := clone(filepath.Join(other, name), name); err != nil && !errors.Is(err, fs.ErrNotExist) { // removed, not yet committed
			return err
		}
	}
	if err := j.run("cp", "-r", "web/node_modules", other+"/web/"); err != nil {
		return err
	}
	if err := j.run(other+"/build.sh", "release-once"); err != nil {
		return err
	}
	if err := errors.Join(j.run("diff", "-r", "dist/release", other+"/dist/release"), j.in("dist/release").run("sha256sum", "--check", "--quiet", "SHA256SUMS")); err != nil {
		return err
	}
	say("dist/release, the same bytes twice")
	if err := deployed(j, "dist/release"); err != nil {
		return err
	}
	return j.run("ls", "-l", "dist/release")
}

// deployed does what docs/service.md says with the server of a release, in a folder that has nothing else, without the
// environment of this repository.
func deployed(j *job, release string) error {
	folder, err := os.MkdirTemp("", "xaia-deployed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	name := "xaia-server-" + version + "-" + runtime.GOOS + "-" + runtime.GOARCH
	if err := j.run("tar", "-xzf", filepath.Join(release, name+".tar.gz"), "-C", folder); err != nil {
		return err
	}
	there := j.in(filepath.Join(folder, name))
	if err := there.run("env", "-i", "PATH="+os.Getenv("PATH"), "deploy/check.sh", "./xaia-server"); err != nil {
		return err
	}
	if runtime.GOOS != "linux" || exec.Command("docker", "info").Run() != nil {
		say("NOT RUN: the image, which needs docker; go test ./worker -run TestDeploy checks its lines")
		return nil
	}
	const image = "xaia-of-this-release"
	if err := there.run("docker", "build", "-q", "-t", image, "-f", "deploy/Dockerfile", "."); err != nil {
		return err
	}
	said, err := there.output("docker", "run", "--rm", "--read-only", image, "-version")
	if err = errors.Join(err, there.run("docker", "rmi", image)); err != nil {
		return err
	}
	if strings.TrimSpace(said) != version {
		return fmt.Errorf("the image's program says version %q, not %s", said, version)
	}
	return nil
}

// clone copies a file with its permissions.
func clone(to, from string) error {
	about, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := copyFile(to, from); err != nil {
		return err
	}
	return os.Chmod(to, about.Mode())
}
