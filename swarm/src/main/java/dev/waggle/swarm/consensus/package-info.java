/**
 * Consensus: evaluation of votes. Pure: the same proposals and votes give the same answer, whatever their order. It
 * touches no clock, thread, file or source of chance. The reason why a deliberation ended belongs elsewhere.
 */
@NullMarked
package dev.waggle.swarm.consensus;

import org.jspecify.annotations.NullMarked;
