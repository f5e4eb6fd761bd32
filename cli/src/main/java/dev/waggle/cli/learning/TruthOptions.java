package dev.waggle.cli.learning;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of a file of truths. */
public final class TruthOptions {

    @Option(names = "--file", paramLabel = "FILE", description = "Tell the outcomes of a file instead: CSV or JSON"
            + " lines with the columns run and outcome, and maybe type and details; gzip or not; - is standard input."
            + " With an error in any line, nothing is told.")
    @Nullable String file;

    @Option(names = "--run-column", paramLabel = "COL", description = "With --file: column of the run (run).")
    @Nullable String run;

    @Option(names = "--outcome-column", paramLabel = "COL",
            description = "With --file: column of the outcome (outcome, truth or gold).")
    @Nullable String outcome;

    /** True if a file is told. */
    public boolean isAsked() {
        return file != null;
    }

    /** Flags that are given, beside {@code --file}. */
    public List<String> others() {
        return Stream.of(run == null ? "" : "--run-column", outcome == null ? "" : "--outcome-column")
                .filter(flag -> !flag.isEmpty()).toList();
    }

    /** The columns of run, outcome, type and details. */
    List<RecordColumn> columns() {
        return List.of(new RecordColumn("run", "--run-column", names(run, "run"), Need.VALUE),
                new RecordColumn("outcome", "--outcome-column", names(outcome, "outcome", "truth", "gold"), Need.VALUE),
                new RecordColumn("type", "--type", List.of("type"), Need.NOTHING),
                new RecordColumn("details", "--details", List.of("details"), Need.NOTHING));
    }

    private static List<String> names(@Nullable String named, String... usual) {
        return named == null ? List.of(usual) : List.of(named);
    }
}
