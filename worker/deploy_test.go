//go:build unix

package worker_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/worker/stage"
)

// What docs/service.md says is done once, from the program to a backup that is restored.
func TestDeploy(t *testing.T) {
	folder := t.TempDir()
	server, err := stage.Native(root, folder) // builds it
	if err != nil {
		t.Fatal(err)
	}
	server.Kill()
	program := filepath.Join(folder, "serve")
	out, err := exec.Command("../deploy/check.sh", program).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	steps := []string{"a model is stored, and answers", "metrics are read", "a backup is restored", "the next version answers"}
	_, nginx := exec.LookPath("nginx")
	_, openssl := exec.LookPath("openssl")
	if nginx == nil && openssl == nil { // `./build.sh verify` has them
		steps = append(steps, "it answers over TLS")
	}
	for _, done := range steps {
		if !strings.Contains(string(out), done) {
			t.Errorf("not done: %s", done)
		}
	}

	// The options of the document, the unit and the image are those of the program.
	help, _ := exec.Command(program, "-help").CombinedOutput()
	var options []string
	for _, m := range regexp.MustCompile(`(?m)^  (-[a-z-]+)`).FindAllStringSubmatch(string(help), -1) {
		options = append(options, m[1])
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var told []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(-[a-z-]+)` \\|").FindAllStringSubmatch(read("docs/service.md"), -1) {
		told = append(told, m[1])
	}
	slices.Sort(told)
	if slices.Sort(options); len(options) < 5 || !slices.Equal(options, told) {
		t.Errorf("the program has %v, docs/service.md %v", options, told)
	}
	unit := regexp.MustCompile(`(?m)^ExecStart=\S+ (.*)$`).FindStringSubmatch(read("deploy/xaia.service"))
	image := read("deploy/Dockerfile")
	for _, m := range regexp.MustCompile(`[ "](-[a-z]+)\b`).FindAllStringSubmatch(" "+unit[1]+image[strings.Index(image, "ENTRYPOINT"):], -1) {
		if !slices.Contains(options, m[1]) {
			t.Errorf("%s is no option", m[1])
		}
	}

	// The image is of fixed parts, and doesn't run as root.
	for _, line := range strings.Split(image, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == "FROM" && rest != "scratch", word == "ADD", word == "RUN", word == "USER" && !regexp.MustCompile(`^[1-9]\d+:[1-9]\d+$`).MatchString(rest),
			(word == "ENTRYPOINT" || word == "VOLUME" || word == "CMD") && !strings.HasPrefix(rest, "["):
			t.Errorf("Dockerfile: %s", line)
		}
	}
	if !strings.Contains(image, "\nUSER ") {
		t.Error("the image runs as root")
	}
	if verify, err := exec.LookPath("systemd-analyze"); err == nil {
		unit := filepath.Join(folder, "xaia.service")
		text := strings.ReplaceAll(read("deploy/xaia.service"), "/usr/local/bin/xaia-server", program)
		if err := os.WriteFile(unit, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(verify, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "xaia.service:") {
			t.Errorf("systemd: %v %s", err, out)
		}
	}
}
