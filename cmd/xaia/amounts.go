package main

import (
	"regexp"
	"slices"
	"strings"
)

// Numbers and dates that the package reads and the command refuses, since they can be read in more than one way.

const (
	money = `USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|TRY|ILS|AED|SAR|ZAR|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|AUD|NZD|CAD|MXN|BRL|ARS|CLP|COP`
	// units are those that the package knows.
	units = `((sq\.?|square|per) )?(%|percent|pct|prozent|per ?cent|procent|\p{Sc}|` + money + `|zł|kč|kr|ft|fr|ns|[uµμ]s|ms|msecs?|s|secs?|seconds?|sek|mins?|minutes?|h|hrs?|hours?|std|d|days?|tage?|weeks?|wks?|months?|mos?|years?|yrs?|nm|[uµμ]m|mm|cm|dm|k?ms?|met(er|re)s?|in|inch(es)?|feet|foot|yd|yards?|mi|miles?|ha|acres?|sqm|qm|sqft|sqkm|[mcdh]?l|lit(er|re)s?|ccm?|gal|gallons?|oz|[uµμ]g|mg|g|grams?|gr|kgs?|kilos?|t|tons?|tonnes|lbs?|pounds|kmh|kph|mph|kn|knots|°[cf]?|°?deg|℃|℉|[mk]v|ma|[mkg]?wh?|k?ω|mω|k?Ω|mΩ|ohms?|[uµnp]f|[kmg]?hz|k?j|mj|k?cal|[hkm]?pa|m?bar|psi|atm|mmhg|kn|nm|dbm?|lm|lx|m?mol|pp[mb]|[rb]pm|px|bits?|bytes?|[kmgt]i?b|[kmg]?bps|[kmg]bit|hp|ps|mpg|m?iu|dpi|m?ah|kva|[km]?ev|‰)\.?(\^?[23]|[²³]|00 ?km)?`
	month = `(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mrz|mai|maj|mei|mag|maa|okt|ott|out|dez|déc|dic|des|ene|gen|jän|fév|fev|avr|abr|giu|jui|lug|aoû|ago|set)[a-zäûéèí]{0,7}\.?`
)

var (
	// amount and moment look like a number or a date, written in one of many ways. Of amounts it takes more than the package
	// reads as numbers, never less.
	amount = regexp.MustCompile(`(?i)^[^\p{L}\p{N}]*((us|au|ca|nz|hk|a|c|s|r)?\$|s?fr\.?|rs\.?|kr\.?|zł|kč|ft|€uro|euros?|лв|руб|ca\.?|approx\.?|about|around|circa|` + money + `)?[^\p{L}\p{N}]*[\p{Nd}½⅓⅔¼¾⅕-⅚⅛-⅞][\p{Nd}½⅓⅔¼¾⅕-⅚⅛-⅞.,'’/ \x{a0}\x{202f}\x{2009}٫٬．，-]*(e[+-]?\d+)?(\s?[x×·*]\s?10[\^\d⁰¹²³⁴-⁹⁻⁺+−-]*)?(\s*(±|\+/[-−])[\d\s.,]*)?(\s*(k|m|b|mn|bn|mio|mrd|tsd|thousand|[mbtr]+illions?)\.?)?((\s+[avwfjnub]|\s*(` + units + `))([/ ]([avwfjnub]|` + units + `))*)?[^\p{L}\p{N}]*$`)
	worded = regexp.MustCompile(`(?i)^[^\p{L}\p{N}]*[\d.,]+\s+(\p{L}{1,15})\.?$`) // a number and a word, which may be a unit
	moment = regexp.MustCompile(`(?i)^(\d{4}[-/]\d{1,2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|-?(\d+ ?d(ays?)?,? ?)?\d{1,6}:\d\d)(\D.*)?$|^-?p[t\d].*\d.*$|^([a-zäûéèí]+,? )?(` + month + ` \d{1,2}(st|nd|rd|th)?|\d{1,2}(st|nd|rd|th|\.)?[- ]?` + month + `),?[- ,]{1,2}\d{2,4}\b.*$|^` + month + `[- ,]{1,2}\d{4}$`)
	// powered is a power of ten, or a code; certain is how nobody writes a code.
	powered = regexp.MustCompile(`(?i)^\d+e\d+$`)
	certain = regexp.MustCompile(`(?i)^[+\-−]|[.,]\d|e[+-]`)
	// mayBeText is a word for a missing value that is a text, too: Namibia, a surname. Where texts are asked for, it is one.
	mayBeText = regexp.MustCompile(`(?i)^(na|nan|null)$`)
)

// severalWays is the first row of a column of texts of which the package may make numbers or dates: nearly all of them look so,
// or are a number and one word; -1 if there is none.
func (t *table) severalWays(k int) int {
	first, present, alike, words := -1, 0, 0, 0
	word := ""
	for i, row := range t.rows {
		cell := row[k]
		if gap.MatchString(cell) || gapAmongNumbers.MatchString(cell) {
			continue
		}
		present++
		if moment.MatchString(cell) || amount.MatchString(cell) && !digits.MatchString(cell) {
			if first < 0 {
				first = i
			}
			alike++
		} else if digits.MatchString(cell) {
			alike++
		}
		if found := worded.FindStringSubmatch(cell); found != nil {
			one := strings.TrimSuffix(strings.ToLower(found[1]), "s")
			if word == "" {
				word = one
			}
			if one == word {
				words++
			}
		}
	}
	switch {
	case first >= 0 && 10*alike >= 9*present:
		return first
	case words > 0 && words == present:
		return slices.IndexFunc(t.rows, func(row []string) bool { return worded.MatchString(row[k]) })
	}
	return -1
}
