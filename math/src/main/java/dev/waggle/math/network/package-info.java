/**
 * Who influences whom, who leads, and how easily the network falls apart: an
 * {@link dev.waggle.math.network.InfluenceGraph} and what can be read from it.
 *
 * <p>Nodes are numbers from 0; what they stand for is the caller's matter. Topology of point clouds lives in
 * {@code geometry}, opinions that travel along edges in {@code dynamics}.
 */
@NullMarked
package dev.waggle.math.network;

import org.jspecify.annotations.NullMarked;
