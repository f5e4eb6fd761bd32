package dev.waggle.connect.qdrant;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.connect.qdrant.server.QdrantServer;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Several processes on one collection, many memories, and the same answers as the pool. */
class QdrantSharingTest {

    private static final HashingEmbedder SMALL = HashingEmbedder.of(16);

    private static final List<MemoryOutcome> OUTCOMES = List.of(MemoryOutcome.values());

    private final ManualWorld world = new ManualWorld(MemoryTexts.START, 7);

    private static QdrantMemory store(QdrantServer server, MemoryRules rules, World world) {
        return new QdrantMemory(MemoryTexts.quick(server.url()), SMALL, rules, world);
    }

    @Test
    void reinforcementsOfManyProcessesAtOnceAllCount() throws Exception {
        try (QdrantServer server = QdrantServer.start()) {
            List<String> agents = IntStream.range(0, 8).mapToObj(i -> "agent " + i).toList();
            String id = atOnce(agents, agent -> {
                try (QdrantMemory store = store(server, MemoryRules.defaults(), World.system(agent.hashCode()))) {
                    return store.share(List.of(MemoryTexts.memory(agent, "the cache is cold"))).getFirst();
                }
            }).getFirst();
            List<String> others = IntStream.range(8, 16).mapToObj(i -> "agent " + i).toList();
            var _ = atOnce(others, agent -> {
                try (QdrantMemory store = store(server, MemoryRules.defaults(), World.system(agent.hashCode()))) {
                    store.reinforce(id, agent);
                    return id;
                }
            });
            try (QdrantMemory store = store(server, MemoryRules.defaults(), World.system(1))) {
                StoredMemory memory = store.find(id).orElseThrow();
                assertThat(memory.reinforcedBy()).hasSize(15).doesNotContain(memory.origin().author());
            }
        }
    }

    @Test
    void decaysOfManyProcessesAtOnceAllCount() throws Exception {
        try (QdrantServer server = QdrantServer.start()) {
            try (QdrantMemory store = store(server, MemoryRules.defaults(), world)) {
                String id = store.share(List.of(MemoryTexts.memory("a", "the cache is cold"))).getFirst();
                var _ = atOnce(List.of("a", "b", "c", "d", "e"), name -> {
                    try (QdrantMemory own = store(server, MemoryRules.defaults(), World.system(name.hashCode()))) {
                        return own.decay();
                    }
                });
                assertThat(store.find(id).orElseThrow().strength()).isCloseTo(Math.pow(0.95, 5), within(1e-12));
            }
        }
    }

    @Test
    void anOldServerStoresEqualTextsOnceToo() throws Exception {
        try (QdrantServer server = QdrantServer.old();
                QdrantMemory store = store(server, MemoryRules.defaults(), world)) {
            String id = store.share(List.of(MemoryTexts.memory("a", "the cache is cold"))).getFirst();
            assertThat(store.share(List.of(MemoryTexts.memory("b", "THE CACHE IS COLD")))).containsExactly(id);
            assertThat(store.find(id).orElseThrow().reinforcedBy()).containsExactly("b");
        }
    }

