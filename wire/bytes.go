package wire

// The model file as bytes, version 1: what toJSON gives, and the fingerprints, so
// that loading computes none of them again. All numbers are little-endian.
//
//	"xaia", version (4 bytes), length of the text (4), the text: the JSON file in UTF-8
//	for the model, or each model of an ensemble: length (4), fingerprints (core.Fingerprints);
//	    no bytes for a TNN
//	FNV-1a of all that, 64 bits (8)
const (
	bytesMagic   = "xaia"
	bytesVersion = 1
	fewest       = 20
)

// IsBytes says whether bytes mean to be a packed model file.
func IsBytes(b []byte) bool {
	return len(b) >= len(bytesMagic) && string(b[:len(bytesMagic)]) == bytesMagic
}

// Pack puts the file's text and the model's fingerprints together.
func Pack(m *Model, text []byte) []byte {
	out := append([]byte(bytesMagic), number32(bytesVersion)...)
	out = append(append(out, number32(len(text))...), text...)
	for _, part := range m.Parts() {
		var packed []byte
		if part.SQANN != nil {
			packed = part.SQANN.Fingerprints()
		}
		out = append(append(out, number32(len(packed))...), packed...)
	}
	sum := checksum(out)
	return append(append(out, number32(int(uint32(sum)))...), number32(int(sum>>32))...)
}

// Unpack takes a packed file apart. Nothing is believed before the checksum is
// right, and no length beyond what is there.
func Unpack(bytes []byte) (text []byte, fingerprints [][]byte, err error) {
	n := len(bytes)
	if n < fewest {
		return nil, nil, badFile("The file has "+itoa(n)+" bytes, too few for a model.", nil)
	}
	if !IsBytes(bytes) {
		return nil, nil, badFile("These bytes are no xaia model.", nil)
	}
	if version := read32(bytes[4:]); version != bytesVersion {
		return nil, nil, badFile("The file is of version "+itoa(version)+", this build of xaia reads version 1.", nil)
	}
	body := bytes[:n-8]
	if sum := checksum(body); uint32(sum) != uint32(read32(bytes[n-8:])) || uint32(sum>>32) != uint32(read32(bytes[n-4:])) {
		return nil, nil, badFile("The file was changed or cut off: its checksum is wrong.", nil)
	}
	rest := body[8:]
	section := func() []byte {
		if len(rest) < 4 || read32(rest) > len(rest)-4 {
			err = badFile("The file is cut off.", nil)
			return nil
		}
		part := rest[4 : 4+read32(rest)]
		rest = rest[4+len(part):]
		return part
	}
	text = section()
	for err == nil && len(rest) > 0 {
		if len(fingerprints) == 2 { // an ensemble's; no file has more
			return nil, nil, badFile("The file has more parts than a model.", nil)
		}
		fingerprints = append(fingerprints, section())
	}
	if err != nil {
		return nil, nil, err
	}
	return text, fingerprints, nil
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
