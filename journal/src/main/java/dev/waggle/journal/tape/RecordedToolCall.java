package dev.waggle.journal.tape;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.tool.ToolOutcome;

/**
 * One call of a tool and what came of it, as it was recorded.
 *
 * @param name the tool
 * @param input what it was given
 * @param outcome what it answered
 */
record RecordedToolCall(String name, JsonValue input, ToolOutcome outcome) {}
