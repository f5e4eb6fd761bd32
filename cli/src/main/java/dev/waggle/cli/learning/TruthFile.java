package dev.waggle.cli.learning;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.decide.RecordFile;
import dev.waggle.cli.decide.RecordReader;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.review.outcome.ToldOutcome;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.evaluation.OutcomeBatch;
import dev.waggle.swarm.evaluation.OutcomeConflict;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import org.jspecify.annotations.Nullable;

/**
 * A file of truths: outcomes of many runs, of which each counts once. All of it is checked before anything is told.
 *
 * <pre>
 *   rows -> runs of the journal -> outcomes -> those known before -> batch, or every error with its line
 * </pre>
 */
public final class TruthFile {

    private static final int RUN = 0;
    private static final int OUTCOME = 1;
    private static final int TYPE = 2;
    private static final int DETAILS = 3;

    private final TerminalScreen screen;
    private final InputStream in;
    private final TruthOptions options;
    private final RowErrors errors = new RowErrors();
    private final List<TruthRow> rows = new ArrayList<>();
    private final Map<Integer, RowResult> results = new HashMap<>();

    /** The file that these flags name. */
    public TruthFile(TruthOptions options, TerminalScreen screen, InputStream in) {
        this.options = options;
        this.screen = screen;
        this.in = in;
    }

    /** Name of the file, for messages. */
    public String name() {
        return InputFile.name(path());
    }

    /** Number of rows. */
    public int rows() {
        return rows.size();
    }

    /**
     * Checks the file.
     *
     * @param type the type of the tasks whose rows name none; {@code null} for the one in the log of each run
     * @param mayReplace true if an outcome may take the place of a known one
     * @return its outcomes, one for each run, in the order of its rows
     * @throws UserException with every error, when there is one
     */
    public OutcomeBatch check(Path journal, OutcomeTracker known, @Nullable String type, boolean mayReplace,
            Instant now) {
        read();
        Map<String, List<TruthRow>> byRun = new LinkedHashMap<>();
        rows.forEach(row -> byRun.computeIfAbsent(row.run(), _ -> new ArrayList<>(1)).add(row));
        readRuns(journal, byRun, type, now);
        List<OutcomeRecord> outcomes = byRun.values().stream().flatMap(told -> outcome(journal, told).stream())
                .toList();
        OutcomeBatch batch = new OutcomeBatch(known, outcomes);
        if (!mayReplace) {
            for (OutcomeConflict conflict : batch.conflicts()) {
                TruthRow row = byRun.getOrDefault(conflict.known().run(), List.of()).getFirst();
                errors.add(row.number(), at(row, new UserException(conflict.inWords(),
                        "Add --replace, which takes back everything that was learned from it.")));
            }
        }
        errors.refuse(name());
        return batch;
    }

    private String path() {
        return Objects.requireNonNull(options.file, "--file is not given");
    }

    private void read() {
        try (RecordReader records = RecordFile.open(path(), options.columns(), in, screen)) {
            OutcomeSource source = UserException
                    .checked(() -> OutcomeSource.file(String.valueOf(Path.of(name()).getFileName())));
            while (next(records)) {
                try {
                    rows.add(row(records, source));
                } catch (UserException blank) {
                    errors.add(rows.size(), blank);
                }
            }
        }
        if (rows.isEmpty() && errors.isEmpty()) {
            throw new UserException(name() + " names columns but holds no outcomes", "Add a line for each run.");
        }
    }

    private TruthRow row(RecordReader records, OutcomeSource source) {
        String type = records.text(TYPE);
        return new TruthRow(rows.size(), records.location(), records.name(RUN),
                ToldOutcome.of(records.name(OUTCOME), records.text(DETAILS), source), type.isEmpty() ? null : type);
    }

    /** Moves to the next row. One that cannot be read ends the reading, because the next one cannot be found. */
    private boolean next(RecordReader records) {
        try {
            return records.next();
        } catch (UserException unreadable) {
            errors.add(rows.size(), new UserException(String.valueOf(unreadable.getMessage()), unreadable.remedy()
                    + " Rows behind it were not checked."));
            return false;
        }
    }

    private void readRuns(Path journal, Map<String, List<TruthRow>> byRun, @Nullable String type, Instant now) {
        Set<String> done = new HashSet<>();
        try (ProgressBar bar = ProgressBar.on(screen, "reading runs", byRun.size())) {
            new RunEntryReader(journal, screen).forEach(byRun.keySet(), (run, entries) -> {
                readRun(run, entries, byRun.getOrDefault(run, List.of()), type, now);
                done.add(run);
                bar.at(done.size());
            });
        }
    }

    private void readRun(String run, List<LogEntry> entries, List<TruthRow> told, @Nullable String type, Instant now) {
        FinishedRun finished;
        try {
            finished = finished(run, entries);
        } catch (UserException refused) {
            told.forEach(row -> results.put(row.number(), new RowResult.Refused(refused)));
            return;
        }
        for (TruthRow row : told) {
            try {
                results.put(row.number(), new RowResult.Judged(UserException.checked(
                        () -> row.told().of(finished, row.type() == null ? type : row.type(), now))));
            } catch (UserException refused) {
                results.put(row.number(), new RowResult.Refused(refused));
            }
        }
    }

    private static FinishedRun finished(String run, List<LogEntry> entries) {
        FinishedRun finished = UserException.checked(() -> FinishedRun.of(run, entries));
        if (!finished.ballots().hasVotes()) {
            throw new UserException("nobody voted in run " + run + ", so nothing can be learned from it",
                    "Remove that line.");
        }
        return finished;
    }

    /** The outcome of a run, by its first row that has one; every other row has to say the same. */
    private Optional<OutcomeRecord> outcome(Path journal, List<TruthRow> told) {
        OutcomeRecord first = null;
        String place = "";
        for (TruthRow row : told) {
            RowResult result = results.getOrDefault(row.number(),
                    new RowResult.Refused(RunReader.unknown(journal, row.run())));
            switch (result) {
                case RowResult.Refused(UserException reason) -> errors.add(row.number(), at(row, reason));
                case RowResult.Judged(OutcomeRecord outcome) -> {
                    if (first == null) {
                        first = outcome;
                        place = row.location();
                    } else if (!outcome.isSameOutcome(first)) {
                        errors.add(row.number(), at(row, new UserException("run " + row.run() + " is "
                                + outcome.inWords() + ", and in " + place + " it is " + first.inWords(),
                                "Keep one outcome for each run.")));
                    }
                }
            }
        }
        return Optional.ofNullable(first);
    }

    private static UserException at(TruthRow row, UserException reason) {
        return new UserException(row.location() + ": " + reason.getMessage(), reason.remedy());
    }

    /** Result of a row after its run was read. */
    private sealed interface RowResult {

        /** An outcome. */
        record Judged(OutcomeRecord outcome) implements RowResult {}

        /** The reason for none. */
        record Refused(UserException reason) implements RowResult {}
    }
}
