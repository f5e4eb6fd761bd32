package dev.waggle.signal.harness;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolDefinition;

/**
 * A tool offered in the input of a call. It is looser than a {@link ToolDefinition}, because recordings of other
 * systems hold names that no model would accept.
 *
 * @param name the name in calls of the model; may be empty
 * @param description the purpose of the tool; may be empty
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
