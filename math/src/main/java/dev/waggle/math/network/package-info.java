/**
 * Network analysis of influence: an {@link dev.waggle.math.network.InfluenceGraph} with its centralities, leaders and
 * connectivity.
 *
 * <p>Nodes are numbers from 0; the caller knows their meaning. Topology of point clouds lives in {@code geometry},
 * opinions that travel along edges in {@code dynamics}.
 */
@NullMarked
package dev.waggle.math.network;

import org.jspecify.annotations.NullMarked;
