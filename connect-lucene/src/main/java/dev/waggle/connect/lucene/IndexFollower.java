package dev.waggle.connect.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.lucene.MemoryFold.IndexLookup;
import dev.waggle.connect.lucene.text.TextWords;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.journal.memory.MemoryEntry;
import dev.waggle.journal.memory.MemoryMark;
import dev.waggle.swarm.memory.MemoryRules;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/** Brings an index to the end of the log, in one commit. */
final class IndexFollower {

    /** Entries that are applied at once; they are held in memory. */
    private static final int CHUNK = 10_000;

    private static final double BUFFER_MB = 48;

    private final Directory directory;
    private final FileMemoryLog log;
    private final MemoryRules rules;
    private final TextWords words;
    private final MemoryListener listener;
    private IndexPosition position = IndexPosition.START;

    IndexFollower(Directory directory, FileMemoryLog log, MemoryRules rules, TextWords words,
            MemoryListener listener) {
        this.directory = directory;
        this.log = log;
        this.rules = rules;
        this.words = words;
        this.listener = listener;
    }

    /** Follows the log; returns the index as it is then. */
    IndexSnapshot follow() throws IOException {
        IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(BUFFER_MB)
                .setMergeScheduler(new SerialMergeScheduler()).setCommitOnClose(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            start(writer);
            boolean isLong = log.length() - position.mark().offset() > FollowProgress.LONG;
            FollowProgress progress = new FollowProgress(listener, isLong ? log.length() : 0);
            List<MemoryEntry> chunk = new ArrayList<>();
            try {
                MemoryMark _ = log.read(position.mark(), entry -> {
                    chunk.add(entry);
                    if (chunk.size() == CHUNK) {
                        apply(writer, chunk);
                        progress.at(entry.end().offset());
                    }
                });
            } catch (UncheckedIOException index) {
                throw index.getCause();
            } catch (IOException unreadable) {
                throw new LogException(unreadable);
            }
            apply(writer, chunk);
            position = new IndexPosition(position.mark(), log.sumAt(position.mark()), position.tick(),
                    position.decayedAt());
            writer.setLiveCommitData(position.data().entrySet());
            writer.commit();
        }
        return IndexSnapshot.open(DirectoryReader.open(directory)).orElseThrow();
    }

    /** Continues where the index ends, or begins anew if it is of another log. */
    private void start(IndexWriter writer) throws IOException {
        Optional<IndexPosition> known = Optional.empty();
        if (writer.getLiveCommitData() != null) {
            Map<String, String> data = new HashMap<>();
            writer.getLiveCommitData().forEach(entry -> data.put(entry.getKey(), entry.getValue()));
            known = IndexPosition.of(data);
        }
        if (known.isPresent() && log.sumAt(known.get().mark()) == known.get().sum()) {
            position = known.get();
        } else if (writer.getDocStats().numDocs > 0) {
            listener.notice("the index of memories is of another log and is built anew");
            long _ = writer.deleteAll();
        }
    }

    private void apply(IndexWriter writer, List<MemoryEntry> chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            MemoryFold fold = new MemoryFold(new ReaderLookup(reader), rules, position);
            for (MemoryEntry entry : chunk) {
                fold.accept(entry);
            }
            write(writer, fold);
            position = new IndexPosition(chunk.getLast().end(), 0, fold.tick(), fold.decayedAt());
            chunk.clear();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void write(IndexWriter writer, MemoryFold fold) throws IOException {
        for (long number : fold.forgotten()) {
            long _ = writer.deleteDocuments(MemoryDocument.numbered(number));
        }
        for (String id : fold.removed()) {
            long _ = writer.deleteDocuments(MemoryDocument.id(id));
        }
        for (IndexedMemory memory : fold.changed()) {
            long _ = writer.updateDocument(MemoryDocument.id(memory.id()), MemoryDocument.of(memory, words));
        }
        if (fold.tick() > position.tick()) {
            long _ = writer.deleteDocuments(MemoryDocument.endedAt(fold.tick()));
        }
    }

    /** Memories of an index by id and by solve. */
    private record ReaderLookup(DirectoryReader reader) implements IndexLookup {

        @Override
        public @Nullable IndexedMemory find(String id) throws IOException {
            List<IndexedMemory> found = find(new TermQuery(MemoryDocument.id(id)), 1);
            return found.isEmpty() ? null : found.getFirst();
        }

        @Override
        public List<IndexedMemory> ofRun(String run) throws IOException {
            return find(MemoryDocument.ofRun(run), Math.max(1, reader.numDocs())).stream()
                    .filter(memory -> run.equals(memory.memory().origin().run())).toList();
        }

        private List<IndexedMemory> find(Query query, int atMost) throws IOException {
            if (reader.numDocs() == 0) {
                return List.of();
            }
            List<IndexedMemory> found = new ArrayList<>();
            StoredFields fields = reader.storedFields();
            for (ScoreDoc hit : new IndexSearcher(reader).search(query, atMost).scoreDocs) {
                found.add(MemoryDocument.read(fields, hit.doc));
            }
            return found;
        }
    }
}
