package dev.waggle.connect.llm.endpoint;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.signal.text.VisibleText;

/** Check of the name of an own header: a token (RFC 9110, section 5.1) that no part of the connection owns. */
final class HeaderName {

    /** Largest length of a name, in characters. */
    private static final int MAX_LENGTH = 256;

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1," + MAX_LENGTH + "}");

    /** Headers of the connection (RFC 9110, section 7.6.1), of the body, and of what the client can read. */
    private static final Set<String> OWNED = Set.of("connection", "keep-alive", "te", "trailer", "transfer-encoding",
            "upgrade", "expect", "host", "content-length", "content-type", "content-encoding", "accept-encoding");

    private HeaderName() {}

    static void require(String place, String name) {
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(place + ": the name must be a token of 1 to " + MAX_LENGTH
                    + " letters, digits and signs such as - or _, got \"" + VisibleText.of(shortened(name)) + "\"");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (OWNED.contains(lower) || lower.startsWith("proxy-")) {
            throw new IllegalArgumentException(place + ": " + name + " belongs to the connection and cannot be set"
                    + (lower.startsWith("proxy-")
                            ? "\nMaybe write user and password into HTTPS_PROXY: http://user:password@proxy:8080."
                            : "\nMaybe leave it out."));
        }
    }

    private static String shortened(String name) {
        return name.length() <= 80 ? name : name.substring(0, 80) + "...";
    }
}
