package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Effects of {@code --settle-rounds}: a decision that waits for its votes to settle. */
class SettleOptionsTest {

    private static final String PLAY = """
            task: Three minutes or fifteen?
            seat: ann
            seat: bob
            seat: cyd

            @ann
            propose 0.9 three: Three minutes

            @bob
            propose 0.8 fifteen: Fifteen minutes

            @cyd
            find 0.5 both are on the menu

            @ann
            vote three agree 0.9 short

            @bob
            vote three agree 0.9 well

            @cyd
            vote three agree 0.9 short
            """;

    @TempDir
    private Path folder;

    private CommandRun play(String... options) throws IOException {
        return CommandRun.of(Stream.concat(Stream.of("solve", "--play", file(), "--json"), Stream.of(options))
                .toArray(String[]::new));
    }

    private String file() throws IOException {
        return Files.writeString(folder.resolve("play.txt"), PLAY).toString();
    }

    @ParameterizedTest
    @CsvSource({"0,2", "1,3"})
    void aPlayWaitsIfThatIsAskedFor(String settleRounds, int rounds) throws IOException {
        assertThat(play("--settle-rounds", settleRounds).out()).contains("\"roundsUsed\":" + rounds)
                .contains("\"ending\":\"consensus\"");
    }

    @Test
    void aPlayDoesNotWaitByDefault() throws IOException {
        assertThat(play().out()).contains("\"roundsUsed\":2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "101"})
    void aNumberOutOfRangeIsRefused(String settleRounds) throws IOException {
        CommandRun run = play("--settle-rounds", settleRounds);

        assertThat(run.code()).isNotZero();
        assertThat(run.out()).contains("--settle-rounds must be between 0 and 100, got " + settleRounds);
    }

    @Test
    void aCassetteWaitsAsItsSolveDid() throws IOException {
        String cassette = folder.resolve("cassette.jsonl").toString();
        play("--settle-rounds", "1", "--record", cassette);

        assertThat(Files.readString(Path.of(cassette))).contains("\"settleRounds\":1");
        assertThat(CommandRun.of("solve", "--cassette", cassette, "--json").out()).contains("\"roundsUsed\":3");
        assertThat(CommandRun.of("solve", "--cassette", cassette, "--settle-rounds", "0", "--json").out())
                .contains("\"roundsUsed\":2");
    }

    @Test
    void aPersonReadsThatTheDecisionWaits() throws IOException {
        String waits = " 2 agents moved in round 2; the decision for P2 waits for a round without a move";

        assertThat(CommandRun.of("solve", "--play", file(), "--settle-rounds", "1").text())
                .containsSubsequence("Round 2", waits, "Round 3", "Decision").containsOnlyOnce(waits);
        assertThat(CommandRun.of("solve", "--play", file()).out()).contains("Decision").doesNotContain("waits");
    }

    @Test
    void viewersOfTheLogShowTheWait() throws IOException {
        String data = folder.resolve("data").toString();
        play("--settle-rounds", "1", "--data", data);
        String type = "state:settling:changed";

        assertThat(CommandRun.of("log", "verify", data).code()).isZero();
        assertThat(CommandRun.of("log", "show", data, "--type", type).out()).contains("2 agents moved in round 2");
        assertThat(CommandRun.of("log", "show", data, "--json").out().lines().map(JsonText::read).toList())
                .hasSizeGreaterThan(10);
        assertThat(CommandRun.of("log", "tree", data).out()).contains(type);
        assertThat(CommandRun.of("replay", "--data", data).code()).isZero();
    }

    @Test
    void explainNamesTheRoundThatWaited() throws IOException {
        String data = folder.resolve("data").toString();
        play("--settle-rounds", "1", "--data", data);

        assertThat(CommandRun.of("explain", "--data", data).text()).contains("waits: 2 agents moved in round 2");
        assertThat(CommandRun.of("explain", "--data", data, "--json").out())
                .contains("\"settling\":\"2 agents moved in round 2; the decision for");
    }
}
