package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.OpenAiSchemaRules;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * Rules of OpenAI's chat completions for a request, in the order in which a reader meets the fields. The shape comes
 * from openai-python, {@code chat/completion_create_params}, 2026.
 */
final class OpenAiRules {

    private static final String NAME_PATTERN = "^[a-zA-Z0-9_-]+$";
    private static final int MAX_NAME = 64;
    /** Tools in a request: API reference, "A max of 128 functions are supported", 2026. */
    private static final int MAX_TOOLS = 128;
    /** Characters of the id of a call: vercel/ai#8132, August 2025. */
    private static final int MAX_CALL_ID = 40;

    private static final RequestShape CONTENT = RequestShape.either(RequestShape.text(),
            RequestShape.list(RequestShape.tagged("type", Map.of(
                    "text", part().needing("text", RequestShape.text()),
                    "refusal", part().needing("refusal", RequestShape.text()),
                    "image_url", part().needing("image_url", RequestShape.anyObject()),
                    "input_audio", part().needing("input_audio", RequestShape.anyObject()),
                    "file", part().needing("file", RequestShape.anyObject())))));

    private static final RequestShape CALL = RequestShape.object().needing("id", RequestShape.text())
            .needing("type", RequestShape.words("function")).needing("function", RequestShape.object()
                    .needing("name", RequestShape.text()).needing("arguments", RequestShape.text()));

    private static final RequestShape MESSAGE = RequestShape.tagged("role", Map.of(
            "system", message().needing("content", CONTENT),
            "developer", message().needing("content", CONTENT),
            "user", message().needing("content", CONTENT),
            "assistant", message().with("content", optional(CONTENT)).with("refusal", optional(RequestShape.text()))
                    .with("tool_calls", RequestShape.list(CALL)).with("audio", optional(RequestShape.anyObject()))
                    .with("function_call", optional(RequestShape.anyObject())),
            "tool", message().needing("content", CONTENT).needing("tool_call_id", RequestShape.text()),
            "function", message().needing("content", optional(RequestShape.text()))));

    private static final RequestShape TOOL = RequestShape.object().needing("type", RequestShape.words("function"))
            .needing("function", RequestShape.object().needing("name", RequestShape.text())
                    .with("description", RequestShape.text()).with("parameters", RequestShape.anyObject())
                    .with("strict", optional(RequestShape.flag())));

    private static final RequestShape FORMAT = RequestShape.tagged("type", Map.of(
            "text", part(), "json_object", part(), "json_schema", part().needing("json_schema",
                    RequestShape.object().needing("name", RequestShape.text())
                            .with("description", RequestShape.text()).with("schema", RequestShape.anyObject())
                            .with("strict", optional(RequestShape.flag())))));

    private static final RequestShape CHOICE = RequestShape.either(RequestShape.words("none", "auto", "required"),
            RequestShape.object().needing("type", RequestShape.words("function")).needing("function",
                    RequestShape.object().needing("name", RequestShape.text())));

    private static final RequestShape BODY = body();

    private OpenAiRules() {}

    private static RequestShape.ObjectShape part() {
        return RequestShape.object().needing("type", RequestShape.text());
    }

    private static RequestShape.ObjectShape message() {
        return RequestShape.object().needing("role", RequestShape.text()).with("name", RequestShape.text());
    }

    /** The shape, or null in its place. */
    static RequestShape optional(RequestShape shape) {
        return RequestShape.either(RequestShape.nothing(), shape);
    }

    private static RequestShape body() {
        RequestShape.ObjectShape shape = RequestShape.object().needing("model", RequestShape.text())
                .needing("messages", RequestShape.list(MESSAGE)).with("tools", RequestShape.list(TOOL))
                .with("tool_choice", CHOICE).with("response_format", FORMAT)
                .with("stream_options", optional(RequestShape.object().with("include_usage", RequestShape.flag())
                        .with("include_obfuscation", RequestShape.flag())));
        for (String name : List.of("parallel_tool_calls", "stream", "store", "logprobs")) {
            shape = shape.with(name, optional(RequestShape.flag()));
        }
        for (String name : List.of("max_tokens", "max_completion_tokens", "n", "seed", "top_logprobs")) {
            shape = shape.with(name, optional(RequestShape.integer()));
        }
        for (String name : List.of("temperature", "top_p", "presence_penalty", "frequency_penalty")) {
            shape = shape.with(name, optional(RequestShape.number()));
        }
        for (String name : List.of("user", "reasoning_effort", "service_tier", "verbosity", "prompt_cache_key",
                "prompt_cache_retention", "safety_identifier")) {
            shape = shape.with(name, optional(RequestShape.text()));
        }
        for (String name : List.of("stop", "logit_bias", "metadata", "modalities", "audio", "prediction",
                "web_search_options", "functions", "function_call", "moderation")) {
            shape = shape.with(name, RequestShape.anything());
        }
        return shape;
    }

