package dev.waggle.swarm.advisor.analysis;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.advisor.AdvisorReport.IntrospectionReport;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.game.GameTheoryLens.Risk;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SwarmAdvisorTest {

    private static final List<String> AGENTS = List.of("a", "b", "c");
    private static final AdvisorConfig PRUNING = AdvisorConfig.defaults().withGroupthinkCorrection(false)
            .withAgentPruning(true);
    private static final AdvisorConfig REWIRING = AdvisorConfig.defaults().withGroupthinkCorrection(false)
            .withTopology(TopologyConfig.defaults().withEnabled(true));

    private final SampleTalk signals = new SampleTalk();

    @Test
    @DisplayName("J1 nothing is advised before the warm-up is over")
    void j1NothingIsAdvisedBeforeTheWarmUpIsOver() {
        SwarmAdvisor advisor = unanimous(AdvisorConfig.defaults());

        assertThat(advisor.evaluateRound(signs(1))).isEmpty();
        assertThat(advisor.evaluateRound(signs(2))).hasSize(1);
    }

    @Test
    @DisplayName("J2 untested agreement brings one doubt at the leading proposal")
    void j2UntestedAgreementBringsOneDoubtAtTheLeadingProposal() {
        SwarmAdvisor advisor = unanimous(AdvisorConfig.defaults());

        List<SwarmAdvice> advice = advisor.evaluateRound(signs(2));

        assertThat(advice).singleElement().isInstanceOfSatisfying(SwarmAdvice.InjectSignal.class, injected -> {
            assertThat(injected.from()).isEqualTo("advisor");
            assertThat(injected.draft().grading().confidence()).isEqualTo(0.8);
            assertThat(injected.draft().links().replyTo()).isEqualTo("signal of p");
            assertThat(injected.draft().payload()).isInstanceOfSatisfying(Payload.Doubt.class, doubt -> {
                assertThat(doubt.targetSignalId()).isEqualTo("signal of p");
                assertThat(doubt.severity()).isEqualTo(Severity.HIGH);
            });
        });
        assertThat(AdvisorReport.of(advice, false, advisor.introspection()).groupthinkCorrections()).isEqualTo(1);
    }

    @Test
    void theSameDoubtIsNotRaisedAgainUntilTheGroupHasDisagreed() {
        SwarmAdvisor advisor = unanimous(AdvisorConfig.defaults());
        assertThat(advisor.evaluateRound(signs(2))).hasSize(1);
        assertThat(advisor.evaluateRound(signs(3))).isEmpty();

        advisor.accept(signals.votes("b", "p", Stance.DISAGREE));
        assertThat(advisor.evaluateRound(signs(4))).isEmpty();
        advisor.accept(signals.agrees("b", "p"));
        for (String agent : List.of("d", "e", "f", "g")) {
            advisor.accept(signals.agrees(agent, "p"));
        }

        assertThat(advisor.evaluateRound(signs(5))).hasSize(1);
    }

    @Test
    void anotherLeaderIsDoubtedInItsTurn() {
        SwarmAdvisor advisor = unanimous(AdvisorConfig.defaults());
        assertThat(advisor.evaluateRound(signs(2))).hasSize(1);

        AdvisorInput other = new AdvisorInput(3, AGENTS, Optional.of(proposal("q")), Optional.empty(), List.of(), false,
                Optional.empty());

        assertThat(advisor.evaluateRound(other)).hasSize(1);
    }

    @Test
    @DisplayName("J3 unanimous disagreement brings no doubt")
    void j3UnanimousDisagreementBringsNoDoubt() {
        SwarmAdvisor advisor = advisor(AdvisorConfig.defaults());
        AGENTS.forEach(agent -> advisor.accept(signals.votes(agent, "p", Stance.DISAGREE)));

        assertThat(advisor.evaluateRound(signs(2))).isEmpty();
    }

    @Test
    void mildAgreementIsDoubtedOnlyWhereTheRiskIsNotLow() {
        assertThat(mild().evaluateRound(signs(2))).isEmpty();
        assertThat(mild().evaluateRound(at(2, Risk.LOW))).isEmpty();
        for (Risk risk : List.of(Risk.MEDIUM, Risk.HIGH)) {
            assertThat(mild().evaluateRound(at(2, risk))).singleElement()
                    .isInstanceOfSatisfying(SwarmAdvice.InjectSignal.class,
                            injected -> assertThat(injected.draft().payload())
                                    .isInstanceOfSatisfying(Payload.Doubt.class,
                                            doubt -> assertThat(doubt.severity()).isEqualTo(Severity.MEDIUM)));
        }
    }

    @Test
    void nothingIsDoubtedWhereNothingLeadsOrTheCorrectionIsOff() {
        AdvisorInput leaderless = new AdvisorInput(2, AGENTS, Optional.empty(), Optional.of(Risk.HIGH), List.of(),
                false,
                Optional.empty());

        assertThat(unanimous(AdvisorConfig.defaults()).evaluateRound(leaderless)).isEmpty();
        assertThat(unanimous(AdvisorConfig.defaults().withGroupthinkCorrection(false)).evaluateRound(signs(2)))
                .isEmpty();
    }

    @Test
    @DisplayName("J4 of three redundant agents at least two stay")
    void j4OfThreeRedundantAgentsAtLeastTwoStay() {
        SwarmAdvisor advisor = advisor(PRUNING);
        Finding idle = new Finding.Prune("shapley", AGENTS, "all");

        assertThat(advisor.evaluateRound(found(2, AGENTS, idle))).isEmpty();
        assertThat(advisor.evaluateRound(found(3, AGENTS, idle))).singleElement().isInstanceOfSatisfying(
                SwarmAdvice.DisableAgent.class, disabled -> assertThat(disabled.agentId()).isEqualTo("a"));
        assertThat(advisor.evaluateRound(found(4, List.of("b", "c"), idle))).isEmpty();
    }

    @Test
    void neverFewerAgentsStayThanTheConsensusNeedsVoters() {
        SwarmAdvisor advisor = new SwarmAdvisor(PRUNING, AGENTS, 3);

        assertThat(advisor.evaluateRound(found(3, AGENTS, new Finding.Prune("shapley", AGENTS, "all")))).isEmpty();
    }

    @Test
    void onlyWhoIsThereAndFoundIdleNowIsDisabled() {
        SwarmAdvisor advisor = advisor(PRUNING);
        Finding idle = new Finding.Prune("shapley", List.of("gone", "c", "c"), "two");

        assertThat(advisor.evaluateRound(found(3, AGENTS, idle)))
                .hasExactlyElementsOfTypes(SwarmAdvice.DisableAgent.class);
        assertThat(advisor.evaluateRound(found(4, AGENTS))).isEmpty();
    }

    @Test
    void alikeWordsAreNoReasonToDisable() {
        Finding alike = new Finding.Prune("mutual-information", List.of("c"), "says again what others said");

        assertThat(advisor(PRUNING).evaluateRound(found(3, AGENTS, alike))).isEmpty();
    }

    @Test
    void nobodyIsDisabledWhenPruningIsOff() {
        Finding idle = new Finding.Prune("shapley", List.of("c"), "one");

        assertThat(advisor(AdvisorConfig.defaults()).evaluateRound(found(3, AGENTS, idle))).isEmpty();
    }

    @Test
    void theSwarmIsRewiredWhenTheMapChangesAndOnlyThen() {
        SwarmAdvisor advisor = advisor(REWIRING);

        assertThat(advisor.evaluateRound(shaped(2, 0.9))).singleElement().isInstanceOfSatisfying(
                SwarmAdvice.UpdateTopology.class, update -> {
                    assertThat(update.topology().sourcesOf()).containsEntry("b", Set.of("c"));
                    assertThat(update.reason()).contains("0.90 around a");
                });
        assertThat(advisor.evaluateRound(shaped(3, 0.9))).isEmpty();
        assertThat(advisor.evaluateRound(signs(4))).as("nobody measured").isEmpty();
        assertThat(advisor.evaluateRound(shaped(5, 0.1))).singleElement().isEqualTo(
                new SwarmAdvice.UpdateTopology(Topology.everyone(), "all hear all again"));
    }

    @Test
    void whatLensesFindIsToldOnce() {
        SwarmAdvisor advisor = advisor(AdvisorConfig.defaults());
        Finding cutOff = new Finding.Rewire("kl-tracker", Finding.Rewire.Change.CONNECT, List.of("c"), "far away");

        assertThat(advisor.evaluateRound(found(2, AGENTS, cutOff))).singleElement()
                .isInstanceOfSatisfying(SwarmAdvice.InjectSignal.class,
                        injected -> assertThat(injected.draft().payload())
                                .isInstanceOfSatisfying(Payload.Discovery.class,
                                        news -> assertThat(news.finding()).contains("c").contains("far away")));
        assertThat(advisor.evaluateRound(found(3, AGENTS, cutOff))).isEmpty();
        assertThat(advisor.evaluateRound(found(5, AGENTS, cutOff))).isEmpty();
    }

    @Test
    void aRoundBringsNoMoreThanTwoInsights() {
        Finding[] many = {rewire("a"), rewire("b"), rewire("c")};
        SwarmAdvisor advisor = advisor(AdvisorConfig.defaults());

        assertThat(advisor.evaluateRound(found(2, AGENTS, many))).hasSize(InsightReporter.MAX_PER_ROUND);
        assertThat(advisor.evaluateRound(found(3, AGENTS, many))).hasSize(1);
    }

    @Test
    void whatAsksForAChallengeIsLeftToTheChallengeThatTheLoopSays() {
        Finding provoke = new Finding.Provoke("phase-transition", null, "too calm");
        AdvisorInput challenged = new AdvisorInput(2, AGENTS, Optional.of(proposal("p")), Optional.empty(),
                List.of(provoke), true, Optional.empty());

        assertThat(advisor(AdvisorConfig.defaults()).evaluateRound(challenged)).isEmpty();
        assertThat(unanimous(AdvisorConfig.defaults()).evaluateRound(found(2, AGENTS, provoke))).hasSize(1);
        assertThat(advisor(AdvisorConfig.defaults()).evaluateRound(found(2, AGENTS, provoke))).singleElement()
                .extracting(SwarmAdvice::reason).asString().contains("too calm");
    }

    @Test
    void aCircleOfObjectionsIsToldOnce() {
        SwarmAdvisor advisor = advisor(AdvisorConfig.defaults());
        advisor.accept(signals.proposes("a", "p"));
        for (int i = 1; i <= 6; i++) {
            advisor.accept(signals.challenges(i % 2 == 1 ? "b" : "a", "s" + i));
        }

        assertThat(advisor.evaluateRound(signs(2))).singleElement().extracting(SwarmAdvice::reason).asString()
                .startsWith("a, b answer objections with objections");
        assertThat(advisor.evaluateRound(signs(3))).isEmpty();
    }

    @Test
    void aReportCountsWhatWasDone() {
        Topology topology = new Topology(Map.of("b", Set.of("c")));
        Draft doubt = Draft.of(new Payload.Doubt("s", "?", Severity.HIGH), 0.8);
        AdvisorReport report = AdvisorReport.of(List.of(new SwarmAdvice.InjectSignal(doubt, "advisor", "r"),
                new SwarmAdvice.InjectSignal(doubt, "meta-agent", "r"), new SwarmAdvice.DisableAgent("c", "r"),
                new SwarmAdvice.UpdateTopology(Topology.everyone(), "r"),
                new SwarmAdvice.UpdateTopology(topology, "r")), true, IntrospectionReport.none());

        assertThat(report.groupthinkCorrections()).isEqualTo(1);
        assertThat(report.disabledAgents()).containsExactly("c");
        assertThat(report.topologyUpdates()).isEqualTo(2);
        assertThat(report.finalTopology()).isEqualTo(topology);
        assertThat(report.reputationApplied()).isTrue();
        assertThat(AdvisorReport.of(List.of(), false, IntrospectionReport.none()).finalTopology()).isNull();
    }

    @Test
    void onlyTheInfrastructureSpeaksForTheAdvisor() {
        Draft draft = Draft.of(new Payload.Discovery("x", null, 0.5), 0.5);

        assertThatThrownBy(() -> new SwarmAdvice.InjectSignal(draft, "a", "r"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("\"a\"")
                .hasMessageContaining("advisor");
    }

    @Test
    @DisplayName("J9 the meta agent is asked every third round after the warm-up")
    void j9TheMetaAgentIsAskedEveryThirdRoundAfterTheWarmUp() {
        AdvisorConfig defaults = AdvisorConfig.defaults();

        assertThat(IntStream.rangeClosed(1, 10).filter(defaults::asksMetaAgent)).containsExactly(4,
                7, 10);
        assertThat(IntStream.rangeClosed(1, 4)
                .filter(defaults.withWarmupRounds(0).withMetaAgentInterval(2)::asksMetaAgent)).containsExactly(2, 4);
    }

    private SwarmAdvisor unanimous(AdvisorConfig config) {
        SwarmAdvisor advisor = advisor(config);
        advisor.accept(signals.proposes("a", "p"));
        advisor.accept(signals.agrees("b", "p"));
        advisor.accept(signals.agrees("c", "p"));
        return advisor;
    }

    private SwarmAdvisor mild() {
        SwarmAdvisor advisor = unanimous(AdvisorConfig.defaults());
        advisor.accept(signals.agrees("d", "p"));
        advisor.accept(signals.votes("e", "p", Stance.DISAGREE));
        return advisor;
    }

    private static SwarmAdvisor advisor(AdvisorConfig config) {
        return new SwarmAdvisor(config, AGENTS, 2);
    }

    private static Finding rewire(String agent) {
        return new Finding.Rewire("topology", Finding.Rewire.Change.SEPARATE, List.of(agent), "because");
    }

    private static AdvisorInput signs(int round) {
        return found(round, AGENTS);
    }

    private static AdvisorInput at(int round, Risk risk) {
        return new AdvisorInput(round, AGENTS, Optional.of(proposal("p")), Optional.of(risk), List.of(), false,
                Optional.empty());
    }

    private static AdvisorInput found(int round, List<String> active, Finding... findings) {
        return new AdvisorInput(round, active, Optional.of(proposal("p")), Optional.empty(), List.of(findings), false,
                Optional.empty());
    }

    private static AdvisorInput shaped(int round, double concentration) {
        GroupStructure shape = new GroupStructure(Optional.of("a"), concentration, OptionalDouble.of(0.5), List.of(), 1,
                List.of(), List.of());
        return new AdvisorInput(round, AGENTS, Optional.of(proposal("p")), Optional.empty(), List.of(), false,
                Optional.of(shape));
    }

    private static Proposal proposal(String id) {
        return new Proposal(id, "do " + id, "", "a", "signal of " + id, 0.8, Instant.EPOCH);
    }
}
