package dev.waggle.swarm.solve;

/** Why a solve stopped. What the votes say is another matter: a solve that hit a limit may still have a decision. */
public enum Ending {
    CONSENSUS("consensus", "the swarm agreed"), //
    MAX_ROUNDS("max-rounds", "the last allowed round was over"), //
    MAX_SIGNALS("max-signals", "the last allowed signal was said"), //
    TIMEOUT("timeout", "the time was up"), //
    SILENCE("silence", "nobody had anything left to answer"), //
    CANCELLED("cancelled", "it was cancelled");

    private final String word;
    private final String sentence;

    Ending(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
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
