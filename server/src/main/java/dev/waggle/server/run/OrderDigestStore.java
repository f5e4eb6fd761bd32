package dev.waggle.server.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.waggle.journal.JsonText;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.RecordJson;

/**
 * Orders of late by their runs, so that an idempotency key stands for one order. An order that is forgotten is compared
 * by its question. May be used by many threads.
 */
final class OrderDigestStore {

    private static final int ID_DIGITS = 26;

    private final RecentMap<String> digests = new RecentMap<>();

    /** The run of an order of that caller under that key. */
    static String run(String caller, String key) {
        return "solve_" + digest(caller + '\n' + key).substring(0, ID_DIGITS);
    }

    /** Remembers the order of a run. */
    void put(String run, SolveOrder order) {
        digests.put(run, digest(order));
    }

    /**
     * Refuses an order whose key stands for another.
     *
     * @param line the run of the key
     */
    void requireSame(RunLine line, SolveOrder order) {
        String before = digests.get(line.run());
        boolean isSame = before == null ? order.question().startsWith(line.question()) : before.equals(digest(order));
        if (!isSame) {
            throw ProblemException.of(422, "the idempotency key was used for another order, of the run " + line.run()
                    + "\nMaybe use a new key.");
        }
    }

    private static String digest(SolveOrder order) {
        return digest(JsonText.write(RecordJson.write(order)));
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
