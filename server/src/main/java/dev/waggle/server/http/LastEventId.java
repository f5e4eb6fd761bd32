package dev.waggle.server.http;

import java.util.OptionalLong;

/**
 * Number of the last entry that a client of a stream has. A browser that connects again sends it as the header
 * {@code Last-Event-ID} (WHATWG, HTML Living Standard, section 9.2).
 */
public final class LastEventId {

    private static final String HEADER = "Last-Event-ID";
    private static final String PARAMETER = "after";

    private LastEventId() {}

    /** The header of an operation. */
    public static Parameter header() {
        return Parameter.header(HEADER, "Number of the last entry that the client has.");
    }

    /** The parameter of an operation; the header takes precedence. */
    public static Parameter parameter() {
        return Parameter.number(PARAMETER, 0, Long.MAX_VALUE, "The same for a client that cannot set the header.");
    }

    /**
     * The number of a request; empty when the client has none.
     *
     * @throws IllegalArgumentException when it is no number
     */
    public static OptionalLong of(ApiCall call) {
        String text = call.header(HEADER).orElse("");
        if (text.isEmpty()) {
            return call.number(PARAMETER, 0, Long.MAX_VALUE);
        }
        try {
            return OptionalLong.of(Math.max(0, Long.parseLong(text)));
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(HEADER + " must be the number of an entry", none);
        }
    }
}
