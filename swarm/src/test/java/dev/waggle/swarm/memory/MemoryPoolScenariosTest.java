package dev.waggle.swarm.memory;

import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios of the pool of memories. */
class MemoryPoolScenariosTest {

    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults(), World.system());

    @Test
    @DisplayName("K1, K2, K3: a solve shares what it found, and the next one recalls it")
    void twoSolvesShareThePool() {
        solve("ship on friday");
        StoredMemory first = pool.list(MemoryFilter.ALL, null, 100).stream()
                .filter(memory -> memory.content().startsWith("ship on friday"))
                .findFirst().orElseThrow();
        assertThat(first.reinforcedBy()).contains("b");

        SwarmResult later = solve("ship on monday");

        assertThat(later.signalLog()).anySatisfy(signal -> {
            assertThat(signal.payload()).isInstanceOfSatisfying(Payload.SharedMemory.class, memory -> {
                assertThat(memory.content()).startsWith("ship on friday");
                assertThat(memory.category()).isEqualTo("proposal");
            });
        });
    }

    private SwarmResult solve(String answer) {
        SolveTestBed table = new SolveTestBed();
        SwarmConfig config = table.config(List.of(
                agent("a").says(1, proposes("p", answer + " " + SolveTestBed.TASK.text())),
                agent("b").says(2, votes(Stance.AGREE, "p")), agent("c").says(2, votes(Stance.AGREE, "p"))));
        return SolveTestBed.solve(config.withMemory(pool));
    }
}
