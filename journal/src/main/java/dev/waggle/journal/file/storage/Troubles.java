package dev.waggle.journal.file.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import dev.waggle.journal.file.Trouble;

/**
 * What went wrong beside the appends, which go on: remembered, the newest so many, and told to the platform's log. The same
 * again is not told again while it is remembered: a damaged line is met by every reader.
 */
public final class Troubles {

    private static final int MAX_KEPT = 100;

    private final System.Logger log;
    private final Deque<Trouble> kept = new ArrayDeque<>();

    public Troubles(System.Logger log) {
        this.log = log;
    }

    public synchronized void add(String what, Throwable cause) {
        if (kept.stream().anyMatch(known -> known.what().equals(what))) {
            return;
        }
        if (kept.size() == MAX_KEPT) {
            kept.removeFirst();
        }
        kept.addLast(new Trouble(what, cause));
        log.log(System.Logger.Level.WARNING, what, cause);
    }

    public synchronized List<Trouble> all() {
        return List.copyOf(kept);
    }
}
