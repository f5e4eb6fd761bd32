package dev.waggle.connect.llm.provider;

import dev.waggle.signal.text.SecretSet;

/** API key of a provider. Only the wire receives it: no message, signal or {@code toString} holds it. */
public final class ApiKey {

    /** Largest length of a key; no provider issues longer ones, and a whole file given by mistake is rejected. */
    static final int MAX_LENGTH = 4_096;

    private final String secret;

    private ApiKey(String secret) {
        this.secret = secret;
    }

    /**
     * A key; white space around it is dropped.
     *
     * @throws IllegalArgumentException when it is empty, longer than {@value #MAX_LENGTH} characters or holds anything
     *         but visible ASCII; the message does not show it
     */
    public static ApiKey of(String secret) {
        String text = secret.strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a key must not be empty");
        }
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a key has at most " + MAX_LENGTH + " characters, this one has "
                    + text.length() + "\nMaybe the wrong file was given.");
        }
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit <= ' ' || unit > '~') {
                throw new IllegalArgumentException("a key holds visible ASCII only, character " + (i + 1) + " of "
                        + text.length() + " is something else\nMaybe more than the key was copied.");
            }
        }
        return new ApiKey(text);
    }

    /** The key itself, for the header of a request. */
    String reveal() {
        return secret;
    }

    @Override
    public String toString() {
        return SecretSet.MASK;
    }
}
