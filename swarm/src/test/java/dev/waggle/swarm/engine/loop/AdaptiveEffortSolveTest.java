package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.LearnedWeights.AgentWeight;
import dev.waggle.swarm.reliability.ReliabilitySource;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Adaptive effort in a solve: the strongest agents are asked first, and nobody once the votes decide. */
class AdaptiveEffortSolveTest {

    private static final int AGENTS = 9;

    private final SolveTestBed table = new SolveTestBed();

    /** Nine agents, each of which answers in its first turn; those of {@code rivals} say B, the others A. */
    private List<ScriptedAgent> panel(String rivals) {
        List<ScriptedAgent> agents = new ArrayList<>();
        for (int i = 1; i <= AGENTS; i++) {
            String answer = rivals.contains(Integer.toString(i)) ? "B" : "A";
            agents.add(agent("a" + i).says(1, proposes(answer, answer), votes(Stance.AGREE, answer)));
        }
        return agents;
    }

    private SwarmConfig config(List<ScriptedAgent> agents, String strategy) {
        SwarmConfig config = SettlingSolves.config(table, 0, agents);
        return config.withSteering(config.steering().withEffort(TurnEffort.ADAPTIVE))
                .withConsensus(config.consensus().withBallots(BallotRule.EXCLUSIVE)
                        .withConflictResolution(ConflictResolution.NONE).withStrategy(StrategyCatalog.named(strategy)));
    }

    private SwarmConfig learned(List<ScriptedAgent> agents) {
        return config(agents, "learned").withReliability((_, _) -> weights());
    }

    /** The later an agent's place, the more its vote weighs. */
    private static LearnedWeights weights() {
        Map<String, AgentWeight> agents = new LinkedHashMap<>();
        for (int i = 1; i <= AGENTS; i++) {
            agents.put("a" + i, new AgentWeight(30, i / 2.0, i / 2.0, List.of(), List.of(), 0));
        }
        return new LearnedWeights("v30", 30, "", Map.of(), Map.of(), agents);
    }

    private List<String> asked() {
        return agents(LifecycleFacts.AGENT_ACTIVATED);
    }

    private List<String> spared() {
        return agents(LifecycleFacts.AGENT_SKIPPED);
    }

