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

// The Worker fits into what Cloudflare takes on its free plan: 3 MB, gzipped.
func TestWorkerFits(t *testing.T) {
	const most = 2900 // KiB
	deploy := exec.Command("node_modules/.bin/wrangler", "deploy", "--dry-run", "--outdir", t.TempDir())
	deploy.Dir = filepath.Join(root, "worker")
	deploy.Env = append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false")
	said, err := deploy.CombinedOutput()
	size := regexp.MustCompile(`gzip: ([0-9]+)[.0-9]* KiB`).FindSubmatch(said)
	if err != nil || size == nil {
		t.Fatalf("wrangler doesn't say how large the Worker is: %v\n%s", err, said)
	}
	if kib, _ := strconv.Atoi(string(size[1])); kib < 100 || kib >= most {
		t.Errorf("the Worker has %d KiB gzipped, at most %d are taken", kib, most)
	}
}
