package dev.waggle.journal.tape;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolOutcome;

/**
 * Recorded call of a tool with its outcome.
 *
 * @param name the tool
 * @param input its input
 * @param outcome its answer
 */
record RecordedToolCall(String name, JsonValue input, ToolOutcome outcome) {}