    private List<String> agents(SignalType type) {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().equals(type))
                .map(signal -> FactBody.of(signal).text("agent")).toList();
    }

    private static String leader(SwarmResult result) {
        return result.consensus().leader().map(Proposal::content).orElse("");
    }

    @Test
    void asksTheStrongestFirstAndStopsWhenTheyDecide() {
        SwarmResult result = SettlingSolves.solve(learned(panel("123456")));

        assertThat(asked()).containsExactly("a9", "a8");
        assertThat(spared()).containsExactly("a7", "a6", "a5", "a4", "a3", "a2", "a1");
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(leader(result)).isEqualTo("A");
        assertThat(result.activity().sparedTurns()).isEqualTo(7);
        assertThat(result.endingDetail()).contains("adaptive effort spared 7 turns");
    }

    @Test
    void asksMoreInGrowingWavesWhileTheVotesDoNotDecide() {
        SwarmResult result = SettlingSolves.solve(learned(panel("9")));

        assertThat(asked()).startsWith("a9", "a8", "a7");
        assertThat(asked()).hasSizeGreaterThan(2);
        assertThat(spared()).isNotEmpty();
        assertThat(asked()).doesNotContainAnyElementsOf(spared());
        assertThat(leader(result)).isEqualTo("A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "19", "159", "1259", "12569", "9", "89", "789", "6789", "56789"})
    void anExactStopHasTheLeaderAndTheDecisionOfAllVotes(String rivals) {
        for (String strategy : List.of("voting", "confidence-weighted", "learned")) {
            SwarmConfig adaptive = config(panel(rivals), strategy);
            SwarmResult all = SolveTestBed.solve(new SolveTestBed().config(panel(rivals)).withMath(adaptive.math())
                    .withConsensus(adaptive.consensus()));

            SwarmResult few = SolveTestBed.solve(adaptive);

            assertThat(few.consensus().decided()).as(strategy + rivals).isEqualTo(all.consensus().decided());
            assertThat(leader(few)).as(strategy + rivals).isEqualTo(leader(all));
            assertThat(few.consensus().votingRecord().size())
                    .isLessThanOrEqualTo(all.consensus().votingRecord().size());
        }
    }

    /** If few answers are worth nothing, all agents are asked, and the weights of whole panels decide. */
    @Test
    void fewVotesAreWeighedAsFirstAnswersTaught() {
        LearnedWeights nothing = new LearnedWeights("v31", 31, "", Map.of("held", -9.0), Map.of(), Map.of());
        ReliabilitySource source = new ReliabilitySource() {
            @Override
            public LearnedWeights weightsOf(Collection<String> agents, String category) {
                return weights();
            }

            @Override
            public LearnedWeights weightsOfFirstAnswers(Collection<String> agents, String category) {
                return nothing;
            }
        };
        SwarmConfig config = config(panel("12"), "learned").withReliability(source);
        SwarmResult result = SettlingSolves.solve(config);

        assertThat(asked()).hasSize(AGENTS);
        assertThat(result.activity().sparedTurns()).isZero();
        assertThat(result.confidenceBasis()).isEqualTo("learned from 30 outcomes");
        assertThat(result.confidence()).isEqualTo(SolveTestBed
                .solve(config.withSteering(config.steering().withEffort(TurnEffort.FULL))).confidence());
    }

    /** An abstention halves the ratio of B, so a vote for A would lead although nobody rejects B. */
    @Test
    void anExactStopHoldsForRivalsWithoutARejectionToo() {
        List<ScriptedAgent> agents = List.of(agent("a1").says(1, proposes("B", "B"), votes(Stance.AGREE, "B")),
                agent("a2").says(1, proposes("B", "B"), votes(Stance.ABSTAIN, "B")),
                agent("a3").says(1, proposes("A", "A"), votes(Stance.AGREE, "A")));
        SwarmConfig adaptive = config(agents, "hierarchical");
        adaptive = adaptive.withConsensus(adaptive.consensus().withThreshold(0.6));
        SwarmConfig full = adaptive.withSteering(adaptive.steering().withEffort(TurnEffort.FULL));

        assertThat(leader(SolveTestBed.solve(adaptive))).isEqualTo(leader(SolveTestBed.solve(full)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void outcomesBetweenKillAndResumeChangeNothing(int share) {
        SwarmResult whole = SolveTestBed.resume(learned(panel("9")), SolveTestBed.TASK);
        List<LogEntry> entries = table.logged();
        int read = entries.indexOf(entries.stream()
                .filter(entry -> entry.signal().type().equals(WorkFacts.PART)).findFirst().orElseThrow());
        MemoryJournal cut = new MemoryJournal();
        entries.subList(0, Math.max(read + 1, entries.size() * share / 10))
                .forEach(entry -> cut.append(entry.signal(), entry.emission(), entry.recordedAt()));
        LearnedWeights later = new LearnedWeights("later", 90, "", Map.of(), Map.of(),
                Map.of("a9", new AgentWeight(90, 9, 9, List.of(), List.of(), 0)));

        SwarmResult resumed = SolveTestBed.resume(config(panel("9"), "learned").withReliability((_, _) -> later)
                .withJournal(cut), SolveTestBed.TASK);

        assertThat(resumed.consensus().verdict()).isEqualTo(whole.consensus().verdict());
        assertThat(resumed.activity().sparedTurns()).isEqualTo(whole.activity().sparedTurns());
        assertThat(leader(resumed)).isEqualTo("A");
    }

    @Test
    void pluralityStopsWhenTheRestCannotChangeIt() {
        SwarmResult result = SettlingSolves.solve(config(panel(""), "voting"));

        assertThat(result.activity().sparedTurns()).isEqualTo(2); // 7 of 9 agree: 78 % whatever the others say.
        assertThat(asked()).hasSize(7);
        assertThat(result.consensus().decided()).isTrue();
    }

    @Test
    void anUntestedAgreementIsChallengedAndTheStrongestAnswer() {
        SwarmConfig config = learned(panel("123456"));
        SettlingSolves.solve(config.withConsensus(config.consensus()
                .withConflictResolution(ConflictResolution.DEBATE)));

        assertThat(asked()).containsExactly("a9", "a8", "a9", "a8");
        assertThat(spared()).hasSize(14);
    }

    @Test
    void fullEffortAsksAllAndLogsNothingNew() {
        SwarmConfig adaptive = learned(panel("123456"));
        SettlingSolves.solve(adaptive.withSteering(adaptive.steering().withEffort(TurnEffort.FULL)));

        assertThat(asked()).startsWith("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9");
        assertThat(spared()).isEmpty();
        assertThat(FactBody.of(table.logged().getFirst().signal()).has("effort")).isFalse();
    }

    @Test
    void aRequiredVoterIsAlwaysAsked() {
        SwarmConfig config = learned(panel("123456"));
        SwarmResult result = SettlingSolves.solve(config.withConsensus(config.consensus()
                .withApproval(ApprovalRule.NONE.withRequiredVoters(List.of("a7")))));

        assertThat(asked()).startsWith("a7", "a9");
        assertThat(result.consensus().decided()).isTrue();
        assertThat(spared()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aKilledSolveAsksTheSameWhenItIsResumed(int share) {
        SwarmResult whole = SolveTestBed.resume(learned(panel("9")), SolveTestBed.TASK);
        List<String> asked = asked();
        List<LogEntry> entries = table.logged();
        MemoryJournal cut = new MemoryJournal();
        entries.subList(0, Math.max(1, entries.size() * share / 10))
                .forEach(entry -> cut.append(entry.signal(), entry.emission(), entry.recordedAt()));

        SwarmResult resumed = SolveTestBed.resume(learned(panel("9")).withJournal(cut), SolveTestBed.TASK);

        assertThat(resumed.consensus().verdict()).isEqualTo(whole.consensus().verdict());
        assertThat(resumed.activity().sparedTurns()).isEqualTo(whole.activity().sparedTurns());
        assertThat(cut.entriesOf(SolveTestBed.RUN).stream().map(LogEntry::signal)
                .filter(signal -> signal.type().equals(LifecycleFacts.AGENT_ACTIVATED))
                .map(signal -> FactBody.of(signal).text("agent")).toList()).isEqualTo(asked);
    }

    @Test
    void itsLogAloneReplaysIt() {
        SwarmResult whole = SolveTestBed.resume(learned(panel("123456")), SolveTestBed.TASK);
        SwarmConfig logged = LoggedRun.of(SolveTestBed.RUN, table.logged()).config().withJournal(table.journal);

        assertThat(logged.steering().effort()).isEqualTo(TurnEffort.ADAPTIVE);
        try (Swarm swarm = new Swarm(logged)) {
            ReplayResult replay = swarm.replay(SolveTestBed.RUN);
            assertThat(replay).matches(ReplayResult::isEqual);
            assertThat(replay.result().orElseThrow().consensus().verdict()).isEqualTo(whole.consensus().verdict());
        }
    }

    @Test
    void aRunIsResumedWithTheEffortThatItBeganWith() {
        SolveTestBed.resume(learned(panel("123456")), SolveTestBed.TASK);
        SwarmConfig full = learned(panel("123456"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SolveTestBed.resume(full.withSteering(full.steering().withEffort(TurnEffort.FULL)),
                        SolveTestBed.TASK))
                .withMessageContaining("effort was \"adaptive\"");
    }

    @Test
    void wordsOfTheEffort() {
        assertThat(TurnEffort.of("adaptive")).isEqualTo(TurnEffort.ADAPTIVE);
        assertThat(TurnEffort.of("full")).isEqualTo(TurnEffort.FULL);
        assertThatIllegalArgumentException().isThrownBy(() -> TurnEffort.of("half"))
                .withMessage("effort must be full or adaptive, got \"half\"");
    }
}
