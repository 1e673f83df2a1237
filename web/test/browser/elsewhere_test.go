//go:build !js

package web_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A model that was fitted elsewhere, here by the command, is opened by the page from either form of its file, and gives the same
// answers to the bit. One that is cut off is refused in words, and the page goes on.
func TestModelsFromElsewhere(t *testing.T) {
	folder := t.TempDir()
	run := func(stdin string, args ...string) string {
		c := exec.Command(args[0], args[1:]...)
		c.Dir, c.Stdin = "../../..", strings.NewReader(stdin)
		return ran(t, c)
	}
	run("", "go", "build", "-o", folder, "./cmd/xaia")
	ctx, address := built(t, 1440, 1000)
	// The models that the page fits, to be asked to the bit.
	const kept = `
		globalThis.fitted = [];
		let here;
		Object.defineProperty(globalThis, "xaiaPage", {configurable: true, get: () => here, set(given) {
			here = {...given, xaia: {...given.xaia, fit: (...about) => given.xaia.fit(...about).then((model) => { fitted.push(model); return model; })}};
		}});`
	inEachDocument(t, ctx, kept)
	visitPage(t, ctx, address)
	until(t, ctx, idle)
	mixed := csv("size,kind,y", 60, func(i int) string {
		return fmt.Sprintf("%d,%s,%d", i*i%37, []string{"red", "blue", "green"}[i%3], 10*(i%3)+i*i%37)
	})
	for _, c := range []struct{ name, table, target, rows, asked string }{
		{"diabetes.xaia", read(t, "../../../testdata/data/diabetes.csv"), "target", "age,sex,bmi,bp,s1,s2,s3,s4,s5,s6\n50,1,25,90,180,110,50,4,4.6,90\n60.5,2,31.25,101,157,93.2,38,4,4.8,87\n", "[[50,1,25,90,180,110,50,4,4.6,90],[60.5,2,31.25,101,157,93.2,38,4,4.8,87]]"},
		{"iris.json", read(t, "../../../testdata/data/iris.csv"), "target", "sepal_length,sepal_width,petal_length,petal_width\n6,3,4.9,1.7\n5.05,3.3,1.6,0.3\n", "[[6,3,4.9,1.7],[5.05,3.3,1.6,0.3]]"},
		{"mixed.xaia", mixed, "y", "size,kind\n7.5,red\n20.25,green\n", "[[7.5,0,0,1],[20.25,0,1,0]]"}, // kinds in the order of their texts
	} {
		file := filepath.Join(folder, c.name)
		run(c.table, folder+"/xaia", "fit", "-", "--target", c.target, "-o", file)
		var want []string
		for _, line := range strings.Split(strings.TrimSpace(run(c.rows, folder+"/xaia", "predict", file, "-", "--only")), "\n")[1:] {
			value, _, _ := strings.Cut(line, ",")
			if _, err := strconv.ParseFloat(value, 64); err != nil {
				value = strconv.Quote(value)
			}
			want = append(want, value)
		}
		evaluate[bool](t, ctx, `(fitted.length = 0, true)`)
		do(t, ctx, chromedp.SetUploadFiles("#file", []string{file}, chromedp.NodeReady))
		until(t, ctx, idle+` && fitted.length > 0 && document.getElementById("plane-note").textContent.startsWith("From a model file: ")`)
		same(t, ctx, `fitted.find(({samples}) => document.getElementById("plane-note").textContent === "From a model file: " + samples + " samples.").predict(`+c.asked+`).then((list) => "[" + Array.from(list, (v) => JSON.stringify(v)).join(",") + "]")`, "["+strings.Join(want, ",")+"]", "%s answers %s on the page", c.name)
	}
	// A file that is cut off; a table whose first column is called as a model file begins.
	whole := read(t, filepath.Join(folder, "mixed.xaia"))
	give(t, ctx, "#file", "cut.xaia", whole[:len(whole)-20])
	said(t, ctx, "#notice", "cut.xaia could not be read. ")
	openTable(t, ctx, "table.csv", "xaia,y\n1,2\n2,3\n4,5\n7,9\n")
	until(t, ctx, idle+` && !document.getElementById("view-line").hidden`)
}
