package dev.waggle.connect.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.connect.lucene.text.TextWords;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.journal.memory.MemoryEntry;
import dev.waggle.journal.memory.MemoryMark;
import dev.waggle.swarm.memory.MemoryRules;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/** Brings an index to the end of the log, in one commit. */
final class IndexFollower {

    /** Entries and bytes that are applied at once; they are held in memory. */
    private static final int CHUNK = 50_000;
    private static final long CHUNK_BYTES = 32L << 20;

    /** Documents that are worth more than one thread. */
    private static final int MANY = 1_000;

    private static final double BUFFER_MB = 64;

    /** The largest segment that a look-up merges, because somebody waits for it. */
    private static final double HASTY_MERGE_MB = 4;

    private final Directory directory;
    private final FileMemoryLog log;
    private final MemoryRules rules;
    private final TextWords words;
    private final MemoryListener listener;
    private final @Nullable IndexSnapshot known;
    private IndexPosition position = IndexPosition.START;
    private boolean hasForgotten;
    /** True while the log is read from its start. */
    private boolean isWhole;
    private boolean isAnew;

    /**
     * Creates a follower.
     *
     * @param known the index as it was seen last
     */
    IndexFollower(Directory directory, FileMemoryLog log, MemoryRules rules, TextWords words,
            MemoryListener listener, @Nullable IndexSnapshot known) {
        this.directory = directory;
        this.log = log;
        this.rules = rules;
        this.words = words;
        this.listener = listener;
        this.known = known;
    }

    /**
     * Follows the log; returns the index as it is then.
     *
     * @param isHasty true if somebody waits, so that large segments are merged another time
     */
    IndexSnapshot follow(boolean isHasty) throws IOException {
        TieredMergePolicy merges = new TieredMergePolicy();
        merges.setForceMergeDeletesPctAllowed(0);
        if (isHasty) {
            merges.setMaxMergedSegmentMB(HASTY_MERGE_MB);
        }
        IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(BUFFER_MB).setMergePolicy(merges)
                .setMergeScheduler(new SerialMergeScheduler()).setCommitOnClose(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            start(writer);
            read(writer);
            if (isAnew) {
                long _ = writer.deleteAll();
                position = IndexPosition.START;
                isWhole = true;
                isAnew = false;
                read(writer);
            }
            position = new IndexPosition(position.mark(), log.sumAt(position.mark()), position.tick(),
                    position.decayedAt());
            if (hasForgotten) {
                writer.forceMergeDeletes(); // Otherwise the texts stay in the files.
            } else if (!isHasty) {
                writer.maybeMerge();
            }
            writer.setLiveCommitData(position.data().entrySet());
            writer.commit();
        }
        return IndexSnapshot.latest(directory, known).orElseThrow();
    }

    private void read(IndexWriter writer) throws IOException {
        long all = log.length();
        long begin = position.mark().offset();
        FollowProgress progress = new FollowProgress(listener, begin, all);
        List<MemoryEntry> chunk = new ArrayList<>();
        try {
            MemoryMark _ = log.read(position.mark(), entry -> {
                chunk.add(entry);
                if (chunk.size() == CHUNK || entry.end().offset() - position.mark().offset() >= CHUNK_BYTES) {
                    apply(writer, chunk);
                    progress.at(entry.end().offset());
                }
            });
            apply(writer, chunk);
        } catch (UncheckedIOException index) {
            throw index.getCause();
        } catch (IOException unreadable) {
            throw new LogException(unreadable);
        }
        progress.at(all);
    }

    /** Continues where the index ends, or begins anew if it is of another log. */
    private void start(IndexWriter writer) throws IOException {
        Map<String, String> data = new HashMap<>();
        if (writer.getLiveCommitData() != null) {
            writer.getLiveCommitData().forEach(entry -> data.put(entry.getKey(), entry.getValue()));
        }
        Optional<IndexPosition> committed = IndexPosition.of(data);
        if (committed.isPresent() && log.has(committed.get().mark(), committed.get().sum())) {
            position = committed.get();
        } else if (writer.getDocStats().numDocs > 0) {
            listener.notice("the index of memories is of another log and is built anew");
            long _ = writer.deleteAll();
        }
        isWhole = position.equals(IndexPosition.START);
    }

    private void apply(IndexWriter writer, List<MemoryEntry> chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        try {
            if (known != null && known.position().equals(position)) {
                apply(writer, chunk, known.reader());
            } else {
                try (DirectoryReader written = DirectoryReader.open(writer)) {
                    apply(writer, chunk, written);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void apply(IndexWriter writer, List<MemoryEntry> chunk, DirectoryReader before) throws IOException {
        MemoryFold fold = new MemoryFold(new ReaderLookup(before), rules, position);
        for (MemoryEntry entry : chunk) {
            fold.accept(entry);
        }
        isAnew |= fold.isAnew() && !isWhole;
        write(writer, fold);
        position = new IndexPosition(chunk.getLast().end(), 0, fold.tick(), fold.decayedAt());
        chunk.clear();
    }

    private void write(IndexWriter writer, MemoryFold fold) throws IOException {
        hasForgotten |= !fold.forgotten().isEmpty();
        for (long number : fold.forgotten()) {
            long _ = writer.deleteDocuments(MemoryDocument.numbered(number));
        }
        for (String id : fold.removed()) {
            long _ = writer.deleteDocuments(MemoryDocument.id(id));
        }
        Collection<IndexedMemory> changed = fold.changed();
        try (Stream<IndexedMemory> memories = changed.size() < MANY ? changed.stream() : changed.parallelStream()) {
            memories.forEach(memory -> put(writer, memory, fold.isIndexed(memory.id())));
        }
        if (fold.tick() > position.tick()) {
            long _ = writer.deleteDocuments(MemoryDocument.endedAt(fold.tick()));
        }
    }

    private void put(IndexWriter writer, IndexedMemory memory, boolean isIndexed) {
        try {
            Document document = MemoryDocument.of(memory, words);
            long _ = isIndexed
                    ? writer.updateDocument(MemoryDocument.id(memory.id()), document)
                    : writer.addDocument(document);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
