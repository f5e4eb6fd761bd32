package dev.waggle.swarm.solve;

/** How many signals the limit counts and still allows. Owned by the thread of the solve. */
final class Allowance {

    private final int most;
    private int counted;
    private boolean overfull;

    Allowance(Limits limits) {
        most = limits.maxSignals();
    }

    /** One more stands in the log. */
    void count() {
        counted++;
    }

    /** Whether there is room for so many more; where there is not, it was asked for too much. */
    boolean hasRoomFor(int signals) {
        boolean fits = signals <= left();
        overfull |= !fits;
        return fits;
    }

    /** How many it counts so far. */
    int counted() {
        return counted;
    }

    int left() {
        return most - counted;
    }

    /** Whether something could not be said for the limit. */
    boolean isOverfull() {
        return overfull;
    }
}
