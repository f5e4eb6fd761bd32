package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaCommandTest {

    private static final String VOTE = """
            {"id":"s1","type":"vote","source":{"type":"agent","id":"ada"},\
            "data":{"proposalId":"p1","stance":"agree","weight":0.8},"createdAt":1767225600000,"confidence":0.75}""";

    @TempDir
    private Path folder;

    @Test
    void namesEverySchemaInOneLine() {
        CommandRun run = CommandRun.of("schema");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("  envelope", "A signal as Waggle writes it", "payload/consensus:reached",
                "payload/harness/tool:result", "form/durable");
        assertThat(run.out().lines()).hasSizeGreaterThan(40);
    }

    @Test
    void printsOneByItsTypeOrItsName() {
        assertThat(CommandRun.of("schema", "vote").out()).startsWith("{\n").contains("\"proposalId\"", "\"stance\"")
                .isEqualTo(CommandRun.of("schema", "payload/vote").out());
        assertThat(CommandRun.of("schema", "harness:end").out()).contains("durationMs");
        assertThat(CommandRun.of("schema", "tool:result").out()).contains("triggeredBy");
    }

    @Test
    void offersTheNearestName() {
        CommandRun run = CommandRun.of("schema", "proposla");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no schema \"proposla\"", "Maybe proposal?");
    }

    @Test
    void refusesToTakeNothingForSomething() {
        assertThat(CommandRun.of("schema", "--as", "vote").err()).contains("Add --check FILE");
        assertThat(CommandRun.of("schema", "--check", folder.resolve("no").toString()).err()).contains("no such file");
        assertThat(CommandRun.fed(" \n", "schema", "--check", "-").err()).contains("is empty");
    }

    @Test
    void checksLinesAndTellsPathAndReason() throws IOException {
        Path file = folder.resolve("signals.jsonl");
        Files.writeString(file, VOTE + '\n' + VOTE.replace("agree", "maybe").replace("0.75", "75") + "\n\n{oops\n"
                + VOTE.replace("{\"id\"", "{\"seq\":0,\"recordedAt\":1,\"id\"") + "\n{\"seq\":1,\"removed\":2}\n");

        CommandRun run = CommandRun.of("schema", "--check", file.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines().map(line -> line.replaceFirst("(not JSON at character 2): .+", "$1")))
                .containsExactly(
                        file + ", line 2: confidence must be at most 1, got 75",
                        file + ", line 2: data.stance must be one of agree, disagree, abstain, got \"maybe\"",
                        file + ", line 4: not JSON at character 2",
                        file + ", line 5: by is missing",
                        file + ", line 5: seq must be at least 1, got 0",
                        "2 of 5 accepted");
    }

    @Test
    void checksOneValueOverManyLinesAsWhatTheUserSays() {
        String weight = "{\n  \"proposalId\": \"p\",\n  \"stance\": \"agree\",\n  \"weight\": -1\n}";

        CommandRun run = CommandRun.fed(weight, "schema", "--check", "-", "--as", "vote");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines()).containsExactly("standard input: weight must be at least 0, got -1",
                "0 of 1 accepted");
        assertThat(CommandRun.fed(weight.replace("-1", "1"), "schema", "vote", "--check", "-").code()).isZero();
    }
}
