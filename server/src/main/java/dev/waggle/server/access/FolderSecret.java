package dev.waggle.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Predicate;

/**
 * Secret of a data folder: a program that can read the folder's files as its owner sends it in a header. It stands in
 * for the folder's socket where the system has none. A request that it accepts comes from the owner.
 *
 * @param text the secret in hexadecimal digits
 */
public record FolderSecret(String text) implements Predicate<RequestHead> {

    /** Header with the secret, in lower case. */
    public static final String HEADER = "waggle-folder-secret";

    private static final int LENGTH = 64;

    public FolderSecret {
        if (text.length() < LENGTH) {
            throw new IllegalArgumentException("the secret of a folder must have at least " + LENGTH
                    + " characters, got " + text.length());
        }
    }

    /** A new secret that cannot be guessed. */
    public static FolderSecret random() {
        return new FolderSecret(RandomSecret.next());
    }

    /** True if the request proves that its sender is the owner of the folder; compared in constant time. */
    @Override
    public boolean test(RequestHead head) {
        String given = head.one(HEADER);
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8),
                text.getBytes(StandardCharsets.UTF_8));
    }

    /** Keeps the secret out of messages. */
    @Override
    public String toString() {
        return "FolderSecret[hidden]";
    }
}
