// Package stabbing answers which of many intervals contain a number.
package stabbing
