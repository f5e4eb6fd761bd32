package dev.waggle.journal.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Set;

/**
 * Counter of ids that occur more than once. It holds 64 bits of a SHA-256 of each id in an open table.
 * An entry takes 16 bytes, so a log of millions of entries fits into memory. Of ten million different ids, two are taken for one
 * with a probability of three in a million. Owned by one thread.
 */
final class RepeatedIds {

    private static final int FIRST_SIZE = 1_024;

    /** Part of the table that may be in use. */
    private static final double MAX_LOAD = 0.5;

    private final MessageDigest digest = sha256();
    private long[] table = new long[FIRST_SIZE];
    private int used;
    private final Set<Long> repeated = new HashSet<>();

    void add(String id) {
        byte[] hash = digest.digest(id.getBytes(StandardCharsets.UTF_8));
        // Zero marks a free place of the table.
        long key = Math.max(1, ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE);
        if (used >= table.length * MAX_LOAD) {
            grow();
        }
        if (put(table, key)) {
            used++;
        } else {
            repeated.add(key);
        }
    }

    /** Number of ids that were added more than once. */
    long repeated() {
        return repeated.size();
    }

    private void grow() {
        long[] larger = new long[2 * table.length];
        for (long key : table) {
            if (key != 0) {
                var _ = put(larger, key);
            }
        }
        table = larger;
    }

    /** True if the key was not there. */
    private static boolean put(long[] table, long key) {
        int mask = table.length - 1;
        int at = (int) key & mask;
        while (table[at] != 0 && table[at] != key) {
            at = (at + 1) & mask;
        }
        boolean isNew = table[at] == 0;
        table[at] = key;
        return isNew;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
