package dev.waggle.lab.soak.runtime;

import java.time.Duration;

/**
 * Size of the soak. It has stages of one length, the first to warm up, and a sample after each. A stage ends when its
 * time is over or when each work has done its rounds. The first one also waits until each work has done
 * {@value #WARM_ROUNDS} rounds.
 *
 * @param stages the number of stages, at least 2
 * @param stage the maximum duration of a stage
 * @param rounds the maximum number of rounds of each work in a stage, at least {@value #WARM_ROUNDS}
 * @param seed the seed of all choices
 * @param hasPrograms whether tool servers are started as programs too
 */
record RuntimeSoakPlan(int stages, Duration stage, long rounds, long seed, boolean hasPrograms) {

    static final int WARM_ROUNDS = 3;

    private static final int STAGES = 5;

    RuntimeSoakPlan {
        if (stages < 2 || !stage.isPositive() || rounds < WARM_ROUNDS) {
            throw new IllegalArgumentException("a soak needs 2 stages, a time above 0 and " + WARM_ROUNDS
                    + " rounds, got " + stages + ", " + stage + " and " + rounds);
        }
    }

    /** Five stages that take that long together. */
    static RuntimeSoakPlan lasting(Duration span, long seed) {
        return new RuntimeSoakPlan(STAGES, span.dividedBy(STAGES), Long.MAX_VALUE, seed, true);
    }

    /** Two stages of so many rounds, without programs. */
    static RuntimeSoakPlan ofRounds(long rounds, long seed) {
        return new RuntimeSoakPlan(2, Duration.ofHours(1), rounds, seed, false);
    }
}
