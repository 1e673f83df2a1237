// Package floatmath has exponentials, logarithms and the sigmoid with the same bits on every platform.
// The standard library has assembly for some of them, whose last bits differ.
package floatmath
