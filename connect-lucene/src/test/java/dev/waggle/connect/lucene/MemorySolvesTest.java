package dev.waggle.connect.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.memory.StoredMemory;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Solves with a memory in a folder, which is opened anew for each: scenarios K1 to K3 with persistence. */
class MemorySolvesTest {

    @TempDir
    private Path folder;
    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("K1 the five most relevant memories of an earlier process arrive with strength x relevance")
    void k1TheFiveMostRelevantMemoriesArrive() throws IOException {
        solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("Shard the database by tenant."),
                ScriptedAgent.finds("Shards of a database hurt joins."), ScriptedAgent.finds("To buy time is cheap."),
                ScriptedAgent.finds("A database needs time to warm up."), ScriptedAgent.finds("Time is short."),
                ScriptedAgent.finds("The database is old."), ScriptedAgent.finds("Nobody likes Mondays.")));

        SwarmResult second = solve(ScriptedAgent.agent("b").says(1));

        List<Signal> recalled = recalled(second);
        assertThat(recalled).hasSize(5).allSatisfy(signal -> {
            MemoryProvenance origin = MemoryProvenance.of(signal).orElseThrow();
            assertThat(origin.author()).isEqualTo("a");
            assertThat(origin.ageMillis()).isNotNull();
            assertThat(signal.payload()).isInstanceOfSatisfying(Payload.SharedMemory.class, memory -> {
                assertThat(memory.content()).doesNotContain("Mondays");
                assertThat(memory.importance()).isCloseTo(origin.strength() * signal.confidence(), within(1e-9));
            });
        });
    }

    @Test
    @DisplayName("K2 discoveries, proposals and challenges are there in the next process with agent, run and signal id")
    void k2WhatWasSaidIsStored() throws IOException {
        SwarmResult first = solve(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("load is 3x"), ScriptedAgent.proposes("p1")));

        try (Memory memory = open()) {
            List<StoredMemory> stored = memory.list(MemoryFilter.ALL, null, 10);
            assertThat(stored).extracting(StoredMemory::content).containsExactly("load is 3x", "do p1\nbecause");
            assertThat(stored).allSatisfy(each -> {
                assertThat(each.origin().author()).isEqualTo("a");
                assertThat(each.origin().run()).isEqualTo(first.solveId());
            });
            assertThat(stored.getFirst().origin().signalId()).isIn(first.signalLog().stream().map(Signal::id).toList());
        }
    }

    @Test
    @DisplayName("K3 an agree vote strengthens the memory of the proposal on the disk, a repetition does not")
    void k3AnAgreeVoteStrengthensTheMemoryOfTheProposal() throws IOException {
        SwarmResult first = solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Shard the database")),
                ScriptedAgent.agent("b").listening(SignalType.PROPOSAL)
                        .says(2, ScriptedAgent.votes(Stance.AGREE, "p1", 0.1)));
        try (Memory memory = open()) {
            memory.judge(first.solveId(), MemoryOutcome.WRONG);
        }

        SwarmResult second = solve(
                ScriptedAgent.agent("c").says(1, ScriptedAgent.finds("shard the  DATABASE")));

        assertThat(recalled(second)).singleElement().satisfies(signal -> assertThat(
                MemoryProvenance.of(signal).orElseThrow().outcome()).isEqualTo(MemoryOutcome.WRONG));
        try (Memory memory = open()) {
            assertThat(memory.list(MemoryFilter.ALL, null, 10)).singleElement()
                    .satisfies(stored -> assertThat(stored.reinforcedBy()).containsExactly("b"));
        }
    }

    private static List<Signal> recalled(SwarmResult result) {
        return result.signalLog().stream().filter(MemoryProvenance::isRecalled).toList();
    }

    private SwarmResult solve(Agent... agents) throws IOException {
        try (Memory memory = open()) {
            return SolveTestBed.solve(table.config(agents).withMemory(memory));
        }
    }

    private Memory open() throws IOException {
        return Memory.open(folder.resolve("memory"), MemoryConfig.defaults().withDecayEvery(Duration.ZERO),
                table.world);
    }
}
