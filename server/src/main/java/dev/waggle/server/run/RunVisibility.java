package dev.waggle.server.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.log.LogEntry;

/**
 * Access of callers to what belongs to runs. A solve of a tenant records most of its entries without the tenant, so that
 * of the run counts. The tenants of recent runs are remembered. May be used by many threads.
 */
public final class RunVisibility {

    private final SearchableJournal log;
    private final RecentMap<Optional<String>> tenants = new RecentMap<>();

    /** The runs of that log. */
    public RunVisibility(SearchableJournal log) {
        this.log = log;
    }

    /** True if a caller sees the run of an entry, or the entry belongs to none. */
    public boolean isVisible(CallerIdentity caller, LogEntry entry) {
        String run = entry.signal().scope().run();
        return run == null || isVisible(caller, run);
    }

    /** True if a caller sees that run. One that the log does not hold has no tenant. */
    public boolean isVisible(CallerIdentity caller, String run) {
        return isVisible(caller, run, () -> log.select(JournalQuery.ALL.ofRun(run).withFirst(1)));
    }

    /**
     * True if a caller sees a run that is stored elsewhere.
     *
     * @param id unique among all runs
     * @param first reads its first entry; none when it is not stored
     */
    public boolean isVisible(CallerIdentity caller, String id, Supplier<List<LogEntry>> first) {
        Optional<String> known = tenants.get(id);
        if (known == null) {
            List<LogEntry> read = first.get();
            known = read.isEmpty() ? Optional.empty() : Optional.ofNullable(RunTenant.of(read.getFirst()));
            if (!read.isEmpty()) {
                tenants.put(id, known);
            }
        }
        return RunTenant.isVisible(caller, known.orElse(null));
    }
}
