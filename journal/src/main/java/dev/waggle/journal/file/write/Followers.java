package dev.waggle.journal.file.write;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.journal.file.storage.Troubles;

/** Those who are told of new entries. What they throw goes to the {@link Troubles} and no further. */
public final class Followers {

    private final List<Consumer<List<LogEntry>>> all = new CopyOnWriteArrayList<>();
    private final Troubles troubles;

    public Followers(Troubles troubles) {
        this.troubles = troubles;
    }

    public Closeable add(Consumer<List<LogEntry>> follower) {
        all.add(follower);
        return () -> all.remove(follower);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void tell(List<LogEntry> entries) {
        for (Consumer<List<LogEntry>> follower : all) {
            try {
                follower.accept(entries);
            } catch (Throwable failed) {
                troubles.add("a follower failed when it was told of entries " + entries.getFirst().sequence() + " to "
                        + entries.getLast().sequence(), failed);
            }
        }
    }
}
