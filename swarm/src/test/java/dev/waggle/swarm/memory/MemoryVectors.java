package dev.waggle.swarm.memory;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cases of fading memories with their right answers. */
final class MemoryVectors {

    private MemoryVectors() {}

    /** A memory that so many agents reinforced, its first strengths and the call that evicts it. */
    record Decay(int reinforcements, List<Double> first, int calls) {}

    static List<Decay> decays() {
        List<Decay> decays = new ArrayList<>();
        for (JsonNode each : read()) {
            List<Double> first = new ArrayList<>();
            each.get("first5").forEach(strength -> first.add(strength.asDouble()));
            decays.add(new Decay(each.get("reinforcements").asInt(), first, each.get("ticksUntilEvicted").asInt()));
        }
        return decays;
    }

    private static JsonNode read() {
        try (InputStream shared = MemoryVectors.class.getResourceAsStream("/vectors/memory.json")) {
            return JsonMapper.shared().readTree(Objects.requireNonNull(shared)).get("memoryDecay");
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
