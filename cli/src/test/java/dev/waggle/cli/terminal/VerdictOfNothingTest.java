package dev.waggle.cli.terminal;

import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Results without a proposal, and ends whose stored sentences repeat their names. */
class VerdictOfNothingTest {

    @TempDir
    private Path folder;

    @Test
    void withoutAProposalNothingHasAConfidence() {
        String journal = folder.resolve("journal").toString();

        CommandRun solved = CommandRun.fed("@ann\npass\n", "solve", "Ship?", "--seat", "ann", "--log", journal);

        assertThat(solved.out()).contains("No consensus reached; nothing was proposed",
                "not heard         the only agent\n").doesNotContain("confidence  ", "1 of 1");
        assertThat(CommandRun.of("explain", journal).out()).contains("there is no proposal")
                .doesNotContain("confidence  ");
    }

    @Test
    void aLeaderKeepsItsConfidence() {
        assertThat(CommandRun.of("demo", "--max-signals", "5").out()).contains("\n  confidence  ",
                "max-signals: the limit of signals was reached (round 1 of").doesNotContain("nothing was proposed");
        assertThat(CommandRun.of("demo", "--max-signals", "5", "--json").out())
                .contains("\"endingDetail\":\"the last allowed signal was said (round 1 of");
    }
}
