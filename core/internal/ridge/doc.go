// Package ridge solves ridge regressions. Each sum has a fixed order, so the bits are the same everywhere.
package ridge
