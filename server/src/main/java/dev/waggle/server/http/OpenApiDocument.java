package dev.waggle.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The OpenAPI 3.1 document (OpenAPI Initiative, 2021) of operations, made from their definitions. It refers to nothing
 * outside itself.
 */
public final class OpenApiDocument {

    private static final String VERSION = "3.1.0";
    private static final String PROBLEM = "Problem";
    private static final List<Integer> OF_ALL = List.of(400, 401, 403, 429, 503);
    /** Headers that each client sets by itself, so that a document does not list them. */
    private static final Set<String> OF_CLIENTS = Set.of("Host", "Cookie");
    private static final Map<Integer, String> CAUSES = Map.ofEntries(
            Map.entry(400, "A value, a parameter or the body is refused; the detail names it."),
            Map.entry(401, "There is no valid token, session or signature."),
            Map.entry(402, "The budget of the day of the token is used up."),
            Map.entry(403, "The token has not the right, or the host or origin is not admitted."),
            Map.entry(404, "There is no such thing, or the caller may not see it."),
            Map.entry(408, "The body did not arrive in time."),
            Map.entry(409, "The state of the thing does not admit it."),
            Map.entry(410, "Its deadline has passed."),
            Map.entry(413, "The body is too large."),
            Map.entry(415, "The media type or the encoding of the body is not read here."),
            Map.entry(422, "The content contradicts what is stored, or cannot be computed."),
            Map.entry(429, "Too many requests, solves or streams at once."),
            Map.entry(503, "The server ends, is busy, or cannot read or write its folder."));
    /** Refusals that often state a time after which another try makes sense. */
    private static final Set<Integer> LATER = Set.of(402, 429, 503);

    private final DocumentSchemas schemas = new DocumentSchemas();

    private OpenApiDocument() {}

    /** The document of the operations that are not private. */
    public static JsonValue.Obj of(String version, List<Operation> operations) {
        return new OpenApiDocument().document(version, operations);
    }

    private JsonValue.Obj document(String version, List<Operation> operations) {
        Map<String, JsonObjectBuilder> paths = new TreeMap<>();
        operations.stream().filter(operation -> !operation.isPrivate()).forEach(operation -> {
            JsonObjectBuilder methods = paths.computeIfAbsent(operation.path(), _ -> new JsonObjectBuilder());
            methods.with(operation.verb().name().toLowerCase(Locale.ROOT), operation(operation));
        });
        Map<String, JsonValue> listed = new LinkedHashMap<>();
        paths.forEach((path, methods) -> listed.put(path, methods.json()));
        return new JsonObjectBuilder().with("openapi", VERSION)
                .with("info", new JsonObjectBuilder().with("title", "Waggle").with("version", version)
                        .with("description", "Solves, signals, seats and memories of a data folder.").json())
                .with("paths", new JsonValue.Obj(listed))
                .with("components", new JsonObjectBuilder()
                        .with("schemas", new JsonObjectBuilder().withAll(schemas.components())
                                .with(PROBLEM, problem()).json())
                        .with("securitySchemes", new JsonObjectBuilder().with("token", new JsonObjectBuilder()
                                .with("type", "http").with("scheme", "bearer").json()).json())
                        .json())
                .with("security", List.of(new JsonObjectBuilder().with("token", List.of()).json()))
                .json();
    }

    private JsonValue.Obj operation(Operation operation) {
        JsonObjectBuilder json = new JsonObjectBuilder().with("operationId", operation.id())
                .with("summary", operation.summary())
                .withTexts("tags", List.of(operation.group()));
        if (operation.scope() == null) {
            json.with("security", List.of());
        } else {
            json.with("description", "Needs the right " + operation.scope().wireName() + '.');
        }
        List<Parameter> parameters = operation.parameters().stream().filter(it -> !OF_CLIENTS.contains(it.name()))
                .toList();
        List<JsonValue.Obj> listed = new ArrayList<>(parameters.stream().map(Parameter::document).toList());
        if (isTagged(operation)) {
            listed.add(Parameter.header(HttpHeader.IF_NONE_MATCH.asString(), "Entity tags that the client has.")
                    .document());
        }
        if (!listed.isEmpty()) {
            json.with("parameters", listed);
        }
        if (!operation.body().types().isEmpty()) {
            json.with("requestBody", body(operation.body()));
        }
        return json.with("responses", answers(operation)).json();
    }

