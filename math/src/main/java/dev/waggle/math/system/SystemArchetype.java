package dev.waggle.math.system;

/** A structure that makes systems fail in a typical way (Senge 1990, Meadows 2008), and its leverage point. */
public enum SystemArchetype {
    /** The driver of growth meets a limit that grows with it: more signals and less information gain. */
    LIMITS_TO_GROWTH(LeveragePoint.SELF_ORGANIZATION),

    /** A quick repair is repeated and the cause stays. */
    SHIFTING_THE_BURDEN(LeveragePoint.GOALS),

    /** Each uses a shared resource until it is exhausted: attention, taken by repetition and by domination. */
    TRAGEDY_OF_THE_COMMONS(LeveragePoint.RULES);

    private final LeveragePoint leverage;

    SystemArchetype(LeveragePoint leverage) {
        this.leverage = leverage;
    }

    /** Leverage point of an intervention. */
    public LeveragePoint leverage() {
        return leverage;
    }
}
