package core

import "math"

var inf = math.Inf(1)
