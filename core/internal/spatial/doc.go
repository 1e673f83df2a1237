// Package spatial finds the points near an input, in any number of features. It knows no networks.
//
// An [Index] is a k-d tree over few features (kdtree.go), or over a projection of many (projection.go). [Index.Visit]
// is the one way through it; what is near, the nearest other point and the K strongest neurons of a search are visits
// with different limits. Three things are faster than a visit for each point: a [Grid] for one radius in few features,
// the pass over all pairs of points with many features (join.go), and what follows from these: [Reach], a quantile of
// the distances to the nearest other point, and [Neighbours], each point's others within a radius, kept as lists. A
// [Growing] takes points and gives them up.
//
// What holds:
//
//   - Points have places, 0, 1, ..., in the order of the tree's leaves. Point has the row at each place. A leaf is a range of
//     places, and all leaves are at one depth.
//   - Every node's box is tight: some point lies on each side of it.
//   - A bound is never above the computed squared distance of any point that it stands for. Distances are summed from the
//     first feature to the last, and rounding keeps order, so the same sum over smaller terms is never larger. Where a bound
//     is computed in another way (projection), it allows for the rounding of both.
//   - So bounds decide what is measured, and never what is found: that is what all distances, computed plainly, say.
//   - An index never changes. A Query belongs to one goroutine.
package spatial
