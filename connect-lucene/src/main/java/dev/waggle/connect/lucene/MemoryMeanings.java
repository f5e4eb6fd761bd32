package dev.waggle.connect.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.connect.lucene.meaning.MeaningFolder;
import dev.waggle.connect.lucene.meaning.MeaningIndex;
import dev.waggle.connect.lucene.meaning.MeaningListener;
import dev.waggle.connect.lucene.meaning.MeaningText;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;

/** Keeps the meanings of memories beside their words. Thread-safe. */
final class MemoryMeanings implements Closeable {

    private static final int PAGE = 1_000;

    /** Letters of a query whose meaning is asked for. */
    private static final int MAX_QUERY = 8_000;

    private final MeaningIndex meanings;
    private final MemoryListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    /** Number of the last entry of the log whose memory was added. */
    private long added;
    private boolean isSilent;

    private MemoryMeanings(MeaningIndex meanings, MemoryListener listener) {
        this.meanings = meanings;
        this.listener = listener;
    }

    /** Called for a memory that has others which may say the same. */
    @FunctionalInterface
    interface SimilarMemories {
        void found(String id, List<String> others);
    }

    static MemoryMeanings open(MeaningFolder folder, TextEmbedder embedder, World world, MemoryListener listener,
            SimilarMemories similar) throws IOException {
        return new MemoryMeanings(MeaningIndex.open(folder, embedder, world, new MeaningListener() {
            @Override
            public void progress(long done, long all) {
                listener.progress("embedding memories", done, all);
            }

            @Override
            public void notice(String text) {
                listener.notice(text);
            }

            @Override
            public void similar(MeaningText memory, List<VectorHit> others) {
                similar.found(memory.entry().id(), others.stream().map(VectorHit::id).toList());
            }
        }), listener);
    }

    /** Adds the memories that have come since the last time. */
    void follow(IndexSnapshot snapshot, MemorySearch search) throws IOException {
        lock.lock();
        try {
            if (!meanings.isComplete()) {
                int begun = meanings.begun();
                addMissing(search);
                meanings.complete(begun);
            } else if (snapshot.position().mark().number() > added) {
                addSince(search);
            }
            added = snapshot.position().mark().number();
        } finally {
            lock.unlock();
        }
    }

    private void addMissing(MemorySearch search) throws IOException {
        Set<String> known = meanings.ids();
        Set<String> live = search.ids();
        Set<String> gone = new HashSet<>(known);
        gone.removeAll(live);
        meanings.remove(gone);
        List<MeaningText> missing = new ArrayList<>();
        for (String id : live.stream().filter(id -> !known.contains(id)).sorted().toList()) {
            search.find(id).ifPresent(memory -> missing.add(text(memory)));
            if (missing.size() == PAGE) {
                meanings.add(missing);
                missing.clear();
            }
        }
        meanings.add(missing);
    }

    private void addSince(MemorySearch search) throws IOException {
        long after = added;
        List<IndexedMemory> page = search.indexed(MemoryFilter.ALL, after, PAGE);
        while (!page.isEmpty()) {
            meanings.add(page.stream().map(MemoryMeanings::text).toList());
            after = page.getLast().number();
            page = search.indexed(MemoryFilter.ALL, after, PAGE);
        }
    }

    private static MeaningText text(IndexedMemory memory) {
        return new MeaningText(MemoryDocument.entry(memory), memory.memory().content());
    }

    /** Memories of a near meaning; none while the model does not answer, which is said once. */
    List<VectorHit> nearest(String query, MemoryFilter filter) throws IOException, InterruptedException {
        String asked = query.length() <= MAX_QUERY ? query : query.substring(0, MAX_QUERY);
        try {
            List<VectorHit> near = meanings.nearest(asked, RankFusion.RANKS, filter);
            isSilent = false;
            return near;
        } catch (IOException unanswered) {
            if (!isSilent) {
                isSilent = true;
                listener.notice("memories are searched by words only: " + unanswered.getMessage());
            }
            return List.of();
        }
    }

    /** Number of memories that wait for a vector. */
    int pending() {
        return meanings.pending();
    }

    /** Waits until all memories have a vector; false when they have not. */
    boolean await(Duration atMost) throws InterruptedException {
        return meanings.await(atMost);
    }

    /** Removes memories and their vectors for good. */
    void forget(Collection<String> ids, Collection<String> texts) throws IOException {
        meanings.forget(ids, texts);
    }

    @Override
    public void close() throws IOException {
        meanings.close();
    }
}
