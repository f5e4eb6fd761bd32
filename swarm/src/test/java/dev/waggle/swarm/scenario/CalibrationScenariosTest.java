package dev.waggle.swarm.scenario;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.MemoryOutcomeLog;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.selection.AgentCalibration;
import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;
import dev.waggle.swarm.selection.CalibrationSource;
import dev.waggle.swarm.selection.CalibrationTracker;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of calibration: confidence corrected by earlier outcomes, votes weighted by attention alone. */
class CalibrationScenariosTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final SolveTestBed table = new SolveTestBed();
    private final CalibrationTracker tracker = new CalibrationTracker();
    private final AtomicInteger solves = new AtomicInteger();

    @ParameterizedTest // J18, and G10: all ways of solving teach alike
    @ValueSource(booleans = {false, true})
    void j18WhoAlwaysStatesNinetyPercentAndIsRightHalfTheTimeIsBelievedHalf(boolean streamed) {
        OutcomeLog log = new MemoryOutcomeLog();
        OutcomeTracker outcomes = OutcomeTracker.open(log, new MemoryCheckpointStore(table.world));
        List<SwarmResult> results = new ArrayList<>();
        try (Swarm swarm = new Swarm(bold().withCalibration(outcomes))) {
            for (int i = 0; i < 10; i++) {
                SwarmResult result = streamed ? streamed(swarm) : swarm.solve(SolveTestBed.TASK);
                results.add(result);
                outcomes.tell(OutcomeRecord.ofAnswer(result, BallotRule.APPROVAL, i % 2 == 0 ? "bold" : "rival",
                        OutcomeSource.PERSON, NOON));
            }
        }

        assertThat(results).allMatch(result -> result.consensus().decided());
        assertThat(confidenceOf("bold", results.get(4))).isEqualTo(0.9); // Four claims are too few.
        AgentCalibration known = outcomes.snapshot().of("bold");
        assertThat(known.sampleCount()).isEqualTo(10); // The stated confidence is learned, not the corrected one.
        assertThat(known.bins().getLast().claims()).isEqualTo(10);
        for (CalibrationSource source : List.of(outcomes, new CalibrationTracker(outcomes.snapshot()),
                OutcomeTracker.open(log, new MemoryCheckpointStore(table.world)))) { // Also after a restart.
            assertThat(confidenceOf("bold", SolveTestBed.solve(bold().withCalibration(source))))
                    .isCloseTo(0.5, within(1e-9));
        }
    }

    @Test
    void aDecidedSolveTeachesNothingByItself() {
        for (int i = 0; i < 6; i++) {
            assertThat(SolveTestBed.solve(bold()).consensus().decided()).isTrue();
        }

        assertThat(tracker.snapshot()).isEqualTo(CalibrationSnapshot.NONE);
    }

    @Test
    void threeClonesThatOutvoteTwoExpertsAreJudgedByOutcomesAndNotByTheirMajority() {
        OutcomeTracker outcomes = OutcomeTracker.inMemory(table.world);
        for (int i = 0; i < 50; i++) {
            int item = i;
            String clones = item % 12 < 5 ? "right" : "wrong"; // Right 42 % of the time.
            String experts = item % 12 == 11 ? "wrong" : "right";
            SwarmResult result = SolveTestBed.solve(table.config(
                    agent("author").listening(SignalType.TASK_NEW).says(1, proposal("right"), proposal("wrong")),
                    supporter("clone 1", clones), supporter("clone 2", clones), supporter("clone 3", clones),
                    supporter("expert 1", experts), supporter("expert 2", experts)).withMath(MathConfig.off()));
            outcomes.tell(OutcomeRecord.ofAnswer(result, BallotRule.EXCLUSIVE, "right", OutcomeSource.PERSON, NOON));
        }

        assertThat(outcomes.snapshot().of("clone 1").adjustmentFactor()).isLessThan(0.6);
        assertThat(outcomes.snapshot().of("expert 1").adjustmentFactor()).isGreaterThan(1);
        assertThat(outcomes.reputation().ranking().subList(0, 2)).containsExactly("expert 1", "expert 2");
    }

    @Test
    void aCorrectedSignalKeepsWhatWasStatedAndTheLogSaysByWhatItWasCorrected() {
        teach("bold", 10, 5);

        SwarmResult result = SolveTestBed.solve(bold());

        Signal proposal = proposalOf("bold", result);
        assertThat(proposal.extensions()).containsEntry("statedConfidence", JsonValue.of(0.9));
        assertThat(proposalOf("rival", result).extensions()).doesNotContainKey("statedConfidence");
        assertThat(table.logged().getFirst().signal().payload().toString()).contains("confidenceFactors", "bold");
    }

    @Test
    void aConfidenceThatNobodyStatedIsNeitherCorrectedNorLearned() {
        teach("bold", 10, 5);
        OutcomeTracker outcomes = OutcomeTracker.inMemory(table.world);

        SwarmResult result = SolveTestBed.solve(calibrated(
                agent("bold").says(1,
                        UnstatedConfidence.mark(Draft.of(new Payload.Proposal("bold", "do bold", ""), 0.5))),
                agent("judge").says(2, UnstatedConfidence.mark(votes(Stance.AGREE, "bold"))),
                agent("other").says(2, UnstatedConfidence.mark(votes(Stance.AGREE, "bold")))));

        assertThat(result.consensus().decided()).isTrue();
        assertThat(confidenceOf("bold", result)).isEqualTo(0.5);
        outcomes.tell(OutcomeRecord.of(result, BallotRule.APPROVAL,
                Judgement.of(OutcomeVerdict.CORRECT, OutcomeSource.PERSON), NOON));
        assertThat(outcomes.snapshot()).isEqualTo(CalibrationSnapshot.NONE);
        assertThat(outcomes.weightOf("judge", "general")).isEqualTo(2 / 3.0);
    }

    @Test
    void f18WhatIsLearnedDuringASolveChangesNothingInIt() {
        ScriptedAgent late = agent("bold").unasked().says(2, proposal("bold"));
        ScriptedAgent teacher = agent("teacher").does(1, turn -> {
            teach("bold", 10, 0);
            return List.of();
        });

        SwarmResult result = SolveTestBed.solve(calibrated(late, teacher));

        assertThat(confidenceOf("bold", result)).isEqualTo(0.9);
        assertThat(tracker.snapshot().of("bold").adjust(0.9)).isLessThan(0.5);
    }

    @Test
    void whatWasLearnedElsewhereCountsToo() {
        teach("bold", 20, 4);

        assertThat(confidenceOf("bold", SolveTestBed.solve(bold()))).isCloseTo(0.9 * 0.3, within(1e-9)); // Held to 0.3.
    }

    @Test
    void theResultOfAToolIsNoClaim() {
        teach("bold", 10, 0);
        Draft tool = Draft.of(new Payload.ToolResult("search", "found", false, 5, "bold"), 0.8);

        SwarmResult result = SolveTestBed.solve(calibrated(agent("bold").says(1, tool)));

        assertThat(result.signalLog()).filteredOn(signal -> signal.type().equals(SignalType.TOOL_RESULT))
                .singleElement().satisfies(signal -> assertThat(signal.confidence()).isEqualTo(0.8));
    }

    @Test
    void anAgentCannotPassOffAnotherConfidenceAsItsOwnByReusingAnId() {
        teach("liar", 10, 5);
        Draft claim = proposal("liar").withId("mine");
        SwarmConfig config = calibrated(
                agent("liar").says(1, claim, Draft.of(new Payload.Proposal("other", "x", ""), 0.1).withId("mine")),
                agent("thief").says(1, Draft.of(new Payload.Proposal("stolen", "y", ""), 0.1).withId("mine")),
                agent("voter 1").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "liar")),
                agent("voter 2").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "liar")));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(result.activity().refusals()).hasSize(2);
        OutcomeTracker outcomes = OutcomeTracker.inMemory(table.world);
        outcomes.tell(OutcomeRecord.of(result, BallotRule.APPROVAL,
                Judgement.of(OutcomeVerdict.CORRECT, OutcomeSource.PERSON), NOON));
        AgentCalibration known = outcomes.snapshot().of("liar");
        assertThat(known.bins().getLast().claims()).isEqualTo(1);
        assertThat(known.sampleCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void d20CausalLevelsOfVotesChangeNothingInTheBuiltInStrategies(String strategy) {
        ConsensusResult plain = decide(strategy, null, null);

        for (CausalLevel first : CausalLevel.values()) {
            for (CausalLevel second : CausalLevel.values()) {
                assertThat(decide(strategy, first, second).verdict()).isEqualTo(plain.verdict());
            }
        }
    }

    @Test
    void d20ACustomStrategyReadsCausalLevelsAfterAttention() {
        List<String> read = new ArrayList<>();
        ConsensusStrategy reader = new ConsensusStrategy() {
            @Override
            public String id() {
                return "reader";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                read.clear();
                tally.votes().forEach(vote -> read.add(vote.causalLevel() + " " + round(tally.weightOf(vote))));
                return new ConsensusVerdict(true, "p1", 0.9, "read");
            }
        };
        SwarmConfig config = voters(CausalLevel.COUNTERFACTUAL, CausalLevel.INTERVENTION);

        SolveTestBed.solve(config.withConsensus(config.consensus().withStrategy(reader))
                .withMath(weighing(Map.of("voter 1", 3.0, "voter 2", 0.1))));

        assertThat(read).containsExactly("COUNTERFACTUAL 0.60", "INTERVENTION 0.40");
    }

    @Test
    void d21AttentionMultipliesVotesByOneAndAFifthByFourFifthsAndByOne() {
        SwarmConfig config = table.config(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1")),
                voter("voter 1", null), voter("voter 2", null), voter("voter 3", null));

        SwarmResult result = SolveTestBed.solve(config.withMath(weighing(Map.of("voter 1", 3.0, "voter 2", 0.1))));

        assertThat(result.consensus().votingRecord()).extracting(vote -> round(vote.vote().weight()))
                .containsExactly("0.60", "0.40", "0.50");
        assertThat(result.consensus().votingRecord()).extracting(VoteRecord::agentId).containsExactly("voter 1",
                "voter 2", "voter 3");
    }

    static List<String> strategies() {
        return StrategyCatalog.builtIn().stream().map(ConsensusStrategy::id).toList();
    }

    /** Two proposals of equal confidence; the judges agree with the one by "bold" in every other solve. */
    private SwarmConfig bold() {
        return calibrated(agent("bold").listening(SignalType.TASK_NEW).does(1, turn -> {
            solves.incrementAndGet();
            return List.of(proposal("bold"));
        }), agent("rival").listening(SignalType.TASK_NEW).says(1, proposal("rival")), judge("judge 1"),
                judge("judge 2"));
    }

    private static ScriptedAgent supporter(String id, String proposal) {
        return agent(id).listening(SignalType.PROPOSAL)
                .says(2, Draft.of(new Payload.Vote(proposal, Stance.AGREE, null, 1), 0.9));
    }

    private ScriptedAgent judge(String id) {
        return agent(id).listening(SignalType.PROPOSAL)
                .does(2, turn -> List.of(votes(Stance.AGREE, solves.get() % 2 == 0 ? "bold" : "rival")));
    }

    private SwarmConfig calibrated(ScriptedAgent... agents) {
        SwarmConfig config = table.config(agents).withMath(MathConfig.off());
        return config.withCalibration(tracker);
    }

    private void teach(String agent, int claims, int right) {
        for (int i = 0; i < claims; i++) {
            tracker.outcome(agent, 0.9, i < right);
        }
    }

    private static SwarmResult streamed(Swarm swarm) {
        try (SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            stream.forEach(event -> assertThat(event.type()).isNotEmpty());
            return stream.result();
        }
    }

    private static Draft proposal(String id) {
        return Draft.of(new Payload.Proposal(id, "do " + id, "because"), 0.9);
    }

    private static Signal proposalOf(String agent, SwarmResult result) {
        return result.signalLog().stream().filter(signal -> signal.source().label().equals(agent)).findFirst()
                .orElseThrow();
    }

    private static double confidenceOf(String agent, SwarmResult result) {
        return proposalOf(agent, result).confidence();
    }

    private ConsensusResult decide(String strategy, @Nullable CausalLevel first, @Nullable CausalLevel second) {
        SwarmConfig config = new SolveTestBed().config(
                agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1"), proposes("p2")),
                voter("voter 1", first), voter("voter 2", second),
                agent("voter 3").listening(SignalType.PROPOSAL).says(2, votes(Stance.DISAGREE, "p1", 0.3)));
        return SolveTestBed.solve(config.withMath(MathConfig.off())
                .withConsensus(config.consensus().withStrategy(StrategyCatalog.named(strategy)))).consensus();
    }

    private SwarmConfig voters(CausalLevel first, CausalLevel second) {
        return table.config(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1")),
                voter("voter 1", first), voter("voter 2", second));
    }

    private static ScriptedAgent voter(String id, @Nullable CausalLevel level) {
        Draft vote = votes(Stance.AGREE, "p1", 0.5);
        return agent(id).listening(SignalType.PROPOSAL)
                .says(2, level == null ? vote : vote.withGrading(vote.grading().withCausalLevel(level)));
    }

    private static String round(double weight) {
        return String.format(Locale.ROOT, "%.2f", weight);
    }

    /** Mathematics that finds these weights of votes in every round, and nothing else. */
    private static MathConfig weighing(Map<String, Double> weights) {
        return MathConfig.defaults().withLenses(List.of(ScriptedLens.weighing(weights)));
    }
}
