package dev.waggle.signal.harness;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.tool.ToolDefinition;

/**
 * A tool as the input of a call names it. It is looser than a {@link ToolDefinition}, because recordings of other
 * systems hold names that no model would take.
 *
 * @param name what the model calls it by; may be empty
 * @param description what it does; may be empty
 * @param inputSchema the JSON Schema of its input
 */
public record ToolOffer(String name, String description, JsonValue.Obj inputSchema) {

    public ToolOffer {
        HarnessPreconditions.present("name", name);
        HarnessPreconditions.present("description", description);
        HarnessPreconditions.present("inputSchema", inputSchema);
    }

    public static ToolOffer of(ToolDefinition tool) {
        return new ToolOffer(tool.name(), tool.description(), tool.inputSchema());
    }
}
