package dev.waggle.connect.lucene.vector;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Loggers of Lucene that would write to the screen of a user. One tells at each start that Java runs without its
 * incubating vector module, which changes no result. A level that the user has set is kept.
 */
public final class LuceneLogs {

    /** Held, because a logger that is forgotten loses its level. */
    private static final Logger VECTORS = Logger
            .getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

    private LuceneLogs() {}

    /** Keeps the start quiet; to be called before Lucene is used. */
    public static void quiet() {
        if (VECTORS.getLevel() == null) {
            VECTORS.setLevel(Level.SEVERE);
        }
    }
}
