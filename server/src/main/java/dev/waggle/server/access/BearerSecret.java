package dev.waggle.server.access;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text that a caller sends as its bearer token.
 *
 * <pre>
 *   wgl_1f2e3d4c5b6a_ 64 hexadecimal digits
 *       id            secret
 * </pre>
 *
 * <p>The id is no secret. It finds the stored hash, so that one hash is compared for each request.
 *
 * @param id the id of the token
 * @param secret its secret
 */
record BearerSecret(String id, String secret) {

    private static final Pattern TEXT = Pattern.compile("wgl_(" + AccessToken.ID + ")_([0-9a-f]{64})");

    static BearerSecret fresh() {
        return new BearerSecret(RandomSecret.next().substring(0, 12), RandomSecret.next());
    }

    /** The parts of a text; empty when it is no token of ours. */
    static Optional<BearerSecret> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches() ? Optional.of(new BearerSecret(parts.group(1), parts.group(2))) : Optional.empty();
    }

    /** The text with the secret. */
    String reveal() {
        return "wgl_" + id + '_' + secret;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "wgl_" + id;
    }
}
