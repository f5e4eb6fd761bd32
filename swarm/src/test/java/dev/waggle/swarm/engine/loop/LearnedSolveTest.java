package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.consensus.ConfidenceEstimate.Basis;
import dev.waggle.swarm.consensus.ConfidenceWeightedStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.LearnedWeights.AgentWeight;
import dev.waggle.swarm.reliability.LearnedWeightsJson;
import dev.waggle.swarm.reliability.ReliabilitySource;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Solves that decide by the weights that outcomes of earlier ones taught. */
class LearnedSolveTest {

    private final SolveTestBed table = new SolveTestBed();

    /** Two against one: B has the votes of b and c, A that of a. */
    private SwarmConfig divided() {
        return SettlingSolves.config(table, 0, List.of(
                agent("a").says(1, proposes("A")).says(2, votes(Stance.AGREE, "A")),
                agent("b").says(1, proposes("B")).says(2, votes(Stance.AGREE, "B")),
                agent("c").says(2, votes(Stance.AGREE, "B"))));
    }

    private SwarmConfig united() {
        return SettlingSolves.config(table, 0, SettlingSolves.agreeing());
    }

    /** The weights after that many outcomes, in which a was right and the others wrong. */
    private static LearnedWeights expertA(long outcomes) {
        return new LearnedWeights("v" + outcomes, outcomes, "", Map.of("vote", 0.25, "held", 0.125),
                Map.of("yes", 1.0),
                Map.of("a", weight(4), "b", weight(-2), "c", weight(-2), "stranger", weight(9)));
    }

    private static AgentWeight weight(double nats) {
        return new AgentWeight(20, nats, nats, List.of(0.1), List.of(1.0), 0);
    }

    private static String leader(SwarmResult result) {
        return result.consensus().leader().map(Proposal::id).orElse("");
    }

