package dev.waggle.signal.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Required text parameters of a tool.
 *
 * @param tool the name of the tool
 * @param names names of the parameters, in alphabetical order: the order of a map of the caller may differ from
 *        process to process, and a replayed request has to be equal
 * @param schema the JSON Schema of the input
 */
record TextParameters(String tool, List<String> names, JsonValue.Obj schema) {

    /** The parameters with these descriptions by name; refuses blank ones. */
    static TextParameters of(String tool, Map<String, String> descriptions) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        new TreeMap<>(descriptions).forEach((name, description) -> {
            if (name.isBlank() || description.isBlank()) {
                throw new IllegalArgumentException("a parameter of the tool " + tool
                        + " needs a name and a description, got \"" + name + "\" and \"" + description + "\"");
            }
            properties.put(name,
                    new JsonObjectBuilder().with("type", "string").with("description", description).json());
        });
        List<String> names = List.copyOf(properties.keySet());
        return new TextParameters(tool, names, new JsonObjectBuilder().with("type", "object")
                .with("properties", properties).withTexts("required", names).with("additionalProperties", false)
                .json());
    }

    /** The value of each parameter by name; refuses an input with a missing, unknown or wrong one. */
    Map<String, String> read(JsonValue input) {
        JsonObjectReader fields = JsonObjectReader.root("the input of " + tool, input);
        Map<String, String> values = new LinkedHashMap<>();
        names.forEach(name -> values.put(name, fields.text(name)));
        fields.rejectUnknownFields();
        return values;
    }
}
