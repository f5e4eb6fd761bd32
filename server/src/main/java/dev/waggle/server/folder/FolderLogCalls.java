package dev.waggle.server.folder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.LogEntry;

/** Calls on the log of a folder. Thread-safe. */
final class FolderLogCalls {

    /** Entries of a page. */
    static final int PAGE = 1_024;

    /** Bytes of a page, after which it ends with an entry. */
    private static final int PAGE_BYTES = 4 << 20;

    private final FileJournal log;
    /** Numbers of entries that were found for repeated calls, so that no two calls find one. */
    private final Set<Long> found = new HashSet<>();

    FolderLogCalls(FileJournal log) {
        this.log = log;
    }

    /**
     * Appends an entry. A repeated call first looks for the entry behind the last one that the command knows of,
     * because this process may have started since.
     */
    FolderMessage append(FolderMessage call) {
        JsonObjectReader in = call.in();
        boolean isRepeated = in.flag("repeated");
        boolean isSynced = in.flag("sync");
        long after = in.integer("after");
        if (call.entries().size() != 1) {
            throw new IllegalArgumentException("an append needs one entry, got " + call.entries().size());
        }
        LogEntry given = call.entries().getFirst();
        LogEntry appended = (isRepeated ? find(given, after) : Optional.<LogEntry>empty())
                .orElseGet(() -> log.append(given.signal(), given.emission(), given.recordedAt()));
        if (isSynced) {
            log.sync();
        }
        return FolderMessage.of(new JsonObjectBuilder().with("seq", appended.sequence())
                .with("recordedAt", appended.recordedAt().toString()));
    }

    /** A page of the entries that a query asks for first. */
    FolderMessage select(FolderMessage call) {
        JournalQuery query = FolderCodec.query(call.in().object("query"));
        if (query.end() != JournalQuery.End.FIRST) {
            throw new IllegalArgumentException("a page has the first entries, not the last");
        }
        List<LogEntry> read = log.select(query.withFirst(Math.min(query.limit(), PAGE)));
        List<LogEntry> page = new ArrayList<>();
        long bytes = 0;
        for (LogEntry entry : read) {
            if (bytes > PAGE_BYTES) {
                break;
            }
            page.add(entry);
            bytes += LineCodec.toLine(entry).length;
        }
        boolean isMore = page.size() < read.size() || page.size() == PAGE;
        return new FolderMessage(new JsonObjectBuilder().with("more", isMore).json(), page);
    }

    /** The number of the first of the last entries that a query asks for; 0 for none. */
    FolderMessage first(FolderMessage call) {
        List<LogEntry> last = log.select(FolderCodec.query(call.in().object("query")));
        return FolderMessage.of(new JsonObjectBuilder().with("seq", last.isEmpty() ? 0 : last.getFirst().sequence()));
    }

    FolderMessage sync() {
        log.sync();
        return FolderMessage.of(new JsonObjectBuilder());
    }

    /** True if the log has a signal of that id behind that entry. */
    boolean hasSignal(String id, long after) {
        return find(entry -> entry.signal().id().equals(id), after).isPresent();
    }

    private Optional<LogEntry> find(LogEntry given, long after) {
        return find(entry -> entry.signal().equals(given.signal()) && entry.emission().equals(given.emission())
                && isFirstFind(entry.sequence()), after);
    }

    private Optional<LogEntry> find(Predicate<LogEntry> condition, long after) {
        long from = after + 1;
        List<LogEntry> read = log.read(from, PAGE);
        while (!read.isEmpty()) {
            for (LogEntry entry : read) {
                if (condition.test(entry)) {
                    return Optional.of(entry);
                }
            }
            from = read.getLast().sequence() + 1;
            read = log.read(from, PAGE);
        }
        return Optional.empty();
    }

    private synchronized boolean isFirstFind(long sequence) {
        return found.add(sequence);
    }
}
