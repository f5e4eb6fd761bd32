package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.game.GameTheoryLens;
import dev.waggle.swarm.reputation.ReputationSource;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The advisor and the topology in whole solves. */
class AdvisorScenariosTest {

    private static final AdvisorConfig DEFAULTS = AdvisorConfig.defaults();

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("J1 with two rounds of warm-up nothing is advised in round 1")
    void j1WithTwoRoundsOfWarmUpNothingIsAdvisedInRoundOne() {
        Agent[] hasty = {ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
            ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "p1")),
            ScriptedAgent.agent("c").says(1, ScriptedAgent.votes(Stance.AGREE, "p1"))};

        Limits oneRound = Limits.defaults().withMaxRounds(1);
        SwarmResult warming = SolveTestBed
                .solve(SolveTestBed.advised(table.config(hasty), DEFAULTS).withLimits(oneRound));
        SwarmResult warm = SolveTestBed
                .solve(SolveTestBed.advised(new SolveTestBed().config(hasty), DEFAULTS.withWarmupRounds(1))
                        .withLimits(oneRound));

        assertThat(warming.timing().roundsUsed()).isEqualTo(1);
        assertThat(report(warming).actions()).isEmpty();
        assertThat(table.events(SwarmEvent.AdvisorActed.class)).isEmpty();
        assertThat(report(warm).actions()).hasSize(1);
    }

    @Test
    @DisplayName("J2 unanimous agreement at high risk brings one doubt at the leading proposal")
    void j2UnanimousAgreementAtHighRiskBringsOneDoubtAtTheLeadingProposal() {
        SwarmConfig config = SolveTestBed.advised(table.config(unanimous()), DEFAULTS)
                .withMath(MathConfig.defaults().withLenses(List.of(LensCatalog.GAME_THEORY)));

        SwarmResult result = SolveTestBed.solve(config.withLimits(Limits.defaults().withMaxRounds(2)));

        assertThat(result.mathAnalysis().of(LensCatalog.GAME_THEORY).flatMap(seen -> seen.groupthinkRisk()))
                .contains(GameTheoryLens.Risk.HIGH);
        String proposal = SolveTestBed.said(result, SignalType.PROPOSAL).getFirst().id();
        assertThat(SolveTestBed.said(result, SignalType.DOUBT)).singleElement().satisfies(doubt -> {
            assertThat(doubt.source().label()).isEqualTo("advisor");
            assertThat(doubt.links().replyTo()).isEqualTo(proposal);
            assertThat(doubt.payload()).isInstanceOfSatisfying(Payload.Doubt.class,
                    said -> assertThat(said).returns(proposal, Payload.Doubt::targetSignalId).returns(Severity.HIGH,
                            Payload.Doubt::severity));
        });
        assertThat(report(result).groupthinkCorrections()).isEqualTo(1);
    }

    @Test
    @DisplayName("J2 the doubt is not raised again while nobody disagrees")
    void j2TheDoubtIsNotRaisedAgainWhileNobodyDisagrees() {
        List<Agent> agents = new ArrayList<>(unanimous());
        agents.add(ScriptedAgent.chatty("chatty"));
        SwarmConfig config = SolveTestBed.advised(table.config(agents), DEFAULTS).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withMinVoters(5))
                .withLimits(Limits.defaults().withMaxRounds(6));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(result.timing().roundsUsed()).isEqualTo(6);
        assertThat(SolveTestBed.said(result, SignalType.DOUBT)).hasSize(1);
    }

    @Test
    @DisplayName("J3 unanimous disagreement brings no doubt")
    void j3UnanimousDisagreementBringsNoDoubt() {
        SwarmResult result = SolveTestBed.solve(SolveTestBed.advised(table.config(voting(Stance.DISAGREE)), DEFAULTS));

        assertThat(SolveTestBed.said(result, SignalType.VOTE)).hasSize(3);
        assertThat(SolveTestBed.said(result, SignalType.DOUBT)).isEmpty();
        assertThat(report(result).groupthinkCorrections()).isZero();
        assertThat(report(result).introspection().groupthink().agreementRate()).isZero();
    }

    @Test
    @DisplayName("J4 when all three agents are redundant at least two stay active")
    void j4WhenAllThreeAgentsAreRedundantAtLeastTwoStayActive() {
        ScriptedAgent a = ScriptedAgent.chatty("a");
        ScriptedAgent b = ScriptedAgent.chatty("b");
        ScriptedAgent c = ScriptedAgent.chatty("c");
        SwarmConfig config = SolveTestBed.advised(table.config(a, b, c), DEFAULTS.withAgentPruning(true))
                .withMath(MathConfig.defaults().withLenses(List.of(new AllIdle())))
                .withLimits(Limits.defaults().withMaxRounds(6));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(report(result).disabledAgents()).containsExactly("a");
        assertThat(a.turns()).hasSize(3);
        assertThat(b.turns()).hasSize(6);
        assertThat(c.turns()).hasSize(6);
        assertThat(table.logged()).filteredOn(entry -> entry.signal().type().text().equals("state:disabled:changed"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("J5 votes are multiplied by reputations where the option is on")
    void j5VotesAreMultipliedByReputationsWhereTheOptionIsOn(boolean on) {
        ReputationSource reputation = (agent, type) -> agent.equals("voter 1") ? 0.8 : 0.2;
        SwarmConfig config = SolveTestBed
                .advised(table.config(ScriptedAgent.team()), DEFAULTS.withReputationWeighting(on))
                .withMath(MathConfig.off());

        SwarmResult result = SolveTestBed.solve(config.withReputation(reputation));

        assertThat(weights(result)).isEqualTo(on
                ? Map.of("voter 1", 0.8, "voter 2", 0.2)
                : Map.of("voter 1", 1.0, "voter 2", 1.0));
        assertThat(report(result).reputationApplied()).isEqualTo(on);
    }

    @Test
    @DisplayName("J5 without a provider, or without an advisor, votes count as they are")
    void j5WithoutAProviderOrWithoutAnAdvisorVotesCountAsTheyAre() {
        SwarmConfig plain = table.config(ScriptedAgent.team()).withMath(MathConfig.off());
        SwarmResult unknown = SolveTestBed.solve(SolveTestBed.advised(plain, DEFAULTS));
        SwarmResult unadvised = SolveTestBed.solve(plain.withReputation((_, _) -> 0.2));

        assertThat(weights(unknown).values()).containsOnly(1.0);
        assertThat(report(unknown).reputationApplied()).isFalse();
        assertThat(weights(unadvised).values()).containsOnly(1.0);
        assertThat(unadvised.guidance().advisorReport()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, 1.5})
    void aReputationThatIsNoneIsReportedAndVotesCountAsTheyAre(double nonsense) {
        SwarmConfig config = SolveTestBed.advised(table.config(ScriptedAgent.team()), DEFAULTS);

        SwarmResult result = SolveTestBed.solve(config.withReputation((_, _) -> nonsense));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.failures()).singleElement().satisfies(failure -> assertThat(failure)
                .returns("advisor", AgentFailure::agentId).returns("advisor.reputation", AgentFailure::context));
        assertThat(result.failures().getFirst().message()).contains("proposer", String.valueOf(nonsense));
        assertThat(report(result).reputationApplied()).isFalse();
    }

    @Test
    @DisplayName("J7 J8 where influence is in one hand the hub is heard by nobody, and infrastructure by all")
    void j8WhoMayNotHearDoesNotReactAndInfrastructureAlwaysPasses() {
        Rewired scene = new Rewired();

        SwarmResult result = scene.solve(table);

        assertThat(report(result).topologyUpdates()).isEqualTo(1);
        assertThat(report(result).finalTopology()).isNotNull().satisfies(topology -> {
            assertThat(topology.sourcesOf().get("a")).isEqualTo(Set.of("b", "c", "d"));
            assertThat(topology.sourcesOf().get("b")).isEqualTo(Set.of("c", "d"));
        });
        assertThat(SolveTestBed.said(result, SignalType.PROPOSAL)).hasSize(2);
        assertThat(scene.heardBy("b")).contains("p1").doesNotContain("very strong", "p2");
        assertThat(scene.heardBy("b")).as("infrastructure").contains("from the advisor");
        assertThat(scene.turnsOf("b")).doesNotContain(4);
        assertThat(scene.heardBy("a")).contains("b says so");
        assertThat(table.events(SwarmEvent.SignalDelivered.class)).noneMatch(event -> event.targetAgentId().equals("b")
                && event.signal().payload() instanceof Payload.Proposal proposal && proposal.proposalId().equals("p2"));
    }

    @Test
    @DisplayName("G7 stream and listeners both get topology:updated")
    void g7StreamAndListenersBothGetTopologyUpdated() {
        List<SwarmEvent> streamed = new ArrayList<>();
        try (Swarm swarm = new Swarm(new Rewired().config(table));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            for (SwarmEvent.Milestone event : stream) {
                streamed.add(event);
            }
        }

        assertThat(streamed).filteredOn(SwarmEvent.TopologyUpdated.class::isInstance).hasSize(1)
                .isEqualTo(table.events(SwarmEvent.TopologyUpdated.class));
        assertThat(table.logged()).filteredOn(entry -> entry.signal().type().text().equals("state:topology:changed"))
                .hasSize(1);
    }

    @Test
    @DisplayName("G5 advisor:action is followed by signal:emitted of what is injected")
    void g5AdvisorActionIsFollowedBySignalEmittedOfWhatIsInjected() {
        SwarmConfig config = SolveTestBed.advised(table.config(unanimous()), DEFAULTS);
        List<SwarmEvent> streamed = new ArrayList<>();
        try (Swarm swarm = new Swarm(config); SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            for (SwarmEvent.Milestone event : stream) {
                streamed.add(event);
            }
        }

        List<Integer> actions = IntStream.range(0, streamed.size())
                .filter(i -> streamed.get(i) instanceof SwarmEvent.AdvisorActed).boxed().toList();
        assertThat(actions).isNotEmpty().allSatisfy(at -> {
            SwarmEvent.AdvisorActed acted = (SwarmEvent.AdvisorActed) streamed.get(at);
            assertThat(acted.advice()).isInstanceOfSatisfying(SwarmAdvice.InjectSignal.class,
                    injected -> assertThat(streamed.get(at + 1)).isInstanceOfSatisfying(SwarmEvent.SignalEmitted.class,
                            emitted -> assertThat(emitted.signal().payload()).isEqualTo(injected.draft().payload())));
        });
    }

    @Test
    void nothingIsSaidWhereTheLimitOfSignalsLeavesNoRoom() {
        SwarmConfig config = SolveTestBed.advised(table.config(unanimous()), DEFAULTS)
                .withLimits(Limits.defaults().withMaxSignals(5));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(SolveTestBed.said(result, SignalType.VOTE)).hasSize(3);
        assertThat(report(result).actions()).isEmpty();
        assertThat(result.activity().refusals()).isEmpty();
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
    }

    @Test
    void mathematicsThatOnlyWatchesDisablesAndRewiresNobody() {
        List<Agent> agents = List.of(ScriptedAgent.chatty("a"), ScriptedAgent.chatty("b"), ScriptedAgent.chatty("c"));
        SwarmConfig config = SolveTestBed.advised(table.config(agents), DEFAULTS.withAgentPruning(true))
                .withMath(MathConfig.watching().withLenses(List.of(new AllIdle())))
                .withLimits(Limits.defaults().withMaxRounds(4));

        assertThat(report(SolveTestBed.solve(config)).disabledAgents()).isEmpty();
    }

    @Test
    void theReportTellsHowTheSwarmTalked() {
        SwarmResult result = SolveTestBed
                .solve(SolveTestBed.advised(table.config(ScriptedAgent.team()), DEFAULTS).withMath(MathConfig.off()));

        assertThat(report(result).introspection().traffic().totalSignals()).isEqualTo(3);
        assertThat(report(result).introspection().traffic().agents())
                .filteredOn(agent -> agent.agentId().equals("voter 1")).singleElement()
                .satisfies(agent -> assertThat(agent.amplification()).isEqualTo(1));
        assertThat(report(result).introspection().groupthink().conformists()).containsExactly("voter 1", "voter 2");
    }

    private static AdvisorReport report(SwarmResult result) {
        return result.guidance().advisorReport().orElseThrow();
    }

    private static Map<String, Double> weights(SwarmResult result) {
        Map<String, Double> weights = new HashMap<>();
        result.consensus().votingRecord().forEach(vote -> weights.put(vote.agentId(), vote.vote().weight()));
        return weights;
    }

    private static List<Agent> unanimous() {
        return voting(Stance.AGREE);
    }

    /** A proposer and three voters with the same stance. */
    private static List<Agent> voting(Stance stance) {
        List<Agent> agents = new ArrayList<>();
        agents.add(
                ScriptedAgent.agent("proposer").listening(SignalType.TASK_NEW).says(1, ScriptedAgent.proposes("p1")));
        for (String voter : List.of("x", "y", "z")) {
            agents.add(ScriptedAgent.agent(voter).listening(SignalType.PROPOSAL).says(2,
                    ScriptedAgent.votes(stance, "p1")));
        }
        return agents;
    }

    /** A swarm in which a proposes, the others agree, and a proposes again when b may no longer receive it. */
    private static final class Rewired {

        private static final TopologyConfig SENSITIVE = TopologyConfig.defaults().withEnabled(true)
                .withMinConnectivity(0).withMaxInfluenceConcentration(0.05);

        private final Map<String, ScriptedAgent> agents = Map.of(
                "a", ScriptedAgent.agent("a").unasked().says(1, ScriptedAgent.proposes("p1"))
                        .says(3, Draft.of(new Payload.Proposal("p2", "very strong", ""), 1)),
                "b", ScriptedAgent.agent("b").listening(SignalType.PROPOSAL, SignalType.DOUBT, SignalType.DISCOVERY)
                        .says(2, ScriptedAgent.votes(Stance.AGREE, "p1"), ScriptedAgent.finds("b says so")),
                "c",
                ScriptedAgent.agent("c").listening(SignalType.PROPOSAL).says(2,
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                "d", ScriptedAgent.agent("d").listening(SignalType.PROPOSAL).says(2,
                        ScriptedAgent.votes(Stance.AGREE, "p1")));

        SwarmConfig config(SolveTestBed table) {
            List<Agent> all = Stream.of("a", "b", "c", "d").<Agent>map(id -> agents.get(id)).toList();
            SwarmConfig config = table.config(all).withMath(MathConfig.defaults()
                    .withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)))
                    .withConsensus(ConsensusConfig.defaults().withMinVoters(4))
                    .withLimits(Limits.defaults().withMaxRounds(5));
            return SolveTestBed.advised(config, DEFAULTS.withTopology(SENSITIVE));
        }

        SwarmResult solve(SolveTestBed table) {
            return SolveTestBed.solve(config(table));
        }

        String heardBy(String id) {
            StringBuilder heard = new StringBuilder();
            turns(id).forEach(turn -> turn.stimuli().forEach(signal -> heard.append("from the ")
                    .append(signal.source().label()).append(": ").append(signal.payload()).append('\n')));
            return heard.toString();
        }

        List<Integer> turnsOf(String id) {
            return turns(id).stream().map(turn -> turn.round()).toList();
        }

        private List<Turn> turns(String id) {
            return Optional.ofNullable(agents.get(id)).orElseThrow().turns();
        }
    }

    /** A lens that finds every agent idle in every round. */
    private static final class AllIdle implements Lens<ScriptedLens.Nothing> {

        private static final LensCard CARD = new LensCard("all-idle", "allIdle", "who?", "nothing", "nothing", "none",
                "none", "none", "none", Set.of(Finding.Kind.PRUNE), "everybody");

        @Override
        public LensCard card() {
            return CARD;
        }

        @Override
        public Probe<ScriptedLens.Nothing> open(LensContext context) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    return List.of(new Finding.Prune(CARD.name(), context.agents(), "all"));
                }

                @Override
                public Optional<ScriptedLens.Nothing> reading() {
                    return Optional.empty();
                }
            };
        }
    }
}
