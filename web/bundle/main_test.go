//go:build !js

package main

import "testing"

func TestTextsAreUnbroken(t *testing.T) {
	for given, want := range map[string]string{
		"a=\"3400\\\nMiB\";":       `a="3400MiB";`,
		"a=\"\\\\\\\nb\"":          `a="\\b"`,
		"a=\"x\\\\\"\nb":           "a=\"x\\\\\"\nb",
		"`\\\\\n`":                 "`\\\\\n`", // a line of a template, behind a backslash that is shown
		"a=\"1\\\n2\\\n3\\\n4\"\n": "a=\"1234\"\n",
	} {
		if got := string(unbroken([]byte(given))); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
}
