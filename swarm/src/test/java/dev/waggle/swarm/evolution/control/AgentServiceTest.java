package dev.waggle.swarm.evolution.control;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.evolution.EvolutionConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Value of an agent by its service. */
class AgentServiceTest {

    private static final EvolutionConfig GROWING = EvolutionConfig.defaults().withEvolutionEnabled();
    private static final double GIVEN_DIGITS = 1e-9;

    private final EvolutionScript script = new EvolutionScript(GROWING, "a", "b", "c");

    /** An agent that joined to propose, and publishes that many signals, of which that many are proposals. */
    @ParameterizedTest
    @MethodSource("cases")
    void whoProposesIsWorthWhatTheSharedCasesSay(Case shared) {
        String agent = script.spawned("lateral-thinker");
        for (int said = 0; said < shared.signals(); said++) {
            if (said < shared.proposals()) {
                script.proposes(agent, "p" + said);
            } else {
                script.discovers(agent);
            }
        }
        AgentService service = service(agent);

        assertThat(service.value()).isCloseTo(shared.value(), within(GIVEN_DIGITS));
        assertThat(service.isWorthKeeping(shared.rounds(), GROWING)).isEqualTo(shared.keep());
    }

    @Test
    void aChallengerIsWorthWhatOthersHadToAnswer() {
        String agent = script.spawned("critical-challenger");
        String proposal = script.proposes("a", "p");
        String answered = script.challenges(agent, proposal);
        String countered = script.challenges(agent, proposal);
        script.challenges(agent, proposal);
        assertThat(service(agent)).as("nobody cares").isEqualTo(new AgentService(3, 0, 3));

        script.replies("a", answered);
        script.replies("b", answered);
        script.challenges("b", countered);
        assertThat(service(agent)).as("each counts once").isEqualTo(new AgentService(3, 2, 3));
        assertThat(service(agent).value()).isEqualTo(0.52, within(GIVEN_DIGITS));
        assertThat(service(agent).isWorthKeeping(5, GROWING)).isTrue();
    }

    @Test
    void aChallengeThatMovesAVoteIsOfUse() {
        String agent = script.spawned("critical-challenger");
        String proposal = script.proposes("a", "p");
        script.votes("b", "p", Stance.AGREE);
        script.challenges(agent, proposal);
        script.says(agent, Draft.of(new Payload.Doubt(proposal, "sure?", Payload.Severity.LOW), 0.5));

        script.votes("c", "p", Stance.AGREE);
        script.votes("b", "p", Stance.AGREE);
        assertThat(service(agent)).as("no vote changed").isEqualTo(new AgentService(2, 0, 3));
        script.votes("b", "p", Stance.DISAGREE);
        assertThat(service(agent)).as("one change, one merit").isEqualTo(new AgentService(2, 1, 3));
        script.votes("c", "p", Stance.ABSTAIN);
        script.votes("a", "p", Stance.AGREE);
        script.votes("a", "p", Stance.DISAGREE);
        assertThat(service(agent)).as("no more than was asked").isEqualTo(new AgentService(2, 2, 3));
    }

    @Test
    void mergedProposalsAreOneMeritWithTheVotesOnBoth() {
        String agent = script.spawned("lateral-thinker");
        script.proposes("a", "p1");
        script.proposes(agent, "p2");
        script.merges("p2", "p1");
        script.proposes(agent, "p3");
        assertThat(service(agent).merits()).as("only p3 is its own").isEqualTo(1);

        script.proposes("b", "p4");
        script.merges("p4", "p3");
        script.votes("a", "p4", Stance.DISAGREE);
        assertThat(service(agent).merits()).as("a vote on p4 counts for p3").isZero();
        script.splits("p4");
        assertThat(service(agent).merits()).as("and goes back with it").isEqualTo(1);
        script.splits("p2");
        assertThat(service(agent).merits()).isEqualTo(2);
    }

    @Test
    void nobodyMakesItselfUseful() {
        String agent = script.spawned("critical-challenger");
        String proposal = script.proposes("a", "p");
        script.votes(agent, "p", Stance.AGREE);
        String challenge = script.challenges(agent, proposal);
        script.replies(agent, challenge);
        script.challenges(agent, challenge);
        script.votes(agent, "p", Stance.DISAGREE);
        assertThat(service(agent).merits()).isZero();
    }

    @Test
    void aDiscoveryIsOfUseWhenAnotherRefersToIt() {
        String agent = script.spawned("discovery-specialist");
        String used = script.discovers(agent);
        script.discovers(agent);
        script.replies("a", used);
        assertThat(service(agent)).isEqualTo(new AgentService(2, 1, 3));
    }

    @Test
    void aProposalThatIsVotedDownIsOfNoUse() {
        String agent = script.spawned("lateral-thinker");
        script.proposes(agent, "p");
        script.votes("a", "p", Stance.DISAGREE);
        script.votes("b", "p", Stance.ABSTAIN);
        assertThat(service(agent).merits()).isZero();
        script.votes("b", "p", Stance.AGREE);
        assertThat(service(agent).merits()).as("as many for as against").isEqualTo(1);
    }

    @Test
    void whatAnotherProposedBeforeIsNoProposal() {
        String agent = script.spawned("lateral-thinker");
        script.proposes("a", "p");
        script.proposes(agent, "p");
        script.proposes(agent, "q");
        script.proposes(agent, "q");
        assertThat(service(agent)).isEqualTo(new AgentService(3, 1, 3));
    }

    @Test
    void aVoterIsWorthItsVotesOnWhatIsOnTheTable() {
        String agent = script.spawned("vote-specialist");
        script.votes(agent, "nothing", Stance.AGREE);
        assertThat(service(agent)).as("nothing to vote on").isEqualTo(new AgentService(1, 0, 1));
        script.proposes("a", "p");
        script.votes(agent, "p", Stance.DISAGREE);
        script.votes(agent, "p", Stance.AGREE);
        assertThat(service(agent)).as("one vote, all there is").isEqualTo(new AgentService(3, 1, 1));
        script.proposes("a", "q");
        script.votes(agent, "q", Stance.ABSTAIN);
        assertThat(service(agent)).as("abstaining decides nothing").isEqualTo(new AgentService(4, 1, 2));
    }

    @Test
    void badCountsAreRefused() {
        assertThatThrownBy(() -> new AgentService(-1, 0, 1)).hasMessageContaining("got -1, 0, 1");
        assertThatThrownBy(() -> new AgentService(0, -1, 1)).hasMessageContaining("got 0, -1, 1");
        assertThatThrownBy(() -> new AgentService(0, 0, 0)).hasMessageContaining("got 0, 0, 0");
    }

    private AgentService service(String agent) {
        return script.controller.service(agent).orElseThrow();
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                AgentServiceTest.class.getResourceAsStream("/vectors/evolution.json"), "the vectors are missing")) {
            List<Case> cases = new ArrayList<>();
            for (JsonNode json : JsonMapper.shared().readTree(file).get("evolverEvaluate")) {
                cases.add(new Case(json.get("signals").asInt(), json.get("proposals").asInt(),
                        json.get("rounds").asInt(), json.get("value").asDouble(),
                        json.get("recommendation").asString().equals("keep")));
            }
            return cases.stream();
        }
    }

    record Case(int signals, int proposals, int rounds, double value, boolean keep) {}
}
