package dev.waggle.connect.lucene.meaning;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.lucene.vector.VectorFile;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.connect.lucene.vector.VectorIndex;
import dev.waggle.connect.lucene.vector.VectorIndexListener;
import dev.waggle.connect.lucene.vector.VectorKey;
import dev.waggle.connect.lucene.vector.VectorSpace;
import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingDimensionException;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Memories by meaning. A memory without a vector waits for one. A thread in the background asks the model for batches, and
 * keeps each answer before it is used. So no text is paid for twice, and whoever adds a memory waits for nothing.
 * Thread-safe.
 */
public final class MeaningIndex implements AutoCloseable {

    /** Texts of one call: an answer that is lost by a kill costs at most so many. */
    private static final int BATCH = 64;

    /** Cosine from which on two memories are compared: a rule then decides whether they say the same. */
    private static final double SIMILAR = 0.7;

    private static final int MOST_SIMILAR = 4;

    private final MeaningFolder folder;
    private final TextEmbedder embedder;
    private final World world;
    private final MeaningListener listener;
    private final Map<String, MeaningText> pending = new LinkedHashMap<>();
    private @Nullable Space space;
    private @Nullable Thread worker;
    /** Complete when the worker has ended. */
    private CompletableFuture<Void> working = CompletableFuture.completedFuture(null);
    private long embedded;
    private boolean isClosed;
    /** Number of times that the vectors were begun anew. */
    private int begun;
    private boolean isComplete;

    /** Vectors of one model and their index. */
    private record Space(VectorFile file, VectorIndex index, CheckedEmbedder embedder) {}

    private MeaningIndex(MeaningFolder folder, TextEmbedder embedder, World world, MeaningListener listener) {
        this.folder = folder;
        this.embedder = embedder;
        this.world = world;
        this.listener = listener;
    }

    /**
     * Opens the index of a model.
     *
     * @throws IOException when its vectors cannot be read
     */
    public static MeaningIndex open(MeaningFolder folder, TextEmbedder embedder, World world, MeaningListener listener)
            throws IOException {
        MeaningIndex index = new MeaningIndex(folder, embedder, world, listener);
        Optional<VectorSpace> known = folder.known(embedder.model());
        if (known.isPresent()) {
            index.space = index.opened(known.get());
        }
        return index;
    }

    private Space opened(VectorSpace of) throws IOException {
        return new Space(folder.file(of), folder.index(of, new VectorIndexListener() {
            @Override
            public void lost(String reason) {
                listener.notice("the graph of meanings is built anew: " + reason);
            }
        }), CheckedEmbedder.of(embedder, of.dimension()));
    }

    /** The space of the vectors; empty before the first. */
    public synchronized Optional<VectorSpace> space() {
        return Optional.ofNullable(space).map(open -> open.file().space());
    }

    /** Ids of the memories that have a vector or wait for one. */
    public synchronized Set<String> ids() throws IOException {
        Set<String> ids = new HashSet<>(pending.keySet());
        if (space != null) {
            ids.addAll(space.index().ids());
        }
        return ids;
    }

    /** True if all memories have been added since the vectors were begun. */
    public synchronized boolean isComplete() {
        return isComplete;
    }

    /** Number of times that the vectors were begun anew; read before the memories are added. */
    public synchronized int begun() {
        return begun;
    }

    /**
     * Says that all memories have been added. It holds only if the vectors have not been begun anew meanwhile.
     *
     * @param sinceBegun {@link #begun()} before the addition
     */
    public synchronized void complete(int sinceBegun) {
        isComplete = isComplete || sinceBegun == begun;
    }

    /** Number of memories that wait for a vector. */
    public synchronized int pending() {
        return pending.size();
    }

    /** Adds memories: those whose vectors are kept are found at once, the others when the model has answered. */
    public synchronized void add(List<MeaningText> memories) throws IOException {
        Map<VectorKey, float[]> kept = space == null
                ? Map.of()
                : space.file().find(memories.stream().map(MeaningText::key).toList());
        for (MeaningText memory : memories) {
            float[] vector = kept.get(memory.key());
            if (space != null && vector != null) {
                space.index().add(memory.entry(), vector);
            } else {
                pending.put(memory.entry().id(), memory);
            }
        }
        startWorker();
    }

    /** Removes memories that are no more. */
    public synchronized void remove(Collection<String> ids) throws IOException {
        pending.keySet().removeAll(ids);
        if (space != null) {
            int _ = space.index().remove(ids);
        }
    }

    /** Removes memories and their vectors for good. */
    public synchronized void forget(Collection<String> ids, Collection<String> texts) throws IOException {
        remove(ids);
        if (space != null) {
            space.index().expunge();
        }
        folder.forget(texts, space());
    }

    /**
     * Memories of a meaning near to a query, the nearest first; none while no memory has a vector.
     *
     * @throws IOException when the model does not answer
     */
    public List<VectorHit> nearest(String query, int atMost, MemoryFilter filter)
            throws IOException, InterruptedException {
        Space known;
        synchronized (this) {
            known = space;
        }
        if (known == null || query.isBlank() || atMost <= 0) {
            return List.of();
        }
        return known.index().nearest(known.embedder().embed(List.of(query), EmbeddingPurpose.QUERY).getFirst(), atMost,
                filter);
    }

