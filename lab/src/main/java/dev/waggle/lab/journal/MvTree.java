package dev.waggle.lab.journal;

import java.nio.file.Path;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Tree of H2's MVStore. A commit writes and syncs; without commits, a thread of the store writes every second. */
final class MvTree implements LineStore {

    private final MVStore store;
    private final MVMap<Long, byte[]> events;
    private long last;

    MvTree(Path path) {
        store = new MVStore.Builder().fileName(path.toString()).open();
        events = store.openMap("events");
    }

    @Override
    public void append(byte[] line) {
        last++;
        events.append(last, line);
    }

    @Override
    public void commit() {
        store.commit();
        store.sync();
    }

    @Override
    public void close() {
        store.close();
    }
}
