package dev.waggle.connect.llm.endpoint;

import java.util.regex.Pattern;

import dev.waggle.signal.text.SecretSet;

/** Mask of secrets in texts that were received, which may quote a key or its beginning. */
public final class SecretMask {

    /** Replacement of a secret. */
    public static final String MASK = SecretSet.MASK;

    /** Smallest length of a secret that is masked; shorter ones are words of everyday text. */
    private static final int MIN_MASKED = 6;

    /** Length of a prefix that is masked; providers quote the beginning of a key and cover the rest. */
    private static final int MASKED_PREFIX_LENGTH = 8;

    private SecretMask() {}

    /** The text without the secret, and without words that begin as it does. */
    public static String hide(String text, String secret) {
        if (secret.length() < MIN_MASKED) {
            return text;
        }
        String masked = text.replace(secret, MASK);
        return secret.length() <= MASKED_PREFIX_LENGTH
                ? masked
                : masked.replaceAll(Pattern.quote(secret.substring(0, MASKED_PREFIX_LENGTH)) + "[^\\s\"'<>&]*", MASK);
    }
}
