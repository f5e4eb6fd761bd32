package dev.waggle.swarm.harness;

import java.time.Duration;

/**
 * How much an agent may do with tools.
 *
 * @param maxToolCalls calls in one turn, 0..1,000
 * @param toolTimeout how long a call may take, above 0 and at most a day; the deadline of the turn cuts it
 * @param largestResult the most characters of a result that a model is shown, 100..10,000,000
 */
public record ToolLimits(int maxToolCalls, Duration toolTimeout, int largestResult) {

    /** A turn is no programme of work. */
    private static final int MOST_CALLS = 1_000;

    /** No solve lasts longer. */
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Room for an error and the note on a cut. */
    private static final int LEAST_RESULT = 100;

    /** More than any model reads. */
    private static final int MOST_RESULT = 10_000_000;

    /** Three calls of at most 30 seconds; a result of some 12,000 tokens. */
    public static final ToolLimits DEFAULTS = new ToolLimits(3, Duration.ofSeconds(30), 50_000);

    public ToolLimits {
        if (maxToolCalls < 0 || maxToolCalls > MOST_CALLS) {
            throw new IllegalArgumentException(
                    "maxToolCalls must be between 0 and " + MOST_CALLS + ", got " + maxToolCalls);
        }
        if (toolTimeout.isNegative() || toolTimeout.isZero() || toolTimeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("toolTimeout must be above 0 and at most " + LONGEST + ", got "
                    + toolTimeout);
        }
        if (largestResult < LEAST_RESULT || largestResult > MOST_RESULT) {
            throw new IllegalArgumentException("largestResult must be between " + LEAST_RESULT + " and " + MOST_RESULT
                    + ", got " + largestResult);
        }
    }

    /** The text, cut to the largest result, with a note behind it where something is missing. */
    String fitted(String text) {
        if (text.length() <= largestResult) {
            return text;
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(largestResult - 1));
        int end = splitsPair ? largestResult - 1 : largestResult;
        return text.substring(0, end) + "\n[cut: these are the first " + end + " of " + text.length()
                + " characters]";
    }
}
