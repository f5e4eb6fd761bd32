package dev.waggle.cli.journal;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a journal, in the order of their beginning.
 *
 * @param place the journal
 * @param runs the known runs, by id
 * @param entries the number of entries of the journal
 */
public record RunIndex(Path place, SequencedMap<String, IndexedRun> runs, long entries) {

    /** Remedy for a journal without entries: not even a question is in it. */
    private static final String NOTHING_YET = "Write one with: waggle solve \"...\" --log FOLDER; a solve that"
            + " was killed right after its start has no answers yet, so start it again.";

    /** Maximum number of runs that a message lists, the last ones. */
    private static final int LISTED = 10;

    /**
     * A run.
     *
     * @param first the sequence number of its first entry
     * @param last the sequence number of its last entry
     * @param isClosed whether it came to its end
     */
    public record IndexedRun(long first, long last, boolean isClosed) {

        /** The damages that may have cost an entry of it. */
        public List<JournalDamage> in(List<JournalDamage> damages) {
            return damages.stream().filter(damage -> damage.lost() == null
                    ? !isClosed // Nothing follows it, so it may have been the end of this run.
                    : damage.lost().last() >= first && (!isClosed || damage.lost().first() <= last)).toList();
        }
    }

    /** The runs of the journal at a place; damage is reported if there are none. */
    public static RunIndex read(Path place, TerminalScreen screen) {
        try (JournalReader reader = JournalOpener.open(place)) {
            RunIndex index = of(place, reader);
            if (index.runs.isEmpty()) {
                JournalOpener.report(reader, screen);
            }
            return index;
        }
    }

    /** Reads a journal once. */
    public static RunIndex of(Path place, JournalReader reader) {
        SequencedMap<String, IndexedRun> runs = new LinkedHashMap<>();
        long[] entries = {0};
        reader.forEach(entry -> {
            entries[0]++;
            Signal signal = entry.signal();
            String run = signal.scope().run();
            if (run != null && (runs.containsKey(run) || signal.type().equals(RunFacts.OPENED))) {
                runs.merge(run,
                        new IndexedRun(entry.sequence(), entry.sequence(), signal.type().equals(RunFacts.CLOSED)),
                        (was, is) -> new IndexedRun(was.first(), is.last(), was.isClosed() || is.isClosed()));
            }
        });
        return new RunIndex(place, runs, entries[0]);
    }

    /** The run of that id; without one the only run that has no end, or the only run. */
    public String runToResume(@Nullable String runId) {
        if (runId != null) {
            return require(runId);
        }
        requireAny();
        List<String> open = runs.entrySet().stream().filter(run -> !run.getValue().isClosed()).map(Map.Entry::getKey)
                .toList();
        if (runs.size() == 1) {
            return runs.firstEntry().getKey();
        }
        return switch (open.size()) {
            case 0 -> throw new UserException("every run of " + place + " is finished: " + listed(ids()),
                    "Name one to see its result again, or verify them with: waggle replay --all " + place + ".");
            case 1 -> open.getFirst();
            default -> throw new UserException(open.size() + " runs of " + place + " have no end: " + listed(open),
                    "Name the one to resume.");
        };
    }

    /** Refuses a run whose beginning is not in the journal. */
    public void requireRun(String runId) {
        var _ = require(runId);
    }

    /** The refusal of a journal without the beginning of a run. */
    UserException withoutRuns() {
        return noRuns("Write one with: waggle demo --log FOLDER, or name its run with --run.");
    }

    /** The refusal of a run without entries. */
    public UserException unknown(String runId) {
        List<String> last = ids().reversed().stream().limit(LISTED).map(TextStyle::printable).toList();
        return new UserException(place + " holds no run \"" + runId + '"', last.isEmpty()
                ? "It holds no solve at all."
                : (runs.size() > LISTED ? "The last of its " + runs.size() + " runs: " : "It holds: ")
                        + String.join(", ", last) + ".");
    }

    /** Refuses a journal without runs. */
    public void requireAny() {
        if (runs.isEmpty()) {
            throw noRuns("Write one with: waggle solve \"...\" --log FOLDER.");
        }
    }

    private UserException noRuns(String remedy) {
        return new UserException(place + (entries == 0
                ? " holds no entry"
                : " holds no solve: none of its entries is run:opened"), entries == 0 ? NOTHING_YET : remedy);
    }

    private String require(String runId) {
        requireAny();
        if (!runs.containsKey(runId)) {
            throw new UserException(place + " holds no run \"" + runId + '"', "It holds: " + listed(ids()) + '.');
        }
        return runId;
    }

    private List<String> ids() {
        return List.copyOf(runs.keySet());
    }

    private static String listed(List<String> ids) {
        List<String> last = ids.subList(Math.max(0, ids.size() - LISTED), ids.size()).stream().map(TextStyle::printable)
                .toList();
        return (ids.size() > LISTED ? "... " : "") + String.join(", ", last);
    }
}
