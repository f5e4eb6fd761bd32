package dev.waggle.journal.memory;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a log of memories.
 *
 * @param event the event; {@code null} when it was redacted
 * @param end the mark behind it
 */
public record MemoryEntry(JsonValue.@Nullable Obj event, MemoryMark end) {}
