package dev.waggle.cli.browser;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs of a data folder that were finished before its server starts. */
final class SampleFolder {

    private SampleFolder() {}

    /** Plays a shipped deliberation into a folder; returns the id of its run. */
    static String play(Path data, String name) {
        return solve("--cassette", ProjectFiles.at("examples/" + name + ".jsonl").toString(), "--data",
                data.toString());
    }

    /** Runs {@code waggle solve}; returns the id of its run. */
    static String solve(String... arguments) {
        List<String> command = new ArrayList<>(List.of("solve", "--json", "--exit-zero"));
        command.addAll(List.of(arguments));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        JsonValue.Obj result = (JsonValue.Obj) JsonText.read(run.out());
        return ((JsonValue.Str) Objects.requireNonNull(result.fields().get("solveId"))).value();
    }
}
