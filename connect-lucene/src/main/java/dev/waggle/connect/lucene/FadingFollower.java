package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.journal.memory.MemoryEntry;
import dev.waggle.journal.memory.MemoryMark;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Follows a part of the log in which memories only fade. If none of them leaves, the index stays as it is, and nothing is
 * written.
 */
final class FadingFollower {

    /** Bytes of a log that are looked at. */
    private static final long MAX_BYTES = 16_384;

    private final FileMemoryLog log;
    private final MemoryRules rules;

    FadingFollower(FileMemoryLog log, MemoryRules rules) {
        this.log = log;
        this.rules = rules;
    }

    /** The index at the end of the log; empty if it has to be changed. */
    Optional<IndexSnapshot> follow(IndexSnapshot known) throws IOException {
        IndexPosition position = known.position();
        if (log.length() - position.mark().offset() > MAX_BYTES || position.mark().equals(MemoryMark.START)
                || !known.isOf(log)) {
            return Optional.empty();
        }
        List<MemoryEntry> entries = new ArrayList<>();
        MemoryMark end = log.read(position.mark(), entries::add);
        MemoryFold fold = new MemoryFold(new ReaderLookup(known.reader()), rules, position);
        for (MemoryEntry entry : entries) {
            if (entry.event() == null || !(MemoryEvent.of(entry.event()) instanceof MemoryEvent.Decayed)) {
                return Optional.empty();
            }
            fold.accept(entry);
        }
        if (known.searcher().count(MemoryDocument.endedAt(fold.tick())) > 0) {
            return Optional.empty();
        }
        return Optional.of(known.at(new IndexPosition(end, log.sumAt(end), fold.tick(), fold.decayedAt())));
    }
}
