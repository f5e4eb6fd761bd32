package dev.waggle.swarm.solve;

import dev.waggle.swarm.lens.StopReason;

/** Why a solve stopped. What the votes say is another matter: a solve that hit a limit may still have a decision. */
public enum Ending {
    CONSENSUS("consensus", "the swarm agreed"), //
    MAX_ROUNDS("max-rounds", "the last allowed round was over"), //
    MAX_SIGNALS("max-signals", "the last allowed signal was said"), //
    TIMEOUT("timeout", "the time was up"), //
    SILENCE("silence", "nobody had anything left to answer"), //
    FAILURE("failure", "every turn of the last round failed"), //
    BUDGET("budget", "the budget has no room for another call"), //
    /**
     * Somebody cancelled it: nobody is asked anything any more. The votes that were there count: they are looked at as
     * at every end, and when they decide, the decision is said, as the last signal.
     */
    CANCELLED("cancelled", "it was cancelled"), //
    ESCALATED("escalated", "somebody outside is asked about a conflict"), //
    ALGEDONIC_EMERGENCY(StopReason.ALGEDONIC_EMERGENCY), //
    FREE_ENERGY_CONVERGED(StopReason.FREE_ENERGY_CONVERGED), //
    LEARNING_STALLED(StopReason.LEARNING_STALLED), //
    ENTROPY_CONVERGED(StopReason.ENTROPY_CONVERGED), //
    INFORMATION_GAIN_EXHAUSTED(StopReason.INFORMATION_GAIN_EXHAUSTED), //
    CYCLE_DETECTED(StopReason.CYCLE_DETECTED), //
    CUSUM_CHANGE_DETECTED(StopReason.CUSUM_CHANGE_DETECTED), //
    SECRETARY_THRESHOLD(StopReason.SECRETARY_THRESHOLD), //
    SURPRISE_COLLAPSED(StopReason.SURPRISE_COLLAPSED), //
    CHAOS_CRITICAL(StopReason.CHAOS_CRITICAL), //
    FRAGMENTATION_PREDICTED(StopReason.FRAGMENTATION_PREDICTED);

    private final String word;
    private final String sentence;

    Ending(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    Ending(StopReason reason) {
        this(reason.word(), reason.sentence());
    }

    /** The ending that mathematics makes for that reason. */
    static Ending of(StopReason reason) {
        return valueOf(reason.name());
    }

    /** The name in logs and reports. */
    public String word() {
        return word;
    }

    /** The reason for people, to be continued with the figures. */
    public String sentence() {
        return sentence;
    }
}
