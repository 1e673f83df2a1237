//go:build !js

// Command release puts what is published into a folder: the npm tarball, the
// wheels for Python, the static site, the course kit, the server and the command for each platform, a list of the parts that others made
// (CycloneDX), checksums. The same input gives the same bytes: names are sorted, times are fixed. With -notices
// it writes the licences of those parts into what was built, as every build does.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	version := flag.String("version", "", "version, as the build stamps it")
	dist := flag.String("dist", "dist", "what was built: npm and site")
	inputs := flag.String("inputs", "", "web/bundle's account of the bundles")
	out := flag.String("out", "dist/release", "output folder")
	wheels := flag.String("wheels", "dist/python", "folder of the wheels, as python/backend.py has made it")
	servers := flag.String("servers", "dist/servers", "folder with the server's folder for each platform")
	programs := flag.String("programs", "dist/programs", "the same of the command")
	course := flag.String("course", "dist/kit", "folder of the course kit, as web/course has made it")
	only := flag.Bool("notices", false, "only write the notices of what others made into what was built")
	flag.Parse()
	if *only {
		if err := writeNotices(*dist, *inputs); err != nil {
			log.Fatal("release: ", err)
		}
		return
	}
	if err := release(*version, *dist, *inputs, *wheels, *servers, *programs, *course, *out); err != nil {
		log.Fatal("release: ", err)
	}
}

func release(version, dist, inputs, wheels, servers, programs, course, out string) error {
	if version == "" {
		return fmt.Errorf("give -version")
	}
	if err := stamped(filepath.Join(dist, "npm"), version); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	parts, err := thirdParties(inputs)
	if err != nil {
		return err
	}
	sbom, err := cycloneDX(version, parts)
	if err != nil {
		return err
	}
	every := func(string) bool { return true }
	// Hosts compress by themselves; what this server wants compressed, the build makes.
	plain := func(name string) bool { return !strings.HasSuffix(name, ".br") && name != ".assetsignore" }
	packages, err := filepath.Glob(filepath.Join(wheels, "xaia-"+version+"-py3-none-*.whl"))
	if err != nil || len(packages) == 0 {
		return fmt.Errorf("no wheel of version %s is in %s: %v", version, wheels, err)
	}
	files := []struct {
		name string
		make func() ([]byte, error)
	}{
		// npm unpacks what is below package/.
		{fmt.Sprintf("xaia-%s.tgz", version), func() ([]byte, error) { return archive(filepath.Join(dist, "npm"), "package", every) }},
		{fmt.Sprintf("xaia-site-%s.tar.gz", version), func() ([]byte, error) {
			return archive(filepath.Join(dist, "site"), "xaia-site-"+version, plain)
		}},
		{fmt.Sprintf("xaia-course-%s.zip", version), func() ([]byte, error) {
			return os.ReadFile(filepath.Join(course, fmt.Sprintf("xaia-course-%s.zip", version)))
		}},
		{fmt.Sprintf("xaia-%s.cdx.json", version), func() ([]byte, error) { return sbom, nil }},
	}
	for _, wheel := range packages {
		files = append(files, struct {
			name string
			make func() ([]byte, error)
		}{filepath.Base(wheel), func() ([]byte, error) { return os.ReadFile(wheel) }})
	}
	for _, of := range []struct{ folder, name, in string }{{servers, "xaia-server", "server"}, {programs, "xaia", "command"}} {
		notice, err := notices(parts, of.in)
		if err != nil {
			return err
		}
		platforms, err := filepath.Glob(filepath.Join(of.folder, of.name+"-"+version+"-*"))
		if err != nil || len(platforms) == 0 {
			return fmt.Errorf("no %s of version %s is in %s: %v", of.name, version, of.folder, err)
		}
		for _, folder := range platforms {
			name := filepath.Base(folder)
			if err := os.WriteFile(filepath.Join(folder, noticesName), []byte(notice), 0o644); err != nil {
				return err
			}
			files = append(files, struct {
				name string
				make func() ([]byte, error)
			}{name + ".tar.gz", func() ([]byte, error) { return archive(folder, name, every) }})
		}
	}
	var sums strings.Builder
	for _, f := range files {
		content, err := f.make()
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), f.name)
		if err := os.WriteFile(filepath.Join(out, f.name), content, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// stamped sees that manifest, script and module say the version that is released.
func stamped(npm, version string) error {
	for name, want := range map[string]string{
		"package.json": fmt.Sprintf("%q: %q", "version", version), "xaia.mjs": fmt.Sprintf("%q", version), "xaia.wasm": version,
	} {
		text, err := os.ReadFile(filepath.Join(npm, name))
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), want) {
			return fmt.Errorf("%s doesn't say version %s", name, version)
		}
	}
	return nil
}