    /** The first departure of the body from the published shape. */
    static Optional<WireFormat.Refusal> shape(JsonValue body) {
        return BODY.check(body).map(error -> OpenAiRefusal.ofShape(error, true));
    }

    /** The first rule of chat completions that a body of the right shape breaks, whatever the model. */
    static Optional<WireFormat.Refusal> check(JsonValue body) {
        return messages(WireJson.items(body, "messages")).or(() -> tools(body)).or(() -> settings(body))
                .or(() -> format(body));
    }

    private static Optional<WireFormat.Refusal> messages(List<JsonValue> messages) {
        if (messages.isEmpty()) {
            return Optional.of(OpenAiRefusal.emptyArray("messages"));
        }
        for (int i = 0; i < messages.size(); i++) {
            JsonValue message = messages.get(i);
            Optional<WireFormat.Refusal> refusal = switch (WireJson.text(message, "role")) {
                case "assistant" -> assistant(messages, i);
                case "tool" -> toolResult(messages, i);
                default -> Optional.empty();
            };
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static Optional<WireFormat.Refusal> assistant(List<JsonValue> messages, int at) {
        JsonValue message = messages.get(at);
        List<JsonValue> calls = WireJson.items(message, "tool_calls");
        boolean says = WireJson.has(message, "content") || WireJson.has(message, "refusal")
                || WireJson.has(message, "function_call") || WireJson.has(message, "audio");
        if (calls.isEmpty() && !says) {
            // Rule: vercel/ai#14950; words: docker/docker-agent#63, July 2025.
            return Optional.of(OpenAiRefusal.bad("Invalid value for 'content': expected a string, got null.",
                    "messages.[" + at + "].content", null));
        }
        if (WireJson.field(message, "tool_calls") instanceof JsonValue.Arr && calls.isEmpty()) {
            return Optional.of(OpenAiRefusal.emptyArray("messages[" + at + "].tool_calls"));
        }
        for (int i = 0; i < calls.size(); i++) {
            String path = "messages[" + at + "].tool_calls[" + i + "]";
            JsonValue call = calls.get(i);
            Optional<WireFormat.Refusal> bad = OpenAiRefusal
                    .tooLong(path + ".id", WireJson.text(call, "id"), MAX_CALL_ID)
                    .or(() -> name(path + ".function.name", WireJson.text(call, "function", "name")));
            if (bad.isPresent()) {
                return bad;
            }
        }
        return unanswered(messages, at, calls);
    }

    /** Every call is answered by the messages right behind it. Words: litellm#10083, April 2025. */
    private static Optional<WireFormat.Refusal> unanswered(List<JsonValue> messages, int at, List<JsonValue> calls) {
        Set<String> open = new LinkedHashSet<>();
        calls.forEach(call -> open.add(WireJson.text(call, "id")));
        for (int i = at + 1; i < messages.size() && WireJson.text(messages.get(i), "role").equals("tool"); i++) {
            open.remove(WireJson.text(messages.get(i), "tool_call_id"));
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.bad("An assistant message with 'tool_calls' must be followed by tool"
                        + " messages responding to each 'tool_call_id'. The following tool_call_ids did not have"
                        + " response messages: " + String.join(", ", open), "messages.[" + (at + 1) + "].role", null));
    }

    /** A result belongs to a call of the assistant message before it. Words: miurla/morphic#136, May 2024. */
    private static Optional<WireFormat.Refusal> toolResult(List<JsonValue> messages, int at) {
        int before = at - 1;
        while (before >= 0 && WireJson.text(messages.get(before), "role").equals("tool")) {
            before--;
        }
        List<String> asked = before < 0
                ? List.of()
                : WireJson.items(messages.get(before), "tool_calls").stream().map(call -> WireJson.text(call, "id"))
                        .toList();
        String id = WireJson.text(messages.get(at), "tool_call_id");
        return asked.contains(id)
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.bad("Invalid parameter: messages with role 'tool' must be a response to a"
                        + " preceeding message with 'tool_calls'.", "messages.[" + at + "].role", null));
    }

    private static Optional<WireFormat.Refusal> tools(JsonValue body) {
        List<JsonValue> tools = WireJson.items(body, "tools");
        if (tools.isEmpty()) {
            return WireJson.has(body, "tools") ? Optional.of(OpenAiRefusal.emptyArray("tools")) : withoutTools(body);
        }
        if (tools.size() > MAX_TOOLS) {
            // Words: vishalmysore/Tools4AI#16, May 2024.
            return Optional.of(OpenAiRefusal.bad("Invalid 'tools': array too long. Expected an array with maximum"
                    + " length " + MAX_TOOLS + ", but got an array with length " + tools.size() + " instead.", "tools",
                    "array_above_max_length"));
        }
        List<Optional<WireFormat.Refusal>> all = new ArrayList<>();
        for (int i = 0; i < tools.size(); i++) {
            String path = "tools[" + i + "].function";
            JsonValue function = WireJson.field(tools.get(i), "function");
            all.add(name(path + ".name", WireJson.text(function, "name"))
                    .or(() -> parameters(path + ".parameters", function)));
        }
        return all.stream().flatMap(Optional::stream).findFirst();
    }

    /** Words: openai/swarm#30, July 2024, and writer-framework#1013, July 2025. */
    private static Optional<WireFormat.Refusal> withoutTools(JsonValue body) {
        return Stream.of("tool_choice", "parallel_tool_calls").filter(param -> WireJson.has(body, param)).findFirst()
                .map(param -> OpenAiRefusal.bad("Invalid value for '" + param + "': '" + param
                        + "' is only allowed when 'tools' are specified.", param, null));
    }

    /** The name of a tool or of a schema. Words: brekkylab/ailoy#109, June 2025. */
    static Optional<WireFormat.Refusal> name(String param, String name) {
        return name.matches(NAME_PATTERN)
                ? OpenAiRefusal.tooLong(param, name, MAX_NAME)
                : Optional.of(OpenAiRefusal.bad("Invalid '" + param
                        + "': string does not match pattern. Expected a string that matches the pattern '"
                        + NAME_PATTERN + "'.", param, "invalid_value"));
    }

    /** The schema of a tool; without one it has no parameters. */
    static Optional<WireFormat.Refusal> parameters(String param, JsonValue function) {
        if (!WireJson.has(function, "parameters")) {
            return Optional.empty();
        }
        JsonValue schema = WireJson.field(function, "parameters");
        Optional<String> problem = WireJson.flag(function, "strict")
                ? OpenAiSchemaRules.strict(schema)
                : OpenAiSchemaRules.open(schema);
        return problem.map(text -> OpenAiRefusal.bad("Invalid schema for function '" + WireJson.text(function, "name")
                + "': " + text, param, "invalid_function_parameters"));
    }

    /** Ranges: API reference, 2026. */
    private static Optional<WireFormat.Refusal> settings(JsonValue body) {
        if (WireJson.has(body, "stream_options") && !WireJson.flag(body, "stream")) {
            // Words: BerriAI/litellm#5803, September 2024.
            return Optional.of(OpenAiRefusal.bad("The 'stream_options' parameter is only allowed when 'stream' is"
                    + " enabled.", "stream_options", null));
        }
        if (WireJson.has(body, "max_tokens") && WireJson.has(body, "max_completion_tokens")) {
            // Words: langchain-ai/langgraph#5943, August 2025.
            return Optional.of(OpenAiRefusal.bad("Setting 'max_tokens' and 'max_completion_tokens' at the same time"
                    + " is not supported.", "max_tokens", "invalid_parameter_combination"));
        }
        return OpenAiRefusal.outside(body, "temperature", 0, 2).or(() -> OpenAiRefusal.outside(body, "top_p", 0, 1))
                .or(() -> OpenAiRefusal.outside(body, "presence_penalty", -2, 2))
                .or(() -> OpenAiRefusal.outside(body, "frequency_penalty", -2, 2))
                .or(() -> OpenAiRefusal.outside(body, "max_tokens", 1, Integer.MAX_VALUE))
                .or(() -> OpenAiRefusal.outside(body, "max_completion_tokens", 1, Integer.MAX_VALUE));
    }

    private static Optional<WireFormat.Refusal> format(JsonValue body) {
        JsonValue format = WireJson.field(body, "response_format");
        return switch (WireJson.text(format, "type")) {
            // Rule: guide "Structured Outputs", "JSON mode", 2026; words: stagehand#1204, October 2025.
            case "json_object" -> saysJson(WireJson.field(body, "messages"))
                    ? Optional.empty()
                    : Optional.of(OpenAiRefusal.bad("'messages' must contain the word 'json' in some form, to use"
                            + " 'response_format' of type 'json_object'.", "messages", null));
            case "json_schema" -> schema("response_format.json_schema", "response_format", null,
                    WireJson.field(format, "json_schema"));
            default -> Optional.empty();
        };
    }

    static boolean saysJson(JsonValue texts) {
        return JsonText.write(texts).toLowerCase(Locale.ROOT).contains("json");
    }

    /**
     * The schema of a reply.
     *
     * @param path the place of its name
     * @param param the parameter that errors of the schema name
     */
    static Optional<WireFormat.Refusal> schema(String path, String param, @Nullable String code,
            JsonValue format) {
        Optional<WireFormat.Refusal> name = name(path + ".name", WireJson.text(format, "name"));
        if (name.isPresent() || !WireJson.flag(format, "strict")) {
            return name;
        }
        if (!WireJson.has(format, "schema")) {
            return Optional.of(OpenAiRefusal.bad("Missing required parameter: '" + path + ".schema'.",
                    path + ".schema", "missing_required_parameter"));
        }
        return OpenAiSchemaRules.strict(WireJson.field(format, "schema"))
                .map(problem -> OpenAiRefusal.bad("Invalid schema for response_format '"
                        + WireJson.text(format, "name") + "': " + problem, param, code));
    }
}