    private static <T> List<T> atOnce(List<String> names, Work<T> work) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(names.size())) {
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(
                    names.stream().<Callable<T>>map(name -> () -> work.run(name)).toList())) {
                results.add(each.get());
            }
            return results;
        }
    }

    /** Work of one process. */
    private interface Work<T> {
        T run(String name) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void itAnswersAsThePoolDoes(long seed) throws Exception {
        MemoryRules rules = MemoryRules.defaults().withCapacity(12);
        RandomGenerator random = World.system(seed).random("script");
        try (QdrantServer server = QdrantServer.start();
                MemoryStore store = store(server, rules, world);
                MemoryPool pool = new MemoryPool(rules, world)) {
            List<String> ids = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                String id = ids.isEmpty() ? "mem-" + "0".repeat(32) : ids.get(random.nextInt(ids.size()));
                String agent = "agent " + random.nextInt(4);
                String run = "solve_" + random.nextInt(5);
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> {
                        NewMemory memory = new NewMemory("memory " + random.nextInt(60), "discovery", 0.5,
                                new MemoryOrigin(agent, null, run, null, world.now()), Map.of());
                        assertThat(store.share(List.of(memory))).isEqualTo(pool.share(List.of(memory)));
                        ids.add(pool.share(List.of(memory)).getFirst());
                    }
                    case 3, 4 -> {
                        store.reinforce(id, agent);
                        pool.reinforce(id, agent);
                    }
                    case 5 -> {
                        MemoryOutcome outcome = OUTCOMES.get(random.nextInt(OUTCOMES.size()));
                        store.judge(run, outcome);
                        pool.judge(run, outcome);
                    }
                    case 6 -> {
                        int some = random.nextInt(4);
                        for (int i = 0; i < some; i++) {
                            assertThat(store.decay()).isEqualTo(pool.decay());
                        }
                    }
                    default -> assertThat(store.forget(List.of(id))).isEqualTo(pool.forget(List.of(id)));
                }
            }
            List<StoredMemory> expected = pool.list(MemoryFilter.ALL, null, 100);
            assertThat(store.list(MemoryFilter.ALL, null, 100)).as("seed " + seed)
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("strength").isEqualTo(expected);
            assertThat(store.list(MemoryFilter.ALL, null, 100)).zipSatisfy(expected,
                    (one, other) -> assertThat(one.strength()).isCloseTo(other.strength(), within(1e-9)));
            assertThat(store.stats().byCategory()).isEqualTo(pool.stats().byCategory());
            assertThat(store.stats().nearEviction()).isEqualTo(pool.stats().nearEviction());
            assertThat(store.stats().totalReinforcements()).isEqualTo(pool.stats().totalReinforcements());
        }
    }

    @Test
    void theBestAreFoundEvenIfWeightsTurnTheOrderOfTheServer() throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(server, MemoryRules.defaults(), world)) {
            RandomGenerator random = world.random("texts");
            var _ = store.share(MemoryTexts.many(400, random));
            List<StoredMemory> all = store.list(MemoryFilter.ALL, null, 1_000);
            assertThat(all).hasSize(400);
            for (String query : List.of("cache server", "slow disk", "late vote quorum")) {
                float[] wanted = SMALL.embed(query);
                List<String> expected = all.stream()
                        .sorted(Comparator.comparingDouble((StoredMemory memory) -> Math.max(0,
                                cosine(wanted, SMALL.embed(memory.content()))) * memory.weight()).reversed())
                        .limit(10).map(StoredMemory::content).toList();
                server.forgetRequests();
                assertThat(store.search(query, 10, MemoryFilter.ALL)).extracting(found -> found.memory().content())
                        .as(query).isEqualTo(expected);
                assertThat(server.requests()).hasSizeLessThanOrEqualTo(3);
            }
        }
    }

    private static double cosine(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }

    @Test
    @DisplayName("K10: a decay takes as many requests for 2,000 memories as for 100")
    void k10() throws Exception {
        assertThat(decayRequests(100)).isEqualTo(decayRequests(2_000)).hasSizeLessThanOrEqualTo(5);
    }

    @Test
    @Tag("long")
    @DisplayName("K10: a decay of 100,000 memories takes 5 requests, and each answer is small")
    void k10OfManyMemories() throws Exception {
        assertThat(decayRequests(100_000)).hasSizeLessThanOrEqualTo(5);
    }

    /** Requests of the decay that evicts that many memories. */
    private List<String> decayRequests(int memories) throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(server, MemoryRules.defaults().withCapacity(memories), world)) {
            var _ = store.share(MemoryTexts.many(memories, world.random("texts")));
            assertThat(store.stats().total()).isEqualTo(memories);
            for (int call = 0; call < 44; call++) {
                assertThat(store.decay()).isZero();
            }
            assertThat(store.stats().nearEviction()).isEqualTo(memories);
            server.forgetRequests();
            assertThat(store.decay()).isEqualTo(memories);
            assertThat(server.points("swarm-memory")).isEqualTo(1);
            assertThat(server.largestAnswer()).isLessThan(10_000);
            return server.requests();
        }
    }

    @Test
    void manyMemoriesAreStoredWithAFewRequests() throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(server, MemoryRules.defaults(), world)) {
            store.open();
            server.forgetRequests();
            List<String> ids = store.share(MemoryTexts.many(512, world.random("texts")));
            assertThat(new HashSet<>(ids)).hasSize(512);
            assertThat(server.requests()).hasSize(3 * 512 / 128 + 1);
            server.forgetRequests();
            store.judge("solve_1", MemoryOutcome.WRONG);
            assertThat(server.requests()).hasSizeLessThanOrEqualTo(4 * 512 / 128 + 1);
            server.forgetRequests();
            assertThat(store.forget(Set.copyOf(ids))).isEqualTo(512);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void aFullStoreLosesTheWeakestWithAFewRequests() throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(server, MemoryRules.defaults().withCapacity(100), world)) {
            var _ = store.share(MemoryTexts.many(100, world.random("texts")));
            server.forgetRequests();
            var _ = store.share(List.of(MemoryTexts.memory("b", "one more")));
            assertThat(server.requests()).hasSize(3 + 1 + 5);
            assertThat(store.stats().total()).isEqualTo(100);
        }
    }

    @Test
    void largeAndStrangeTextsAreStored() throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(server, MemoryRules.defaults(), world)) {
            String large = "é".repeat(NewMemory.MAX_CONTENT);
            Map<String, JsonValue> metadata = Map.of("deep", JsonValue.of(List.of(JsonValue.of("\ud800"))), "n",
                    new JsonValue.Num(new BigDecimal("1.2300E+400")));
            NewMemory broken = new NewMemory("half \ud800 pair", "x", 1, MemoryOrigin.byHand("me", world.now()),
                    metadata);
            List<String> ids = store.share(List.of(MemoryTexts.memory("a", large), broken));
            assertThat(store.find(ids.getFirst()).orElseThrow().content()).isEqualTo(large);
            StoredMemory half = store.find(ids.getLast()).orElseThrow();
            assertThat(half.content()).isEqualTo("half ? pair");
            assertThat(half.metadata()).isEqualTo(metadata);
        }
    }
}
