package dev.waggle.server.api.signal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.waggle.server.access.RandomSecret;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Verifier of signed requests: HMAC-SHA256 (Krawczyk, Bellare and Canetti, RFC 2104, 1997) of time, type and body.
 *
 * <pre>
 *   X-Waggle-Timestamp: 1795327306
 *   X-Waggle-Signature: sha256= hex(HMAC(secret, "1795327306" LF type LF body))
 * </pre>
 *
 * <p>The type is that of the signal, so that nobody changes it on the way. A request is valid for five minutes around
 * its time, and only once. The signatures of that time are remembered up to a number; when there are more, requests are
 * refused until the oldest one is too old. A new process has forgotten them. May be used by many threads.
 */
final class WebhookSignature {

    /** Largest difference to the clock of a sender. */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    /** Remembered signatures: 160 requests a second for ten minutes. */
    static final int MAX_SEEN = 100_000;

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "sha256=";
    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern SIGNATURE = Pattern.compile(PREFIX + "[0-9a-fA-F]{64}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

    private final World world;
    private final String noSecret = RandomSecret.next();
    private final int maxSeen;
    private final Map<String, Instant> seen = new LinkedHashMap<>();

    WebhookSignature(World world) {
        this(world, MAX_SEEN);
    }

    WebhookSignature(World world, int maxSeen) {
        this.world = world;
        this.maxSeen = maxSeen;
    }

    /** Result of a verification. */
    enum Verdict {
        /** It is valid, and came for the first time. */
        VALID,
        /** It is valid and came before. */
        REPEATED,
        /** Too many came in this time. */
        CROWDED,
        /** It is not valid, or too old or new. */
        INVALID
    }

    /** True if the headers could belong to a valid request, so that its body is worth reading. */
    boolean isWellFormed(String timestamp, String signature) {
        return SIGNATURE.matcher(signature).matches() && SECONDS.matcher(timestamp).matches()
                && isRecent(Long.parseLong(timestamp));
    }

    /**
     * Verifies a request; takes the same time with and without a secret.
     *
     * @param secret the secret of its webhook; {@code null} when there is no such webhook
     */
    Verdict verify(@Nullable String secret, String timestamp, String type, byte[] body, String signature) {
        byte[] expected = mac(secret == null ? noSecret : secret, timestamp, type, body);
        boolean isEqual = MessageDigest.isEqual(expected, HEX.parseHex(signature.substring(PREFIX.length())));
        if (!isEqual || secret == null) { // Both are known by now, so that neither takes longer.
            return Verdict.INVALID;
        }
        return remember(HEX.formatHex(expected));
    }

    private boolean isRecent(long seconds) {
        return Duration.between(Instant.ofEpochSecond(seconds), world.now()).abs().compareTo(TOLERANCE) <= 0;
    }

    /** A signature is kept as long as its time may be valid: twice the tolerance from its arrival on. */
    private synchronized Verdict remember(String signature) {
        Instant oldest = world.now().minus(TOLERANCE.multipliedBy(2));
        var arrivals = seen.values().iterator();
        while (arrivals.hasNext() && arrivals.next().isBefore(oldest)) {
            arrivals.remove();
        }
        if (seen.containsKey(signature)) {
            return Verdict.REPEATED;
        }
        if (seen.size() >= maxSeen) {
            return Verdict.CROWDED;
        }
        seen.put(signature, world.now());
        return Verdict.VALID;
    }

    private static byte[] mac(String secret, String timestamp, String type, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((timestamp + '\n' + type + '\n').getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }
}
