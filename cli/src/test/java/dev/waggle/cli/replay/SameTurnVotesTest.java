package dev.waggle.cli.replay;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Votes on proposals that are made in the same turn are neither refused nor lost. */
class SameTurnVotesTest {

    @TempDir
    private Path folder;

    private CommandRun people(String lines) {
        return CommandRun.fed(lines, "solve", "Wait?", "--seat", "ann", "--seat", "bob", "--json", "--settle-rounds",
                "0", "--data", folder.toString());
    }

    @Test
    void aPersonVotesOnTheOwnProposalOfTheTurn() {
        CommandRun run = people("""
                @ann
                propose 0.6 wait: Wait a year
                vote wait agree 0.9 cheap

                @bob

                @bob
                vote wait agree 0.8
                """);

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("\"decision\":\"Wait a year\"", "\"failures\":[]", "\"refusals\":[]",
                "\"reasoning\":\"cheap\"");
    }

    /** The order of the seats does not matter, though a vote may be published before its proposal. */
    @ParameterizedTest
    @CsvSource({"ann, bob", "bob, ann"})
    void aPersonVotesOnTheProposalThatAnotherMakesInTheTurn(String proposer, String voter) {
        CommandRun run = people("@" + proposer + "\npropose 0.9 wait: Wait a year\n\n@" + voter
                + "\nvote wait agree 0.8 It is cheap\n");

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("\"decision\":\"Wait a year\"", "\"failures\":[]", "\"refusals\":[]",
                "\"agreement\":1", "\"rejectedVotes\":0");
        CommandRun explained = CommandRun.of("explain", "--data", folder.toString());
        assertThat(explained.code()).as(explained.err()).isZero();
        assertThat(explained.out()).contains("the same result as in the log", "It is cheap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"later", "P9"})
    void aVoteOnNothingIsRefusedWithTheProposalsOfTheTurn(String name) {
        CommandRun run = people("@ann\npropose 0.9 wait: Wait a year\n\n@bob\nvote " + name + " agree 0.8\n");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out() + run.err()).contains("there is no proposal \\\"" + name + "\\\"", "wait");
    }

    /** At one terminal the second person sees what the first has typed. */
    @Test
    void peopleAtOneTerminalVoteOnWhatTheySee() throws Exception {
        CommandRun run = CommandRun.run("propose 0.9 wait: Wait a year\n\nvote wait agree 0.8\n\n", true, "solve",
                "Wait?", "--seat", "ann", "--seat", "bob", "--settle-rounds", "0", "--log",
                folder.resolve("log").toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).doesNotContain("there is no proposal").contains("Wait a year");
        assertThat(Files.exists(folder.resolve("log"))).isTrue();
    }
}
