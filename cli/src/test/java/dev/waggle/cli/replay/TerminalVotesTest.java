package dev.waggle.cli.replay;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;
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

        assertThat(shown.replaceAll("\\s+", " ")).contains("ada, your turn (round 1 of at most 3,")
                .contains(" a decision needs the votes of 2 agents; without a vote so far: bob");
        assertThat(shown.lines().takeWhile(line -> !line.contains("round 2"))).noneMatch(
                line -> line.contains("needs the votes"));
    }

    @Test
    void aSeatThatHearsNoVotesIsNotToldWhoseAreMissing() {
        String shown = shown(BOB.withListens(List.of(SignalType.PROPOSAL)));

        assertThat(shown.lines().dropWhile(line -> !line.contains("(round 2"))
                .filter(line -> line.contains("needs the votes")).findFirst())
                .hasValue("  a decision needs the votes of 2 agents");
    }

    @Test
    void aVoteOfAnotherSourceWithItsNameIsNotItsVote() throws InterruptedException {
        assertThat(asked(2)).contains("a decision needs the votes of 2 agents; without a vote so far: bob");
    }

    @Test
    void aDecisionOfOneAgentIsSaidInTheSingular() throws InterruptedException {
        assertThat(asked(1)).contains("a decision needs the vote of 1 agent; without a vote so far: bob");
    }

    /** The prompt of ada for a decision of so many agents: ada has voted, and a webhook with the name of bob. */
    private static String asked(int quorum) throws InterruptedException {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, true);
        TerminalPerson person = new TerminalPerson(screen, new BufferedReader(new StringReader("")), List.of("ada"));
        List<Signal> log = List.of(
                said("s1", Source.agent("ada"), new Payload.Proposal("plan", "ship it", "")),
                said("s2", Source.agent("ada"), new Payload.Vote("plan", Payload.Stance.AGREE, null, 1)),
                said("s3", new Source.Webhook("bob"), new Payload.Vote("plan", Payload.Stance.AGREE, null, 1)));
        Turn turn = new Turn(new Turn.TurnPosition(1, 1, Optional.empty(),
                new TurnStatus(3, quorum, List.of("ada", "bob")), Optional.empty()), AgentMail.NONE,
                filter -> log.stream().filter(filter::matches).toList(),
                new Turn.TurnTime(Instant.EPOCH, Duration.ofMinutes(1)), Turn.TurnCalls.UNRECORDED);

        var _ = person.nextLine(ADA, turn);

        return out.toString().replaceAll("\\s+", " ");
    }

    private static Signal said(String id, Source source, Payload payload) {
        return Signal.of(Draft.of(payload, 0.8), new Stamp(id, source, Instant.EPOCH, Scope.NONE));
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
