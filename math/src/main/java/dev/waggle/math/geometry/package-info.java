/**
 * Geometry of opinions: clusters and loops of point clouds, distances and barycenters of distributions, axes of
 * tables, and projections onto subspaces.
 *
 * <p>Points, distances and masses come over a common index. Their meaning is not known here, and neither is time.
 * Change from round to round belongs to {@code dynamics}, influence graphs to {@code network}.
 */
@NullMarked
package dev.waggle.math.geometry;

import org.jspecify.annotations.NullMarked;
