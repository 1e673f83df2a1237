//go:build unix

package worker_test

import (
	"testing"

	"github.com/xaia-go/xaia/worker/stage"
)

// A short run of ./build.sh load: every answer must be right.
func testLoad(t *testing.T, on target) {
	requests := 500
	if on.edge {
		requests = 200
	}
	r, err := stage.Load(on.url, token, requests, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
}
