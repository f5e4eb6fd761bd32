package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Entries of an index now: those that are scanned, and those in the graph without the hidden ones. No id is in both.
 * An entry of the graph is hidden when it was removed or replaced and the graph still has it. Thread-safe.
 */
final class LiveEntries {

    private final ReentrantLock lock = new ReentrantLock();
    private final ScannedVectors scanned;
    private Set<String> hidden = Set.of();
    private @Nullable GraphReader graph;

    LiveEntries(int dimension, @Nullable GraphReader graph) {
        scanned = new ScannedVectors(dimension);
        this.graph = graph;
    }

    /** Entries of one moment, for one search, which releases them. */
    static final class Snapshot {

        private final ScannedVectors.View view;
        private final @Nullable GraphReader graph;
        private final Set<String> hidden;

        private Snapshot(ScannedVectors.View view, @Nullable GraphReader graph, Set<String> hidden) {
            this.view = view;
            this.graph = graph;
            this.hidden = hidden;
        }

        void scan(float[] unit, MemoryFilter filter, NearestHits hits) {
            view.scan(unit, filter, hits);
        }

        void searchGraph(float[] unit, int atMost, MemoryFilter filter, NearestHits hits) throws IOException {
            if (graph != null) {
                graph.search(unit, atMost, filter, hidden, hits);
            }
        }

        void release() throws IOException {
            if (graph != null) {
                graph.release();
            }
        }
    }

    Snapshot snapshot() {
        lock.lock();
        try {
            GraphReader retained = graph != null && graph.retain() ? graph : null;
            return new Snapshot(scanned.view(), retained, hidden);
        } finally {
            lock.unlock();
        }
    }

    void add(VectorEntry entry, float[] unit) throws IOException {
        lock.lock();
        try {
            hideInGraph(Set.of(entry.id()));
            scanned.add(entry, unit);
        } finally {
            lock.unlock();
        }
    }

    int remove(Collection<String> ids) throws IOException {
        lock.lock();
        try {
            int count = 0;
            for (String id : new TreeSet<>(ids)) {
                count += contains(id) ? 1 : 0;
                boolean _ = scanned.remove(id);
            }
            hideInGraph(ids);
            return count;
        } finally {
            lock.unlock();
        }
    }

    boolean contains(String id) throws IOException {
        lock.lock();
        try {
            return scanned.contains(id) || (graph != null && !hidden.contains(id) && graph.contains(id));
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return scanned.size() + (graph == null ? 0 : graph.size() - hidden.size());
        } finally {
            lock.unlock();
        }
    }

    Set<String> ids() throws IOException {
        lock.lock();
        try {
            Set<String> ids = new TreeSet<>();
            if (graph != null) {
                graph.forEachId(ids::add);
            }
            ids.removeAll(hidden);
            ids.addAll(scanned.ids());
            return ids;
        } finally {
            lock.unlock();
        }
    }

    boolean hasGraph() {
        lock.lock();
        try {
            return graph != null;
        } finally {
            lock.unlock();
        }
    }

    /** True if the graph on the disk has vectors that no search finds. */
    boolean hasRemains() {
        lock.lock();
        try {
            return !hidden.isEmpty() || (graph != null && graph.hasDeletions());
        } finally {
            lock.unlock();
        }
    }

    boolean isGraphOld() throws IOException {
        lock.lock();
        try {
            return graph != null && graph.isOld();
        } finally {
            lock.unlock();
        }
    }

    /** Number of entries that are scanned. */
    int scannedCount() {
        lock.lock();
        try {
            return scanned.size();
        } finally {
            lock.unlock();
        }
    }

    /** The scanned entries that came first. */
    List<ScannedVectors.Row> scanned(int atMost) {
        lock.lock();
        try {
            return scanned.first(atMost);
        } finally {
            lock.unlock();
        }
    }

    /** Ids that the graph still has to lose. */
    Set<String> hidden() {
        lock.lock();
        try {
            return hidden;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Searches another graph from now on.
     *
     * @param newer the graph; {@code null} for none
     * @param taken rows that it has, which need no scan any more
     */
    void show(@Nullable GraphReader newer, Collection<ScannedVectors.Row> taken) throws IOException {
        lock.lock();
        try {
            Set<String> left = new HashSet<>(hidden);
            for (ScannedVectors.Row row : taken) {
                if (row.isGone()) {
                    left.add(row.entry().id());
                } else {
                    left.remove(row.entry().id());
                }
            }
            scanned.release(taken);
            GraphReader older = graph;
            graph = newer;
            hidden = Set.of();
            hideInGraph(left);
            if (older != null) {
                older.release();
            }
        } finally {
            lock.unlock();
        }
    }

    private void hideInGraph(Collection<String> ids) throws IOException {
        GraphReader present = graph;
        if (present == null) {
            return;
        }
        Set<String> more = new HashSet<>();
        for (String id : ids) {
            if (!hidden.contains(id) && present.contains(id)) {
                more.add(id);
            }
        }
        if (!more.isEmpty()) {
            more.addAll(hidden);
            hidden = Set.copyOf(more);
        }
    }
}
