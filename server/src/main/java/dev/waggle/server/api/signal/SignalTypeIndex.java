package dev.waggle.server.api.signal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.log.LogEntry;

/**
 * Types of the signals of a log, counted for the callers with the same view. The first question reads a bounded number
 * of the newest entries, and each later one reads what is new. May be used by many threads.
 */
final class SignalTypeIndex {

    /** Newest entries that the first question of a view reads. */
    static final int MAX_FIRST = 50_000;

    /** Maximum number of views; the least recently used one makes way. */
    private static final int MAX_VIEWS = 32;

    /** Maximum number of types of a view; the one that was seen least recently makes way. */
    private static final int MAX_TYPES = 2_000;

    private static final int AT_ONCE = 1_000;

    private final FileJournal log;
    private final Map<String, TypeView> views = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TypeView> eldest) {
            return size() > MAX_VIEWS;
        }
    };

    SignalTypeIndex(FileJournal log) {
        this.log = log;
    }

    /**
     * A type.
     *
     * @param count signals of it since the first counted entry
     * @param last number of the newest one
     * @param at time of the newest one
     */
    record SeenType(String type, long count, long last, Instant at) {}

    /**
     * The types of a view, the most recent first.
     *
     * @param from number of the first counted entry
     * @param through number of the last counted entry
     */
    record SeenTypes(List<SeenType> types, long from, long through) {

        SeenTypes {
            types = List.copyOf(types);
        }
    }

    /**
     * The types of a view.
     *
     * @param name the name of the view, the same for callers who see the same entries
     * @param query the entries of its tenant
     * @param visible the entries that its callers may see
     */
    SeenTypes of(String name, JournalQuery query, Predicate<LogEntry> visible) {
        TypeView view;
        synchronized (views) {
            view = views.computeIfAbsent(name, _ -> new TypeView(Math.max(0, log.lastSequence() - MAX_FIRST)));
        }
        return view.refreshed(log, query, visible);
    }

    /** Counts of one view. Guarded by itself, so that two questions do not read the same entries. */
    private static final class TypeView {

        private final Map<String, SeenType> types = new LinkedHashMap<>();
        private final long before;
        private long through;

        private TypeView(long before) {
            this.before = before;
            this.through = before;
        }

        private synchronized SeenTypes refreshed(FileJournal log, JournalQuery query, Predicate<LogEntry> visible) {
            long end = log.lastSequence();
            while (through < end) {
                List<LogEntry> found = log.select(query.startingAt(through + 1).endingAt(end).withFirst(AT_ONCE));
                found.stream().filter(visible).forEach(this::count);
                through = found.size() < AT_ONCE ? end : found.getLast().sequence();
            }
            List<SeenType> newest = new ArrayList<>(types.values());
            newest.sort(Comparator.comparingLong(SeenType::last).reversed());
            return new SeenTypes(newest, before + 1, through);
        }

        private void count(LogEntry entry) {
            String type = entry.signal().type().text();
            SeenType known = types.remove(type);
            types.put(type, new SeenType(type, known == null ? 1 : known.count() + 1, entry.sequence(),
                    entry.recordedAt()));
            if (types.size() > MAX_TYPES) {
                types.remove(types.keySet().iterator().next());
            }
        }
    }
}
