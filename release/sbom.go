//go:build !js

package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// part is something of others' that is in what is published.
type part struct {
	name, version, license string
	purl                   string
	sha512                 string // of the package, from npm's lock file
	in                     []string
}

// The parts of a CycloneDX list that are used here. It has no serial number and
// no time, so that it is the same for the same parts.
type (
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref,omitempty"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		Licenses   []license  `json:"licenses,omitempty"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Purl       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	license struct {
		License struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
	bom struct {
		Format      string `json:"bomFormat"`
		SpecVersion string `json:"specVersion"`
		Version     int    `json:"version"`
		Metadata    struct {
			Component component `json:"component"`
		} `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
)

func licensed(id string) []license {
	l := license{}
	l.License.ID = id
	return []license{l}
}

func cycloneDX(version string, parts []part) ([]byte, error) {
	own := "pkg:npm/xaia@" + version
	list := bom{Format: "CycloneDX", SpecVersion: "1.5", Version: 1}
	list.Metadata.Component = component{Type: "library", Ref: own, Name: "xaia", Version: version, Licenses: licensed("MIT"), Purl: own}
	all := dependency{Ref: own, DependsOn: []string{}}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.purl, b.purl) })
	for _, p := range parts {
		c := component{Type: "library", Ref: p.purl, Name: p.name, Version: p.version, Licenses: licensed(p.license), Purl: p.purl}
		if p.sha512 != "" {
			raw, err := base64.StdEncoding.DecodeString(p.sha512)
			if err != nil || len(raw) != 64 {
				return nil, fmt.Errorf("the lock file's hash of %s is no SHA-512", p.name)
			}
			c.Hashes = []hash{{"SHA-512", hex.EncodeToString(raw)}}
		}
		slices.Sort(p.in)
		for _, where := range slices.Compact(p.in) {
			c.Properties = append(c.Properties, property{"xaia:in", where})
		}
		list.Components = append(list.Components, c)
		all.DependsOn = append(all.DependsOn, p.purl)
	}
	list.Dependencies = []dependency{all}
	text, err := json.MarshalIndent(list, "", "  ")
	return append(text, '\n'), err
}
