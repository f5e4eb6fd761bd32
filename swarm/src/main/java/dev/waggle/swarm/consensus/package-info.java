/**
 * Consensus: what the votes say. Pure: given the same proposals and votes it answers the same, whatever their order; it
 * touches no clock, thread, file or chance. Why a deliberation ended is not its business.
 */
@NullMarked
package dev.waggle.swarm.consensus;

import org.jspecify.annotations.NullMarked;
