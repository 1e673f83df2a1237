//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// against measures workloads of one folder by turns with those of another, an earlier state, each in processes of its own,
// and prints the least time of the one by the least of the other: what else the machine does only ever makes a run slower.
func against(now, before []platform, workloads []string, wanted *regexp.Regexp, limit time.Duration, turns int) error {
	var b strings.Builder
	values := []func(result) float64{
		func(r result) float64 { return r.Milliseconds },
		func(r result) float64 { return r.NearMicroseconds },
		func(r result) float64 { return r.FarMicroseconds },
	}
	writeHead(&b, []string{fmt.Sprintf("now / before, the least of %d turns", turns)}, each(now, " fit", "near", "far"))
	for _, w := range workloads {
		if !wanted.MatchString(w) {
			continue
		}
		row := []string{w}
		for i := range now {
			least := make([][2]float64, len(values))
			for turn := range turns {
				fmt.Fprintf(os.Stderr, "%s, %s, turn %d\n", w, now[i].name, turn+1)
				// In changing order: what came first has the processor cooler.
				pair := []platform{before[i], now[i]}
				for _, k := range [][]int{{0, 1}, {1, 0}}[turn%2] {
					ctx, cancel := context.WithTimeout(context.Background(), limit)
					results, err := pair[k].run(ctx, w)
					cancel()
					if err != nil {
						return fmt.Errorf("%s, %s: %w", w, pair[k].name, err)
					}
					for v, value := range values {
						if took := value(results[len(results)-1]); turn == 0 || took < least[v][k] {
							least[v][k] = took
						}
					}
				}
			}
			for _, l := range least {
				if l[0] == 0 {
					row = append(row, "")
				} else {
					row = append(row, short(l[1]/l[0]))
				}
			}
		}
		writeRow(&b, row)
	}
	fmt.Print(b.String())
	return nil
}
