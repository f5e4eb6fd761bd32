package dev.waggle.lab.server;

/**
 * Numbers of entries that came in order. Two digests are equal if the same numbers came once and in the same order.
 *
 * @param count how many came
 * @param last the latest
 * @param hash a hash of all
 * @param isOrdered whether each was above the one before
 */
record IdDigest(long count, long last, long hash, boolean isOrdered) {

    private static final long FACTOR = 1_099_511_628_211L;

    static IdDigest none() {
        return new IdDigest(0, 0, 0, true);
    }

    IdDigest and(long id) {
        return new IdDigest(count + 1, id, (hash ^ id) * FACTOR, isOrdered && id > last);
    }

    /** The digest of {@link #text}. */
    static IdDigest parse(String text) {
        String[] words = text.split(" ", -1);
        return new IdDigest(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]),
                Boolean.parseBoolean(words[3]));
    }

    String text() {
        return count + " " + last + " " + hash + " " + isOrdered;
    }
}
