package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page about {@code waggle explain} shows what its commands write. */
class ExplainPageTest {

    private static final String COMMAND = "$ ./waggle solve --play examples/scripts/incident.txt --threshold 0.4 --log";
    /** Position of the play file among the words of the command. */
    private static final int PLAY = 2;
    private static final String EXPLAIN = "$ ./waggle explain LOG\n";

    @TempDir
    private Path folder;

    @Test
    void theWholeExplanationIsTheOneThatTheCommandWrites() throws IOException {
        String document = Files.readString(ProjectFiles.at("docs/explain.md"));
        int shown = document.indexOf(EXPLAIN, document.indexOf(COMMAND)) + EXPLAIN.length();
        String page = document.substring(shown, document.indexOf("```", shown));
        String log = folder.resolve("log").toString();
        String[] solve = COMMAND.substring("$ ./waggle ".length()).split(" ", -1);
        String[] args = Arrays.copyOf(solve, solve.length + 1);
        args[PLAY] = ProjectFiles.at(args[PLAY]).toString();
        args[solve.length] = log;
        assertThat(CommandRun.of(args).code()).isZero();

        assertThat(timeless(CommandRun.of("explain", log).out())).isEqualTo(timeless(page));
    }

    /** Removes the id and the duration, which differ in every run. */
    private static String timeless(String page) {
        return page.replaceFirst("run solve_[0-9a-z]+", "run ID").replaceFirst("rounds, [0-9.,]+ s", "rounds, TIME");
    }
}
