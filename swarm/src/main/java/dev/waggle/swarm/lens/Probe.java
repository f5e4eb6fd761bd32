package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Optional;

/**
 * A lens held to one solve: it remembers what it needs of the rounds before. Owned by the thread of the solve and thrown
 * away with it.
 *
 * @param <R> what it reads
 */
public interface Probe<R extends Reading> {

    /**
     * Takes in a round, once, at its end, and says what it found. Its cost follows what is new in the round, not what
     * has ever been said.
     *
     * @param chronicle the deliberation as it stands
     * @param earlier what the lenses before it on the list saw and found in this round
     */
    List<Finding> observe(Chronicle chronicle, Earlier earlier);

    /**
     * What it sees after the last round that it observed; empty as long as there is too little to say anything. Asking
     * changes nothing, and asking twice answers the same.
     */
    Optional<R> reading();
}
