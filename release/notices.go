//go:build !js

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// noticesName is the file's, in the npm package, on the site and in the course kit.
const noticesName = "THIRD_PARTY_NOTICES.txt"

// writeNotices puts the notices into what was built.
func writeNotices(dist, inputs string) error {
	parts, err := thirdParties(inputs)
	if err != nil {
		return err
	}
	for _, in := range []string{"npm", "site", "course"} {
		text, err := notices(parts, in)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dist, in, noticesName), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sampleSets are the site's data, which no list of parts has.
const sampleSets = `Sample sets (data/*.csv)

The copies of scikit-learn (BSD-3-Clause, the scikit-learn developers). iris: R. A. Fisher, 1936; wine: M. Forina et al., 1988;
cancer: W. H. Wolberg, W. N. Street, O. L. Mangasarian, 1995: these three by way of the UCI Machine Learning Repository, CC BY 4.0.
boston: D. Harrison, D. L. Rubinfeld, 1978. diabetes: B. Efron, T. Hastie, I. Johnstone, R. Tibshirani, 2004.
`

// notices lists what of others' is in the npm package or on the site, with the licences
// that came with it. Parts with the same text share it.
func notices(parts []part, in string) (string, error) {
	var texts []string
	owners := map[string][]string{}
	for _, p := range parts {
		if !slices.Contains(p.in, in) {
			continue
		}
		text, err := p.licenceText()
		if err != nil {
			return "", err
		}
		if owners[text] == nil {
			texts = append(texts, text)
		}
		if title := fmt.Sprintf("%s %s (%s)", p.name, p.version, p.license); !slices.Contains(owners[text], title) {
			owners[text] = append(owners[text], title)
		}
	}
	for _, names := range owners {
		slices.Sort(names)
	}
	slices.SortFunc(texts, func(a, b string) int { return strings.Compare(owners[a][0], owners[b][0]) })
	rule := "\n" + strings.Repeat("-", 80) + "\n\n"
	var out strings.Builder
	out.WriteString("xaia is under the licence in LICENSE. It contains work of others, under theirs.\n")
	if in == "site" {
		out.WriteString(rule + sampleSets)
	}
	for _, text := range texts {
		out.WriteString(rule + strings.Join(owners[text], "\n") + "\n\n" + text)
	}
	return out.String(), nil
}

// licenceText is all that the part's own files say: its licence, notices that it asks to
// be kept, and licences of what it contains itself.
func (p part) licenceText() (string, error) {
	folder, err := p.folder()
	if err != nil {
		return "", err
	}
	var files []string
	for _, pattern := range []string{"LICEN[CS]E*", "licen[cs]e*", "NOTICE*", "PATENTS", "THIRD_PARTY_LICENSES/*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return "", err
		}
		files = append(files, found...)
	}
	var texts []string
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return "", err
		}
		if info.IsDir() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))+"\n")
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s %s is bundled, and has no licence file in its folder", p.name, p.version)
	}
	return strings.Join(texts, "\n"), nil
}

// folder is where the part was installed.
func (p part) folder() (string, error) {
	switch {
	case strings.HasPrefix(p.purl, "pkg:npm/"):
		return filepath.Join("web", "node_modules", filepath.FromSlash(p.name)), nil
	case p.name == "go":
		return output("go", "env", "GOROOT")
	}
	return output("go", "list", "-m", "-f", "{{.Dir}}", p.name)
}

func output(command string, arguments ...string) (string, error) {
	out, err := exec.Command(command, arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", command, strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
