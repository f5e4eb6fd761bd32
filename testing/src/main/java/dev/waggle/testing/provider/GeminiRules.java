package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.GeminiSchemaRules;
import dev.waggle.testing.provider.rule.GeminiTurnRules;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.RequestShape.ObjectShape;
import dev.waggle.testing.provider.rule.RequestShape.ShapeError;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Rules of Gemini for requests. The shape is that of the discovery document of v1beta, revision 20260415.
 *
 * <pre>
 *   key -> fields that its parser knows -> contents -> tools and schemas -> settings by model
 * </pre>
 */
final class GeminiRules {

    private static final Pattern FUNCTION_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}");
    private static final int MAX_STOPS = 5;

    /** Objects whose fields have names of their own, so that none is renamed. */
    private static final Set<String> FREE = Set.of("args", "responseJsonSchema", "parametersJsonSchema",
            "_responseJsonSchema", "example", "default", "enum");

    /** Lists that may be sent as their only item. */
    private static final Set<String> LISTS = Set.of("contents", "parts", "tools", "functionDeclarations",
            "safetySettings", "stopSequences");

    private static final ObjectShape CALL = RequestShape.object().with("id", RequestShape.text())
            .with("name", RequestShape.text()).with("args", RequestShape.anyObject());

    private static final ObjectShape PART = RequestShape.object().with("text", RequestShape.text())
            .with("thought", RequestShape.flag()).with("thoughtSignature", RequestShape.text())
            .with("inlineData", RequestShape.anyObject()).with("fileData", RequestShape.anyObject())
            .with("functionCall", CALL)
            .with("functionResponse", RequestShape.object().with("id", RequestShape.text())
                    .with("name", RequestShape.text()).with("response", RequestShape.anyObject())
                    .with("parts", RequestShape.list(RequestShape.anyObject()))
                    .with("willContinue", RequestShape.flag()).with("scheduling", RequestShape.text()))
            .with("executableCode", RequestShape.anyObject())
            .with("codeExecutionResult", RequestShape.anyObject()).with("toolCall", RequestShape.anyObject())
            .with("toolResponse", RequestShape.anyObject()).with("partMetadata", RequestShape.anyObject())
            .with("mediaResolution", RequestShape.anything()).with("videoMetadata", RequestShape.anyObject());

    private static final ObjectShape CONTENT = RequestShape.object().with("role", RequestShape.text())
            .with("parts", RequestShape.list(PART));

    private static final ObjectShape TOOL = RequestShape.object().with("functionDeclarations",
            RequestShape.list(RequestShape.object().with("name", RequestShape.text())
                    .with("description", RequestShape.text()).with("behavior", RequestShape.text())
                    .with("parameters", GeminiSchemaRules::parse)
                    .with("parametersJsonSchema", RequestShape.anything())
                    .with("response", GeminiSchemaRules::parse)
                    .with("responseJsonSchema", RequestShape.anything())))
            .with("codeExecution", RequestShape.anyObject()).with("googleSearch", RequestShape.anyObject())
            .with("googleSearchRetrieval", RequestShape.anyObject()).with("urlContext", RequestShape.anyObject())
            .with("googleMaps", RequestShape.anyObject()).with("fileSearch", RequestShape.anyObject())
            .with("mcpServers", RequestShape.list(RequestShape.anyObject()))
            .with("computerUse", RequestShape.anyObject());

    private static final ObjectShape SETTINGS = RequestShape.object().with("candidateCount", RequestShape.integer())
            .with("temperature", RequestShape.number()).with("topP", RequestShape.number())
            .with("topK", RequestShape.number()).with("maxOutputTokens", RequestShape.integer())
            .with("stopSequences", RequestShape.list(RequestShape.text())).with("seed", RequestShape.integer())
            .with("presencePenalty", RequestShape.number()).with("frequencyPenalty", RequestShape.number())
            .with("responseLogprobs", RequestShape.flag()).with("logprobs", RequestShape.integer())
            .with("responseMimeType", RequestShape.text()).with("responseSchema", GeminiSchemaRules::parse)
            .with("responseJsonSchema", RequestShape.anything()).with("_responseJsonSchema", RequestShape.anything())
            .with("thinkingConfig", RequestShape.object().with("includeThoughts", RequestShape.flag())
                    .with("thinkingBudget", RequestShape.integer()).with("thinkingLevel", GeminiRules::level))
            .with("responseModalities", RequestShape.list(RequestShape.text()))
            .with("speechConfig", RequestShape.anyObject()).with("imageConfig", RequestShape.anyObject())
            .with("mediaResolution", RequestShape.text()).with("enableEnhancedCivicAnswers", RequestShape.flag());

    private static final ObjectShape BODY = RequestShape.object().with("model", RequestShape.text())
            .with("contents", RequestShape.list(CONTENT)).with("systemInstruction", CONTENT)
            .with("tools", RequestShape.list(TOOL))
            .with("toolConfig", RequestShape.object().with("functionCallingConfig", RequestShape.object()
                    .with("mode", GeminiRules::mode)
                    .with("allowedFunctionNames", RequestShape.list(RequestShape.text())))
                    .with("retrievalConfig", RequestShape.anyObject())
                    .with("includeServerSideToolInvocations", RequestShape.flag()))
            .with("safetySettings", RequestShape.list(RequestShape.anyObject())).with("generationConfig", SETTINGS)
            .with("cachedContent", RequestShape.text()).with("serviceTier", RequestShape.text())
            .with("store", RequestShape.flag());

    private GeminiRules() {}

    /** The first broken rule of a readable request, in words. */
    static Optional<WireFormat.Refusal> check(FakeRequest request) {
        JsonValue body = canonical(request.raw().json());
        Optional<ShapeError> unreadable = BODY.check(body);
        if (unreadable.isPresent()) {
            return unreadable.map(GeminiRules::unreadable);
        }
        return GeminiTurnRules.check(request.model(), body).or(() -> tools(body))
                .or(() -> format(request.model(), body)).or(() -> thinking(request.model(), body))
                .or(() -> ranges(body))
                .map(words -> refusal(400, "INVALID_ARGUMENT", words));
    }

    /** The body with the names of fields in one spelling: the parser also takes those with underscores. */
    static JsonValue canonical(JsonValue value) {
        return canonical("", value);
    }

    private static JsonValue canonical(String parent, JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> {
                    String camel = camel(name);
                    boolean isFree = FREE.contains(camel)
                            || (camel.equals("response") && parent.equals("functionResponse"));
                    JsonValue below = camel.equals("properties") ? named(field)
                            : isFree ? field : canonical(camel, field);
                    fields.put(camel, LISTS.contains(camel) && below instanceof JsonValue.Obj
                            ? WireJson.array(below)
                            : below);
                });
                yield new JsonValue.Obj(fields);
            }
            case JsonValue.Arr list -> JsonValue.of(list.items().stream()
                    .map(item -> canonical(parent, item)).toList());
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private static JsonValue named(JsonValue properties) {
        if (!(properties instanceof JsonValue.Obj object)) {
            return properties;
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        object.fields().forEach((name, schema) -> fields.put(name, canonical(schema)));
        return new JsonValue.Obj(fields);
    }

    private static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            boolean isJoint = name.charAt(i) == '_' && i > 0 && i + 1 < name.length();
            if (isJoint) {
                i++;
            }
            camel.append(isJoint ? Character.toUpperCase(name.charAt(i)) : name.charAt(i));
        }
        return camel.toString();
    }

    private static String snake(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    static WireFormat.Refusal refusal(int code, String status, String message) {
        return new WireFormat.Refusal(code,
                WireJson.object("error", WireJson.object("code", code, "message", message, "status", status)));
    }

    // nanbingxyz/5ire#42, January 2025 (unknown); zed#53919, April 2026 (a list); azure-devops-mcp#145 (a number).
    private static WireFormat.Refusal unreadable(ShapeError error) {
        List<Object> steps = error.path().stream().<Object>map(step -> step instanceof String name ? snake(name) : step)
                .toList();
        String path = new ShapeError(steps, error.kind(), "", error.value()).path(true);
        List<Object> parents = steps.subList(0, Math.max(0, steps.size() - 1));
        String parent = new ShapeError(parents, error.kind(), "", error.value()).path(true);
        String place = parent.isEmpty() ? "" : " at '" + parent + "'";
        boolean isList = error.value() instanceof JsonValue.Arr;
        String last = error.path().isEmpty() ? "" : String.valueOf(error.path().getLast());
        String words = switch (error.kind()) {
            case UNKNOWN_FIELD -> "Invalid JSON payload received. Unknown name \"" + last + "\"" + place
                    + ": Cannot find field.";
            case WRONG_TYPE -> isList
                    ? "Invalid JSON payload received. Unknown name \"" + last + "\"" + place
                            + ": Proto field is not repeating, cannot start list."
                    : "Invalid value at '" + path + "' (" + typeName(error.detail()) + "), "
                            + JsonText.write(error.value());
            case UNKNOWN_WORD, MISSING_FIELD -> "Invalid value at '" + path + "' (" + error.detail() + "), "
                    + JsonText.write(error.value());
        };
        return new WireFormat.Refusal(400, WireJson.object("error", WireJson.object("code", 400, "message", words,
                "status", "INVALID_ARGUMENT", "details", WireJson.array(WireJson.object("@type",
                        "type.googleapis.com/google.rpc.BadRequest", "fieldViolations",
                        WireJson.array(WireJson.object("field", parent, "description", words)))))));
    }

    private static String typeName(String kind) {
        return switch (kind) {
            case "string" -> "TYPE_STRING";
            case "boolean" -> "TYPE_BOOL";
            case "integer" -> "TYPE_INT32";
            case "number" -> "TYPE_FLOAT";
            default -> "TYPE_MESSAGE";
        };
    }

    private static Optional<ShapeError> level(List<Object> path, JsonValue value) {
        return word(path, value, "GenerationConfig.ThinkingConfig.ThinkingLevel",
                Set.of("THINKING_LEVEL_UNSPECIFIED", "MINIMAL", "LOW", "MEDIUM", "HIGH"));
    }

    private static Optional<ShapeError> mode(List<Object> path, JsonValue value) {
        return word(path, value, "FunctionCallingConfig.Mode",
                Set.of("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"));
    }

    private static Optional<ShapeError> word(List<Object> path, JsonValue value, String type, Set<String> words) {
        return value instanceof JsonValue.Str text && !words.contains(text.value().toUpperCase(Locale.ROOT))
                ? Optional.of(new ShapeError(path, RequestShape.ErrorKind.UNKNOWN_WORD,
                        "type.googleapis.com/google.ai.generativelanguage.v1beta." + type, value))
                : RequestShape.text().check(path, value);
    }

    private static Optional<String> tools(JsonValue body) {
        List<String> problems = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<JsonValue> tools = WireJson.items(body, "tools");
        for (int i = 0; i < tools.size(); i++) {
            List<JsonValue> functions = WireJson.items(tools.get(i), "functionDeclarations");
            for (int j = 0; j < functions.size(); j++) {
                String at = "* GenerateContentRequest.tools[" + i + "].function_declarations[" + j + "]";
                String name = WireJson.text(functions.get(j), "name");
                // gemini-cli#7869 and cline#7339, September 2025.
                if (!FUNCTION_NAME.matcher(name).matches()) {
                    problems.add(at + ".name: Invalid function name. Must start with a letter or an underscore. Must be"
                            + " alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with"
                            + " a maximum length of 64.");
                }
                if (!names.add(name)) {
                    return Optional.of("Duplicate function declaration found: " + name);
                }
                if (WireJson.has(functions.get(j), "parameters")) {
                    problems.addAll(GeminiSchemaRules.problems(at + ".parameters",
                            WireJson.field(functions.get(j), "parameters")));
                }
            }
        }
        if (problems.isEmpty() && names.isEmpty() && WireJson.has(body, "toolConfig", "functionCallingConfig")) {
            return Optional.of("Function calling config is set without function_declarations.");
        }
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", problems) + "\n");
    }

    // symfony/ai#803, October 2025; Gemini 3 takes both: ai.google.dev, Structured outputs, "with tools". With the mode
    // NONE earlier models do too: google/adk-python#5735, May 2026.
    private static Optional<String> format(String model, JsonValue body) {
        JsonValue settings = WireJson.field(body, "generationConfig");
        boolean isJson = WireJson.text(settings, "responseMimeType").equals("application/json");
        boolean isCallable = !WireJson.items(body, "tools").isEmpty()
                && !WireJson.text(body, "toolConfig", "functionCallingConfig", "mode").equals("NONE");
        if (isJson && isCallable && !GeminiTurnRules.isThird(model)) {
            return Optional.of("Function calling with a response mime type: 'application/json' is unsupported");
        }
        List<String> problems = WireJson.has(settings, "responseSchema")
                ? GeminiSchemaRules.problems("* GenerateContentRequest.generation_config.response_schema",
                        WireJson.field(settings, "responseSchema"))
                : List.of();
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", problems) + "\n");
    }

    // ai.google.dev, Thinking, September 2026; the words are quoted in many clients of 2026.
    private static Optional<String> thinking(String model, JsonValue body) {
        JsonValue config = WireJson.field(body, "generationConfig", "thinkingConfig");
        Double budget = WireJson.number(config, "thinkingBudget");
        String level = WireJson.text(config, "thinkingLevel").toUpperCase(Locale.ROOT);
        if (budget != null && !level.isEmpty()) {
            return Optional.of("You can only set only one of thinking budget and thinking level.");
        }
        if (!level.isEmpty() && model.startsWith("gemini-2")) {
            return Optional.of("Thinking level is not supported for this model.");
        }
        boolean noMinimal = GeminiTurnRules.isThird(model) && (model.contains("-pro")
                || model.startsWith("gemini-3.7-flash") || model.startsWith("gemini-3.8-flash"));
        if (level.equals("MINIMAL") && noMinimal) {
            return Optional.of("Thinking level MINIMAL is not supported for this model. Please retry with other"
                    + " thinking level.");
        }
        // google-gemini/gemini-cli#1953, June 2025, and lobehub#7985, May 2025.
        boolean stopped = budget != null && budget == 0;
        if (stopped && WireJson.field(config, "includeThoughts").equals(JsonValue.of(true))) {
            return Optional.of("Unable to submit request because Thinking_config.include_thoughts is only enabled when"
                    + " thinking is enabled.");
        }
        return budget == null ? Optional.empty() : budget(model, budget.intValue());
    }

    // ai.google.dev, Thinking, "Set budget": -1 lets the model decide.
    private static Optional<String> budget(String model, int budget) {
        boolean isPro = model.startsWith("gemini-2.5-pro");
        boolean isFlash = model.startsWith("gemini-2.5-flash");
        if (budget == 0 && (isPro || (GeminiTurnRules.isThird(model) && model.contains("-pro")))) {
            return Optional.of("Budget 0 is invalid. This model only works in thinking mode.");
        }
        int least = isPro ? 128 : model.startsWith("gemini-2.5-flash-lite") ? 512 : 0;
        int most = isPro ? 32_768 : 24_576;
        boolean outside = (budget > 0 && (budget < least || budget > most)) || budget < -1;
        return (isPro || isFlash) && outside
                ? Optional.of("The thinking budget " + budget + " is invalid. Please choose a value between " + least
                        + " and " + most + ".")
                : Optional.empty();
    }

    // Live requests quoted in public code, July and September 2026.
    private static Optional<String> ranges(JsonValue body) {
        JsonValue settings = WireJson.field(body, "generationConfig");
        Double temperature = WireJson.number(settings, "temperature");
        if (temperature != null && !(temperature >= 0 && temperature <= 2)) {
            return Optional.of("* GenerateContentRequest.generation_config.temperature: temperature must be in the"
                    + " range [0.0, 2.0].\n");
        }
        return WireJson.items(settings, "stopSequences").size() > MAX_STOPS
                ? Optional.of("* GenerateContentRequest.generation_config.stop_sequences: the number of"
                        + " stop_sequences must not exceed 5\n")
                : Optional.empty();
    }
}
