package dev.waggle.connect.llm.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps tools to the library's tool specifications. The schema of each field is passed on unchanged. Gemini supports a
 * part of JSON Schema only and receives the rest in the description.
 */
final class ToolMapper {

    private ToolMapper() {}

    static List<ToolSpecification> of(ProviderConfig.Kind kind, List<ToolOffer> offers) {
        return offers.stream().map(offer -> ToolSpecification.builder().name(offer.name())
                .description(offer.description()).parameters(parameters(kind, offer.inputSchema())).build()).toList();
    }

    private static JsonObjectSchema parameters(ProviderConfig.Kind kind, JsonValue.Obj schema) {
        return switch (kind) {
            case GEMINI -> GeminiSchemaMapper.object(schema);
            case OPENAI, AZURE, ANTHROPIC, OLLAMA -> verbatim(schema);
        };
    }

    private static JsonObjectSchema verbatim(JsonValue.Obj schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder()
                .addProperties(raw(schema.fields().get("properties")))
                .required(SchemaKeywords.texts(schema, "required"));
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

    private static Map<String, JsonSchemaElement> raw(@Nullable JsonValue fields) {
        Map<String, JsonSchemaElement> all = new LinkedHashMap<>();
        if (fields instanceof JsonValue.Obj object) {
            object.fields().forEach((name, schema) -> all.put(name, JsonRawSchema.from(JsonText.write(
                    schema instanceof JsonValue.Obj ? schema : new JsonValue.Obj(Map.of())))));
        }
        return all;
    }
}
