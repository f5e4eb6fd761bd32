package dev.waggle.swarm.scenario;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The signals that an agent knows in its turns: those that reached it, and its own. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class KnowledgeScenariosTest {

    private final SolveTestBed table = new SolveTestBed();
    /** By agent, the findings and proposals that it knew in the turn in which it looked. */
    private final Map<String, List<String>> known = new ConcurrentHashMap<>();

    @Test
    void anAgentKnowsTheTypesThatItListensToAndItsOwnSignals() {
        ScriptedAgent voter = ScriptedAgent.agent("voter").listening(SignalType.PROPOSAL)
                .says(2, ScriptedAgent.finds("mine")).does(3, turn -> look("voter", turn)).unasked();
        SolveTestBed.solve(config(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1"),
                ScriptedAgent.finds("hidden")), voter));

        assertThat(known.get("voter")).containsExactly("p1", "mine");
    }

    @Test
    void anAgentKnowsNoSignalForAnotherAudience() {
        ScriptedAgent named = watching("named");
        ScriptedAgent other = watching("other");
        ScriptedAgent author = ScriptedAgent.agent("author").unasked().says(1,
                to(new Audience.Ids(List.of("named")), "for one"),
                to(new Audience.Role(Audience.RoleName.SELF), "for myself"),
                to(new Audience.Role(Audience.RoleName.COORDINATOR), "for the runtime"),
                to(new Audience.Role(Audience.RoleName.SELECTED), "for the selected"),
                to(new Audience.Role(Audience.RoleName.ALL), "for all")).does(3, turn -> look("author", turn));
        SolveTestBed.solve(config(author, named, other));

        assertThat(known.get("named")).containsExactly("for one", "for all");
        assertThat(known.get("other")).containsExactly("for all");
        assertThat(known.get("author")).hasSize(5);
        assertThat(other.turns()).allSatisfy(turn -> assertThat(turn.stimuli())
                .extracting(KnowledgeScenariosTest::text).doesNotContain("for one", "for myself"));
    }

    @Test
    void anAgentKnowsNothingOfAuthorsThatTheTopologyKeepsFromIt() {
        ScriptedAgent b = ScriptedAgent.agent("b").unasked()
                .says(2, ScriptedAgent.votes(Stance.AGREE, "p1"), ScriptedAgent.finds("b says so"))
                .does(4, turn -> look("b", turn));
        ScriptedAgent c = ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "p1"));
        ScriptedAgent a = ScriptedAgent.agent("a").unasked().says(1, ScriptedAgent.proposes("p1"))
                .says(3, ScriptedAgent.proposes("p2", "kept from b"),
                        ScriptedAgent.finds("kept from b, too"));
        SwarmConfig config = table.config(a, b, c,
                ScriptedAgent.agent("d").says(2, ScriptedAgent.votes(Stance.AGREE, "p1")))
                .withMath(MathConfig.defaults().withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(4))
                .withLimits(Limits.defaults().withMaxRounds(5));
        SolveTestBed.solve(SolveTestBed.advised(config, AdvisorConfig.defaults().withTopology(TopologyConfig.defaults()
                .withEnabled(true).withMinConnectivity(0).withMaxInfluenceConcentration(0.05))));

        assertThat(known.get("b")).containsExactly("p1", "b says so");
        assertThat(turn(b, 4).status().voters()).containsExactly("b", "c", "d");
    }

    @Test
    void agentsThatHearTheSameKnowTheSameInTheSameOrder() {
        ScriptedAgent one = watching("one");
        ScriptedAgent other = watching("other");
        SolveTestBed.solve(config(one, other, ScriptedAgent.agent("a").unasked()
                .says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.finds("x")).says(2, ScriptedAgent.finds("y"))));

        assertThat(known.get("one")).isEqualTo(known.get("other")).containsExactly("p1", "x", "y");
    }

    @Test
    void aJudgeIsShownTheTwoProposalsOfItsDebate() {
        ScriptedAgent judge = ScriptedAgent.agent("judge").listening(SignalType.CHALLENGE)
                .debates(1, turn -> look("judge", turn));
        SolveTestBed.solve(table.config(ScriptedAgent.author("a", "A"), ScriptedAgent.author("b", "B"), judge));

        assertThat(known.get("judge")).containsExactly("A", "B");
    }

    @Test
    void noJudgeIsAskedAboutAProposalThatItMayNotKnow() {
        Draft kept = ScriptedAgent.proposes("B");
        ScriptedAgent judge = watching("judge");
        ScriptedAgent told = ScriptedAgent.agent("told").debating(1);
        SolveTestBed.solve(table.config(ScriptedAgent.author("a", "A"), ScriptedAgent.agent("b").says(1,
                new Draft(null, kept.type(), kept.payload(), kept.links(), kept.grading(), kept.lifetime(),
                        new Audience.Ids(List.of("told", "a")), kept.extensions())),
                judge, told));

        assertThat(judge.turns()).isNotEmpty().noneMatch(turn -> turn.debate().isPresent());
        assertThat(known.get("judge")).containsExactly("A");
        assertThat(told.turns()).anyMatch(turn -> turn.debate().isPresent());
    }

    @Test
    void aTurnStatesTheStateOfTheSolve() {
        ScriptedAgent one = watching("one");
        SolveTestBed.solve(config(one, ScriptedAgent.agent("mute").speaking(SignalType.DISCOVERY)));

        assertThat(turn(one, 3).status()).satisfies(status -> {
            assertThat(status.maxRounds()).isEqualTo(4);
            assertThat(status.quorum()).isEqualTo(2);
            assertThat(status.voters()).containsExactly("one");
        });
    }

    private SwarmConfig config(ScriptedAgent... agents) {
        return table.config(agents).withConsensus(undecided()).withLimits(Limits.defaults().withMaxRounds(4));
    }

    private static ConsensusConfig undecided() {
        return ConsensusConfig.defaults().withThreshold(1);
    }

    /** A silent agent that has a turn in every round up to the third, in which it looks. */
    private ScriptedAgent watching(String id) {
        return ScriptedAgent.agent(id).unasked().does(3, turn -> look(id, turn));
    }

    private List<Draft> look(String id, Turn turn) {
        known.put(id, turn.history().select(SignalFilter.ofTypes(SignalType.DISCOVERY, SignalType.PROPOSAL)).stream()
                .map(KnowledgeScenariosTest::text).toList());
        return List.of();
    }

    private static Draft to(Audience audience, String finding) {
        Draft draft = ScriptedAgent.finds(finding);
        return new Draft(null, draft.type(), draft.payload(), draft.links(), draft.grading(), draft.lifetime(),
                audience, draft.extensions());
    }

    private static Turn turn(ScriptedAgent agent, int round) {
        return agent.turns().stream().filter(turn -> turn.round() == round).findFirst().orElseThrow();
    }

    private static String text(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Discovery found -> found.finding();
            case Payload.Proposal proposal -> proposal.proposalId();
            default -> "";
        };
    }
}
