package dev.waggle.swarm.memory;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of the pool of memories. */
class MemoryPoolScenariosTest {

    private static final JsonNode SHARED = read();

    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults());

    static IntStream decays() {
        return IntStream.range(0, SHARED.size());
    }

    @ParameterizedTest
    @MethodSource("decays")
    @DisplayName("K4: a memory fades by its reinforcements, and is evicted at the listed call")
    void k4(int number) {
        JsonNode shared = SHARED.get(number);
        String id = share(pool, "the disk is full", 0.5);
        IntStream.range(0, shared.get("reinforcements").asInt()).forEach(i -> pool.reinforce(id, "agent " + i));
        int calls = 0;
        while (!pool.memories().isEmpty()) {
            int evicted = pool.decay();
            if (calls < shared.get("first5").size()) {
                assertThat(pool.memories().getFirst().strength())
                        .isCloseTo(shared.get("first5").get(calls).asDouble(), within(1e-6));
            }
            calls++;
            assertThat(evicted).isEqualTo(pool.memories().isEmpty() ? 1 : 0);
        }
        assertThat(calls).isEqualTo(shared.get("ticksUntilEvicted").asInt());
    }

    @Test
    @DisplayName("K5: of equally similar memories the stronger and more important one ranks first")
    void k5() {
        share(pool, "the cache is cold", 0.3);
        share(pool, "the cache is slow", 0.9);
        assertThat(found("cache")).containsExactly("the cache is slow", "the cache is cold");
        pool.decay();
        share(pool, "the cache is full", 0.9);
        assertThat(found("cache")).containsExactly("the cache is full", "the cache is slow", "the cache is cold");
    }

    @Test
    @DisplayName("K6: an agent that reinforces a memory twice counts once, and strength ends at 1")
    void k6() {
        String id = share(pool, "the disk is full", 0.5);
        IntStream.range(0, 30).forEach(_ -> pool.decay());
        double faded = pool.memories().getFirst().strength();
        pool.reinforce(id, "b");
        pool.reinforce(id, "b");
        assertThat(pool.memories().getFirst().strength()).isEqualTo(faded + 0.2);
        IntStream.range(0, 9).forEach(i -> pool.reinforce(id, "agent " + i));
        assertThat(pool.memories().getFirst().strength()).isEqualTo(1);
    }

    @Test
    @DisplayName("K7: a full pool of 1,000 lets the weakest go for a new memory")
    void k7() {
        String weakest = share(pool, "memory of before", 0.5);
        pool.decay();
        IntStream.range(1, 1_000).forEach(i -> share(pool, "memory number " + i, 0.5));
        assertThat(pool.memories()).hasSize(1_000);

        String fresh = share(pool, "memory of now", 0.5);

        assertThat(pool.memories()).hasSize(1_000).extracting(PooledMemory::id).contains(fresh).doesNotContain(weakest);
    }

    @Test
    @DisplayName("K1, K2, K3: a solve shares what it found, and the next one recalls it")
    void twoSolvesShareThePool() {
        solve("ship on friday");
        PooledMemory first = pool.memories().stream().filter(memory -> memory.content().startsWith("ship on friday"))
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

    private static String share(MemoryPool pool, String content, double importance) {
        return pool.share("a", content, "discovery", importance, Map.of());
    }

    private List<String> found(String query) {
        return pool.search(query, 10, null).stream().map(RecalledMemory::content).toList();
    }

    private static JsonNode read() {
        try (InputStream shared = MemoryPoolScenariosTest.class.getResourceAsStream("/vectors/memory.json")) {
            return JsonMapper.shared().readTree(Objects.requireNonNull(shared)).get("memoryDecay");
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