    private JsonValue.Obj body(BodyForm form) {
        JsonObjectBuilder content = new JsonObjectBuilder();
        Class<? extends Record> type = form.record();
        JsonValue.Obj schema = type == null
                ? new JsonObjectBuilder().with("type", "string").json()
                : schemas.of(type);
        form.types().forEach(media -> content.with(media, new JsonObjectBuilder().with("schema", schema).json()));
        return new JsonObjectBuilder().with("required", true).with("content", content.json()).json();
    }

    private JsonValue.Obj answers(Operation operation) {
        Map<Integer, JsonValue> byStatus = new TreeMap<>();
        operation.answers().stream().collect(Collectors.groupingBy(AnswerForm::status))
                .forEach((status, forms) -> byStatus.put(status, answer(forms, status == HttpStatus.OK_200
                        && isTagged(operation))));
        TreeSet<Integer> refusals = new TreeSet<>(operation.refusals());
        refusals.addAll(operation.scope() == null ? List.of(400, 403) : OF_ALL);
        if (!operation.body().types().isEmpty()) {
            refusals.addAll(List.of(408, 413, 415));
        }
        for (int status : refusals) {
            byStatus.putIfAbsent(status, problem(status));
        }
        JsonObjectBuilder json = new JsonObjectBuilder();
        byStatus.forEach((status, answer) -> json.with(String.valueOf(status), answer));
        return json.json();
    }

    /** The answers of one status, each of a media type of its own. */
    private JsonValue answer(List<AnswerForm> forms, boolean isTagged) {
        JsonObjectBuilder json = new JsonObjectBuilder().with("description", forms.stream()
                .map(AnswerForm::description).collect(Collectors.joining(" ")));
        if (isTagged) {
            json.with("headers", header("ETag", "Entity tag, once the representation cannot change any more.",
                    "string"));
        }
        Map<String, JsonValue> content = new LinkedHashMap<>();
        for (AnswerForm form : forms) {
            if (form.type() != null) {
                content.put(form.type(), new JsonObjectBuilder().with("schema", schema(form)).json());
            }
        }
        return content.isEmpty() ? json.json() : json.with("content", content).json();
    }

    private JsonValue.Obj schema(AnswerForm form) {
        Class<? extends Record> type = form.record();
        if (type != null) {
            return schemas.of(type);
        }
        Supplier<JsonValue.Obj> known = form.schema();
        return known != null ? schemas.of(known.get()) : new JsonObjectBuilder().with("type", "string").json();
    }

    private static boolean isTagged(Operation operation) {
        return operation.answers().contains(AnswerForm.UNCHANGED);
    }

    private static JsonValue.Obj header(String name, String description, String type) {
        return new JsonObjectBuilder().with(name, new JsonObjectBuilder().with("description", description)
                .with("schema", new JsonObjectBuilder().with("type", type).json()).json()).json();
    }

    private static JsonValue problem(int status) {
        JsonObjectBuilder json = new JsonObjectBuilder().with("description",
                CAUSES.getOrDefault(status, HttpStatus.getMessage(status)));
        if (LATER.contains(status)) {
            json.with("headers", header("Retry-After", "Seconds after which another try makes sense.", "integer"));
        }
        return json
                .with("content", new JsonObjectBuilder().with(Problem.TYPE, new JsonObjectBuilder()
                        .with("schema", new JsonObjectBuilder().with("$ref", DocumentSchemas.PLACE + PROBLEM).json())
                        .json()).json())
                .json();
    }

    private static JsonValue.Obj problem() {
        JsonValue.Obj text = new JsonObjectBuilder().with("type", "string").json();
        List<JsonValue> required = new ArrayList<>();
        List.of("title", "status", "detail").forEach(name -> required.add(JsonValue.of(name)));
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", new JsonObjectBuilder().with("title", text)
                        .with("status", new JsonObjectBuilder().with("type", "integer").json())
                        .with("detail", text).with("remedy", text).json())
                .with("required", required)
                .json();
    }
}
