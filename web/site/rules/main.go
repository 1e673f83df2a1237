//go:build !js

// Command rules prints the page's headers as Cloudflare's file _headers.
package main

import (
	"fmt"

	"github.com/xaia-go/xaia/web/site"
)

func main() { fmt.Print(site.Rules()) }
