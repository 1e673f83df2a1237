package network

// unbounded is an account that refuses nothing.
type unbounded struct {
	Tally
	bytes int64
}

func (u *unbounded) Count() *Tally             { return &u.Tally }
func (u *unbounded) Reserve(bytes int64) error { u.bytes += bytes; return nil }
func (u *unbounded) Release(bytes int64)       { u.bytes -= bytes }
func (u *unbounded) MayGoOn(int) error         { return nil }
func (u *unbounded) Limit() int64              { return 0 }
