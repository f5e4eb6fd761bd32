package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.AnthropicModel;
import dev.waggle.testing.provider.rule.AnthropicSchemaRules;
import dev.waggle.testing.provider.rule.AnthropicTurnRules;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.RequestShape.ObjectShape;
import dev.waggle.testing.provider.rule.RequestShape.ShapeError;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Rules of Anthropic for requests, in the order in which they are checked. The shape is that of the published SDK
 * (anthropic-sdk-python, types/message_create_params.py and its neighbours, October 2026), without beta fields.
 */
final class AnthropicRules {

    private static final Pattern TOOL_NAME = Pattern.compile("[a-zA-Z0-9_-]{1,128}");
    private static final Pattern CALL_ID = Pattern.compile("[a-zA-Z0-9_-]+");
    private static final int MAX_BREAKPOINTS = 4;
    private static final int LEAST_BUDGET = 1_024;
    private static final String THINKING = "https://docs.claude.com/en/docs/build-with-claude/extended-thinking";

    private static final List<Function<FakeRequest, Optional<String>>> RULES = List.of(AnthropicRules::version,
            AnthropicRules::json, AnthropicRules::systemRole, AnthropicRules::shape, AnthropicRules::names,
            request -> AnthropicSchemaRules.check(request.raw().json()), AnthropicRules::choice,
            AnthropicRules::breakpoints, AnthropicRules::limit, AnthropicRules::thinking, AnthropicRules::effort,
            AnthropicRules::temperature,
            request -> AnthropicTurnRules.check(request.raw().json(), model(request)));

    private static final RequestShape CACHE = RequestShape.under("ephemeral", RequestShape.object()
            .needing("type", RequestShape.words("ephemeral")).with("ttl", RequestShape.words("5m", "1h")));

    private static final RequestShape TEXT = named("text", RequestShape.object()
            .needing("type", RequestShape.text()).needing("text", RequestShape.text()).with("cache_control", CACHE)
            .with("citations", RequestShape.anything()));

    private static final ObjectShape RESULT = RequestShape.object().needing("type", RequestShape.text())
            .needing("tool_use_id", RequestShape.text())
            .with("content", RequestShape.either(RequestShape.text(), RequestShape.list(RequestShape.tagged("type",
                    Map.of("text", TEXT, "image", RequestShape.anyObject(), "document", RequestShape.anyObject(),
                            "search_result", RequestShape.anyObject(), "tool_reference",
                            RequestShape.anyObject())))))
            .with("is_error", RequestShape.flag()).with("cache_control", CACHE);

    private static final ObjectShape CALL = RequestShape.object().needing("type", RequestShape.text())
            .needing("id", RequestShape.text()).needing("name", RequestShape.text())
            .needing("input", RequestShape.anyObject()).with("cache_control", CACHE)
            .with("caller", RequestShape.anyObject());

    private static final RequestShape BLOCK = RequestShape.tagged("type", Map.ofEntries(Map.entry("text", TEXT),
            Map.entry("tool_use", named("tool_use", CALL)), Map.entry("tool_result", named("tool_result", RESULT)),
            Map.entry("thinking", named("thinking", RequestShape.object().needing("type", RequestShape.text())
                    .needing("thinking", RequestShape.text()).needing("signature", RequestShape.text()))),
            Map.entry("redacted_thinking", named("redacted_thinking", RequestShape.object()
                    .needing("type", RequestShape.text()).needing("data", RequestShape.text()))),
            Map.entry("image", RequestShape.anyObject()), Map.entry("document", RequestShape.anyObject()),
            Map.entry("search_result", RequestShape.anyObject()),
            Map.entry("server_tool_use", RequestShape.anyObject()),
            Map.entry("web_search_tool_result", RequestShape.anyObject()),
            Map.entry("container_upload", RequestShape.anyObject())));

    private static final ObjectShape TOOL = RequestShape.object().with("type", RequestShape.words("custom"))
            .needing("name", RequestShape.text()).with("description", RequestShape.text())
            .needing("input_schema", AnthropicRules::inputSchema).with("cache_control", CACHE)
            .with("strict", RequestShape.flag()).with("defer_loading", RequestShape.flag())
            .with("eager_input_streaming", RequestShape.flag())
            .with("input_examples", RequestShape.list(RequestShape.anyObject()))
            .with("allowed_callers", RequestShape.list(RequestShape.text()));

