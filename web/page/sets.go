//go:build js && wasm

package main

import "syscall/js"

// target is a sample's outcome: a class, or a value where class is empty.
type target struct {
	class string
	value float64
}

func (t target) js() any {
	if t.class != "" {
		return t.class
	}
	return t.value
}

// sample is a fitting sample; on the line y is unused.
type sample struct {
	x, y   float64
	target target
}

type point struct{ x, y float64 }

// sampleSet is an entry of sets.json, which experiments/sets wrote.
type sampleSet struct {
	id, title, note string
	samples         []sample
	external        []point
	classes         []string // empty for values
	settings        js.Value // what preset paper uses; undefined means its default
}

func readSets(v js.Value) []sampleSet {
	sets := make([]sampleSet, v.Length())
	for i := range sets {
		s := v.Index(i)
		set := sampleSet{id: s.Get("id").String(), title: s.Get("title").String(), note: s.Get("note").String(), settings: s.Get("settings")}
		labels, values, x := s.Get("labels"), s.Get("values"), s.Get("x")
		for j := range x.Length() {
			row := x.Index(j)
			one := sample{x: row.Index(0).Float()}
			if row.Length() > 1 {
				one.y = row.Index(1).Float()
			}
			if labels.Truthy() {
				one.target.class = labels.Index(j).String()
				set.classes = addClass(set.classes, one.target.class)
			} else {
				one.target.value = values.Index(j).Float()
			}
			set.samples = append(set.samples, one)
		}
		if external := s.Get("external"); external.Truthy() {
			for j := range external.Length() {
				set.external = append(set.external, point{external.Index(j).Index(0).Float(), external.Index(j).Index(1).Float()})
			}
		}
		sets[i] = set
	}
	return sets
}

func addClass(classes []string, class string) []string {
	for _, c := range classes {
		if c == class {
			return classes
		}
	}
	return append(classes, class)
}