    @Test
    void followsTheAgentThatOutcomesTaught() {
        SwarmResult result = SettlingSolves.solve(divided().withReliability((_, _) -> expertA(40)));

        assertThat(leader(result)).isEqualTo("A");
        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.consensus().strategy()).isEqualTo("learned");
        assertThat(result.consensus().estimate().basis()).isEqualTo(Basis.LEARNED);
        assertThat(result.confidenceBasis()).isEqualTo("learned from 40 outcomes");
        assertThat(result.agreement()).isEqualTo(result.confidence());
    }

    @Test
    void withoutOutcomesItIsTheDefaultStrategy() {
        for (SwarmConfig config : List.of(divided(), united(), divided().withConsensus(
                divided().consensus().withThreshold(0.6)))) {
            SwarmResult usual = SolveTestBed.solve(config);
            SwarmResult untaught = SolveTestBed.solve(config.withReliability((_, _) -> LearnedWeights.NONE));

            assertThat(untaught.consensus().strategy()).isEqualTo("learned");
            assertThat(leader(untaught)).isEqualTo(leader(usual));
            assertThat(untaught.consensus().decided()).isEqualTo(usual.consensus().decided());
            assertThat(untaught.consensus().estimate()).isEqualTo(usual.consensus().estimate());
            assertThat(untaught.agreement()).isEqualTo(usual.agreement());
            assertThat(untaught.timing().roundsUsed()).isEqualTo(usual.timing().roundsUsed());
            assertThat(untaught.ending()).isEqualTo(usual.ending());
        }
    }

    @Test
    void aChosenStrategyStays() {
        AtomicInteger reads = new AtomicInteger();
        ReliabilitySource source = (_, _) -> {
            reads.incrementAndGet();
            return expertA(40);
        };
        SwarmConfig config = divided().withReliability(source);

        assertThat(SolveTestBed.solve(config.withConsensus(config.consensus()
                .withStrategy(new ConfidenceWeightedStrategy()))).consensus().strategy())
                .isEqualTo("confidence-weighted");
        assertThat(SolveTestBed.solve(config.withConsensus(config.consensus()
                .withStrategy(StrategyCatalog.named("voting")))).consensus().strategy()).isEqualTo("voting");
        assertThat(reads).hasValue(0);
    }

    @Test
    void canBeChosenByNameWithoutASource() {
        SwarmConfig config = divided();
        SwarmResult result = SettlingSolves.solve(
                config.withConsensus(config.consensus().withStrategy(StrategyCatalog.named("learned"))));

        assertThat(result.consensus().strategy()).isEqualTo("learned");
        assertThat(result.confidenceBasis()).isEqualTo("assumed");
        assertThat(LearnedWeightsJson.read(answers().getFirst())).isEqualTo(LearnedWeights.NONE);
    }

    @Test
    void theLogHasTheWeightsThatItUses() {
        List<String> asked = new ArrayList<>();
        SolveTestBed.resume(divided().withReliability((agents, category) -> {
            asked.add(agents + " " + category);
            return expertA(40);
        }), SolveTestBed.TASK.withType("math"));

        assertThat(asked).containsExactly("[a, b, c] math");
        LearnedWeights logged = LearnedWeightsJson.read(answers().getFirst());
        assertThat(logged.version()).isEqualTo("v40");
        assertThat(logged.outcomes()).isEqualTo(40);
        assertThat(logged.agents()).containsOnlyKeys("a", "b", "c").containsEntry("a", weight(4));
        assertThat(logged.answers()).isEmpty();
        assertThat(answers()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void outcomesBetweenKillAndResumeChangeNothing(int share) {
        SwarmResult whole = SolveTestBed.resume(divided().withReliability((_, _) -> expertA(40)), SolveTestBed.TASK);
        List<LogEntry> entries = table.logged();
        int weights = entries.indexOf(entries.stream().filter(entry -> isOfWeights(entry)).findFirst().orElseThrow());
        int cutAt = Math.max(weights + 1, entries.size() * share / 10);
        MemoryJournal cut = new MemoryJournal();
        entries.subList(0, cutAt)
                .forEach(entry -> cut.append(entry.signal(), entry.emission(), entry.recordedAt()));
        SwarmConfig movedOn = divided().withJournal(cut).withReliability((_, _) -> new LearnedWeights("later", 90, "",
                Map.of(), Map.of(), Map.of("a", weight(-4), "b", weight(4))));

        SwarmResult resumed = SolveTestBed.resume(movedOn, SolveTestBed.TASK);

        assertThat(resumed.consensus().verdict()).isEqualTo(whole.consensus().verdict());
        assertThat(resumed.consensus().estimate()).isEqualTo(whole.consensus().estimate());
        assertThat(leader(resumed)).isEqualTo("A");
    }

    @Test
    void replaysByItsLogWhateverWasLearnedSince() {
        SwarmResult whole = SolveTestBed.resume(divided().withReliability((_, _) -> expertA(40)), SolveTestBed.TASK);
        List<SwarmConfig> later = List.of(divided(), divided().withReliability((_, _) -> expertA(1)),
                divided().withReliability(ReliabilitySource.NONE),
                LoggedRun.of(SolveTestBed.RUN, table.logged()).config().withJournal(table.journal));

        for (SwarmConfig config : later) {
            try (Swarm swarm = new Swarm(config)) {
                ReplayResult replay = swarm.replay(SolveTestBed.RUN);
                assertThat(replay).matches(ReplayResult::isEqual);
                assertThat(replay.result().orElseThrow().consensus().verdict())
                        .isEqualTo(whole.consensus().verdict());
                assertThat(replay.result().orElseThrow().consensus().estimate())
                        .isEqualTo(whole.consensus().estimate());
            }
        }
    }

    @Test
    void aRunOfBeforeKeepsItsStrategyWhenASourceComes() {
        SolveTestBed.resume(divided(), SolveTestBed.TASK);

        SwarmConfig config = divided().withReliability((_, _) -> expertA(40));
        assertThat(SolveTestBed.resume(config, SolveTestBed.TASK).consensus().strategy())
                .isEqualTo("confidence-weighted");
        try (Swarm swarm = new Swarm(config)) {
            assertThat(swarm.replay(SolveTestBed.RUN)).matches(ReplayResult::isEqual);
        }
    }

    @Test
    void aFailureOfTheSourceIsReportedAndNothingIsLearned() {
        List<ReliabilitySource> broken = List.of((_, _) -> {
            throw new IllegalStateException("the state is locked");
        }, (_, _) -> new LearnedWeights("v", 3, "", Map.of("vote", Double.NaN), Map.of(), Map.of()));

        for (ReliabilitySource source : broken) {
            SwarmResult result = SettlingSolves.solve(divided().withReliability(source));
            assertThat(result.failures()).anySatisfy(failure -> {
                assertThat(failure.agentId()).isEqualTo("learned-weights");
                assertThat(failure.context()).isEqualTo("reliability.weights");
            });
            assertThat(leader(result)).isEqualTo("B");
            assertThat(result.confidenceBasis()).isEqualTo("assumed");
        }
    }

    @Test
    void aLogWithOtherWeightsIsRefusedAtItsEntry() {
        JsonValue good = LearnedWeightsJson.of(expertA(40));
        assertThat(LearnedWeightsJson.read(good)).isEqualTo(expertA(40));
        for (String field : List.of("version", "outcomes", "common", "agents")) {
            assertThatIllegalArgumentException().isThrownBy(() -> LearnedWeightsJson.read(with(good, field, "bad")))
                    .withMessageContaining(field);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> LearnedWeightsJson.read(with(good, "more", "bad")))
                .withMessageContaining("more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LearnedWeightsJson.of(new LearnedWeights("v", 1, "", Map.of(), Map.of(),
                        Map.of("a", weight(Double.POSITIVE_INFINITY)))));
    }

    private static JsonValue with(JsonValue json, String field, String value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(((JsonValue.Obj) json).fields());
        fields.put(field, field.equals("version") ? JsonValue.of(3) : JsonValue.of(value));
        return JsonValue.of(fields);
    }

    @Test
    void theTypeOfTheTaskReachesReputationAndLog() {
        List<String> asked = new ArrayList<>();
        SwarmConfig config = SolveTestBed.advised(divided(), AdvisorConfig.defaults().withReputationWeighting(true))
                .withReputation((_, type) -> {
                    asked.add(type);
                    return 1;
                });
        Task math = SolveTestBed.TASK.withType("math");
        SolveTestBed.resume(config, math);

        assertThat(asked).isNotEmpty().containsOnly("math");
        assertThat(LoggedRun.of(SolveTestBed.RUN, table.logged()).task()).isEqualTo(math);
        assertThatIllegalArgumentException().isThrownBy(() -> SolveTestBed.resume(config, SolveTestBed.TASK))
                .withMessageContaining("type of task");
        assertThatIllegalArgumentException().isThrownBy(() -> SolveTestBed.TASK.withType(" "));
    }

    private List<JsonValue> answers() {
        return table.logged().stream().filter(LearnedSolveTest::isOfWeights)
                .map(entry -> FactBody.of(entry.signal()).value("answer")).toList();
    }

    private static boolean isOfWeights(LogEntry entry) {
        if (!entry.signal().type().equals(WorkFacts.PART)) {
            return false;
        }
        JsonObjectReader body = FactBody.of(entry.signal());
        return body.text("by").equals("learned-weights");
    }
}