    private static final RequestShape DISPLAY = RequestShape.words("summarized", "omitted");

    private static final RequestShape THOUGHT = RequestShape.tagged("type", Map.of(
            "enabled", named("enabled", RequestShape.object().needing("type", RequestShape.text())
                    .needing("budget_tokens", RequestShape.integer()).with("display", DISPLAY)),
            "adaptive", named("adaptive", RequestShape.object().needing("type", RequestShape.text())
                    .with("display", DISPLAY)),
            "disabled", named("disabled", RequestShape.object().needing("type", RequestShape.text()))));

    private static final ObjectShape ANY_CHOICE = RequestShape.object().needing("type", RequestShape.text())
            .with("disable_parallel_tool_use", RequestShape.flag());

    private static final ObjectShape BODY = RequestShape.object().needing("model", RequestShape.text())
            .needing("messages", RequestShape.list(RequestShape.object()
                    .needing("role", RequestShape.words("user", "assistant", "system"))
                    .needing("content", RequestShape.either(RequestShape.text(), RequestShape.list(BLOCK)))))
            .needing("max_tokens", RequestShape.integer())
            .with("system", RequestShape.either(RequestShape.text(), RequestShape.list(RequestShape.tagged("type",
                    Map.of("text", TEXT)))))
            .with("tools", RequestShape.list(AnthropicRules::tool))
            .with("tool_choice", RequestShape.tagged("type", Map.of("auto", named("auto", ANY_CHOICE), "any",
                    named("any", ANY_CHOICE), "tool", named("tool", ANY_CHOICE.needing("name", RequestShape.text())),
                    "none", named("none", RequestShape.object().needing("type", RequestShape.text())))))
            .with("thinking", THOUGHT)
            .with("output_config", RequestShape.object()
                    .with("effort", RequestShape.words(AnthropicModel.EFFORTS.toArray(String[]::new)))
                    .with("format", RequestShape.either(RequestShape.nothing(), RequestShape.object()
                            .needing("type", RequestShape.words("json_schema"))
                            .needing("schema", RequestShape.anyObject()))))
            .with("stream", RequestShape.flag()).with("temperature", RequestShape.number())
            .with("top_p", RequestShape.number()).with("top_k", RequestShape.integer())
            .with("stop_sequences", RequestShape.list(RequestShape.text())).with("cache_control", CACHE)
            .with("metadata", RequestShape.object().with("user_id",
                    RequestShape.either(RequestShape.nothing(), RequestShape.text())))
            .with("service_tier", RequestShape.words("auto", "standard_only"))
            .with("container", RequestShape.anything()).with("inference_geo", RequestShape.anything());

    private AnthropicRules() {}

    /** The first broken rule, in words. */
    static Optional<String> check(FakeRequest request) {
        return RULES.stream().flatMap(rule -> rule.apply(request).stream()).findFirst();
    }

    static AnthropicModel model(FakeRequest request) {
        return AnthropicModel.of(request.model());
    }

    // Errors of Foundry and the API, many issues of 2026.
    private static Optional<String> version(FakeRequest request) {
        return when(request.header("anthropic-version").isEmpty(), "anthropic-version: header is required");
    }

    private static Optional<String> json(FakeRequest request) {
        return when(!(request.raw().json() instanceof JsonValue.Obj), "The request body is not valid JSON");
    }

