package dev.waggle.signal.tool;

import dev.waggle.signal.json.JsonValue;

/**
 * Definition of a tool for a model.
 *
 * @param name its name: letters, digits, {@code _} and {@code -}, 1 to 64 of them
 * @param description its purpose, for a model to read
 * @param inputSchema the JSON Schema of its input, an object
 */
public record ToolDefinition(String name, String description, JsonValue.Obj inputSchema) {

    public ToolDefinition {
        if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new IllegalArgumentException(
                    "a tool's name must be 1 to 64 letters, digits, _ or -, got \"" + name + "\"");
        }
        if (description.isBlank()) {
            throw new IllegalArgumentException("the tool " + name + " needs a description");
        }
    }
}
