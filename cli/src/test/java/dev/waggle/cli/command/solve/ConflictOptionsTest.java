package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Effects of {@code waggle solve --conflicts}, and their output for people and programs. */
class ConflictOptionsTest {

    /** Lines of two against one, below the usual threshold. */
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
            vote fifteen disagree 0.9 too long

            @bob
            vote fifteen agree 0.9 long
            vote three disagree 0.9 too short

            @cyd
            vote three agree 0.9 short
            vote fifteen disagree 0.9 too long
            """;

    @TempDir
    private Path folder;

    @Test
    void aPlayIsNotDebatedUnlessThatIsAskedFor() throws IOException {
        assertThat(play("--threshold", "0.9").out()).doesNotContain("debate");

        String shown = play("--threshold", "0.9", "--conflicts", "debate").out();

        assertThat(shown).contains("debate: P2 against P4", "debate-moderator", "the runtime",
                "debate, round 1: P2 55.0 % P4 45.0 %", "debate, round 3:", "debate: open after 3 rounds",
                "P2 against P4: open after 3 rounds", "cyd");
    }

    @Test
    void programsReadDebatesAndHowManyRoundsTheyTook() throws IOException {
        String json = play("--threshold", "0.9", "--conflicts", "debate", "--debate-rounds", "1", "--json").out();

        assertThat(json).contains("\"debates\":[{\"proposalA\":\"three\",\"proposalB\":\"fifteen\",\"resolved\":false,"
                + "\"winner\":null,\"confidence\":0", "\"roundsUsed\":1", "\"resolvedConflicts\":[]");
    }

    @Test
    void theMajorityDecidesWhenItIsAsked() throws IOException {
        assertThat(play("--threshold", "0.9", "--conflicts", "majority").out()).contains("Three minutes",
                "by majority: 2 of 3 voters agree with P2");
    }

    @Test
    void anEscalationEndsIt() throws IOException {
        assertThat(play("--threshold", "0.9", "--conflicts", "escalate").out()).contains("escalates",
                "ended by", "escalated: somebody outside is asked");
    }

    @Test
    void lensesSeeADebateInTheJournalAsTheSolveSawIt() throws IOException {
        String log = folder.resolve("log").toString();
        play("--threshold", "0.9", "--conflicts", "debate", "--log", log);

        assertThat(CommandRun.of("lens", log, "--json").out()).contains("\"differences\":[]")
                .doesNotContain("\"differences\":[{", "\"differences\":[\"");
    }

    @Test
    void wordsThatMeanNothingAreRefused() throws IOException {
        CommandRun run = play("--conflicts", "fight");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--conflicts must be debate, majority, escalate or none, got \"fight\"",
                "Use for example --conflicts debate.");
        assertThat(play("--debate-rounds", "0").err()).contains("--debate-rounds must be at least 1, got 0",
                "Use for example --debate-rounds 3.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--strategy | votin | --strategy: unknown strategy \"votin\" | Maybe one of",
        "--threshold | 70 | --threshold must be between 0 and 1, got 70.0 | Maybe it is a percentage",
        "--threshold | -1 | --threshold must be between 0 and 1, got -1.0 | Use for example --threshold 0.7.",
        "--min-voters | 0 | --min-voters must be at least 1, got 0 | Use for example --min-voters 2.",
        "--ballots | all | --ballots must be approval or exclusive, got \"all\" | Use for example --ballots approval.",
        "--max-rounds | 0 | --max-rounds must be at least 1, got 0 | Use for example --max-rounds 10.",
        "--max-signals | 0 | --max-signals must be at least 1, got 0 | Use for example --max-signals 200.",
        "--timeout | 2e9 | --timeout must be above 0 and at most 1e9 seconds, got 2.0E9 | Use for example --timeout"})
    void aValueThatIsRefusedIsToldWithItsFlag(String flag, String value, String problem, String remedy)
            throws IOException {
        CommandRun run = play(flag, value);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem, remedy).doesNotContain("See --help");
    }

    private CommandRun play(String... options) throws IOException {
        Path file = folder.resolve("play.txt");
        Files.writeString(file, PLAY);
        List<String> words = new ArrayList<>(List.of("solve", "--play", file.toString()));
        words.addAll(List.of(options));
        return CommandRun.of(words.toArray(String[]::new));
    }
}
