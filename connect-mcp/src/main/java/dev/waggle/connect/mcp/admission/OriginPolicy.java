package dev.waggle.connect.mcp.admission;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;

/**
 * Origins of web pages that may send requests, and the host names of this machine.
 *
 * @param allowed the allowed origins in lower case, for example {@code https://example.org}
 */
public record OriginPolicy(List<String> allowed) {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+\\]|[^:\\[\\]/@]+)(:\\d{1,5})?");
    private static final Pattern ORIGIN = Pattern.compile("https?://(.+)");
    private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "[::1]");

    /** Maximum number and length of foreign values in a message. */
    private static final int MAX_NAMED = 3;
    private static final int MAX_QUOTED = 100;

    public OriginPolicy {
        allowed = allowed.stream().map(OriginPolicy::requireOrigin).toList();
    }

    /** True if a page of that origin is allowed by name. The origin {@code null} never is. */
    public boolean isAllowed(String origin) {
        return allowed.contains(origin.toLowerCase(Locale.ROOT));
    }

    /** True for a page that this machine serves, at any port. */
    public static boolean isPageOfThisMachine(String origin) {
        Matcher page = ORIGIN.matcher(origin.toLowerCase(Locale.ROOT));
        return page.matches() && isThisMachine(page.group(1));
    }

    /** True for a loopback name or address, perhaps with a port, as a {@code Host} header holds it. */
    public static boolean isThisMachine(String host) {
        Matcher named = HOST.matcher(host.toLowerCase(Locale.ROOT));
        return named.matches() && THIS_MACHINE.contains(named.group(1));
    }

    /** The name of a host without its port, in lower case; the text itself when it is no host. */
    public static String nameOf(String host) {
        Matcher named = HOST.matcher(host.toLowerCase(Locale.ROOT));
        return named.matches() ? named.group(1) : host;
    }

    /**
     * The origin in lower case.
     *
     * @throws IllegalArgumentException when the text is no origin
     */
    public static String requireOrigin(String text) {
        String origin = text.toLowerCase(Locale.ROOT);
        if (!origin.matches("https?://[a-z0-9.\\[\\]:-]+")) {
            throw new IllegalArgumentException("an origin is a scheme, a host and perhaps a port, got \"" + text
                    + "\"\nMaybe https://example.org, without anything behind it.");
        }
        return origin;
    }

    /** Values of a header for a message: the first few, cut and escaped. */
    public static String quoted(List<String> values) {
        return values.isEmpty() ? "(none)" : values.stream().limit(MAX_NAMED)
                .map(value -> JsonLine.quoted(value.substring(0, Math.min(value.length(), MAX_QUOTED))))
                .collect(Collectors.joining(", "));
    }
}
