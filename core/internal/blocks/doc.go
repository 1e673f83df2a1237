// Package blocks takes squared distances in blocks of eight points.
package blocks
