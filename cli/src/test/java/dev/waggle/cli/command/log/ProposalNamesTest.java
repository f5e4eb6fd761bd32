package dev.waggle.cli.command.log;

import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of proposals in the views of a log: the number of their signal, as in the live view. */
class ProposalNamesTest {

    @TempDir
    private Path folder;

    private String log = "";

    @BeforeEach
    void solve() {
        log = folder.resolve("log").toString();
        CommandRun.of("solve", "--play", ProjectFiles.at("examples/scripts/crossing.txt").toString(), "--log", log,
                "--json");
    }

    @Test
    void theEntriesAndTheTreeShowThem() {
        assertThat(CommandRun.of("log", "show", log).out())
                .contains("plan proposal P2 three: Three minutes", "plan vote agree P2: ",
                        "conflict P5 by rail contradicts P2 by plan");
        assertThat(CommandRun.of("log", "tree", log).out()).contains("proposal P2 (plan)", "vote P5 (rail)");
    }

    @Test
    void aPartOfTheLogShowsTheIdsAndTheJsonToo() {
        assertThat(CommandRun.of("log", "tail", "-n", "20", log).out()).contains("vote agree fifteen: ");
        assertThat(CommandRun.of("log", "show", log, "--from", "10").out()).contains("plan proposal three: ");
        assertThat(CommandRun.of("log", "show", log, "--json").out()).contains("\"proposalId\":\"three\"");
    }

    @Test
    void theReadingsOfALensShowThem() {
        assertThat(CommandRun.of("lens", "proposal-energy", log).out()).contains("energies", "P5 ", "P2 ")
                .doesNotContain("fifteen", "three");
    }

    @Test
    void thePlayerShowsThem() {
        assertThat(CommandRun.of("log", "play", log, "--at", "18").out()).contains("plan vote agree P2: ");
    }
}
