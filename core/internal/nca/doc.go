// Package nca learns weights of features, so that samples near one another have like outcomes: neighbourhood components
// analysis (Goldberger et al. 2005) with one weight w_j a feature.
//
//	w_j = exp(t_j),  S_ab = Σ_j w_j (z_aj - z_bj)²
//	p_ab = exp(-S_ab) / Σ_{c≠a} exp(-S_ac),  F_a = Σ_{b≠a} p_ab T_b
//	classes: L = mean of -log(F_a[class of a] + 1e-9);  numbers: L = mean of |F_a - T_a|²
//	to be minimised: L + λ mean of (t_j - mean t)²
//	s_j = max(sqrt(w_j / max w), 0.02)
//
// objective.go is what is minimised, start.go where the search begins, minimize.go how it goes on.
package nca
