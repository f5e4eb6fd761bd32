package dev.waggle.connect.qdrant;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;

/** Memories and settings of the tests. */
final class MemoryTexts {

    static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

    private static final List<String> WORDS = List.of("cache", "server", "disk", "queue", "quorum", "deploy", "memory",
            "index", "query", "shard", "token", "model", "vote", "limit", "retry", "slow", "cold", "full", "late",
            "warm");

    private MemoryTexts() {}

    static NewMemory memory(String author, String content) {
        return memory(author, content, 0.5);
    }

    static NewMemory memory(String author, String content, double importance) {
        return new NewMemory(content, "discovery", importance,
                new MemoryOrigin(author, null, "solve_1", "sig_1", START), Map.of());
    }

    /** Different texts of five words and a number each. */
    static List<NewMemory> many(int count, RandomGenerator random) {
        List<NewMemory> memories = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 5; word++) {
                text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
            }
            memories.add(memory("a", text.append(i).toString(), random.nextInt(1, 101) / 100.0));
        }
        return memories;
    }

    /** Access with quick retries, and a breaker that stays closed. */
    static QdrantConfig quick(URI url) {
        return QdrantConfig.of(QdrantConfig.Server.of(url))
                .withRetry(new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(4), 0.2))
                .withBreaker(new BreakerPolicy(1_000, Duration.ofSeconds(1)));
    }
}
