package experiments

import "testing"

func TestEverySectionAgrees(t *testing.T) {
	for _, e := range All {
		t.Run(e.ID, func(t *testing.T) {
			s, err := e.Run(Input{Files: testFiles})
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range s.Tables {
				t.Log(table.Caption, table.Head)
				for _, row := range table.Rows {
					t.Logf("  %v", row)
					for _, c := range row {
						if c.Verdict == Mismatch {
							t.Errorf("%s: %s is %s, must be %s", table.ID, row[0].Text, c.Text, c.Printed)
						}
					}
				}
			}
			for _, say := range s.Says {
				t.Log(say)
			}
		})
	}
}