    // quarkus-langchain4j and many others, 2026. Models after Opus 4.8 take the role within a conversation.
    private static Optional<String> systemRole(FakeRequest request) {
        List<JsonValue> messages = WireJson.items(request.raw().json(), "messages");
        for (int i = 0; i < messages.size(); i++) {
            boolean later = i > 0 && (request.model().startsWith("claude-opus-4-8")
                    || request.model().startsWith("claude-opus-5"));
            if (WireJson.text(messages.get(i), "role").equals("system") && !later) {
                return Optional.of("messages: Unexpected role \"system\". The Messages API accepts a top-level `system`"
                        + " parameter, not \"system\" as an input message role.");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> shape(FakeRequest request) {
        return BODY.check(request.raw().json()).map(AnthropicRules::words);
    }

    /** The words of the API for a departure; it names fields as its validator does. */
    private static String words(ShapeError error) {
        return error.path(false) + ": " + switch (error.kind()) {
            case UNKNOWN_FIELD -> "Extra inputs are not permitted";
            case MISSING_FIELD -> "Field required";
            case WRONG_TYPE -> "Input should be " + switch (error.detail()) {
                case "array" -> "a valid list";
                case "object" -> "a valid dictionary";
                case "null" -> "null";
                default -> "a valid " + error.detail();
            };
            case UNKNOWN_WORD -> "Input should be '" + error.detail().replace(", ", "', '")
                    .replaceFirst("', '([^']*)$", "' or '$1") + "'";
        };
    }

    /** A tool with a type is one of the provider; any other has a name and a schema. */
    private static Optional<ShapeError> tool(List<Object> path, JsonValue value) {
        String type = WireJson.text(value, "type");
        return type.isEmpty() || type.equals("custom")
                ? named("custom", TOOL).check(path, value)
                : RequestShape.anyObject().check(path, value);
    }

    private static Optional<ShapeError> inputSchema(List<Object> path, JsonValue value) {
        ObjectShape shape = RequestShape.object().needing("type", RequestShape.words("object"))
                .with("properties", RequestShape.either(RequestShape.nothing(), RequestShape.anyObject()))
                .with("required", RequestShape.either(RequestShape.nothing(),
                        RequestShape.list(RequestShape.text())));
        return RequestShape.open(shape).check(path, value);
    }

    // BerriAI/litellm PR 26788, May 2026 (128 characters); forgecode#892, June 2025 (unique names).
    private static Optional<String> names(FakeRequest request) {
        List<JsonValue> tools = WireJson.items(request.raw().json(), "tools");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            String name = WireJson.text(tools.get(i), "name");
            if (!TOOL_NAME.matcher(name).matches()) {
                return Optional.of("tools." + i + ".custom.name: String should match pattern '^" + TOOL_NAME + "$'");
            }
            if (!names.add(name)) {
                return Optional.of("tools: Tool names must be unique.");
            }
        }
        return ids(request);
    }

    // Many issues, for example of LangGraph: ids of other providers.
    private static Optional<String> ids(FakeRequest request) {
        List<JsonValue> messages = WireJson.items(request.raw().json(), "messages");
        for (int i = 0; i < messages.size(); i++) {
            List<JsonValue> blocks = WireJson.items(messages.get(i), "content");
            for (int j = 0; j < blocks.size(); j++) {
                boolean isCall = WireJson.text(blocks.get(j), "type").equals("tool_use");
                if (isCall && !CALL_ID.matcher(WireJson.text(blocks.get(j), "id")).matches()) {
                    return Optional.of("messages." + i + ".content." + j
                            + ".tool_use.id: String should match pattern '^" + CALL_ID + "$'");
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> choice(FakeRequest request) {
        JsonValue body = request.raw().json();
        String type = WireJson.text(body, "tool_choice", "type");
        return when(!type.isEmpty() && WireJson.items(body, "tools").isEmpty(),
                "tool_choice." + type + ": tool_choice may only be specified while providing tools");
    }

    // continuedev/continue PR 6937, August 2025 (four); askalf/dario#1066, August 2026 (empty texts).
    private static Optional<String> breakpoints(FakeRequest request) {
        List<String> empty = new ArrayList<>();
        int count = WireJson.has(request.raw().json(), "cache_control") ? 1 : 0;
        JsonValue body = request.raw().json();
        for (JsonValue tool : WireJson.items(body, "tools")) {
            count += WireJson.has(tool, "cache_control") ? 1 : 0;
        }
        count += breakpoints("system.", WireJson.items(body, "system"), empty);
        List<JsonValue> messages = WireJson.items(body, "messages");
        for (int i = 0; i < messages.size(); i++) {
            count += breakpoints("messages." + i + ".content.", WireJson.items(messages.get(i), "content"), empty);
        }
        if (!empty.isEmpty()) {
            return Optional.of(empty.getFirst() + ".text: cache_control cannot be set for empty text blocks");
        }
        return when(count > MAX_BREAKPOINTS, "A maximum of " + MAX_BREAKPOINTS
                + " blocks with cache_control may be provided. Found " + count + ".");
    }

    private static int breakpoints(String at, List<JsonValue> blocks, List<String> empty) {
        int count = 0;
        for (int i = 0; i < blocks.size(); i++) {
            boolean marked = WireJson.has(blocks.get(i), "cache_control");
            count += marked ? 1 : 0;
            if (marked && WireJson.text(blocks.get(i), "type").equals("text")
                    && WireJson.text(blocks.get(i), "text").isEmpty()) {
                empty.add(at + i);
            }
        }
        return count;
    }

    // OpenHands#11090, September 2025; claude-code#24451, February 2026. 0 fills the cache only (API reference).
    private static Optional<String> limit(FakeRequest request) {
        int most = model(request).limits().output();
        long asked = number(request, "max_tokens");
        if (asked < 0) {
            return Optional.of("max_tokens: Input should be greater than or equal to 0");
        }
        return when(most > 0 && asked > most, "max_tokens: " + asked + " > " + most
                + ", which is the maximum allowed number of output tokens for " + request.model());
    }

    // platform.claude.com, "Troubleshooting thinking", September 2026; themaximalist/llm.js#30 (budget).
    private static Optional<String> thinking(FakeRequest request) {
        JsonValue body = request.raw().json();
        String type = WireJson.text(body, "thinking", "type");
        if (model(request).refusedThinking().contains(type)) {
            return Optional.of(type.equals("adaptive")
                    ? "adaptive thinking is not supported on this model"
                    : "\"thinking.type." + type + "\" is not supported for this model. Use \"thinking.type.adaptive\""
                            + " and \"output_config.effort\" to control thinking behavior.");
        }
        if (!type.equals("enabled")) {
            return Optional.empty();
        }
        Double budget = WireJson.number(body, "thinking", "budget_tokens");
        if (budget != null && budget < LEAST_BUDGET) {
            return Optional.of("thinking.enabled.budget_tokens: Input should be greater than or equal to "
                    + LEAST_BUDGET);
        }
        if (budget != null && budget >= number(request, "max_tokens")) {
            return Optional.of("`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our"
                    + " documentation at " + THINKING + "#max-tokens-and-context-window-size");
        }
        String choice = WireJson.text(body, "tool_choice", "type");
        return when(choice.equals("any") || choice.equals("tool"),
                "Thinking may not be enabled when tool_choice forces tool use.");
    }

    // elizaOS/eliza PR 16175, July 2026: live probes of both refusals.
    private static Optional<String> effort(FakeRequest request) {
        String effort = WireJson.text(request.raw().json(), "output_config", "effort");
        List<String> taken = model(request).refuses().efforts();
        if (effort.isEmpty() || taken.contains(effort)) {
            return Optional.empty();
        }
        return Optional.of(taken.isEmpty()
                ? "This model does not support the effort parameter."
                : "This model does not support effort level '" + effort + "'. Supported levels: "
                        + String.join(", ", taken.stream().sorted().toList()) + ".");
    }

    // FluidVoice#285, April 2026; github/app#2574, August 2026; the range is that of the API reference.
    private static Optional<String> temperature(FakeRequest request) {
        Double temperature = request.settings().temperature();
        if (temperature == null || temperature == 1) {
            return Optional.empty();
        }
        if (model(request).refuses().temperature()) {
            return Optional.of("`temperature` is deprecated for this model.");
        }
        if (!(temperature >= 0 && temperature <= 1)) {
            return Optional.of("temperature: range: 0..1");
        }
        return when(AnthropicTurnRules.isThinking(request.raw().json(), model(request)),
                "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our"
                        + " documentation at " + THINKING
                        + "#important-considerations-when-using-extended-thinking");
    }

    private static long number(FakeRequest request, String field) {
        Double number = WireJson.number(request.raw().json(), field);
        return number == null ? 0 : number.longValue();
    }

    /** The shape of an object whose kind stands in the path of its errors. */
    private static RequestShape named(String kind, ObjectShape shape) {
        return RequestShape.under(kind, shape);
    }

    private static Optional<String> when(boolean broken, String words) {
        return broken ? Optional.of(words) : Optional.empty();
    }
}
