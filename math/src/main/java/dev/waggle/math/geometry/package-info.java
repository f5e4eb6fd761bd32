/**
 * Shapes and distances: what a cloud of points looks like (clusters, loops), how far two distributions are apart and
 * which one lies in the middle, along which axes a table varies, and what is left of a point beside a subspace.
 *
 * <p>Points, distances and masses come over a common index. What they stand for is not known here; neither is time:
 * change from round to round belongs to {@code dynamics}, and graphs of who influences whom to {@code network}.
 */
@NullMarked
package dev.waggle.math.geometry;

import org.jspecify.annotations.NullMarked;
