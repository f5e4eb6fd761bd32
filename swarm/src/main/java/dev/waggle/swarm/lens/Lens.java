package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * View of a deliberation: selects the numbers of a round that feed a kernel, and interprets the result. A lens has no
 * state; its memory of a solve is in the {@link Probe} that it opens for that solve.
 *
 * <p>It computes on the thread of the solve and must not block on a file, socket, lock or model. A solve cannot end
 * while one of its lenses is at work.
 *
 * @param <R> the type of its readings
 */
public interface Lens<R extends LensReading> {

    /** Description of the lens, for people and programs. */
    LensCard card();

    /** Opens a new probe for one solve. */
    Probe<R> open(LensContext context);

    /** Name on the card. */
    default String name() {
        return card().name();
    }

    /**
     * State of a lens for one solve: stores the data of earlier rounds that it needs. Owned by the thread of the solve
     * and discarded with it.
     *
     * @param <R> the type of its readings
     */
    interface Probe<R extends LensReading> {

        /**
         * Observes a round, once, at its end, and returns its findings. Its cost depends on the new data of the round,
         * not on the length of the deliberation.
         *
         * @param deliberation the current data of the deliberation
         * @param results the readings and findings of this round from the lenses before it on the list
         */
        List<Finding> observe(DeliberationData deliberation, RoundResults results);

        /**
         * Reading after the last observed round; empty while there is too little data. The call changes nothing, and a
         * second call returns the same.
         */
        Optional<R> reading();
    }

    /** Readings and findings of this round from the lenses earlier on the list, for lenses that depend on them. */
    interface RoundResults {

        /** The reading of that lens; empty when it is not on the list, comes later, failed, or has none yet. */
        <R extends LensReading> Optional<R> reading(Lens<R> lens);

        /** Their findings, in the order of the list. */
        List<Finding> findings();
    }
}
