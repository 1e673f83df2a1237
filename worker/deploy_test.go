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
)

// What docs/service.md says is done once, from the program to a backup that is restored.
func TestDeploy(t *testing.T) {
	folder := t.TempDir()
	native(t, folder).Kill() // builds it
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

	for _, wrong := range wrongInImage(image) {
		t.Errorf("Dockerfile: %s", wrong)
	}
	for change, to := range map[string]string{"FROM scratch": "FROM debian", "USER 65532:65532": "USER 0:0", "USER 65532:65532\n": "", "COPY --chmod": "ADD --chmod", "xaia-server /": "server /",
		"EXPOSE 8080": "EXPOSE 80800", `["/models"]`: "/models", "EXPOSE": "expose", "VOLUME": "RUN", `["/xaia-server", `: `["/server", `, "0755": "0777"} {
		if changed := strings.Replace(image, change, to, 1); changed == image || len(wrongInImage(changed)) == 0 {
			t.Errorf("Dockerfile: nothing is wrong with %q in place of %q", to, change)
		}
	}

	// The unit gives the program nothing that it doesn't need, and the token isn't in it: everybody may read a unit.
	text := read("deploy/xaia.service")
	for _, line := range []string{"DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "CapabilityBoundingSet=", "StateDirectory=xaia",
		"StateDirectoryMode=0700", "EnvironmentFile=/etc/xaia.env", "Restart=on-failure", "SystemCallFilter=@system-service", "WantedBy=multi-user.target"} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("xaia.service: no %s", line)
		}
	}
	if strings.Contains(text, "XAIA_TOKEN=") {
		t.Error("xaia.service has a token")
	}
	if verify, err := exec.LookPath("systemd-analyze"); err == nil {
		unit := filepath.Join(folder, "xaia.service")
		if err := os.WriteFile(unit, []byte(strings.ReplaceAll(text, "/usr/local/bin/xaia-server", program)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(verify, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "xaia.service:") {
			t.Errorf("systemd: %v %s", err, out)
		}
	}
}

// wrongInImage is what is wrong with a Dockerfile by the rules of hadolint that concern it, and by ours: one file on
// nothing else, not root.
func wrongInImage(text string) (wrong []string) {
	rules := map[string]*regexp.Regexp{
		"FROM":       regexp.MustCompile(`^scratch$`),
		"COPY":       regexp.MustCompile(`^--chmod=0755 xaia-server /xaia-server$`),
		"USER":       regexp.MustCompile(`^[1-9]\d+:[1-9]\d+$`),
		"EXPOSE":     regexp.MustCompile(`^8080$`),
		"VOLUME":     regexp.MustCompile(`^\["/[a-z]+"\]$`),
		"ENTRYPOINT": regexp.MustCompile(`^\["/xaia-server"(, "[^"]*")*\]$`),
	}
	times := map[string]int{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if rule := rules[word]; rule == nil || !rule.MatchString(rest) {
			wrong = append(wrong, line)
		}
		times[word]++
	}
	for word := range rules {
		if times[word] != 1 {
			wrong = append(wrong, word+" isn't there once")
		}
	}
	return wrong
}
