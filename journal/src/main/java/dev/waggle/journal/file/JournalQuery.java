package dev.waggle.journal.file;

import java.time.Instant;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Query for entries of a journal. All conditions must hold; the answer is in log order, the oldest first.
 *
 * @param fromSequence the lowest sequence number, from 1
 * @param toSequence the highest sequence number
 * @param from entries that the log recorded at this time or later; {@code null} for all
 * @param thread entries of that thread; {@code null} for all
 * @param run entries of that solve; {@code null} for all
 * @param tenants entries of a tenant, or those without one; {@code null} for all
 * @param types entries with a matching type; {@code null} for all
 * @param limit maximum number of entries of the answer
 * @param end the end that remains under the limit
 */
public record JournalQuery(long fromSequence, long toSequence, @Nullable Instant from, @Nullable String thread,
        @Nullable String run, @Nullable TenantFilter tenants, @Nullable Pattern types, int limit, End end) {

    /** End of the matching entries that remains when there are more than the limit. */
    public enum End {
        FIRST, LAST
    }

    /** Everything. */
    public static final JournalQuery ALL = new JournalQuery(1, Long.MAX_VALUE, null, null, null, null, null,
            Integer.MAX_VALUE, End.FIRST);

    public JournalQuery {
        if (fromSequence < 1) {
            throw new IllegalArgumentException("fromSequence must be at least 1, got " + fromSequence);
        }
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
    }

    /** The last entries of the journal. */
    public static JournalQuery last(int limit) {
        return ALL.withLast(limit);
    }

    public static JournalQuery fromSequence(long sequence) {
        return ALL.startingAt(sequence);
    }

    /** The same from that sequence number on. */
    public JournalQuery startingAt(long sequence) {
        return new JournalQuery(sequence, toSequence, from, thread, run, tenants, types, limit, end);
    }

    /** The same up to that sequence number. */
    public JournalQuery endingAt(long sequence) {
        return new JournalQuery(fromSequence, sequence, from, thread, run, tenants, types, limit, end);
    }

    public JournalQuery since(Instant time) {
        return new JournalQuery(fromSequence, toSequence, time, thread, run, tenants, types, limit, end);
    }

    public JournalQuery ofThread(String id) {
        return new JournalQuery(fromSequence, toSequence, from, id, run, tenants, types, limit, end);
    }

    public JournalQuery ofRun(String id) {
        return new JournalQuery(fromSequence, toSequence, from, thread, id, tenants, types, limit, end);
    }

    public JournalQuery ofTenants(@Nullable TenantFilter newTenants) {
        return new JournalQuery(fromSequence, toSequence, from, thread, run, newTenants, types, limit, end);
    }

    /** Entries of that tenant, and no others. */
    public JournalQuery ofTenant(String tenant) {
        return ofTenants(new TenantFilter(tenant));
    }

    public JournalQuery ofTypes(Pattern pattern) {
        return new JournalQuery(fromSequence, toSequence, from, thread, run, tenants, pattern, limit, end);
    }

    /** The first of those that fit. */
    public JournalQuery withFirst(int newLimit) {
        return new JournalQuery(fromSequence, toSequence, from, thread, run, tenants, types, newLimit, End.FIRST);
    }

    /** The last of those that fit. */
    public JournalQuery withLast(int newLimit) {
        return new JournalQuery(fromSequence, toSequence, from, thread, run, tenants, types, newLimit, End.LAST);
    }

    /** True if the entry fulfils every condition; the limit is not one. */
    public boolean matches(LogEntry entry) {
        return entry.sequence() >= fromSequence && entry.sequence() <= toSequence
                && (from == null || !entry.recordedAt().isBefore(from))
                && (thread == null || thread.equals(entry.signal().scope().thread()))
                && (run == null || run.equals(entry.signal().scope().run()))
                && (tenants == null || tenants.matches(entry))
                && (types == null || types.matches(entry.signal().type()));
    }
}
