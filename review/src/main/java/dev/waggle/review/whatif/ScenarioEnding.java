package dev.waggle.review.whatif;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Ending of a run in a scenario, as far as its log can tell. The log holds what agents said, and no further rounds.
 *
 * <pre>
 *   decides as the run did             the ending of the run, by its log
 *   decides otherwise                  consensus: these votes are enough
 *   does not decide, though it did     open: the run would have gone on
 * </pre>
 *
 * @param word the name of an ending, or {@value #OPEN}
 * @param reason the reason for an open ending, a sentence; {@code null} when the ending is known
 */
public record ScenarioEnding(String word, @Nullable String reason) {

    /** Word for an ending that the log cannot tell. */
    public static final String OPEN = "open";

    private static final String CONSENSUS = "consensus";

    /** The ending when the votes decide otherwise than in the run. */
    public static final ScenarioEnding DECIDED = known(CONSENSUS);

    /**
     * The ending in a scenario.
     *
     * @param before the outcome of the run
     * @param after the outcome in the scenario
     * @param logged the ending that the log names
     */
    public static ScenarioEnding of(VoteOutcome before, VoteOutcome after, Optional<String> logged) {
        if (after.decidesLike(before)) {
            return logged.map(ScenarioEnding::known)
                    .orElseGet(() -> new ScenarioEnding(OPEN, "the log does not name the ending of the run"));
        }
        if (after.decided()) {
            return DECIDED;
        }
        return logged.filter(word -> !word.equals(CONSENSUS)).map(ScenarioEnding::known)
                .orElseGet(() -> new ScenarioEnding(OPEN,
                        "the run ended when its votes decided; without a decision it would have gone on"));
    }

    private static ScenarioEnding known(String word) {
        return new ScenarioEnding(word, null);
    }
}
