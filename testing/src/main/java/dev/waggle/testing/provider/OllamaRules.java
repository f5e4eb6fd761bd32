package dev.waggle.testing.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.RequestShape.ObjectShape;
import dev.waggle.testing.provider.rule.RequestShape.ShapeError;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Rules of Ollama for requests. It takes most of them: unknown fields and options are left aside without a word.
 *
 * <p>Source: ollama api/types.go, server/routes.go and docs/api.md, 2026.
 */
final class OllamaRules {

    private static final RequestShape MESSAGE = RequestShape.open(RequestShape.object()
            .with("role", RequestShape.text()).with("content", RequestShape.text())
            .with("thinking", RequestShape.text()).with("images", RequestShape.list(RequestShape.text()))
            .with("tool_name", RequestShape.text()).with("tool_call_id", RequestShape.text())
            .with("tool_calls", RequestShape.list(RequestShape.open(RequestShape.object().with("function",
                    RequestShape.open(RequestShape.object().with("name", RequestShape.text())
                            .with("arguments", RequestShape.anyObject())))))));

    private static final RequestShape TOOL = RequestShape.open(RequestShape.object().with("type", RequestShape.text())
            .with("function", RequestShape.open(RequestShape.object().with("name", RequestShape.text())
                    .with("description", RequestShape.text())
                    .with("parameters", RequestShape.open(RequestShape.object().with("type", RequestShape.text())
                            .with("required", RequestShape.list(RequestShape.text()))
                            .with("properties", RequestShape.anyObject()))))));

    private static final ObjectShape BODY = RequestShape.object().with("model", RequestShape.text())
            .with("messages", RequestShape.list(MESSAGE)).with("stream", RequestShape.flag())
            .with("tools", RequestShape.list(TOOL)).with("options", RequestShape.anyObject())
            .with("truncate", RequestShape.flag()).with("shift", RequestShape.flag())
            .with("logprobs", RequestShape.flag()).with("top_logprobs", RequestShape.integer());

    private static final Set<String> WHOLE_OPTIONS = Set.of("num_ctx", "num_predict", "num_keep", "seed", "top_k",
            "repeat_last_n", "num_batch", "num_gpu", "main_gpu", "num_thread");
    private static final Set<String> OPTIONS = Set.of("temperature", "top_p", "min_p", "typical_p", "repeat_penalty",
            "presence_penalty", "frequency_penalty");

    private static final Set<String> LEVELS = Set.of("low", "medium", "high", "max");
    private static final Pattern DURATION = Pattern.compile("[-+]?(?:0|(?:\\d+(?:\\.\\d*)?(?:ns|us|ms|s|m|h))+)");

    /** The fields of a property of a tool that reach the model; any other is dropped when the request is read. */
    private static final Set<String> PROPERTY = Set.of("type", "items", "description", "enum", "properties",
            "required", "anyOf");

    // Models that are quoted as unable in ollama#11131, #6027 and picobot#6, 2024 to 2026.
    private static final List<String> WITHOUT_TOOLS = List.of("gemma3:", "llama2", "llama3:", "orca2", "phi4:",
            "dolphin-mistral", "stablelm2", "deepseek-r1:14b");

    // ollama.com, blog "Thinking", May 2025, and the models that it lists since.
    private static final List<String> THINKING = List.of("qwen3", "deepseek-r1", "deepseek-v3.1", "gpt-oss",
            "magistral");

    private static final List<Function<FakeRequest, Optional<WireFormat.Refusal>>> RULES = List.of(OllamaRules::shape,
            OllamaRules::keepAlive, OllamaRules::model, OllamaRules::think, OllamaRules::tools, OllamaRules::options,
            OllamaRules::format);

    private OllamaRules() {}

    /** The first refusal. */
    static Optional<WireFormat.Refusal> check(FakeRequest request) {
        return RULES.stream().flatMap(rule -> rule.apply(request).stream()).findFirst();
    }

    /** True if the model can think before it answers. */
    static boolean canThink(String model) {
        return THINKING.stream().anyMatch(model::startsWith);
    }

    /** True if the answer is held to a grammar, so that no tool can be called: ollama#11185 and #8095. */
    static boolean hasGrammar(JsonValue body) {
        return WireJson.field(body, "format") instanceof JsonValue.Obj
                || !WireJson.text(body, "format").isEmpty();
    }

