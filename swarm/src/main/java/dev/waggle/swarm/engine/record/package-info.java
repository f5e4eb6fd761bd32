/**
 * The fixed context of one solve and the facts that it writes into its journal.
 *
 * <p>Not here: signals of agents, which are published on the bus.
 */
@NullMarked
package dev.waggle.swarm.engine.record;

import org.jspecify.annotations.NullMarked;
