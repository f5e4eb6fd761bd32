package dev.waggle.cli.replay;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** State of the votes for people at the terminal. */
class TerminalVotesTest {

    private static final AgentProfile ADA = AgentProfile.of("ada");
    private static final AgentProfile BOB = AgentProfile.of("bob");
    private static final String LINES = "propose 0.7 plan: ship it\n\n\n\n\nvote 4 agree 0.9 fine\n\n\n";

    @Test
    void aSeatSeesTheRoundsAndTheMissingVotes() {
        String shown = shown(BOB);

        assertThat(shown).contains("ada, your turn (round 1 of at most 3,")
                .contains("  a decision needs the votes of 2 agents; without a vote so far: bob");
        assertThat(shown.lines().takeWhile(line -> !line.contains("round 2"))).noneMatch(
                line -> line.contains("needs the votes"));
    }

    @Test
    void aSeatThatHearsNoVotesIsNotToldWhoseAreMissing() {
        String shown = shown(BOB.withListens(List.of(SignalType.PROPOSAL)));

        assertThat(shown.lines().dropWhile(line -> !line.contains("bob, your turn (round 2"))
                .filter(line -> line.contains("needs the votes")).findFirst())
                .hasValue("  a decision needs the votes of 2 agents");
    }

    private static String shown(AgentProfile bob) {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, true);
        TerminalPerson people = new TerminalPerson(screen, new BufferedReader(new StringReader(LINES)),
                List.of("ada", "bob"));
        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(new HumanSeat(ADA, people), new HumanSeat(bob, people)))
                .withLimits(Limits.defaults().withMaxRounds(3)))) {
            swarm.solve(Task.of("What now?"));
        }
        return out.toString();
    }
}
