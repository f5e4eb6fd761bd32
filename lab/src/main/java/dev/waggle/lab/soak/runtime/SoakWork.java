package dev.waggle.lab.soak.runtime;

import java.util.random.RandomGenerator;

/**
 * One kind of work, done by one thread, round after round. Between two rounds it holds only what it also held before
 * its first one.
 */
interface SoakWork extends AutoCloseable {

    /** Name for people and for the names of folders. */
    String name();

    /**
     * Does one round, of a few seconds at most.
     *
     * @param random the source of all choices
     * @throws SoakFailureException when a result is wrong
     */
    void round(RandomGenerator random) throws Exception;

    /** Ends what the work holds between rounds. */
    @Override
    default void close() {
        // Most work holds nothing between rounds.
    }
}
