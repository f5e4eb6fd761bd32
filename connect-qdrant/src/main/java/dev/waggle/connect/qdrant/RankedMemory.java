package dev.waggle.connect.qdrant;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Memory without its text, to be ranked.
 *
 * @param point id of its point
 * @param relevance relevance to the query, 0..1
 * @param importance importance by its author, 0..1
 * @param order place in the order of storing
 * @param fading its strength
 * @param category kind of memory
 * @param fade its fade as it is stored
 */
record RankedMemory(JsonValue point, double relevance, double importance, long order, FadingState fading,
        String category, double fade) {

    static RankedMemory of(QdrantPoint point) {
        JsonObjectReader reader = JsonObjectReader.root("the payload of a memory", point.payload());
        return new RankedMemory(point.id(), Math.clamp(point.score(), 0.0, 1.0),
                reader.fraction(PayloadField.IMPORTANCE), reader.integer(PayloadField.ORDER), FadingState.of(reader),
                reader.text(PayloadField.CATEGORY), reader.number(PayloadField.FADE));
    }

    double score(long now, MemoryRules rules) {
        return relevance * importance * fading.strengthAt(now, rules);
    }
}