    /** The schema of a tool as it reaches the model: ollama api/types.go, ToolProperty. */
    static JsonValue asRead(JsonValue parameters) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (parameters instanceof JsonValue.Obj schema) {
            schema.fields().forEach((name, value) -> {
                if (name.equals("properties")) {
                    fields.put(name, properties(value));
                } else if (Set.of("type", "required", "items", "$defs").contains(name)) {
                    fields.put(name, value);
                }
            });
        }
        return new JsonValue.Obj(fields);
    }

    private static JsonValue properties(JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (value instanceof JsonValue.Obj properties) {
            properties.fields().forEach((name, property) -> fields.put(name, property(property)));
        }
        return new JsonValue.Obj(fields);
    }

    private static JsonValue property(JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (value instanceof JsonValue.Obj property) {
            property.fields().forEach((name, field) -> {
                if (PROPERTY.contains(name)) {
                    fields.put(name, switch (name) {
                        case "properties" -> properties(field);
                        case "anyOf" -> JsonValue.of(WireJson.items(field).stream().map(OllamaRules::property)
                                .toList());
                        default -> field;
                    });
                }
            });
        }
        return new JsonValue.Obj(fields);
    }

    private static Optional<WireFormat.Refusal> shape(FakeRequest request) {
        if (request.raw().body().isBlank()) {
            return refused("missing request body");
        }
        if (!(request.raw().json() instanceof JsonValue.Obj)) {
            return refused("invalid character '" + request.raw().body().strip().charAt(0)
                    + "' looking for beginning of value");
        }
        return RequestShape.open(BODY).check(request.raw().json()).map(OllamaRules::words)
                .flatMap(OllamaRules::refused);
    }

    /** The words of Go for a value of another kind. */
    private static String words(ShapeError error) {
        String kind = switch (error.value()) {
            case JsonValue.Str _ -> "string";
            case JsonValue.Num _ -> "number";
            case JsonValue.Bool _ -> "bool";
            case JsonValue.Arr _ -> "array";
            case JsonValue.Obj _ -> "object";
            case JsonValue.Null _ -> "null";
        };
        String type = switch (error.detail()) {
            case "boolean" -> "bool";
            case "integer" -> "int";
            case "array" -> "[]api.Message";
            case "object" -> "map[string]interface {}";
            default -> error.detail();
        };
        String path = new ShapeError(error.path().stream().filter(String.class::isInstance).toList(), error.kind(), "",
                error.value()).path(false);
        return "json: cannot unmarshal " + kind + " into Go struct field ChatRequest." + path + " of type " + type;
    }

    private static Optional<WireFormat.Refusal> keepAlive(FakeRequest request) {
        JsonValue keep = WireJson.field(request.raw().json(), "keep_alive");
        return switch (keep) {
            case JsonValue.Str text when !DURATION.matcher(text.value()).matches() ->
                refused(text.value().matches("[-+]?\\d+")
                        ? "time: missing unit in duration \"" + text.value() + '"'
                        : "time: invalid duration \"" + text.value() + '"');
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Null _ -> Optional.empty();
            case JsonValue.Bool _, JsonValue.Arr _, JsonValue.Obj _ ->
                refused("Unsupported type: '" + JsonText.write(keep) + "'");
        };
    }

    private static Optional<WireFormat.Refusal> model(FakeRequest request) {
        return request.model().isEmpty() ? refused("model is required") : Optional.empty();
    }

    private static Optional<WireFormat.Refusal> think(FakeRequest request) {
        JsonValue think = WireJson.field(request.raw().json(), "think");
        boolean isWrong = think instanceof JsonValue.Str level ? !LEVELS.contains(level.value())
                : !(think instanceof JsonValue.Bool || think instanceof JsonValue.Null);
        if (isWrong) {
            return refused("invalid think value: " + JsonText.write(think)
                    + " (must be \"high\", \"medium\", \"low\", \"max\", true, or false)");
        }
        boolean isWanted = think instanceof JsonValue.Str || (think instanceof JsonValue.Bool on && on.value());
        return isWanted && !canThink(request.model())
                ? refused("\"" + request.model() + "\" does not support thinking")
                : Optional.empty();
    }

    // ollama#14795, March 2026: the name is written out in full.
    private static Optional<WireFormat.Refusal> tools(FakeRequest request) {
        String model = request.model().contains(":") ? request.model() : request.model() + ":latest";
        boolean isUnable = WITHOUT_TOOLS.stream().anyMatch(model::startsWith);
        return isUnable && !WireJson.items(request.raw().json(), "tools").isEmpty()
                ? refused("registry.ollama.ai/library/" + model + " does not support tools")
                : Optional.empty();
    }

    private static Optional<WireFormat.Refusal> options(FakeRequest request) {
        if (WireJson.field(request.raw().json(), "options") instanceof JsonValue.Obj options) {
            for (Map.Entry<String, JsonValue> option : options.fields().entrySet()) {
                boolean isNumber = WHOLE_OPTIONS.contains(option.getKey()) || OPTIONS.contains(option.getKey());
                if (isNumber && !(option.getValue() instanceof JsonValue.Num)) {
                    return Optional.of(refusal(500, "option \"" + option.getKey() + "\" must be of type "
                            + (WHOLE_OPTIONS.contains(option.getKey()) ? "integer" : "float32")));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<WireFormat.Refusal> format(FakeRequest request) {
        JsonValue format = WireJson.field(request.raw().json(), "format");
        boolean isKnown = format instanceof JsonValue.Obj || format instanceof JsonValue.Null
                || (format instanceof JsonValue.Str word && Set.of("", "json").contains(word.value()));
        return isKnown
                ? Optional.empty()
                : Optional.of(refusal(500, "invalid format: " + JsonText.write(format)
                        + "; expected \"json\" or a valid JSON Schema object"));
    }

    static WireFormat.Refusal refusal(int status, String message) {
        return new WireFormat.Refusal(status, WireJson.object("error", message));
    }

    private static Optional<WireFormat.Refusal> refused(String words) {
        return Optional.of(refusal(400, words));
    }
}
