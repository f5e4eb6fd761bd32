package dev.waggle.cli.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Source;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The fields of a JSON Schema as rows of a table. */
final class SchemaTable {

    static final List<String> HEADER = List.of("field", "type", "required", "meaning");

    private static final String PREFIX = "urn:waggle:schema:";

    private SchemaTable() {}

    /** The shipped schema of that name. */
    static JsonNode schema(String name) {
        return JsonMapper.shared().readTree(JsonSchemas.of(name));
    }

    /** The description of a schema; for objects of several kinds it comes from their type. */
    static String description(String name) {
        return switch (name) {
            case "part/source" -> SourceDocs.sentence(Source.class);
            case "part/lifetime" -> SourceDocs.sentence(Lifetime.class);
            case "part/audience" -> SourceDocs.sentence(Audience.class);
            default -> Markdown.text(schema(name).path("description").asString());
        };
    }

    /** The fields of an object. */
    static List<List<String>> rows(JsonNode object) {
        Set<String> required = required(object);
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : object.path("properties").properties()) {
            JsonNode of = field.getValue();
            rows.add(List.of(Markdown.code(field.getKey()), type(of), required.contains(field.getKey()) ? "yes" : "",
                    meaning(of)));
        }
        return rows;
    }

    /** The kinds of an object whose {@code type} says which other fields it has. */
    static List<List<String>> kinds(JsonNode object) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode branch : object.path("allOf")) {
            JsonNode then = branch.path("then");
            Set<String> required = required(then);
            String fields = then.path("properties").properties().stream().filter(field -> field.getValue().isObject())
                    .map(field -> Markdown.code(field.getKey()) + ": " + type(field.getValue())
                            + (required.contains(field.getKey()) ? "" : ", optional"))
                    .collect(Collectors.joining("; "));
            rows.add(List.of(
                    Markdown.code(branch.path("if").path("properties").path("type").path("const").asString()), fields,
                    Markdown.text(then.path("description").asString())));
        }
        return rows;
    }

    /** The heading under which another schema stands. */
    static String heading(String schema) {
        return schema.startsWith("payload/harness/") ? schema.substring("payload/".length())
                : schema.replaceFirst("^(payload|part)/", "");
    }

    private static Set<String> required(JsonNode object) {
        return object.path("required").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    }

    private static String meaning(JsonNode field) {
        return field.has("description") || !field.has("$ref")
                ? Markdown.text(field.path("description").asString(""))
                : description(target(field));
    }

    private static String type(JsonNode field) {
        if (field.has("$ref")) {
            return Markdown.link(heading(target(field)), heading(target(field)));
        }
        if (field.has("enum")) {
            return field.path("enum").valueStream().map(word -> Markdown.code(word.asString()))
                    .collect(Collectors.joining(", "));
        }
        if (field.has("items")) {
            String most = limit(field, "maxItems", " items").replaceFirst(", (.*)", " ($1)");
            return "array" + most + " of " + type(field.path("items"));
        }
        JsonNode types = field.path("type");
        String names = types.isArray()
                ? types.valueStream().map(JsonNode::asString).collect(Collectors.joining(" or "))
                : types.asString("any value");
        return names + range(field) + limit(field, "maxLength", " characters");
    }

    private static String target(JsonNode field) {
        return field.path("$ref").asString().replace(PREFIX, "");
    }

    private static String limit(JsonNode field, String keyword, String unit) {
        return field.has(keyword)
                ? ", at most " + String.format(Locale.ROOT, "%,d", field.path(keyword).asLong()) + unit : "";
    }

    /** The range of a number; limits of the number type itself are none. */
    private static String range(JsonNode field) {
        if (field.has("exclusiveMinimum")) {
            return ", above " + field.path("exclusiveMinimum").asString();
        }
        JsonNode least = field.path("minimum");
        JsonNode most = field.path("maximum");
        boolean isFrom = least.isNumber() && Math.abs(least.asDouble()) < Integer.MAX_VALUE;
        boolean isTo = most.isNumber() && Math.abs(most.asDouble()) < Integer.MAX_VALUE;
        if (isFrom && isTo) {
            return ", " + least.asString() + ".." + most.asString();
        }
        return isFrom ? ", at least " + least.asString() : "";
    }
}
