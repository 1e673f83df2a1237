package wire

import (
	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/internal/packed"
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
	out := packed.Writer(bytesMagic)
	out.Uint32(bytesVersion)
	out.Uint32(uint32(len(text)))
	out = append(out, text...)
	for _, part := range m.Parts() {
		var length packed.Writer
		at := len(out)
		out.Uint32(0)
		part.packNumbers(&out)
		length.Uint32(uint32(len(out) - at - 4))
		copy(out[at:], length)
	}
	out.Uint64(checksum(out))
	return out
}

func (m *Model) packNumbers(out *packed.Writer) {
	d := m.Network().Data()
	out.Uint32(uint32(d.X.Rows))
	out.Uint32(uint32(d.X.Columns))
	for _, v := range d.X.Data {
		out.Float64(v)
	}
	out.Uint32(uint32(d.Values.Columns))
	for _, v := range d.Values.Data {
		out.Float64(v)
	}
	s := m.SQANN()
	if s == nil {
		out.Uint32(0)
		return
	}
	layers := s.Layers()
	out.Uint32(uint32(len(layers)))
	for _, l := range layers {
		out.Uint32(uint32(len(l.Nodes)))
		for _, samples := range l.Nodes {
			out.Uint32(uint32(len(samples)))
			for _, sample := range samples {
				out.Uint32(uint32(sample))
			}
		}
	}
	*out = append(*out, s.Fingerprints()...)
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
	rest := parcel{packed.Reader{Bytes: bytes[len(bytesMagic) : n-8]}}
	if version := int(rest.Uint32()); version != bytesVersion {
		return nil, nil, badFile("The file is of version "+itoa(version)+", this build of xaia reads version 2.", nil)
	}
	if sum := (packed.Reader{Bytes: bytes[n-8:]}); checksum(bytes[:n-8]) != sum.Uint64() {
		return nil, nil, badFile("The file was changed or truncated: its checksum is wrong.", nil)
	}
	text = rest.Next(rest.count(1))
	for rest.Left() > 0 && !rest.Short {
		if len(parts) == 2 { // an ensemble has two; no file has more
			return nil, nil, badFile("The file has more parts than a model file.", nil)
		}
		part := parcel{packed.Reader{Bytes: rest.Next(rest.count(1))}}
		parts = append(parts, part.numbers())
		rest.Short = rest.Short || part.Short
	}
	if rest.Short {
		return nil, nil, badFile("The file is truncated.", nil)
	}
	return text, parts, nil
}

// parcel reads the output of Pack.
type parcel struct{ packed.Reader }

// count reads the number of elements that follow, each of at least size bytes; it is 0 if the rest is too short for them.
func (p *parcel) count(size int) int {
	n := int64(p.Uint32())
	if p.Short || n > int64(p.Left()/size) {
		p.Short = true
		return 0
	}
	return int(n)
}

func (p *parcel) matrix(rows, columns int) core.Matrix {
	if columns > 0 && rows > p.Left()/8/columns {
		p.Short, rows = true, 0
	}
	m := core.Matrix{Data: make([]float64, rows*columns), Rows: rows, Columns: columns}
	for i := range m.Data {
		m.Data[i] = p.Float64()
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
	samples := make([]int, 0, rows) // of all nodes
	for k := range part.layers {
		part.layers[k] = make([][]int, p.count(8))
		for i := range part.layers[k] {
			from := len(samples)
			for range p.count(4) {
				samples = append(samples, int(p.Uint32()))
			}
			part.layers[k][i] = samples[from:len(samples):len(samples)]
		}
	}
	if len(part.layers) > 0 {
		part.fingerprints = p.Next(p.Left())
	}
	return part
}

func checksum(bytes []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range bytes {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}
