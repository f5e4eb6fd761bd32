package dev.waggle.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.server.ApiClient.Answer;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** The API as its OpenAPI document states it, and the check of answers by it. */
public final class DocumentedApi {

    private static final String SCHEMAS = "#/components/schemas/";

    private final JsonValue.Obj document;
    private final Map<JsonValue.Obj, ForeignSchema> checkers = new ConcurrentHashMap<>();

    public DocumentedApi(JsonValue document) {
        this.document = (JsonValue.Obj) document;
    }

    /**
     * A documented operation.
     *
     * @param id its name
     * @param method its method
     * @param path its path with parameters in braces
     * @param parts its part of the document
     */
    public record DocumentedOperation(String id, String method, String path, JsonValue.Obj parts) {

        /** The parameters. */
        public List<DocumentedParameter> parameters() {
            return items(parts.fields().get("parameters")).stream().map(JsonValue.Obj.class::cast)
                    .map(it -> new DocumentedParameter(text(it, "name"), text(it, "in"),
                            JsonValue.of(true).equals(it.fields().get("required")), object(it, "schema")))
                    .toList();
        }

        /** The schemas of the body by media type; none without a body. */
        public Map<String, JsonValue.Obj> bodies() {
            return parts.fields().get("requestBody") instanceof JsonValue.Obj body ? media(body) : Map.of();
        }

        /** The schemas of the answer of that status by media type; empty for a status that it does not state. */
        Optional<Map<String, JsonValue.Obj>> answers(int status) {
            return object(parts, "responses").fields().get(String.valueOf(status)) instanceof JsonValue.Obj known
                    ? Optional.of(media(known))
                    : Optional.empty();
        }

        private static Map<String, JsonValue.Obj> media(JsonValue.Obj holder) {
            Map<String, JsonValue.Obj> byType = new LinkedHashMap<>();
            if (holder.fields().get("content") instanceof JsonValue.Obj content) {
                content.fields().forEach((type, one) -> byType.put(type, object((JsonValue.Obj) one, "schema")));
            }
            return byType;
        }
    }

    /** A documented parameter. */
    public record DocumentedParameter(String name, String place, boolean required, JsonValue.Obj schema) {}

    public JsonValue.Obj document() {
        return document;
    }

    /** All operations. */
    public List<DocumentedOperation> operations() {
        List<DocumentedOperation> all = new ArrayList<>();
        object(document, "paths").fields().forEach((path, methods) -> ((JsonValue.Obj) methods).fields()
                .forEach((method, one) -> all.add(new DocumentedOperation(text((JsonValue.Obj) one, "operationId"),
                        method.toUpperCase(Locale.ROOT), path, (JsonValue.Obj) one))));
        return all;
    }

    /** Requires that the document states this answer: its status, its media type and its body. */
    public void requireStated(DocumentedOperation operation, Answer answer) {
        String about = operation.id() + " answered " + answer.status() + ": " + brief(answer.body());
        Optional<Map<String, JsonValue.Obj>> stated = operation.answers(answer.status());
        assertThat(stated).as(about + "\nMaybe state the status in the definition of the operation.").isPresent();
        if (stated.get().isEmpty()) {
            assertThat(answer.body()).as(about).isEmpty();
            return;
        }
        String type = answer.headers().firstValue("Content-Type").orElse("");
        JsonValue.Obj schema = stated.get().getOrDefault(type, stated.get().get(answer.type()));
        assertThat(schema).as(about + " as " + type).isNotNull();
        switch (answer.type()) {
            case "application/json", "application/problem+json" -> assertThat(check(schema, answer.json())).as(about)
                    .isEmpty();
            case "application/x-ndjson" -> assertThat(answer.body().lines().map(JsonText::read))
                    .as(about).isNotEmpty();
            default -> assertThat(answer.body()).as(about).isNotEmpty();
        }
    }

    /** Violations of a schema of the document. */
    public List<?> check(JsonValue.Obj schema, JsonValue value) {
        return checkers.computeIfAbsent(schema, known -> ForeignSchema.of(closed(known))).check(value);
    }

    /** A schema with all parts of the document that it refers to. */
    public JsonValue.Obj closed(JsonValue.Obj schema) {
        Map<String, JsonValue> needed = new LinkedHashMap<>();
        Queue<JsonValue> open = new ArrayDeque<>(List.of(schema));
        for (JsonValue next = open.poll(); next != null; next = open.poll()) {
            for (String target : references(next)) {
                assertThat(target).as("a reference of the document").startsWith(SCHEMAS);
                String name = target.substring(SCHEMAS.length()).split("/", -1)[0];
                JsonValue known = object(object(document, "components"), "schemas").fields().get(name);
                assertThat(known).as(target).isNotNull();
                if (needed.putIfAbsent(name, known) == null) {
                    open.add(known);
                }
            }
        }
        return new JsonObjectBuilder().withAll(schema).with("components",
                new JsonObjectBuilder().with("schemas", new JsonValue.Obj(needed)).json()).json();
    }

    /** The schema at that place of the components. */
    JsonValue.Obj component(String target) {
        return object(object(object(document, "components"), "schemas"), target.substring(SCHEMAS.length()));
    }

    /** All references in a part of the document. */
    static List<String> references(JsonValue value) {
        List<String> found = new ArrayList<>();
        switch (value) {
            case JsonValue.Arr(var items) -> items.forEach(item -> found.addAll(references(item)));
            case JsonValue.Obj(var fields) -> fields.forEach((name, field) -> {
                if (name.equals("$ref") && field instanceof JsonValue.Str(String target)) {
                    found.add(target);
                }
                found.addAll(references(field));
            });
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
                // Refers to nothing.
            }
        }
        return found;
    }

    static JsonValue.Obj object(JsonValue.Obj holder, String name) {
        assertThat(holder.fields().get(name)).as(name).isInstanceOf(JsonValue.Obj.class);
        return (JsonValue.Obj) holder.fields().get(name);
    }

    static String text(JsonValue.Obj holder, String name) {
        assertThat(holder.fields().get(name)).as(name).isInstanceOf(JsonValue.Str.class);
        return ((JsonValue.Str) holder.fields().get(name)).value();
    }

    static List<JsonValue> items(@Nullable JsonValue list) {
        return list instanceof JsonValue.Arr(List<JsonValue> items) ? items : List.of();
    }

    private static String brief(String body) {
        return body.length() > 400 ? body.substring(0, 400) : body;
    }
}
