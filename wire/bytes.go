package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// The model file as bytes, version 2: the content of toJSON with its numbers in binary, and the fingerprints, which
// loading would otherwise compute. All numbers are little-endian.
//
//	"xaia", version (4 bytes), length of the text (4), the text: the JSON file in UTF-8, without the checksum, X,
//	    layers, and y if it is numbers
//	for the model, or for each model of an ensemble: the length of the following content (4):
//	    rows, columns (4 each), X (8 a number), outputs (4; 0 if y is in the text), y (8 a number)
//	    number of layers (4); for each, number of nodes (4); for each, number of samples (4) and the samples (4 each)
//	    fingerprints (core.Fingerprints); nothing for a TNN
//	FNV-1a of everything before, 64 bits (8)
const (
	bytesMagic   = "xaia"
	bytesVersion = 2
	fewest       = 20
)

// IsBytes says whether bytes start like a packed model file.
func IsBytes(b []byte) bool {
	return len(b) >= len(bytesMagic) && string(b[:len(bytesMagic)]) == bytesMagic
}

// Part is the binary content of a packed file for one model.
type Part struct {
	fingerprints []byte
	data         *core.Dataset // nil if the text has the samples
	layers       [][][]int
	restore      func(d core.Dataset, o core.SQANNOptions, placement core.Placement) (*core.SQANN, error)
}

// Pack combines the text of WriteHead and the model's numbers.
func Pack(m *Model, text []byte) []byte {
	out := append([]byte(bytesMagic), number32(bytesVersion)...)
	out = append(append(out, number32(len(text))...), text...)
	for _, part := range m.Parts() {
		at := len(out)
		out = append(out, 0, 0, 0, 0)
		out = part.appendNumbers(out)
		copy(out[at:], number32(len(out)-at-4))
	}
	sum := checksum(out)
	return append(append(out, number32(int(uint32(sum)))...), number32(int(sum>>32))...)
}

func (m *Model) appendNumbers(out []byte) []byte {
	d := m.Network().Data()
	out = append(append(out, number32(d.X.Rows)...), number32(d.X.Columns)...)
	out = appendFloats(out, d.X.Data)
	out = append(out, number32(d.Values.Columns)...)
	out = appendFloats(out, d.Values.Data)
	s := m.SQANN()
	if s == nil {
		return append(out, number32(0)...)
	}
	layers := s.Layers()
	out = append(out, number32(len(layers))...)
	for _, l := range layers {
		out = append(out, number32(len(l.Nodes))...)
		for _, samples := range l.Nodes {
			out = append(out, number32(len(samples))...)
			for _, sample := range samples {
				out = append(out, number32(sample)...)
			}
		}
	}
	return append(out, s.Fingerprints()...)
}

func appendFloats(out []byte, list []float64) []byte {
	for _, v := range list {
		bits := math.Float64bits(v)
		out = append(append(out, number32(int(uint32(bits)))...), number32(int(bits>>32))...)
	}
	return out
}

// Unpack splits a packed file. It checks the checksum before it reads the content, and
// each length against the remaining bytes.
func Unpack(bytes []byte) (text []byte, parts []Part, err error) {
	n := len(bytes)
	if n < fewest {
		return nil, nil, badFile("The file has "+itoa(n)+" bytes, too few for a model.", nil)
	}
	if !IsBytes(bytes) {
		return nil, nil, badFile("These bytes are not an xaia model.", nil)
	}
	version := read32(bytes[4:])
	if version != bytesVersion {
		return nil, nil, badFile("The file is of version "+itoa(version)+", this build of xaia reads version 2.", nil)
	}
	body := bytes[:n-8]
	if sum := checksum(body); uint32(sum) != uint32(read32(bytes[n-8:])) || uint32(sum>>32) != uint32(read32(bytes[n-4:])) {
		return nil, nil, badFile("The file was changed or truncated: its checksum is wrong.", nil)
	}
	rest := parcel{rest: body[8:]}
	text = rest.bytes(rest.count(1))
	for len(rest.rest) > 0 && !rest.short {
		if len(parts) == 2 { // an ensemble has two; no file has more
			return nil, nil, badFile("The file has more parts than a model file.", nil)
		}
		part := parcel{rest: rest.bytes(rest.count(1))}
		parts = append(parts, part.numbers())
		rest.short = rest.short || part.short
	}
	if rest.short {
		return nil, nil, badFile("The file is truncated.", nil)
	}
	return text, parts, nil
}

// parcel reads the output of Pack, and stores whether anything was missing.
type parcel struct {
	rest  []byte
	short bool
}

// count reads the number of elements that follow, each of at least size bytes; it is 0 if the rest is too short for them.
func (p *parcel) count(size int) int {
	if len(p.rest) < 4 {
		p.short, p.rest = true, nil
		return 0
	}
	n := read32(p.rest)
	p.rest = p.rest[4:]
	if n < 0 || n > len(p.rest)/size {
		p.short = true
		return 0
	}
	return n
}

func (p *parcel) bytes(n int) []byte {
	part := p.rest[:n]
	p.rest = p.rest[n:]
	return part
}

func (p *parcel) matrix(rows, columns int) core.Matrix {
	if columns > 0 && rows > len(p.rest)/8/columns {
		p.short, rows = true, 0
	}
	m := core.Matrix{Data: make([]float64, rows*columns), Rows: rows, Columns: columns}
	for i := range m.Data {
		b := p.bytes(8)
		m.Data[i] = math.Float64frombits(uint64(uint32(read32(b))) | uint64(uint32(read32(b[4:])))<<32)
	}
	return m
}

func (p *parcel) numbers() Part {
	part := Part{data: &core.Dataset{}}
	rows := p.count(1)
	part.data.X = p.matrix(rows, p.count(1))
	if outputs := p.count(1); outputs > 0 {
		part.data.Values = p.matrix(rows, outputs)
	}
	part.layers = make([][][]int, p.count(8))
	for k := range part.layers {
		part.layers[k] = make([][]int, p.count(8))
		for i := range part.layers[k] {
			samples := make([]int, p.count(4))
			for j := range samples {
				samples[j] = read32(p.bytes(4))
			}
			part.layers[k][i] = samples
		}
	}
	if len(part.layers) > 0 {
		part.fingerprints = p.rest
	}
	return part
}

func number32(v int) []byte { return []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)} }

func read32(b []byte) int {
	return int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

func checksum(bytes []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range bytes {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}
