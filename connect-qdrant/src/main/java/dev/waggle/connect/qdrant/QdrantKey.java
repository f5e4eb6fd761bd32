package dev.waggle.connect.qdrant;

import java.util.List;

import dev.waggle.signal.text.SecretSet;

/** API key of a Qdrant server. Only the header {@code api-key} holds it, and no message. */
public final class QdrantKey {

    /** Longest key, in characters; a whole file given by mistake is refused. */
    private static final int MAX_LENGTH = 4_096;

    private final String secret;

    private QdrantKey(String secret) {
        this.secret = secret;
    }

    /**
     * A key; white space around it is dropped.
     *
     * @throws IllegalArgumentException when it is empty, longer than {@value #MAX_LENGTH} characters or holds anything
     *         but visible ASCII; the message does not show it
     */
    public static QdrantKey of(String secret) {
        String text = secret.strip();
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the key of Qdrant must have 1 to " + MAX_LENGTH + " characters, got "
                    + text.length());
        }
        if (!text.chars().allMatch(unit -> unit > ' ' && unit <= '~')) {
            throw new IllegalArgumentException("the key of Qdrant must be visible ASCII"
                    + "\nMaybe more than the key was copied.");
        }
        return new QdrantKey(text);
    }

    String reveal() {
        return secret;
    }

    /** The text of a server without the key. */
    String mask(String text) {
        return SecretSet.of(List.of(secret)).maskError(text).replace(secret, SecretSet.MASK);
    }

    @Override
    public String toString() {
        return SecretSet.MASK;
    }
}
