package wire

import (
	"strings"
	"unicode"
)

// Harmless is a text of files or requests as a line of a terminal or a log may show it: it moves no cursor, begins no line,
// sets no colour and turns no text around. In place of such a character its number is shown, such as \u001b.
func Harmless(s string) string { return shown(s, "") }

// HarmlessLines is Harmless of a text that has lines and tabs of its own.
func HarmlessLines(s string) string { return shown(s, "\n\t") }

func shown(s, but string) string {
	if strings.IndexFunc(s, func(r rune) bool { return acts(r) && !strings.ContainsRune(but, r) }) < 0 && strings.ToValidUTF8(s, "") == s {
		return s
	}
	const hex = "0123456789abcdef"
	var out strings.Builder
	for _, r := range s { // bytes that are no UTF-8 are shown as U+FFFD
		if !acts(r) || strings.ContainsRune(but, r) {
			out.WriteRune(r)
			continue
		}
		out.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			out.WriteByte(hex[r>>shift&15])
		}
	}
	return out.String()
}

// acts says whether a terminal obeys a character: controls, separators of lines, and what changes the direction.
func acts(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\u061c' || r == '\u200e' || r == '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}
