package dev.waggle.signal.pattern;

/**
 * Syntax rules for the text of a {@link Pattern}. One language serves queries, dashboards, the command line and the
 * bus. The two others come from the systems from which subscriptions and recordings are imported. The same text
 * matches more or less there.
 *
 * <table>
 * <caption>What matches</caption>
 * <tr><th></th><th>{@code a:*} and {@code a:b}</th><th>{@code a:**} and {@code a}</th>
 * <th>{@code a:**} and {@code a:b:c}</th><th>{@code a:b*} and {@code a:bc}</th></tr>
 * <tr><td>COMMON</td><td>yes</td><td>yes</td><td>yes</td><td>refused</td></tr>
 * <tr><td>DURABLE</td><td>yes</td><td>no</td><td>no</td><td>no</td></tr>
 * <tr><td>HARNESS</td><td>yes</td><td>no</td><td>yes</td><td>yes</td></tr>
 * </table>
 *
 * <p>All compare UTF-16 unit by unit: no case folding, no normalisation.
 */
public enum PatternDialect {

    /**
     * The language of Waggle: {@code *} is exactly one segment, empty ones included, {@code **} any number of
     * segments including none.
     *
     * <p>A pattern is split where the type is split: at {@code ':'}, or at {@code '.'} for types of the connectivity
     * family. So {@code build:*} matches {@code build:done}, and {@code conflict.*} matches the connectivity type
     * {@code conflict.active}. It does not match a custom type of that name, which is one segment. A pattern that
     * holds a {@code ':'} matches only types split at {@code ':'}. In those, a {@code '.'} is a letter like others:
     * {@code channel.dev:*} matches {@code channel.dev:message}.
     *
     * <p>A family and a slash in front restrict a pattern to that family, as in {@code connectivity/**} or
     * {@code swarm/conflict}; without it a pattern matches all families. A custom type whose own text begins like
     * that is written with its family: {@code custom/harness/x}.
     *
     * <p>A star beside other characters of a segment is refused: most likely another dialect was meant.
     */
    COMMON,

    /**
     * Durable subscriptions: {@code *} is a wildcard only as a whole segment. Every other segment is literal, {@code
     * **} too. Pattern and type are trimmed as wholes, by the rules of ECMAScript. A blank one never matches. Types of
     * all families are split at {@code ':'}.
     */
    DURABLE,

    /**
     * Harness transcripts: {@code *} is any run of characters without {@code ':'}, {@code **} one without a line end
     * ({@code \n}, {@code \r}, U+2028, U+2029). Both also work inside a segment and may be empty; more stars are read
     * as two. So {@code harness:**} needs the colon: {@code harness} alone does not match. Types of all families are
     * read as plain text.
     */
    HARNESS;

    /** Removes surrounding white space and line ends of ECMAScript, as durable subscriptions do. */
    public static String trimmed(String text) {
        return SegmentedText.trim(text);
    }
}