    private synchronized void startWorker() {
        if (worker == null && !pending.isEmpty() && !isClosed) {
            working = new CompletableFuture<>();
            worker = world.start("meanings of memories", this::work);
        }
    }

    private void work() {
        try {
            for (List<MeaningText> batch = nextBatch(); !batch.isEmpty(); batch = nextBatch()) {
                embed(batch);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failed) {
            refuse("memories wait for their meanings: " + failed.getMessage());
        } finally {
            synchronized (this) {
                if (Thread.currentThread().equals(worker)) {
                    rest();
                }
            }
        }
    }

    private synchronized void refuse(String reason) {
        if (!isClosed) {
            listener.notice(reason);
        }
    }

    /** The texts to embed next; when there are none, the next addition starts another worker. */
    private synchronized List<MeaningText> nextBatch() {
        List<MeaningText> batch = isClosed ? List.of() : pending.values().stream().limit(BATCH).toList();
        if (batch.isEmpty()) {
            rest();
        }
        return batch;
    }

    private void rest() {
        worker = null;
        boolean _ = working.complete(null);
    }

    private void embed(List<MeaningText> batch) throws IOException, InterruptedException {
        List<float[]> vectors;
        try {
            vectors = vectors(batch);
        } catch (EmbeddingDimensionException changed) {
            listener.notice("the model " + embedder.model() + " gives vectors of " + changed.actual() + " numbers, not "
                    + changed.expected() + "; all memories are embedded again");
            startAnew();
            return;
        } catch (EmbeddingException refused) {
            if (refused.remedy() != EmbeddingException.Remedy.CHANGE_TEXTS) {
                throw refused;
            }
            if (batch.size() > 1) {
                for (MeaningText each : batch) {
                    embed(List.of(each));
                }
                return;
            }
            listener.notice("memory " + batch.getFirst().entry().id() + " is found by its words only: "
                    + refused.getMessage());
            remove(List.of(batch.getFirst().entry().id()));
            return;
        }
        keep(batch, vectors);
    }

    private List<float[]> vectors(List<MeaningText> batch) throws IOException, InterruptedException {
        TextEmbedder model;
        synchronized (this) {
            model = space == null ? CheckedEmbedder.of(embedder) : space.embedder();
        }
        return model.embed(batch.stream().map(MeaningText::text).toList(), EmbeddingPurpose.DOCUMENT);
    }

    private void keep(List<MeaningText> batch, List<float[]> vectors) throws IOException {
        Space open;
        synchronized (this) {
            if (space == null) {
                space = opened(new VectorSpace(embedder.model(), vectors.getFirst().length));
            }
            open = space;
            Map<VectorKey, float[]> byKey = new HashMap<>();
            for (int i = 0; i < batch.size(); i++) {
                // A memory that was forgotten meanwhile leaves no vector.
                if (pending.containsKey(batch.get(i).entry().id())) {
                    byKey.put(batch.get(i).key(), vectors.get(i));
                }
            }
            open.file().append(byKey);
        }
        for (int i = 0; i < batch.size(); i++) {
            index(open, batch.get(i), vectors.get(i));
        }
        synchronized (this) {
            embedded += batch.size();
            listener.progress(embedded, embedded + pending.size());
        }
    }

    private void index(Space open, MeaningText memory, float[] vector) throws IOException {
        synchronized (this) {
            if (pending.remove(memory.entry().id()) == null) {
                return; // It was removed meanwhile.
            }
            open.index().add(memory.entry(), vector);
        }
        List<VectorHit> similar = new ArrayList<>();
        for (VectorHit hit : open.index().nearest(vector, MOST_SIMILAR,
                MemoryFilter.ofTenant(memory.entry().tenant()))) {
            if (hit.similarity() >= SIMILAR && !hit.id().equals(memory.entry().id())) {
                similar.add(hit);
            }
        }
        if (!similar.isEmpty()) {
            listener.similar(memory, similar);
        }
    }

    /** Forgets the length of the vectors; memories come back when the owner adds them again. */
    private synchronized void startAnew() throws IOException {
        Space old = space;
        space = null;
        begun++;
        isComplete = false;
        if (old != null) {
            old.index().close();
            folder.delete(old.file().space());
        }
    }

    /**
     * Waits until all memories have a vector, the model refuses, or the time is over.
     *
     * @return true if all have one
     */
    public boolean await(Duration atMost) throws InterruptedException {
        CompletableFuture<Void> idle;
        synchronized (this) {
            idle = working;
        }
        boolean _ = world.await(idle, atMost);
        synchronized (this) {
            return pending.isEmpty();
        }
    }

    /** Ends the work in the background; an answer that is on its way is lost. */
    @Override
    public void close() throws IOException {
        Thread active;
        synchronized (this) {
            isClosed = true;
            active = worker;
        }
        if (active != null) {
            active.interrupt();
            try {
                active.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
        synchronized (this) {
            if (space != null) {
                space.index().close();
                space = null;
            }
        }
    }
}
