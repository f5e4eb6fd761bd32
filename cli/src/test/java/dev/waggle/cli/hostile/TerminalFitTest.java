package dev.waggle.cli.hostile;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.text.DisplayWidth;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Width of what commands show of names that are longer than a line. */
class TerminalFitTest {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void aFolderWithARunAndMemoriesOfSuchNames() {
        HostileNames.votes(folder);
        HostileNames.truths(folder);
        HostileNames.episode(folder);
        succeeds("solve", "--episode", "episodes.jsonl#e1", "--data", "data", "--exit-zero");
        succeeds("outcome", run(), "wrong", "--data", "data");
        for (String name : HostileNames.NAMES) {
            succeeds("memory", "add", String.join(" ", HostileNames.NAMES) + name, "--author", name.substring(0, 20),
                    "--data", "data");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decide votes.csv", "decide votes.csv --truth truth.csv --all",
        "decide votes.csv --truth truth.csv --learn batch", "decide votes.csv --truth truth.csv --accept-error 0.4",
        "decide votes.csv --strategy voting --top 3", "eval votes.csv --truth truth.csv", "eval episodes.jsonl",
        "solve --episode episodes.jsonl#e1 --exit-zero", "solve --episode episodes.jsonl --data none",
        "explain data", "lens", "lens entropy", "lens game-theory data", "lens data", "outcome RUN wrong --data data",
        "reputation --data data", "reputation AGENT --data data", "memory list --data data",
        "memory search name --data data", "memory show MEMORY --data data", "memory stats --data data",
        "signals generate KEY TEXT --data published",
        "signals generate TYPE TEXT --data published --after 1h --repeat-key KEY --tenant t", "schema", "models",
        "demo --list", "demo incident --exit-zero"})
    void everyLineFits(String command) {
        String out = succeeds(command.split(" ")).out();

        assertThat(out.lines().toList()).as(command).isNotEmpty()
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).as(line)
                        .isLessThanOrEqualTo(TerminalWidth.ofTable()));
    }

    @Test
    void textForProgramsIsNotWrapped() {
        assertThat(succeeds("decide", "votes.csv", "--csv").out()).hasLineCount(HostileNames.ITEMS + 1);
        assertThat(succeeds("explain", "data", "--json").out()).hasLineCount(1).contains(HostileNames.NAMES);
        assertThat(succeeds("signals", "generate", "TYPE", "TEXT", "--data", "published", "--json").out())
                .hasLineCount(1).contains(HostileNames.NAMES.getFirst());
        assertThat(succeeds("memory", "list", "--data", "data", "--json").out())
                .hasLineCount(HostileNames.NAMES.size());
    }

    private static CommandRun succeeds(String... words) {
        CommandRun run = CommandRun.of(Arrays.stream(words).map(TerminalFitTest::argument).toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    /** A word of a command; files are in the folder, and words in capitals stand for hostile ones. */
    private static String argument(String word) {
        return switch (word) {
            case "RUN" -> run();
            case "AGENT" -> HostileNames.NAMES.get(1);
            case "KEY" -> HostileNames.NAMES.get(1).substring(0, 60);
            case "TYPE" -> "build:done";
            case "TEXT" -> "[\"" + String.join("\",\"", HostileNames.NAMES) + "\"]";
            case "MEMORY" -> memory();
            default -> List.of("data", "none", "published").contains(word) || word.contains(".csv")
                    || word.contains(".jsonl") ? folder.resolve(word).toString() : word;
        };
    }

    private static String run() {
        return after("\"run\":\"", CommandRun.of("log", "show", folder.resolve("data").toString(), "--type",
                "run:opened", "--json").out());
    }

    private static String memory() {
        return after("\"id\":\"", CommandRun.of("memory", "list", "--data", folder.resolve("data").toString(), "--json")
                .out());
    }

    private static String after(String key, String json) {
        int start = json.indexOf(key) + key.length();
        return json.substring(start, json.indexOf('"', start));
    }
}
