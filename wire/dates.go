package wire

// isoDays reads a text as ISO 8601 writes a day or a moment, which can be read in one way: days since 1970-01-01 UTC, as a Date
// counts them. A moment needs its time zone.
func isoDays(s string) (days float64, ok bool) {
	s = Trimmed(s)
	if len(s) < 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	year, month, day := digitsOf(s[:4]), digitsOf(s[5:7]), digitsOf(s[8:10])
	if year < 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	// Years begin in March: the day that a leap year has more is then its last one.
	y, m := year, month-3
	if m < 0 {
		y, m = y-1, m+12
	}
	days = float64(365*y + floorDiv(y, 4) - floorDiv(y, 100) + floorDiv(y, 400) + (153*m+2)/5 + day - 1 - 719468)
	if len(s) == 10 {
		return days, true
	}
	seconds, ok := isoSeconds(s[10:])
	return days + seconds/86400, ok
}

// isoSeconds reads what stands behind a day: T10:30Z, " 10:30:00.5+02:00".
func isoSeconds(s string) (seconds float64, ok bool) {
	if len(s) < 7 || s[0] != 'T' && s[0] != ' ' || s[3] != ':' {
		return 0, false
	}
	hour, minute := digitsOf(s[1:3]), digitsOf(s[4:6])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	seconds, s = float64(3600*hour+60*minute), s[6:]
	if len(s) > 3 && s[0] == ':' {
		second := digitsOf(s[1:3])
		if second < 0 || second > 59 {
			return 0, false
		}
		seconds, s = seconds+float64(second), s[3:]
		if s[0] == '.' {
			unit := 1.0
			for s = s[1:]; s != "" && s[0] >= '0' && s[0] <= '9'; s = s[1:] {
				unit /= 10
				seconds += float64(unit * float64(s[0]-'0'))
			}
			if unit == 1 {
				return 0, false
			}
		}
	}
	if s == "Z" {
		return seconds, true
	}
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, minute = digitsOf(s[1:3]), digitsOf(s[4:6])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	if s[0] == '-' {
		return seconds + float64(3600*hour+60*minute), true
	}
	return seconds - float64(3600*hour+60*minute), true
}

// digitsOf is the number of some digits; -1 where something else is among them.
func digitsOf(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = 10*n + int(s[i]-'0')
	}
	return n
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}
