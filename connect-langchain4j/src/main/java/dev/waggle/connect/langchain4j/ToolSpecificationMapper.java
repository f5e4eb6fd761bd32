package dev.waggle.connect.langchain4j;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps tools to the library's tool specifications. The schema of each field is passed on unchanged if the module takes
 * that. The library has no place for other keywords of the whole input, such as {@code anyOf}. The description says
 * them, and the arguments of a call are checked against the whole schema afterwards.
 */
final class ToolSpecificationMapper {

    /** Keywords of the input that the library has a place for, or that restrict nothing. */
    private static final Set<String> PLACED = Set.of("type", "description", "properties", "required", "$defs", "title",
            "$schema", "$id", "$comment");

    private ToolSpecificationMapper() {}

    /** @param rawSchemas whether the module takes schemas unchanged */
    static List<ToolSpecification> of(List<ToolOffer> offers, boolean rawSchemas) {
        return offers.stream().map(offer -> of(offer, rawSchemas)).toList();
    }

    /** A tool without fields has no parameters, because some providers refuse an object without any. */
    private static ToolSpecification of(ToolOffer offer, boolean rawSchemas) {
        JsonValue.Obj schema = offer.inputSchema();
        JsonObjectSchema parameters = rawSchemas ? unchanged(schema) : PlainSchemaMapper.object(schema);
        ToolSpecification.Builder tool = ToolSpecification.builder().name(offer.name())
                .description(description(offer));
        return (parameters.properties().isEmpty() ? tool : tool.parameters(parameters)).build();
    }

    private static String description(ToolOffer offer) {
        Map<String, JsonValue> rest = new LinkedHashMap<>(offer.inputSchema().fields());
        rest.keySet().removeAll(PLACED);
        if (rest.get("additionalProperties") instanceof JsonValue.Bool) {
            rest.remove("additionalProperties");
        }
        return rest.isEmpty()
                ? offer.description()
                : (offer.description() + "\nThe input also obeys this JSON Schema: "
                        + JsonLine.of(new JsonValue.Obj(rest))).strip();
    }

    private static JsonObjectSchema unchanged(JsonValue.Obj schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder()
                .addProperties(raw(schema.fields().get("properties")))
                .required(PlainSchemaMapper.texts(schema, "required"));
        if (schema.fields().get("description") instanceof JsonValue.Str description) {
            object.description(description.value());
        }
        if (schema.fields().get("additionalProperties") instanceof JsonValue.Bool more) {
            object.additionalProperties(more.value());
        }
        Map<String, JsonSchemaElement> definitions = raw(schema.fields().get("$defs"));
        if (!definitions.isEmpty()) {
            object.definitions(definitions);
        }
        return object.build();
    }

    /** Each schema as it is; {@code true} and {@code false}, which are schemas too, become one that takes anything. */
    private static Map<String, JsonSchemaElement> raw(@Nullable JsonValue schemas) {
        Map<String, JsonSchemaElement> all = new LinkedHashMap<>();
        if (schemas instanceof JsonValue.Obj object) {
            object.fields().forEach((name, schema) -> all.put(name, JsonRawSchema.from(JsonText.write(
                    schema instanceof JsonValue.Obj ? schema : new JsonValue.Obj(Map.of())))));
        }
        return all;
    }
}
