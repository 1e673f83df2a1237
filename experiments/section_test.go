package experiments

import "testing"

// The page's count of mismatches is worth what held and near find.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		cell Cell
		want Cell
	}{
		{"rounds to the reference and to print", held(36.4449, "36.445", "36.45"), Cell{"36.445", "36.45", Same, ""}},
		{"half a unit off", held(7.9985001, "7.998", "7.998"), Cell{"7.999", "7.998", Mismatch, "7.998"}},
		{"just inside", held(7.99849, "7.998", "7.998"), Cell{"7.998", "7.998", Same, ""}},
		{"the print is off by two units", held(0.50096, "0.50096", "0.503"), Cell{"0.50096", "0.503", Slip, ""}},
		{"a mismatch is no slip", held(0.51, "0.50096", "0.5676"), Cell{"0.51000", "0.5676", Mismatch, "0.50096"}},
		{"exponents", held(5.65532e-5, "5.655e-5", "5.655e-5"), Cell{"5.655e-5", "5.655e-5", Same, ""}},
		{"another exponent", held(5.65532e-6, "5.655e-5", "5.655e-5"), Cell{"5.655e-6", "5.655e-5", Mismatch, "5.655e-5"}},
		{"a count off by one", whole(210, 211, "211"), Cell{"210", "211", Mismatch, "211"}},
		{"a printed count off by one", whole(217, 217, "218"), Cell{"217", "218", Slip, ""}},
		{"not printed", held(3.0544, "3.054", ""), Cell{"3.054", "", Same, ""}},
		{"within the tolerance", near(1, 1.0000009, 1e-6), Cell{"1", "1", Same, ""}},
		{"beyond it", near(1, 1.0000011, 1e-6), Cell{"1", "1", Mismatch, "1.0000011"}},
		{"no number at all", near(nan, 1, 1e-6), Cell{"none", "1", Mismatch, "1"}},
		{"no number against a reference", held(nan, "1.0", ""), Cell{"NaN", "", Mismatch, "1.0"}},
		{"a false claim", claim(false, "4 of 5"), Cell{"4 of 5", "", Mismatch, ""}},
	} {
		if c.cell != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.cell, c.want)
		}
	}
	s := Section{Tables: []Table{{Rows: [][]Cell{{plain("a"), claim(false, "")}, {plain("b"), claim(true, "")}}}, {Rows: [][]Cell{{claim(false, "")}}}}}
	if n := mismatches(s); n != 2 {
		t.Errorf("%d mismatches, want 2", n)
	}
}

// mismatches counts them, as the page does.
func mismatches(s Section) int {
	n := 0
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			for _, c := range row {
				if c.Verdict == Mismatch {
					n++
				}
			}
		}
	}
	return n
}
