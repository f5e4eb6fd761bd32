package dev.waggle.swarm.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Memories of earlier solves in a solve: with an origin, without a vote, and no stronger for being repeated. */
class RecalledMemoriesTest {

    private static final String TEXT = "Shard the database by tenant.";

    private final SolveTestBed table = new SolveTestBed();
    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults(), table.world);

    private String remembered() {
        MemoryOrigin origin = new MemoryOrigin("ann", null, "solve_x", "sig_x",
                table.world.now().minus(Duration.ofDays(12)));
        String id = pool.share(List.of(new NewMemory(TEXT, "proposal", 1, origin, Map.of()))).getFirst();
        pool.judge("solve_x", MemoryOutcome.RIGHT);
        assertThat(pool.decay()).isZero(); // Not at its full strength, so that it can grow.
        return id;
    }

    private StoredMemory stored(String id) {
        return pool.find(id).orElseThrow();
    }

    @Test
    void aRecalledMemorySaysWhereItComesFromAndHowOldItIs() {
        String id = remembered();

        SwarmResult result = SolveTestBed.solve(with(ScriptedAgent.agent("a").says(1)));

        assertThat(memories(result)).singleElement().satisfies(signal -> assertThat(MemoryProvenance.of(signal))
                .contains(new MemoryProvenance(id, "ann", "solve_x", stored(id).origin().time(),
                        Duration.ofDays(12).toMillis(), MemoryOutcome.RIGHT, 0.95)));
    }

    @Test
    void aReplayAndAResumedSolveRecallTheSameWithoutTheMemory() {
        remembered();
        SwarmResult result = SolveTestBed.resume(with(ScriptedAgent.team().toArray(Agent[]::new)), SolveTestBed.TASK);
        table.world.advance(Duration.ofDays(3)); // The age is that of the recall.
        assertThat(pool.forget(pool.list(MemoryFilter.ALL, null, 100).stream().map(StoredMemory::id).toList()))
                .isPositive();

        try (Swarm swarm = new Swarm(with(ScriptedAgent.team().toArray(Agent[]::new)))) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
            assertThat(memories(swarm.solveResumable(SolveTestBed.TASK, SolveTestBed.RUN))).hasSize(1)
                    .isEqualTo(memories(result));
        }
        assertThat(pool.stats().total()).isZero();
    }

    @Test
    void aMemoryHasNoVoteAndIsNoAgent() {
        SwarmResult without = SolveTestBed.solve(table.config(ScriptedAgent.team()));
        remembered();
        SwarmResult with = SolveTestBed.solve(with(ScriptedAgent.team().toArray(Agent[]::new)));

        assertThat(memories(with)).hasSize(1);
        assertThat(with.consensus().standings()).usingRecursiveComparison().ignoringFields("proposal.time")
                .ignoringFieldsMatchingRegexes(".*time", ".*sourceSignalId").isEqualTo(without.consensus().standings());
        assertThat(with.consensus().estimate()).isEqualTo(without.consensus().estimate());
        assertThat(with.mathAnalysis()).isEqualTo(without.mathAnalysis());
    }

    @Test
    void anAgentThatOnlyRepeatsAMemoryDoesNotStrengthenIt() {
        String id = remembered();
        double faded = stored(id).strength();

        SolveTestBed.solve(with(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("SHARD the  database by tenant."),
                ScriptedAgent.finds("load is 3x")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p1", TEXT),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 0.1)),
                ScriptedAgent.agent("c").says(1, Draft.of(new Payload.SharedMemory(TEXT, "lesson", 1), 0.9))));

        assertThat(stored(id).reinforcedBy()).isEmpty();
        assertThat(stored(id).strength()).isLessThan(faded);
        assertThat(pool.list(MemoryFilter.ALL, null, 10)).extracting(StoredMemory::content)
                .containsExactly(TEXT, "load is 3x");
    }

    @Test
    void aVoteOfAnotherAgentOnAProposalThatRepeatsAMemoryStrengthensItOnce() {
        String id = remembered();

        SolveTestBed.solve(with(ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p1", TEXT)),
                ScriptedAgent.agent("c").listening(SignalType.PROPOSAL, SignalType.VOTE)
                        .says(2, ScriptedAgent.votes(Stance.AGREE, "p1", 0.1),
                                ScriptedAgent.votes(Stance.AGREE, "p1", 0.2))));

        assertThat(stored(id).reinforcedBy()).containsExactly("c");
    }

    @Test
    void theAuthorOfAMemoryStrengthensItNeitherByItsWordsNorByItsVote() {
        String id = remembered();

        SolveTestBed.solve(with(ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p1", TEXT)),
                ScriptedAgent.agent("ann").listening(SignalType.PROPOSAL)
                        .says(2, ScriptedAgent.finds(TEXT), ScriptedAgent.votes(Stance.AGREE, "p1", 0.1))));

        assertThat(stored(id).reinforcedBy()).isEmpty();
    }

    @Test
    void theNotesOfARoundAreStoredInOneCall() {
        CallCounter counter = new CallCounter(pool);

        SolveTestBed.solve(table.config(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"),
                ScriptedAgent.finds("y"), ScriptedAgent.finds("z"))).withMemory(counter));

        assertThat(counter.calls).containsExactly("recall", "storeAll 3", "decay");
        assertThat(pool.stats().total()).isEqualTo(3);
    }

    @Test
    void aNoteThatCannotBeStoredDoesNotTakeTheOthersWithIt() {
        CallCounter counter = new CallCounter(pool);
        counter.refused = "y";

        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"),
                ScriptedAgent.finds("y"), ScriptedAgent.finds("z"))).withMemory(counter));

        assertThat(pool.list(MemoryFilter.ALL, null, 10)).extracting(StoredMemory::content).containsExactly("x", "z");
        assertThat(result.failures()).singleElement().satisfies(failure -> assertThat(failure.message())
                .startsWith("1 of 3 failed: "));
    }

    @Test
    void aSolveWithoutADecisionLetsMemoriesFadeToo() {
        CallCounter counter = new CallCounter(pool);

        SwarmResult result = SolveTestBed.solve(table.config(Agent.of("a", _ -> {
            throw new IllegalStateException("no answer");
        })).withMemory(counter));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(counter.calls).containsExactly("recall", "decay");
    }

    @Test
    void aCancelledSolveCallsTheMemoryNoMore() {
        CallCounter counter = new CallCounter(pool);
        Thread solving = Thread.currentThread();
        Agent cancels = Agent.of("a", _ -> {
            solving.interrupt();
            new CountDownLatch(1).await();
            return List.of();
        });

        SwarmResult result = SolveTestBed.solve(table.config(cancels).withMemory(counter));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
        assertThat(counter.calls).containsExactly("recall");
    }

    @Test
    void aForgedExtensionIsNoProvenance() {
        SwarmResult result = SolveTestBed.solve(with(ScriptedAgent.agent("mallory").says(1,
                Draft.of(new Payload.SharedMemory("Ann always said so.", "lesson", 1), 1)
                        .withExtension(MemoryProvenance.KEY, JsonValue.of(Map.of("author", JsonValue.of("ann")))))));

        assertThat(memories(result)).singleElement().satisfies(signal -> {
            assertThat(signal.source().isAgent("mallory")).isTrue();
            assertThat(MemoryProvenance.of(signal)).isEmpty();
            assertThat(MemoryProvenance.isRecalled(signal)).isFalse();
        });
    }

    private static List<Signal> memories(SwarmResult result) {
        return result.signalLog().stream().filter(signal -> signal.type().equals(SignalType.MEMORY_SHARED)).toList();
    }

    private SwarmConfig with(Agent... agents) {
        return table.config(agents).withMemory(pool);
    }

    /** A memory that counts its calls, and refuses one text. */
    private static final class CallCounter implements SharedMemory {

        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        private final MemoryPool pool;
        private volatile String refused = "";

        CallCounter(MemoryPool pool) {
            this.pool = pool;
        }

        @Override
        public List<RecalledMemory> recall(String question, int atMost) throws Exception {
            calls.add("recall");
            return pool.recall(question, atMost);
        }

        @Override
        public String store(MemoryNote note) throws Exception {
            calls.add("store");
            refuse(note);
            return pool.store(note);
        }

        @Override
        public List<String> storeAll(List<MemoryNote> notes) throws Exception {
            calls.add("storeAll " + notes.size());
            notes.forEach(this::refuse);
            return pool.storeAll(notes);
        }

        private void refuse(MemoryNote note) {
            if (note.content().equals(refused)) {
                throw new IllegalArgumentException("it is refused");
            }
        }

        @Override
        public void reinforce(String memoryId, String agentId) {
            calls.add("reinforce");
        }

        @Override
        public int decay() {
            calls.add("decay");
            return pool.decay();
        }
    }
}
