package dev.waggle.swarm.memory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Text of memories: when two are equal, and the id that equal ones share. */
public final class MemoryText {

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]+");
    private static final String PREFIX = "mem-";
    private static final int DIGEST = 16;

    private MemoryText() {}

    /** Text in the form in which equal memories are equal: compatibility form, without case and double blanks. */
    public static String normalized(String text) {
        return BLANKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT))
                .replaceAll(" ");
    }

    /**
     * Id of a memory: {@code mem-} and 32 hex digits of the SHA-256 of tenant and normalized text. So equal memories have the
     * same id in every store.
     */
    public static String id(@Nullable String tenant, String text) {
        MessageDigest digest = sha256();
        if (tenant != null) {
            digest.update(tenant.getBytes(StandardCharsets.UTF_8));
        }
        digest.update((byte) 0);
        digest.update(normalized(text).getBytes(StandardCharsets.UTF_8));
        return PREFIX + HexFormat.of().formatHex(digest.digest(), 0, DIGEST);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
