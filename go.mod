module github.com/xaia-go/xaia

go 1.25

require github.com/evanw/esbuild v0.28.2

require (
	golang.org/x/sys v0.0.0-20220715151400-c0bba94af5f8 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
	honnef.co/go/js/dom/v2 v2.0.0-20250304181735-b5e52f05e89d // indirect
)
