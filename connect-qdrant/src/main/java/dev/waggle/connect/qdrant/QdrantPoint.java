package dev.waggle.connect.qdrant;

import dev.waggle.signal.json.JsonValue;

/**
 * Point of an answer.
 *
 * @param id its id, a text or a number
 * @param score cosine of a search, else 0
 * @param payload its payload, or the part that was asked for
 */
record QdrantPoint(JsonValue id, double score, JsonValue payload) {}
