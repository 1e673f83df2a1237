//go:build unix

package worker_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// The Worker starts quickly only if it is small. Cloudflare takes 64 MiB.
func TestWorkerFits(t *testing.T) {
	const most = 10 << 10 // KiB, uncompressed
	deploy := exec.Command("node_modules/.bin/wrangler", "deploy", "--dry-run", "--outdir", t.TempDir())
	deploy.Dir = filepath.Join(root, "worker")
	deploy.Env = append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false")
	said, err := deploy.CombinedOutput()
	size := regexp.MustCompile(`Total Upload: ([0-9]+)[.0-9]* KiB`).FindSubmatch(said)
	if err != nil || size == nil {
		t.Fatalf("wrangler doesn't say how large the Worker is: %v\n%s", err, said)
	}
	if kib, _ := strconv.Atoi(string(size[1])); kib < 1000 || kib >= most {
		t.Errorf("the Worker has %d KiB, at most %d are allowed", kib, most)
	}
}
