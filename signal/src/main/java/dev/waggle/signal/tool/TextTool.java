package dev.waggle.signal.tool;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Tool with text parameters.
 *
 * @param definition its definition, whose schema names the parameters
 * @param parameters names of the parameters, in alphabetical order: the order of a map of the caller may differ from
 *        process to process, and a replayed request has to be equal
 * @param function computes the text
 */
record TextTool(ToolDefinition definition, Collection<String> parameters, TextFunction function) implements Tool {

    static Tool of(String name, String description, Map<String, String> parameters, TextFunction function) {
        Map<String, String> sorted = new TreeMap<>(parameters);
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        sorted.forEach((parameter, purpose) -> {
            if (parameter.isBlank() || purpose.isBlank()) {
                throw new IllegalArgumentException("a parameter of the tool " + name
                        + " needs a name and a description, got \"" + parameter + "\" and \"" + purpose + "\"");
            }
            properties.put(parameter,
                    new JsonObjectBuilder().with("type", "string").with("description", purpose).json());
        });
        JsonValue.Obj schema = new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .with("required", sorted.keySet().stream().map(JsonValue::of).toList())
                .with("additionalProperties", false).json();
        return new TextTool(new ToolDefinition(name, description, schema), sorted.keySet(), function);
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        try {
            String text = function.apply(values(input));
            return new ToolOutcome.Done(text, JsonValue.of(text));
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(Objects.requireNonNullElse(refused.getMessage(), "the input is not valid"));
        }
    }

    private Map<String, String> values(JsonValue input) {
        JsonObjectReader fields = JsonObjectReader.root("the input of " + definition.name(), input);
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach(parameter -> values.put(parameter, fields.text(parameter)));
        fields.rejectUnknownFields();
        return values;
    }
}
