//go:build !js

package site

import (
	"os"
	"strings"
	"testing"
)

// A host that sends no headers leaves the policy to the pages themselves. A meta element can't forbid frames.
func TestPagesCarryThePolicy(t *testing.T) {
	meta := `<meta http-equiv="Content-Security-Policy" content="` + strings.Replace(policy, "; frame-ancestors 'none'", "", 1) + `">`
	for _, page := range []string{"../../index.html", "page/workshop.html", "paper/paper.html", "learn/learn.html", "teach/teach.html"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "<link")
		if !strings.Contains(head, meta) {
			t.Errorf("%s: before its first link there must be %s", page, meta)
		}
	}
}
