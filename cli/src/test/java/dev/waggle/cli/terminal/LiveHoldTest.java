package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LifecycleFacts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A decision that waits, as people see it live. */
class LiveHoldTest {

    private static final String WAIT = "  3 agents moved in round 2; the decision for P2 waits for ";

    private final StringWriter out = new StringWriter();

    @Test
    void isAnnouncedInTheRoundInWhichItStartsToWait() {
        String shown = shown(1, votes("a", Stance.AGREE));

        assertThat(shown).containsSubsequence("Round 2", "agrees", WAIT + "a round without a move\n", "Round 3",
                "Decision");
        assertThat(shown).containsOnlyOnce(" waits for ");
    }

    @Test
    void isAnnouncedOnceForTheSameMove() {
        String shown = shown(3, votes("a", Stance.AGREE));

        assertThat(shown).contains("Round 4").containsOnlyOnce(WAIT + "3 rounds without a move\n");
    }

    @Test
    void isAnnouncedAgainForAnotherMove() {
        Participant late = turn -> turn.round() == 3
                ? List.of(Draft.of(new Payload.Vote("a", Stance.AGREE, null, 0.5), 0.6))
                : votes("a", Stance.AGREE).react(turn);

        assertThat(shown(1, late)).containsSubsequence("Round 2", WAIT, "Round 3", "  c moved in round 3; the decision",
                "Round 4", "Decision");
    }

    @Test
    void isNeverAnnouncedForADecisionAtOnce() {
        assertThat(shown(0, votes("a", Stance.AGREE))).contains("Decision").doesNotContain("waits");
    }

    @Test
    void isAnnouncedForAnObjectionAndNotForOtherSteps() {
        HoldView view = new HoldView(new ProposalLabels(new SignalNumbers()));

        assertThat(view.started(fact("held")))
                .contains("an objection awaits its first turn; the end waits for a round");
        assertThat(view.started(fact("leader"))).isEmpty();
    }

    @Test
    void showsNoControlCharactersOfALog() {
        view(List.of()).accept(new SwarmEvent.LifecycleRecorded(fact("settling")));

        assertThat(out.toString()).contains("moved").doesNotContain("\u001b");
    }

    private static Signal fact(String state) {
        return Signal.of(
                Draft.custom(LifecycleFacts.changed(state).text(), LifecycleFacts.changed(state, JsonValue.ofNull(),
                        JsonValue.of("\u001b[2J moved"), "orchestrator")),
                new Stamp("s", Source.named("orchestrator"), Instant.EPOCH, Scope.NONE));
    }

    private LiveView view(List<Agent> agents) {
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, false);
        return new LiveView(screen, 100, null, agents.stream().map(Agent::profile).toList(), MathConfig.off(), 0.7);
    }

    /** Two rivals in the first round; the first two agents agree with one of them in the second. */
    private String shown(int settleRounds, Participant third) {
        List<Agent> agents = List.of(
                speaker("a", turn -> turn.round() == 1 ? proposes("a", "Three") : votes("a", Stance.AGREE).react(turn)),
                speaker("b", turn -> turn.round() == 1 ? proposes("b", "Ten") : votes("a", Stance.AGREE).react(turn)),
                speaker("c", third));
        SwarmConfig config = SwarmConfig.of(agents).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withSettleRounds(settleRounds))
                .withEventListener(view(agents));
        try (Swarm swarm = new Swarm(config)) {
            swarm.solve(Task.of("How long?"));
        }
        return out.toString().replace("\r", "");
    }

    private static Agent speaker(String id, Participant participant) {
        return Agent.of(AgentProfile.of(id), participant);
    }

    private static List<Draft> proposes(String id, String content) {
        return List.of(Draft.of(new Payload.Proposal(id, content, ""), 0.8));
    }

    /** Votes in the second round, and says something new in the two after it. */
    private static Participant votes(String proposal, Stance stance) {
        return turn -> switch (turn.round()) {
            case 2 -> List.of(Draft.of(new Payload.Vote(proposal, stance, null, 1.0), 0.6));
            case 3, 4 -> List.of(Draft.of(new Payload.Discovery("still here " + turn.round(), null, 1), 0.6));
            default -> List.of();
        };
    }
}
