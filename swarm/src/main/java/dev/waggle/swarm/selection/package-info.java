/**
 * Configuration of the selection of agents, the contributions of agents, and the calibration of their confidence. The
 * selection itself is in {@code selection.turn}.
 */
@NullMarked
package dev.waggle.swarm.selection;

import org.jspecify.annotations.NullMarked;
