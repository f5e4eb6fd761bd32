package dev.waggle.math.system;

/** A structure that makes systems fail in a typical way (Senge 1990, Meadows 2008), and where to change it. */
public enum SystemArchetype {
    /** The driver of growth meets a limit that grows with it: more signals and less information gain. */
    LIMITS_TO_GROWTH(LeveragePoint.SELF_ORGANIZATION),

    /** A quick repair is repeated and the cause stays. */
    SHIFTING_THE_BURDEN(LeveragePoint.GOALS),

    /** Each draws on what all share until it is used up: attention, taken by repeating and by dominating. */
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
