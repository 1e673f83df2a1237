//go:build !js

package main

import (
	"fmt"
	"math"
)

// series are the workloads whose fit times give an exponent.
var series = []struct {
	title, format string
	sizes         []int
	aim           float64 // at most; 0: none
}{
	{"plane, paper", "plane-%d paper", []int{500, 1000, 2000, 4000, 8000}, 0},
	{"plane, xaia", "plane-%d xaia", []int{500, 1000, 2000, 4000, 8000}, 0},
	{"plane, xaia", "plane-%d xaia", []int{10000, 100000, 1000000}, 1.15},
	{"cube, xaia", "cube-%d xaia", []int{500, 1000, 2000, 4000, 8000}, 2.05},
}

// exponent is the e of time = c·size^e, by least squares on the logarithms.
func exponent(sizes []int, milliseconds []float64) float64 {
	n := float64(len(sizes))
	var sx, sy, sxx, sxy float64
	for i, size := range sizes {
		x, y := math.Log(float64(size)), math.Log(milliseconds[i])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

// growth is a series on a platform: the exponent, and over how many of its sizes. Where its
// largest set measured the exponent by turns with the smallest, that is it.
func (t *table) growth(format string, sizes []int, platform string) string {
	var done []int
	var milliseconds []float64
	for _, size := range sizes {
		if c := t.at(fmt.Sprintf(format, size), platform); c != nil && c.Milliseconds > 0 && c.Refused == "" {
			done = append(done, size)
			milliseconds = append(milliseconds, c.Milliseconds)
		}
	}
	largest := t.at(fmt.Sprintf(format, sizes[len(sizes)-1]), platform)
	switch {
	case len(done) < 2:
		return ""
	case largest != nil && largest.Exponent > 0:
		return fmt.Sprintf("%.2f", largest.Exponent)
	case len(done) < len(sizes):
		return fmt.Sprintf("%.2f (up to %d)", exponent(done, milliseconds), done[len(done)-1])
	}
	return fmt.Sprintf("%.2f", exponent(done, milliseconds))
}
