package dev.waggle.journal.file.write;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.journal.file.storage.BackgroundFailures;
import dev.waggle.signal.log.LogEntry;

/** Notifier of followers about new entries. Their exceptions go to the {@link BackgroundFailures} and no further. */
public final class FollowerNotifier {

    private final List<Consumer<List<LogEntry>>> followers = new CopyOnWriteArrayList<>();
    private final BackgroundFailures troubles;

    public FollowerNotifier(BackgroundFailures troubles) {
        this.troubles = troubles;
    }

    public Closeable add(Consumer<List<LogEntry>> follower) {
        followers.add(follower);
        return () -> followers.remove(follower);
    }

    boolean isEmpty() {
        return followers.isEmpty();
    }

    void publish(List<LogEntry> entries) {
        for (Consumer<List<LogEntry>> follower : followers) {
            try {
                follower.accept(entries);
            } catch (Throwable failed) {
                troubles.add(
                        "a follower failed when it was notified of entries " + entries.getFirst().sequence() + " to "
                                + entries.getLast().sequence(),
                        failed);
            }
        }
    }
}
