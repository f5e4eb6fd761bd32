package dev.waggle.swarm.harness;

import java.time.Duration;

/**
 * Limits of an agent's tool use.
 *
 * @param maxToolCalls calls in one turn, 0..1,000
 * @param toolTimeout timeout of a call, above 0 and at most a day; the deadline of the turn shortens it
 * @param largestResult at most this many characters of a result for the model, 100..10,000,000
 */
public record ToolLimits(int maxToolCalls, Duration toolTimeout, int largestResult) {

    /** Maximum number of calls in one turn, far above the default of 3. */
    private static final int MAX_CALLS = 1_000;

    /** Longest timeout; no solve lasts longer. */
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** Smallest result limit, with room for an error and the note on a cut. */
    private static final int MIN_RESULT = 100;

    /** Largest result limit, above the context of any model. */
    private static final int MAX_RESULT = 10_000_000;

    /** Three calls of at most 30 seconds; a result of some 12,000 tokens. */
    public static final ToolLimits DEFAULTS = new ToolLimits(3, Duration.ofSeconds(30), 50_000);

    public ToolLimits {
        if (maxToolCalls < 0 || maxToolCalls > MAX_CALLS) {
            throw new IllegalArgumentException(
                    "maxToolCalls must be between 0 and " + MAX_CALLS + ", got " + maxToolCalls);
        }
        if (toolTimeout.isNegative() || toolTimeout.isZero() || toolTimeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("toolTimeout must be above 0 and at most " + MAX_TIMEOUT + ", got "
                    + toolTimeout);
        }
        if (largestResult < MIN_RESULT || largestResult > MAX_RESULT) {
            throw new IllegalArgumentException("largestResult must be between " + MIN_RESULT + " and " + MAX_RESULT
                    + ", got " + largestResult);
        }
    }

    /** The text, cut to the largest result, with a note after the cut. */
    public String fitted(String text) {
        if (text.length() <= largestResult) {
            return text;
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(largestResult - 1));
        int end = splitsPair ? largestResult - 1 : largestResult;
        return text.substring(0, end) + "\n[cut: these are the first " + end + " of " + text.length()
                + " characters]";
    }
}
