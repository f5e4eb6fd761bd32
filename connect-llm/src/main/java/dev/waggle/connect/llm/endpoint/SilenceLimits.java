package dev.waggle.connect.llm.endpoint;

import java.time.Duration;

/**
 * Longest silences of a streamed answer. Content is a piece of text, of thought or of the arguments of a call.
 * Notices, roles and pings are none.
 *
 * <pre>
 *   request ... created, ping ... | text, text ... | reasoning opened ... | text ... end
 *        beforeContent              betweenBytes       beforeContent        betweenBytes
 * </pre>
 *
 * @param beforeContent longest time without a byte before the first content and while a reasoning item is open; above
 *        zero, at most {@link #MAX}
 * @param betweenBytes longest time without a byte afterwards; above zero, at most {@link #MAX}
 */
public record SilenceLimits(Duration beforeContent, Duration betweenBytes) {

    /** Longest silence that can be set. */
    public static final Duration MAX = Duration.ofDays(1);

    /** Longest time with pings and without content, unless {@code beforeContent} is longer. */
    static final Duration MAX_PINGING = Duration.ofMinutes(10);

    private static final Duration MINUTE = Duration.ofSeconds(60);

    /** Limits of a model that answers at once: one minute in all cases. */
    public static final SilenceLimits USUAL = new SilenceLimits(MINUTE, MINUTE);

    /**
     * Limits of a model that thinks or that a local server loads. Ten minutes are the longest silence that users of
     * reasoning models report (coder/coder, pull request 25782).
     */
    public static final SilenceLimits PATIENT = new SilenceLimits(MAX_PINGING, MINUTE);

    public SilenceLimits {
        require("beforeContent", beforeContent);
        require("betweenBytes", betweenBytes);
    }

    /** The same limit in all cases. */
    public static SilenceLimits of(Duration limit) {
        return new SilenceLimits(limit, limit);
    }

    /**
     * Longest time without content while bytes arrive: ten minutes, or longer where the silence may be longer. A
     * server that pings is alive, for example with the call in a queue.
     */
    public Duration pinging() {
        return beforeContent.compareTo(MAX_PINGING) > 0 ? beforeContent : MAX_PINGING;
    }

    private static void require(String name, Duration limit) {
        if (!limit.isPositive() || limit.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(name + " must be above zero and at most " + MAX + ", got " + limit);
        }
    }
}
