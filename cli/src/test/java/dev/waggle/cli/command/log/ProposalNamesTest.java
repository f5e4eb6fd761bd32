package dev.waggle.cli.command.log;

import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of signals in the views of a log: the number in their solve, for a proposal as in the live view. */
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
                .contains("plan proposal P2 three: Three minutes", "plan vote #3 agree P2: ", "plan discovery #4 The 6",
                        " P5 by rail contradicts P2 by plan",
                        "handoff.ready proposal P2 can be voted on", "conflict.active P5 contradicts P2");
        assertThat(CommandRun.of("log", "tree", log).out()).contains("proposal P2 (plan)", "vote P5 (rail)");
    }

    @Test
    void aPartOfTheLogShowsThemTooAndTheJsonTheIds() {
        assertThat(CommandRun.of("log", "tail", "-n", "20", log).out()).contains("dispatch vote #34 agree P5: ")
                .doesNotContain("agree fifteen");
        assertThat(CommandRun.of("log", "show", log, "--from", "10").out()).contains("plan proposal P2 three: ");
        assertThat(CommandRun.of("log", "show", log, "--from", "90", "--type", "vote").out())
                .contains("dispatch vote #34 agree P5: ");
        assertThat(CommandRun.of("log", "show", log, "--json").out()).contains("\"proposalId\":\"three\"");
    }

    @Test
    void theSignalsOfADataFolderShowThem() {
        String data = folder.resolve("data").toString();
        CommandRun.of("signals", "subscribe", "ada", "proposal", "--create", "--data", data);
        CommandRun.of("signals", "subscribe", "ada", "vote", "--data", data);
        CommandRun.of("solve", "--play", ProjectFiles.at("examples/scripts/crossing.txt").toString(), "--data", data,
                "--json");

        assertThat(CommandRun.of("signals", "list", "--type", "vote", "--data", data).out())
                .contains("plan vote #3 agree P2: ", "dispatch vote #34 agree P5: ").doesNotContain("agree fifteen");
        assertThat(CommandRun.of("signals", "tail", "--data", data).out()).contains("dispatch vote #34 agree P5: ");
        assertThat(CommandRun.of("signals", "inbox", "ada", "--data", data).out())
                .contains("plan proposal P2 three: ", "dispatch vote #34 agree P5: ").doesNotContain("agree fifteen");
        assertThat(CommandRun.of("signals", "inbox", "ada", "--as-told", "--data", data).out())
                .contains("[signal]\nref: P2\nid: sig_", "[signal]\nref: \"#34\"\nid: sig_",
                        "\"proposalId\":\"P5\"")
                .doesNotContain("\"proposalId\":\"fifteen\"");
    }

    @Test
    void theReadingsOfALensShowThem() {
        assertThat(CommandRun.of("lens", "proposal-energy", log).out()).contains("energies", "P5 ", "P2 ")
                .doesNotContain("fifteen", "three");
    }

    @Test
    void thePlayerShowsThem() {
        assertThat(CommandRun.of("log", "play", log, "--at", "18").out()).contains("plan vote #3 agree P2: ");
    }
}
