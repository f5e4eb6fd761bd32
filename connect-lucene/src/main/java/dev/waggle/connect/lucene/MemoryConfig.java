package dev.waggle.connect.lucene;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Configuration of a memory in a folder.
 *
 * @param rules rules of a new folder; an existing one keeps those of its first process
 * @param decayEvery the least time between two decays that count. So a memory fades by days of use and not by their number
 *        of solves; zero counts every decay
 * @param embedder gives texts their meanings; without one, memories are found by their words
 * @param listener hears of progress and notices
 */
public record MemoryConfig(MemoryRules rules, Duration decayEvery, Optional<TextEmbedder> embedder,
        MemoryListener listener) {

    /** Number of memories beyond which the weakest leave. */
    private static final int CAPACITY = 1_000_000;

    public MemoryConfig {
        if (decayEvery.isNegative()) {
            throw new IllegalArgumentException("decayEvery must not be negative, got " + decayEvery);
        }
    }

    /** The usual rules for at most 1,000,000 memories, which fade once a day; no embedder and no listener. */
    public static MemoryConfig defaults() {
        return new MemoryConfig(MemoryRules.defaults().withCapacity(CAPACITY), Duration.ofDays(1),
                Optional.empty(), MemoryListener.SILENT);
    }

    public MemoryConfig withRules(MemoryRules newRules) {
        return new MemoryConfig(newRules, decayEvery, embedder, listener);
    }

    public MemoryConfig withDecayEvery(Duration span) {
        return new MemoryConfig(rules, span, embedder, listener);
    }

    public MemoryConfig withEmbedder(TextEmbedder model) {
        return new MemoryConfig(rules, decayEvery, Optional.of(model), listener);
    }

    public MemoryConfig withListener(MemoryListener newListener) {
        return new MemoryConfig(rules, decayEvery, embedder, newListener);
    }

    /** Rules as the log holds them. */
    JsonValue.Obj rulesJson() {
        return new JsonObjectBuilder().with("rate", rules.rate()).with("gain", rules.gain())
                .with("least", rules.least()).with("capacity", rules.capacity()).json();
    }

    /** Rules that a log holds. */
    static MemoryRules rules(JsonValue.Obj json) {
        JsonObjectReader in = JsonObjectReader.root("rules", json);
        MemoryRules rules = in.build(() -> new MemoryRules(in.number("rate"), in.number("gain"), in.number("least"),
                in.int32("capacity")));
        in.rejectUnknownFields();
        return rules;
    }
}
