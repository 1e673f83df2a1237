//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// need is a program that isn't part of the repository.
type need struct {
	name     string
	variable string   // of the environment, that says where the program is
	programs []string // the first that is there is taken
	found    func() (wrong string)
	packages []string // of Debian
	hint     string
}

var (
	node = &need{name: "Node", found: nodeIsNew, hint: "install Node 20.16 or newer, with npm: https://nodejs.org/"}

	git = &need{name: "git", programs: []string{"git"}, packages: []string{"git"}, hint: "install git"}

	gcc = &need{name: "A C compiler, for the race detector,", programs: []string{"gcc", "cc"}, packages: []string{"gcc", "libc6-dev"}, hint: "install gcc"}

	curl = &need{name: "curl", programs: []string{"curl"}, packages: []string{"curl"}, hint: "install curl"}

	proxy = &need{name: "nginx, with curl and openssl", found: all("nginx", "curl", "openssl"), packages: []string{"nginx", "curl", "openssl"}, hint: "install all three"}

	chromium = &need{name: "Chromium", variable: "CHROMIUM", programs: []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"},
		packages: []string{"chromium"}, hint: "install it, or set CHROMIUM to its path"}

	firefox = &need{name: "Firefox", found: firefoxIsNew,
		packages: []string{"firefox-esr"}, hint: "install Firefox ESR 153 or newer, or set FIREFOX to its path"}

	webkit = &need{name: "WebKitGTK", found: all("WebKitWebDriver", "xvfb-run"),
		packages: []string{"webkit2gtk-driver", "xvfb", "xauth"}, hint: "install WebKitWebDriver and xvfb-run"}

	coq = &need{name: "Coq", found: all("coqc", "coqchk", "coqdep"), packages: []string{"coq"}, hint: "install it: https://coq.inria.fr/"}

	python = &need{name: "Python", programs: []string{"python3"}, packages: []string{"python3", "python3-venv"}, hint: "install Python 3.9 or newer as python3"}

	// The widget needs traitlets, which comes with every Jupyter; data frames need pandas, and the estimators scikit-learn.
	frames = &need{name: "Python with traitlets, pandas and scikit-learn", found: func() string { _, err := pythonWithFrames(); return absent(err) },
		packages: []string{"python3-traitlets", "python3-pandas", "python3-sklearn", "python3-venv"}, hint: "install all for python3"}

	jupyter = &need{name: "Jupyter", found: func() string {
		return absent(errors.Join(exec.Command("jupyter", "nbconvert", "--version").Run(), exec.Command("jupyter", "notebook", "--version").Run()))
	}, packages: []string{"jupyter-nbconvert", "jupyter-notebook", "python3-ipykernel", "python3-pandas"}, hint: "install nbconvert and notebook"}
)

// absent is what is wrong with a program that can't be run.
func absent(err error) string {
	if err != nil {
		return "is missing"
	}
	return ""
}

func all(programs ...string) func() string {
	return func() string {
		for _, p := range programs {
			if _, err := exec.LookPath(p); err != nil {
				return absent(err)
			}
		}
		return ""
	}
}

func nodeIsNew() string { return cmp.Or(all("npm")(), older("node", 20, 16)) }

// Over WebDriver BiDi, Firefox 140 doesn't reach the browser's own windows, which set what a page prefers; 153 does.
func firefoxIsNew() string { return older(cmp.Or(os.Getenv("FIREFOX"), "firefox-esr"), 153, 0) }

// older says what is wrong with a program that is to have this version at least.
func older(program string, major, minor int) (wrong string) {
	said, err := exec.Command(program, "--version").Output()
	if err != nil {
		return absent(err)
	}
	var a, b int
	words := strings.Fields(string(said))
	for _, word := range words {
		if n, _ := fmt.Sscanf(strings.TrimPrefix(word, "v"), "%d.%d", &a, &b); n > 0 {
			break
		}
	}
	if a < major || a == major && b < minor {
		return strings.Join(words, " ") + " is too old"
	}
	return ""
}

// pythonWithFrames is the first Python on the path, or else Debian's own, that has what the tests use.
func pythonWithFrames() (string, error) {
	var err error
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		if err = exec.Command(p, "-c", "import numpy, pandas, sklearn, traitlets").Run(); err == nil {
			return p, nil
		}
	}
	return "", err
}

// missing says that something can't run here.
type missing struct {
	*need
	wrong string
}

func (m missing) Error() string {
	text := m.name + " " + m.wrong + ": " + m.hint
	if m.packages != nil {
		text += " (on Debian: apt-get install " + strings.Join(m.packages, " ") + ")"
	}
	return text + "."
}

// look says what is wrong, and puts the program's path into the environment for those that run it.
func (n *need) look() (wrong string) {
	if n.found != nil {
		return n.found()
	}
	names := n.programs
	if named := os.Getenv(n.variable); n.variable != "" && named != "" {
		names = []string{named}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			if n.variable != "" {
				os.Setenv(n.variable, path)
			}
			return ""
		}
	}
	return "is missing"
}

var installing sync.Mutex

// meet installs what is missing, on Debian as root, or says what to do.
func (n *need) meet(j *job) error {
	installing.Lock()
	defer installing.Unlock()
	wrong := n.look()
	if wrong == "" {
		return nil
	}
	if _, err := os.Stat("/etc/debian_version"); err == nil && os.Getuid() == 0 && n.packages != nil {
		say("installing %s", strings.Join(n.packages, " "))
		quiet := j.with("DEBIAN_FRONTEND=noninteractive")
		if err := quiet.run("apt-get", "update", "-q"); err != nil {
			return errors.Join(missing{n, wrong}, err)
		}
		if err := quiet.run("apt-get", append([]string{"install", "-qy", "--no-install-recommends"}, n.packages...)...); err != nil {
			return errors.Join(missing{n, wrong}, err)
		}
		if wrong = n.look(); wrong == "" {
			return nil
		}
	}
	return missing{n, wrong}
}

func meet(ctx context.Context, needs []*need) error {
	for _, n := range needs {
		if err := n.meet(screenJob(ctx)); err != nil {
			return err
		}
	}
	return nil
}
