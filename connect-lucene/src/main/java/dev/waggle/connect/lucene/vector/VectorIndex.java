package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;

/** Draft of the index. */
public final class VectorIndex implements AutoCloseable {

    private final VectorSpace space;
    private final ReentrantLock lock = new ReentrantLock();
    private final ScannedVectors scanned = new ScannedVectors();

    private VectorIndex(VectorSpace space) {
        this.space = space;
    }

    /** Opens the index in that folder. */
    public static VectorIndex open(Path folder, VectorSpace space, World world, VectorIndexListener listener)
            throws IOException {
        return new VectorIndex(space);
    }

    /** Adds an entry, in place of one with the same id. */
    public void add(VectorEntry entry, float[] vector) {
        space.require(entry.id(), vector);
        ScannedVectors.Row row = new ScannedVectors.Row(entry, UnitVector.of(vector));
        lock.lock();
        try {
            scanned.add(row);
        } finally {
            lock.unlock();
        }
    }

    /** Nearest entries, the best first. */
    public List<VectorHit> nearest(float[] query, int k, MemoryFilter filter) throws IOException {
        space.require("the query", query);
        float[] unit = UnitVector.of(query);
        ScannedVectors.View view;
        lock.lock();
        try {
            view = scanned.view();
        } finally {
            lock.unlock();
        }
        NearestHits hits = new NearestHits(k);
        view.scan(unit, filter, hits);
        return hits.sorted();
    }

    /** Removes entries. */
    public int remove(Collection<String> ids) {
        lock.lock();
        try {
            return (int) ids.stream().filter(scanned::remove).count();
        } finally {
            lock.unlock();
        }
    }

    /** True if there is an entry of that id. */
    public boolean contains(String id) {
        lock.lock();
        try {
            return scanned.contains(id);
        } finally {
            lock.unlock();
        }
    }

    /** Number of entries. */
    public int size() {
        lock.lock();
        try {
            return scanned.size();
        } finally {
            lock.unlock();
        }
    }

    /** All ids, sorted. */
    public Set<String> ids() throws IOException {
        lock.lock();
        try {
            return new TreeSet<>(scanned.ids());
        } finally {
            lock.unlock();
        }
    }

    /** Brings the graph up to date; removed vectors are gone from the disk afterwards. */
    public void refresh() throws IOException {}

    @Override
    public void close() throws IOException {}
}
