package dev.waggle.server.run;

import java.util.List;
import java.util.Optional;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.log.LogEntry;

/**
 * Access of callers to the entries of runs. A solve of a tenant records most of its entries without the tenant, so that
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
        return run == null || RunTenant.isVisible(caller, tenant(run).orElse(null));
    }

    private Optional<String> tenant(String run) {
        Optional<String> known = tenants.get(run);
        if (known == null) {
            List<LogEntry> first = log.select(JournalQuery.ALL.ofRun(run).withFirst(1));
            known = first.isEmpty() ? Optional.empty() : Optional.ofNullable(RunTenant.of(first.getFirst()));
            if (!first.isEmpty()) {
                tenants.put(run, known);
            }
        }
        return known;
    }
}
