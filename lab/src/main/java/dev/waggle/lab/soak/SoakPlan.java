package dev.waggle.lab.soak;

import java.time.Duration;

/**
 * Size of a soak test. The run ends when every publisher has published its part or when the time is over.
 *
 * @param publishers threads that publish, at least 1
 * @param readers threads that query, at least 1
 * @param history the number of signals that the bus retains
 * @param signalsEach the maximum number of signals of each publisher
 * @param atMost the maximum duration
 */
record SoakPlan(int publishers, int readers, int history, long signalsEach, Duration atMost) {

    SoakPlan {
        if (publishers < 1 || readers < 1 || history < 1 || signalsEach < 1) {
            throw new IllegalArgumentException("a soak needs at least 1 of each, got publishers " + publishers
                    + ", readers " + readers + ", history " + history + ", signalsEach " + signalsEach);
        }
    }

    /** 8 publishers and 4 readers on a history of 1000 for that long. */
    static SoakPlan lasting(Duration span) {
        return new SoakPlan(8, 4, 1000, Long.MAX_VALUE, span);
    }

    /** The same for that many signals of each publisher. */
    static SoakPlan ofSignals(long each) {
        return new SoakPlan(8, 4, 1000, each, Duration.ofDays(1));
    }
}
