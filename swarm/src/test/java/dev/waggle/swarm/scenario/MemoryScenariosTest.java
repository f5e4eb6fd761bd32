package dev.waggle.swarm.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MemoryScenariosTest {

    private final SolveTestBed table = new SolveTestBed();
    private final Notebook memory = new Notebook();

    /** A memory that records its calls, and fails where a test demands it. */
    private static final class Notebook implements SharedMemory {

        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        final List<MemoryNote> notes = Collections.synchronizedList(new ArrayList<>());
        final List<RecalledMemory> known = new ArrayList<>();
        String failsAt = "";

        @Override
        public List<RecalledMemory> recall(String question, int atMost) throws IOException {
            call("recall", question + " " + atMost);
            return List.copyOf(known);
        }

        @Override
        public String store(MemoryNote note) throws IOException {
            call("store", note.category());
            notes.add(note);
            return "mem-" + notes.size();
        }

        @Override
        public void reinforce(String memoryId, String agentId) throws IOException {
            call("reinforce", memoryId + " " + agentId);
        }

        @Override
        public int decay() throws IOException {
            call("decay", "");
            return 3;
        }

        private void call(String what, String with) throws IOException {
            calls.add((what + " " + with).strip());
            if (failsAt.equals(what)) {
                throw new IOException("the backend is away");
            }
        }
    }

    @Test
    @DisplayName("K1 the five most relevant memories arrive with category and importance")
    void k1TheFiveMostRelevantMemoriesArrive() {
        IntStream.rangeClosed(1, 7).forEach(i -> memory.known.add(new RecalledMemory("mem-" + i, "fact " + i,
                i == 1 ? "lesson" : null, 1 - i / 10.0, 0.5, Map.of())));
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1);

        SwarmResult result = SolveTestBed.solve(with(agent));

        List<Signal> shared = result.signalLog().stream()
                .filter(signal -> signal.type().equals(SignalType.MEMORY_SHARED)).toList();
        assertThat(shared).hasSize(5).allMatch(signal -> signal.source().equals(Source.named("memory")));
        assertThat(shared.getFirst().payload()).isEqualTo(new Payload.SharedMemory("fact 1", "lesson", 0.45));
        assertThat(shared.get(1).payload()).isEqualTo(new Payload.SharedMemory("fact 2", "prior-knowledge", 0.4));
        assertThat(shared.get(4).confidence()).isCloseTo(0.5, within(1e-12));
        assertThat(SolveTestBed.types(result)).startsWith("task:new", "memory:shared");
        assertThat(table.story()).containsSubsequence("signal:emitted(task:new)", "signal:emitted(memory:shared)",
                "round:start 1");
        assertThat(agent.turns().getFirst().stimuli()).hasSize(6);
        assertThat(memory.calls).startsWith("recall " + SolveTestBed.TASK.text() + " 5");
    }

    @Test
    @DisplayName("K2 discoveries, proposals and challenges are stored with agent, round and signal id")
    void k2WhatWasSaidIsStored() {
        SwarmResult result = SolveTestBed.solve(with(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("load is 3x"), ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b").listening(SignalType.PROPOSAL).does(2, turn -> List.of(Draft.of(
                        new Payload.Challenge(turn.stimuli().getFirst().id(), "it costs", null), 0.6),
                        Draft.of(new Payload.SharedMemory("Shards hurt joins", "lesson", 0.9), 0.7)))));

        assertThat(memory.notes).extracting(MemoryNote::category)
                .containsExactly("discovery", "proposal", "challenge", "lesson");
        assertThat(memory.notes).extracting(MemoryNote::content)
                .containsExactly("load is 3x", "do p1\nbecause", "it costs", "Shards hurt joins");
        assertThat(memory.notes).extracting(MemoryNote::agentId).containsExactly("a", "a", "b", "b");
        assertThat(memory.notes).extracting(MemoryNote::round).containsExactly(1, 1, 2, 2);
        assertThat(memory.notes).extracting(MemoryNote::signalId).containsExactlyElementsOf(result.signalLog().stream()
                .filter(signal -> signal.source() instanceof Source.Agent).map(Signal::id).toList());
        assertThat(memory.notes.get(1).metadata()).containsKey("proposalId");
    }

    @Test
    @DisplayName("K3 an agree vote strengthens the memory of the proposal, once for each agent")
    void k3AnAgreeVoteStrengthensTheMemoryOfTheProposal() {
        SolveTestBed
                .solve(with(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"), ScriptedAgent.proposes("p1")),
                        ScriptedAgent.agent("b").listening(SignalType.PROPOSAL, SignalType.VOTE)
                                .says(2, ScriptedAgent.votes(Stance.AGREE, "p1", 0.1),
                                        ScriptedAgent.votes(Stance.AGREE, "p1", 0.2)),
                        ScriptedAgent.agent("c").listening(SignalType.PROPOSAL).says(2,
                                ScriptedAgent.votes(Stance.DISAGREE, "p1"))));

        assertThat(memory.calls).filteredOn(call -> call.startsWith("reinforce")).containsExactly("reinforce mem-2 b");
    }

    @Test
    void mergedProposalsAreOneMemoryThatAVoteOnEitherStrengthens() {
        SolveTestBed.solve(with(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Shard the table by tenant.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "We should shard the table by tenant.")),
                ScriptedAgent.agent("c").listening(SignalType.PROPOSAL).says(2,
                        ScriptedAgent.votes(Stance.AGREE, "p2", 0.1))));

        assertThat(memory.notes).extracting(MemoryNote::agentId).containsExactly("a");
        assertThat(memory.calls).contains("reinforce mem-1 c");
    }

    @Test
    void aProposalThatIsSplitIsStoredThen() {
        SolveTestBed.solve(with(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Shard the table by tenant.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "We should shard the table by tenant."))
                        .says(2, Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split("p2"))).unasked()));

        assertThat(memory.notes).extracting(MemoryNote::agentId).containsExactly("a", "b");
    }

    @Test
    void everythingFadesOnceWhenTheSolveIsOver() {
        SolveTestBed.solve(with(ScriptedAgent.team().toArray(Agent[]::new)));

        assertThat(memory.calls).containsExactly("recall " + SolveTestBed.TASK.text() + " 5", "store proposal",
                "reinforce mem-1 voter 1", "reinforce mem-1 voter 2", "decay");
    }

    @Test
    @DisplayName("K9 a memory that fails at recall, store, reinforce or decay is reported and the solve completes")
    void k9AMemoryThatFailsIsReported() {
        for (String call : List.of("recall", "store", "reinforce", "decay")) {
            SolveTestBed fresh = new SolveTestBed();
            Notebook broken = new Notebook();
            broken.failsAt = call;
            SwarmConfig config = fresh.config(ScriptedAgent.team());

            SwarmResult result = SolveTestBed.solve(config.withMemory(broken));

            assertThat(result.ending()).as(call).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.answer()).as(call).isEqualTo("do p1");
            assertThat(result.failures()).as(call).singleElement().satisfies(failure -> {
                assertThat(failure.agentId()).isEqualTo("memory");
                assertThat(failure.context()).isEqualTo("memory." + call);
                assertThat(failure.message()).endsWith("the backend is away");
            });
            assertThat(SolveTestBed.types(result)).as(call).contains("agent:error");
        }
    }

    @Test
    @DisplayName("K9 a memory that hangs holds up nothing for longer than its timeout")
    void k9AMemoryThatHangsIsReported() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        SharedMemory hanging = new SharedMemory() {
            @Override
            public List<RecalledMemory> recall(String question, int atMost) throws InterruptedException {
                asked.countDown();
                never.await();
                return List.of();
            }

            @Override
            public String store(MemoryNote note) {
                return "mem";
            }

            @Override
            public void reinforce(String memoryId, String agentId) {}

            @Override
            public int decay() {
                return 0;
            }
        };
        SwarmConfig config = table.config(ScriptedAgent.team());
        try (Swarm swarm = new Swarm(config.withMemory(hanging))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            table.world.advance(StopGuard.HELPER_TIMEOUT);
            while (table.events(SwarmEvent.AgentFailed.class).isEmpty()) { // It may begin to wait only now.
                table.world.advance(Duration.ofMillis(1));
            }

            assertThat(solving.get().answer()).isEqualTo("do p1");
            assertThat(solving.get().failures()).extracting(AgentFailure::context).containsExactly("memory.recall");
        }
    }

    @Test
    @DisplayName("K9 nonsense of a memory is reported, and what makes sense is heard")
    void k9NonsenseOfAMemoryIsReported() {
        memory.known.add(new RecalledMemory("mem-1", "fact 1", "two\nlines", 1, 1, Map.of()));
        memory.known.add(new RecalledMemory("mem-2", "fact 2", null, 1, 1, Map.of()));

        SwarmResult result = SolveTestBed.solve(with(ScriptedAgent.agent("a").says(1)));

        assertThat(SolveTestBed.types(result)).contains("memory:shared", "agent:error");
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("control characters"));
    }

    private SwarmConfig with(Agent... agents) {
        SwarmConfig config = table.config(agents);
        return config.withMemory(memory);
    }
}
