package dev.waggle.swarm.reaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.LearningRecord;
import dev.waggle.signal.learning.MemoryBanditStore;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.AgentFailure;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of agents that learn from solve to solve: C18, F22, F23 and possible failures. */
class LearningScenariosTest {

    private static final String PROPOSES = "{'type':'proposal','confidence':0.8,'proposalId':'p','content':'Buy time',"
            + "'reasoning':'because'},{'type':'vote','confidence':0.8,'proposalId':'p','stance':'agree'}";
    private static final String VOTES = "{'type':'vote','confidence':0.6,'proposalId':'#2','stance':'agree'}";
    private static final String FINDS = "{'type':'discovery','confidence':0.7,'content':'found','relevance':1}";

    private static final EnumSet<
            ReactionStrategy> FIRST = EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.PROPOSE);

    private final ReactionTestBed round = new ReactionTestBed();
    private final MemoryBanditStore store = new MemoryBanditStore();

    @Test
    @DisplayName("F22 a decided solve gives each reaction min(1, confidence x mean confidence + 0.2 for the author)")
    void f22TheRewardOfADecidedSolve() {
        SwarmResult result = round.solve(learning("author", PROPOSES, ReactionStrategy.PROPOSE, SignalType.TASK_NEW),
                learning("voter", VOTES, ReactionStrategy.SUPPORT, SignalType.PROPOSAL),
                learning("second", VOTES, ReactionStrategy.SUPPORT, SignalType.PROPOSAL));

        assertThat(result.consensus().decided()).isTrue();
        double confidence = result.consensus().confidence();
        assertThat(reward("author", ReactionStrategy.PROPOSE)).isCloseTo(Math.min(1, confidence * 0.8 + 0.2),
                within(1e-9));
        assertThat(reward("voter", ReactionStrategy.SUPPORT)).isCloseTo(confidence * 0.6, within(1e-9));
        assertThat(store.load("voter").arms()).containsOnlyKeys("support");
        assertThat(store.load("voter").runs()).containsExactly(result.solveId());
    }

    @Test
    @DisplayName("F22 an undecided solve gives each reaction 0")
    void f22TheRewardOfAnUndecidedSolve() {
        SwarmResult result = round.solve(learning("author", PROPOSES, ReactionStrategy.PROPOSE, SignalType.TASK_NEW));

        assertThat(result.consensus().decided()).isFalse();
        ArmEvidence evidence = evidence("author", ReactionStrategy.PROPOSE);
        assertThat(evidence.lessons()).isEqualTo(1);
        assertThat(evidence.precision().getFirst()).isEqualTo(1);
        assertThat(evidence.weighted()).containsOnly(0.0);
    }

    @Test
    @DisplayName("F22 to stay silent and to fail teach nothing")
    void f22SilenceAndFailureTeachNothing() {
        round.solve(learning("silent", FINDS, ReactionStrategy.DEFER, SignalType.TASK_NEW),
                learning("babbling", "{'type':'nonsense'}", ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        assertThat(store.load("silent")).isEqualTo(LearningRecord.EMPTY);
        assertThat(store.load("babbling")).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    @DisplayName("C18 what was learned lies along the vector of the choice")
    void c18TheLessonIsAboutTheVectorOfTheChoice() {
        round.solve(learning("author", PROPOSES, ReactionStrategy.PROPOSE, SignalType.TASK_NEW));

        List<Double> vector = round.reactions.stream().map(ReactionReport::context).findFirst().orElseThrow().numbers();
        assertThat(vector).hasSize(ContextVector.SIZE);
        assertThat(evidence("author", ReactionStrategy.PROPOSE).precision())
                .containsExactlyElementsOf(vector.stream().map(x -> x * x).toList());
    }

    @Test
    @DisplayName("F23 a rewarded strategy is chosen more often by that agent in later solves, others stay as they were")
    void f23ARewardedStrategyIsChosenMoreOften() {
        long before = proposals(new MemoryBanditStore(), 60);
        for (int solve = 0; solve < 30; solve++) {
            new RoundOf(solve).solve(author(store), voter("voter"), voter("second"));
        }
        LearningRecord other = store.load("other");

        long after = proposals(store, 60);

        assertThat(before).isLessThan(45);
        assertThat(after).isGreaterThan(before).isGreaterThan(50);
        assertThat(store.load("other")).isEqualTo(other).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    @DisplayName("F18 solves at once choose as each would alone and lose no lesson")
    void f18SolvesAtOnceLoseNoLesson() throws Exception {
        List<Future<SwarmResult>> solves = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                int seed = i;
                solves.add(threads.submit(() -> new RoundOf(seed)
                        .solve(learning("author", PROPOSES, ReactionStrategy.PROPOSE, SignalType.TASK_NEW))));
            }
        }
        for (Future<SwarmResult> solve : solves) {
            assertThat(solve.get().failures()).isEmpty();
        }

        assertThat(evidence("author", ReactionStrategy.PROPOSE).lessons()).isEqualTo(20);
    }

    @Test
    @DisplayName("F26 without a store equal solves choose equally, however many there were")
    void f26WithoutAStoreEqualSolvesAreEqual() {
        ModelAgent agent = new ModelAgent(AgentProfile.of("agent").withListens(List.of(SignalType.TASK_NEW)),
                TalkingHarness.signals(FINDS), ModelAgentConfig.defaults().withListener(round.reactions::add));
        for (int i = 0; i < 5; i++) {
            new RoundOf(42).solve(agent);
        }

        assertThat(round.reactions).hasSize(10).extracting(ReactionReport::strategy)
                .isEqualTo(Collections.nCopies(5, List.of(ReactionStrategy.DEFER, ReactionStrategy.ANALYZE)).stream()
                        .flatMap(List::stream).toList());
    }

    @Test
    void aStoreThatCannotBeReadIsReportedAndTheAgentTakesPartWithoutIt() {
        List<String> taught = new ArrayList<>();
        BanditStore damaged = new BanditStore() {
            @Override
            public LearningRecord load(String agentId) {
                throw new UncheckedIOException("what it has learned is damaged\nMaybe delete it.", new IOException());
            }

            @Override
            public void teach(String agentId, String run, Map<String, ArmEvidence> more) {
                taught.add(agentId);
            }
        };

        SwarmResult result = round.solve(agent("agent", FINDS, ReactionStrategy.ANALYZE, damaged, SignalType.TASK_NEW));

        assertThat(ReactionTestBed.types(result)).contains("discovery", "agent:error");
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.context()).isEqualTo("agent.agent.known");
            assertThat(failure.message()).isEqualTo("what it has learned is damaged\nMaybe delete it.");
        });
        assertThat(taught).isEmpty();
    }

    @Test
    void aStoreThatHoldsNonsenseIsReportedToo() {
        store.teach("agent", "elsewhere", Map.of("analyze", ArmEvidence.none(3)));

        SwarmResult result = round.solve(learning("agent", FINDS, ReactionStrategy.ANALYZE, SignalType.TASK_NEW));

        assertThat(ReactionTestBed.types(result)).contains("discovery");
        assertThat(result.failures()).extracting(AgentFailure::context).containsExactly("agent.agent.begin");
        assertThat(store.load("agent").runs()).containsExactly("elsewhere");
    }

    @Test
    void aStoreThatCannotBeWrittenIsReportedAndTheResultStands() {
        BanditStore full = new BanditStore() {
            @Override
            public LearningRecord load(String agentId) {
                return LearningRecord.EMPTY;
            }

            @Override
            public void teach(String agentId, String run, Map<String, ArmEvidence> more) {
                throw new UncheckedIOException("no space", new IOException());
            }
        };

        SwarmResult result = round.solve(agent("author", PROPOSES, ReactionStrategy.PROPOSE, full, SignalType.TASK_NEW),
                voter("voter"), voter("second"));

        assertThat(result.answer()).isEqualTo("Buy time");
        assertThat(result.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.agentId()).isEqualTo("author");
            assertThat(failure.context()).isEqualTo("agent.author.learn");
        });
    }

    /** Number of proposals of an agent that may analyze or propose, in that many solves that teach nothing. */
    private long proposals(BanditStore known, int solves) {
        round.reactions.clear();
        BanditStore readOnly = new BanditStore() {
            @Override
            public LearningRecord load(String agentId) {
                return known.load(agentId);
            }

            @Override
            public void teach(String agentId, String run, Map<String, ArmEvidence> more) {}
        };
        for (int i = 0; i < solves; i++) {
            new RoundOf(1_000 + i).solve(author(readOnly));
        }
        return round.reactions.stream().filter(reaction -> reaction.strategy() == ReactionStrategy.PROPOSE).count();
    }

    /** An agent whose analyses lead nowhere and whose proposals win. */
    private ModelAgent author(BanditStore kept) {
        TalkingHarness harness = TalkingHarness.answers((number, input) -> HarnessOutput.of(TalkingHarness.reply(
                input.messages().getLast().content().contains("Propose an answer") ? PROPOSES : FINDS)));
        return new ModelAgent(AgentProfile.of("author").withListens(List.of(SignalType.TASK_NEW)), harness,
                ModelAgentConfig.defaults().withStrategies(FIRST).withLearning(kept)
                        .withListener(round.reactions::add));
    }

    private ModelAgent voter(String id) {
        return round.agent(id, TalkingHarness.signals(VOTES), ReactionStrategy.SUPPORT, SignalType.PROPOSAL);
    }

    private ModelAgent learning(String id, String says, ReactionStrategy strategy, SignalType listens) {
        return agent(id, says, strategy, store, listens);
    }

    private ModelAgent agent(String id, String says, ReactionStrategy strategy, BanditStore kept, SignalType listens) {
        return new ModelAgent(AgentProfile.of(id).withListens(List.of(listens)), TalkingHarness.signals(says),
                round.config(strategy).withLearning(kept));
    }

    private double reward(String agentId, ReactionStrategy strategy) {
        ArmEvidence evidence = evidence(agentId, strategy);
        // Along the type of the signal the context is 1, so the sum of rewards stands there.
        return evidence.weighted().stream().skip(5).mapToDouble(sum -> sum).sum() / evidence.lessons();
    }

    private ArmEvidence evidence(String agentId, ReactionStrategy strategy) {
        return store.load(agentId).arms().getOrDefault(strategy.wireName(), ArmEvidence.none(ContextVector.SIZE));
    }

    /** A solve in a world of its own. */
    private record RoundOf(long seed) {

        SwarmResult solve(Agent... agents) {
            return new ReactionTestBed(Instant.parse("2026-03-01T12:00:00Z"), seed).solve(agents);
        }
    }
}
