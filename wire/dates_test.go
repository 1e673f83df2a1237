package wire

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Days and moments beside Go's own calendar.
func TestISODays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for range 3000 {
		at := time.Unix(r.Int64N(200e9)-60e9, 0).In(time.FixedZone("", 60*(r.IntN(24*60)-12*60)))
		if at.Year() < 0 || at.Year() > 9999 {
			continue
		}
		for _, form := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05.000Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02"} {
			text := at.Format(form)
			want, err := time.Parse(form, text)
			if err != nil {
				t.Fatal(err)
			}
			if days, ok := isoDays(" " + text + "\t"); !ok || math.Abs(days-float64(want.Unix())/86400) > 1e-9 {
				t.Fatalf("%q is day %v, %v, want %v", text, days, ok, float64(want.Unix())/86400)
			}
		}
	}
	if days, ok := isoDays("1970-01-02T12:00:00.25Z"); !ok || days != 1.5+0.25/86400 {
		t.Errorf("a quarter of a second: %v, %v", days, ok)
	}
	for _, no := range strings.Split("2023-02-29|1900-02-29|2024-04-31|2024-00-10|2024-13-01|2024-01-00|2024-1-1|24-01-01|2024/01/01|2024-01-0x|2x24-01-01|2024-01-01T|2024-01-01T10Z|2024-01-01T10:30|"+
		"2024-01-01T24:00Z|2024-01-01T10:60Z|2024-01-01T10:30:60Z|2024-01-01T10:30:10.Z|2024-01-01T10:30:10.5|2024-01-01T10:30+24:00|2024-01-01T10:30+02:60|2024-01-01T10:30+0200|2024-01-01T10:30z|"+
		"2024-01-01t10:30Z|2024-01-01T10-30Z|2024-01-01T10:30:1xZ|2024-01-01X10:30Z|2024-01-01T10:30*02:00|", "|") {
		if days, ok := isoDays(no); ok {
			t.Errorf("%q is day %v", no, days)
		}
	}
	if _, ok := isoDays("2000-02-29"); !ok {
		t.Error("2000 was a leap year")
	}
}
