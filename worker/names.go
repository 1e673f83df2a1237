package worker

import (
	"strconv"

	"github.com/xaia-go/xaia/core"
)

const longestName = 64

// checkName refuses characters that have a meaning in a file system or a URL, and
// upper case, because some file systems don't distinguish it.
func checkName(name string) error {
	ok := len(name) >= 1 && len(name) <= longestName
	for i := 0; ok && i < len(name); i++ {
		c := name[i]
		ok = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || i > 0 && (c == '-' || c == '_')
	}
	if ok {
		return nil
	}
	return core.NewError(core.InvalidInput, "This is not a valid name for a model: "+shortened(name)+".",
		"Use 1 to "+strconv.Itoa(longestName)+" of a-z, 0-9, - and _, a letter or digit first.")
}

func shortened(s string) string {
	if len(s) > 40 {
		s = s[:40]
	}
	return strconv.QuoteToASCII(s)
}
