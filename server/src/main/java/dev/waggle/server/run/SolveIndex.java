package dev.waggle.server.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmResult;

/**
 * Index of all runs of a server: those in the log, those that run here, and those that failed before their first entry.
 * May be used by many threads.
 */
final class SolveIndex {

    /** Largest run that is read into memory at once. */
    static final int MAX_ENTRIES = 2_000_000;

    private final FileJournal log;
    private final RunCatalog catalog;
    private final SolveLauncher launcher;
    private final SolveAdmission admission;
    private final RecentMap<RunLine> failures = new RecentMap<>();
    private final ResultCache results = new ResultCache(ResultCache.MAX_SIGNALS);

    SolveIndex(FileJournal log, RunCatalog catalog, SolveLauncher launcher, SolveAdmission admission) {
        this.log = log;
        this.catalog = catalog;
        this.launcher = launcher;
        this.admission = admission;
    }

    Optional<RunLine> find(String run) {
        ActiveSolve solve = admission.find(run);
        Optional<RunLine> logged = catalog.find(run);
        if (solve != null) {
            // A solve whose end is in the log may still be busy with its memory.
            return Optional.of(logged.map(line -> line.status() == RunStatus.FINISHED ? line
                    : line.with(RunStatus.RUNNING, null)).orElse(solve.line()));
        }
        RunLine failed = failures.get(run);
        return failed == null ? logged
                : Optional.of(logged.filter(line -> line.status() == RunStatus.FINISHED)
                        .or(() -> logged.map(line -> line.with(failed.status(), failed.failure()))).orElse(failed));
    }

    RunLine require(String run) {
        return find(run).orElseThrow(() -> unknown(run));
    }

    RunLine requireVisible(String run, CallerIdentity caller) {
        return find(run).filter(line -> RunTenant.isVisible(caller, line.tenant())).orElseThrow(() -> unknown(run));
    }

    private static ProblemException unknown(String run) {
        return ProblemException.of(404, "there is no run " + quoted(run) + "\nMaybe list them: GET /v1/solves.");
    }

    private static String quoted(String run) {
        return '"' + (run.length() > Checkpoint.MAX_ID ? run.substring(0, Checkpoint.MAX_ID) : run) + '"';
    }

    /** Runs that are not in the log yet, or failed before they were. */
    Collection<RunLine> unlogged() {
        Map<String, RunLine> lines = new HashMap<>();
        failures.values().forEach(line -> lines.put(line.run(), line));
        admission.all().forEach(solve -> lines.put(solve.run(), solve.line()));
        return lines.values().stream().filter(line -> catalog.find(line.run()).isEmpty()).toList();
    }

    /** Notes that a run could not go on. */
    void putFailure(RunLine line, String reason) {
        failures.put(line.run(), line.with(RunStatus.FAILED, reason));
    }

    /** Drops the failure of a run that goes on. */
    void removeFailure(String run) {
        failures.remove(run);
    }

    List<LogEntry> entries(String run) {
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(run).withFirst(MAX_ENTRIES + 1));
        if (entries.size() > MAX_ENTRIES) {
            throw ProblemException.of(413, "the run " + run + " has more than " + MAX_ENTRIES + " entries");
        }
        return entries;
    }

    /** Keeps the result of a run that has ended here, so that it need not be computed from the log. */
    void putResult(String run, SwarmResult result) {
        if (catalog.find(run).filter(line -> line.status() == RunStatus.FINISHED).isPresent()) {
            results.add(run, result);
        }
    }

    SwarmResult result(String run) {
        return results.find(run).orElseGet(() -> {
            SwarmResult result = launcher.result(run, entries(run));
            results.add(run, result);
            return result;
        });
    }
}
