package core

// What things cost, about, for those who share a machine between callers: numbers that are added or compared, some
// hundred million a second, and bytes.

const aTree = 100 // the way down takes about as long as so many numbers

// RowCost is what an answer to one row costs at most, its explanation included.
func (m *SQANN) RowCost() int {
	m.mustBeFitted()
	cost := m.points.count() * (aSigmoid + m.FeatureCount() + m.OutputCount())
	if f := m.Interpolation().Forest; f.Share > 0 {
		cost += f.Trees * aTree
	}
	if m.network.Skip {
		return cost + 4*m.network.Components()
	}
	return cost + m.network.Components()
}

// RowCost is what an answer to one row costs at most, its explanation included.
func (m *TNN) RowCost() int {
	m.mustBeFitted()
	cost := m.points.count() * (aSigmoid + m.FeatureCount() + m.OutputCount())
	if m.options.Order == nil {
		cost += m.numbers()
	}
	return cost
}

// RowCost is what an answer to one row costs at most.
func (e *Ensemble) RowCost() int { return e.members[0].RowCost() + e.members[1].RowCost() }

// Bytes is what the two models keep in memory.
func (e *Ensemble) Bytes() int64 { return e.members[0].Bytes() + e.members[1].Bytes() }

// Bytes is what the model keeps in memory.
func (m *SQANN) Bytes() int64 {
	m.mustBeFitted()
	bytes := m.need - int64(16*m.SampleCount()*len(m.Classes())) // two of the three are gone after the fit
	if m.needsLeaves() {
		_, keep := m.forestBytes(m.Interpolation().Forest)
		bytes += keep
	}
	if m.network.Skip {
		return bytes + int64(16*m.network.Components())
	}
	return bytes + int64(8*m.network.Components())
}

// Bytes is what the model keeps in memory.
func (m *TNN) Bytes() int64 {
	m.mustBeFitted()
	return m.need
}
