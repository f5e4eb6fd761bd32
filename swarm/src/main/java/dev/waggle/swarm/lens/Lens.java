package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * One way of looking at a deliberation: which numbers of a round feed a kernel, and what the result means. A lens has no
 * state; what it remembers of a solve is in the {@link Probe} that it opens for it.
 *
 * <p>It computes, on the thread of the solve, and waits for nothing: no file, socket, lock or model. A solve cannot end
 * while one of its lenses is at work.
 *
 * @param <R> what it reads
 */
public interface Lens<R extends LensReading> {

    /** What the lens measures, for people and programs. */
    LensCard card();

    /** A new probe, for one solve. */
    Probe<R> open(LensContext setting);

    /** The name on the card. */
    default String name() {
        return card().name();
    }

    /**
     * A lens held to one solve: it remembers what it needs of the rounds before. Owned by the thread of the solve and
     * thrown away with it.
     *
     * @param <R> what it reads
     */
    interface Probe<R extends LensReading> {

        /**
         * Takes in a round, once, at its end, and says what it found. Its cost follows what is new in the round, not
         * what has ever been said.
         *
         * @param chronicle the deliberation as it stands
         * @param earlier what the lenses before it on the list saw and found in this round
         */
        List<Finding> observe(DeliberationData chronicle, RoundResults earlier);

        /**
         * What it sees after the last round that it observed; empty as long as there is too little to say anything.
         * Asking changes nothing, and asking twice answers the same.
         */
        Optional<R> reading();
    }

    /** What the lenses that stand earlier on the list saw and found in this round; for lenses that look at the others. */
    interface RoundResults {

        /** The reading of that lens; empty when it is not on the list, stands later, failed, or has none yet. */
        <R extends LensReading> Optional<R> reading(Lens<R> lens);

        /** What they found, in the order of the list. */
        List<Finding> findings();
    }
}
