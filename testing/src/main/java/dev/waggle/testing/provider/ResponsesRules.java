package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.RequestShape;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Rules of OpenAI's responses for a request. The shape comes from openai-python,
 * {@code types/responses/response_create_params} and {@code response_input_item_param}, 2026.
 */
final class ResponsesRules {

    /** Tokens at least: vectorize-io/hindsight#58, December 2025. */
    private static final int MIN_OUTPUT = 16;
    /** Characters of the id of a call: orchidfiles/ungate#26, July 2026. */
    private static final int MAX_CALL_ID = 64;

    /** Names of chat completions and their place in responses. Words: Helicone commit 892fa0e, 2026. */
    private static final Map<String, String> MOVED = Map.of("response_format", "text.format", "messages", "input",
            "max_tokens", "max_output_tokens", "max_completion_tokens", "max_output_tokens", "reasoning_effort",
            "reasoning.effort");

    private static final Pattern AFTER_REASONING = Pattern.compile("(?:fc|msg)_r([0-9a-f]{24})\\d+");

    private static final RequestShape TO_MODEL = RequestShape.either(RequestShape.text(),
            RequestShape.list(RequestShape.tagged("type", Map.of(
                    "input_text", part().needing("text", RequestShape.text()),
                    "input_image", RequestShape.anyObject(), "input_file", RequestShape.anyObject()))));

    private static final RequestShape BY_MODEL = RequestShape.either(RequestShape.text(),
            RequestShape.list(RequestShape.tagged("type", Map.of(
                    "output_text", part().needing("text", RequestShape.text())
                            .with("annotations", RequestShape.anything()).with("logprobs", RequestShape.anything()),
                    "refusal", part().needing("refusal", RequestShape.text())))));

    private static final RequestShape MESSAGE = RequestShape.tagged("role", Map.of("user", message(TO_MODEL),
            "system", message(TO_MODEL), "developer", message(TO_MODEL), "assistant", message(BY_MODEL)));

    private static final Map<String, RequestShape> ITEMS = withOthers(Map.of("message", MESSAGE,
            "function_call", item().needing("call_id", RequestShape.text()).needing("name", RequestShape.text())
                    .needing("arguments", RequestShape.text()).with("namespace", RequestShape.anything()),
            "function_call_output", item().needing("call_id", RequestShape.text())
                    .needing("output", RequestShape.either(RequestShape.text(), TO_MODEL)),
            "reasoning", item().needing("id", RequestShape.text())
                    .needing("summary", RequestShape.list(RequestShape.anyObject()))
                    .with("content", RequestShape.anything())
                    .with("encrypted_content", OpenAiRules.optional(RequestShape.text())),
            "item_reference", item().needing("id", RequestShape.text())),
            "compaction", "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
            "computer_call", "computer_call_output", "local_shell_call", "local_shell_call_output", "mcp_list_tools",
            "mcp_call", "mcp_approval_request", "mcp_approval_response", "custom_tool_call",
            "custom_tool_call_output");

    private static final RequestShape ITEM = (path, value) -> {
        RequestShape shape = ITEMS.get(type(value));
        return value instanceof JsonValue.Obj && shape != null
                ? shape.check(path, value)
                : RequestShape.tagged("type", ITEMS).check(path, value);
    };

    private static final RequestShape TOOL = RequestShape.tagged("type", withOthers(
            Map.of("function", RequestShape.object().needing("type", RequestShape.text())
                    .needing("name", RequestShape.text())
                    .with("description", OpenAiRules.optional(RequestShape.text()))
                    .with("parameters", OpenAiRules.optional(RequestShape.anyObject()))
                    .with("strict", OpenAiRules.optional(RequestShape.flag()))),
            "web_search", "web_search_preview", "file_search", "code_interpreter", "image_generation",
            "computer_use_preview", "mcp", "local_shell", "custom"));

    private static final RequestShape TEXT = RequestShape.object()
            .with("verbosity", OpenAiRules.optional(RequestShape.words("low", "medium", "high")))
            .with("format", RequestShape.tagged("type", Map.of("text", part(), "json_object", part(), "json_schema",
                    part().needing("name", RequestShape.text()).needing("schema", RequestShape.anyObject())
                            .with("description", RequestShape.text())
                            .with("strict", OpenAiRules.optional(RequestShape.flag())))));

    private static final RequestShape BODY = body();

    private ResponsesRules() {}

    /** These shapes, and any object for each of the other words, of which this project sends none. */
    private static Map<String, RequestShape> withOthers(Map<String, RequestShape> shapes, String... others) {
        Map<String, RequestShape> all = new HashMap<>(shapes);
        for (String other : others) {
            all.put(other, RequestShape.anyObject());
        }
        return Map.copyOf(all);
    }

    private static RequestShape.ObjectShape part() {
        return RequestShape.object().needing("type", RequestShape.text());
    }

    private static RequestShape.ObjectShape item() {
        return RequestShape.object().needing("type", RequestShape.text())
                .with("id", OpenAiRules.optional(RequestShape.text()))
                .with("status", OpenAiRules.optional(RequestShape.words("in_progress", "completed", "incomplete")));
    }

    private static RequestShape.ObjectShape message(RequestShape content) {
        return RequestShape.object().needing("role", RequestShape.text()).needing("content", content)
                .with("type", RequestShape.words("message")).with("id", RequestShape.text())
                .with("status", RequestShape.text()).with("phase", RequestShape.anything());
    }

    private static RequestShape body() {
        RequestShape.ObjectShape shape = RequestShape.object().needing("model", RequestShape.text())
                .needing("input", RequestShape.either(RequestShape.text(), RequestShape.list(ITEM)))
                .with("tools", RequestShape.list(TOOL)).with("text", TEXT)
                .with("tool_choice", RequestShape.either(RequestShape.words("none", "auto", "required"),
                        RequestShape.tagged("type", withOthers(Map.of("function", part().needing("name",
                                RequestShape.text())), "allowed_tools", "custom", "mcp", "web_search_preview"))))
                .with("reasoning", OpenAiRules.optional(RequestShape.object()
                        .with("effort", OpenAiRules.optional(RequestShape.text()))
                        .with("summary", OpenAiRules.optional(RequestShape.words("auto", "concise", "detailed")))
                        .with("generate_summary", RequestShape.anything()).with("context", RequestShape.anything())))
                .with("include", OpenAiRules.optional(RequestShape.list(RequestShape.words(
                        "file_search_call.results", "web_search_call.results", "web_search_call.action.sources",
                        "message.input_image.image_url", "computer_call_output.output.image_url",
                        "code_interpreter_call.outputs", "reasoning.encrypted_content",
                        "message.output_text.logprobs"))));
        for (String name : List.of("stream", "store", "background", "parallel_tool_calls")) {
            shape = shape.with(name, OpenAiRules.optional(RequestShape.flag()));
        }
        for (String name : List.of("max_output_tokens", "max_tool_calls", "top_logprobs")) {
            shape = shape.with(name, OpenAiRules.optional(RequestShape.integer()));
        }
        for (String name : List.of("temperature", "top_p")) {
            shape = shape.with(name, OpenAiRules.optional(RequestShape.number()));
        }
        for (String name : List.of("instructions", "previous_response_id", "user", "truncation", "service_tier",
                "prompt_cache_key", "prompt_cache_retention", "safety_identifier")) {
            shape = shape.with(name, OpenAiRules.optional(RequestShape.text()));
        }
        for (String name : List.of("metadata", "conversation", "prompt", "context_management", "stream_options",
                "moderation")) {
            shape = shape.with(name, RequestShape.anything());
        }
        return shape;
    }

    /** The type of an item of the input; a message may omit it. */
    static String type(JsonValue item) {
        return WireJson.has(item, "type") ? WireJson.text(item, "type") : "message";
    }

    /** The encrypted content of a reasoning item of ours. */
    static String encrypted(String id) {
        return "enc-" + id;
    }

    /** The first rule that the body breaks. */
    static Optional<WireFormat.Refusal> check(String model, JsonValue body) {
        return moved(body).or(() -> BODY.check(body).map(error -> OpenAiRefusal.ofShape(error, false)))
                .or(() -> OpenAiModelRules.unknown(model)).or(() -> settings(model, body)).or(() -> tools(body))
                .or(() -> format(body)).or(() -> items(body));
    }

    private static Optional<WireFormat.Refusal> moved(JsonValue body) {
        return MOVED.keySet().stream().sorted().filter(name -> WireJson.has(body, name)).findFirst()
                .map(name -> OpenAiRefusal.unsupported(name, ". In the Responses API, this parameter has moved to '"
                        + MOVED.get(name) + "'. Try again with the new parameter."));
    }

    private static Optional<WireFormat.Refusal> settings(String model, JsonValue body) {
        Optional<WireFormat.Refusal> range = OpenAiRefusal.outside(body, "max_output_tokens", MIN_OUTPUT,
                Integer.MAX_VALUE).or(() -> OpenAiRefusal.outside(body, "temperature", 0, 2))
                .or(() -> OpenAiRefusal.outside(body, "top_p", 0, 1));
        return range.or(() -> OpenAiModelRules.reasons(model) ? ofReasoning(model, body) : ofPlain(body));
    }

    private static Optional<WireFormat.Refusal> ofReasoning(String model, JsonValue body) {
        for (String param : List.of("temperature", "top_p")) {
            Double value = WireJson.number(body, param);
            if (value != null && value != 1) {
                // Words: OpenHands/software-agent-sdk#1837, January 2026.
                return Optional.of(OpenAiRefusal.bad("Unsupported parameter: '" + param
                        + "' is not supported with this model.", param, null));
            }
        }
        return OpenAiModelRules.effort(model, "reasoning.effort", WireJson.text(body, "reasoning", "effort"));
    }

    private static Optional<WireFormat.Refusal> ofPlain(JsonValue body) {
        if (WireJson.has(body, "reasoning", "effort")) {
            // Words: RageAgainstThePixel/OpenAI-DotNet#500, October 2025.
            return Optional.of(OpenAiRefusal.unsupported("reasoning.effort", " is not supported with this model."));
        }
        // Words: pydantic/pydantic-ai#2865, September 2025.
        return WireJson.items(body, "include").contains(JsonValue.of("reasoning.encrypted_content"))
                ? Optional.of(OpenAiRefusal.bad("Encrypted content is not supported with this model.", "include", null))
                : Optional.empty();
    }

    /** Without {@code strict} a schema is made strict where that is possible: rig#2477, September 2026. */
    private static Optional<WireFormat.Refusal> tools(JsonValue body) {
        List<JsonValue> tools = WireJson.items(body, "tools");
        for (int i = 0; i < tools.size(); i++) {
            String path = "tools[" + i + "]";
            JsonValue tool = tools.get(i);
            if (!WireJson.text(tool, "type").equals("function")) {
                continue;
            }
            Optional<WireFormat.Refusal> refusal = OpenAiRules.name(path + ".name", WireJson.text(tool, "name"))
                    .or(() -> OpenAiRules.parameters(path + ".parameters", tool));
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static Optional<WireFormat.Refusal> format(JsonValue body) {
        JsonValue format = WireJson.field(body, "text", "format");
        return switch (WireJson.text(format, "type")) {
            case "json_schema" -> OpenAiRules.schema("text.format", "text.format.schema", "invalid_json_schema",
                    format);
            // Rule: guide "Structured Outputs", "JSON mode", 2026.
            case "json_object" -> OpenAiRules.saysJson(WireJson.field(body, "input"))
                    ? Optional.empty()
                    : Optional.of(OpenAiRefusal.bad("Response input messages must contain the word 'json' in some form"
                            + " to use 'text.format' of type 'json_object'.", "input", null));
            default -> Optional.empty();
        };
    }

    private static Optional<WireFormat.Refusal> items(JsonValue body) {
        List<JsonValue> items = WireJson.items(body, "input");
        boolean goesOn = WireJson.has(body, "previous_response_id") || WireJson.has(body, "conversation");
        List<Optional<WireFormat.Refusal>> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            JsonValue item = items.get(i);
            String path = "input[" + i + "]";
            switch (type(item)) {
                case "function_call" -> all.add(call(path, items, item).or(() -> withReasoning(items, item)));
                case "message" -> all.add(withReasoning(items, item));
                case "reasoning" -> all.add(reasoning(body, items, item));
                case "function_call_output" -> all.add(goesOn ? Optional.empty() : result(items, item));
                default -> all.add(Optional.empty());
            }
        }
        return all.stream().flatMap(Optional::stream).findFirst();
    }

    private static Optional<WireFormat.Refusal> call(String path, List<JsonValue> items, JsonValue call) {
        String id = WireJson.text(call, "id");
        if (!id.isEmpty() && !id.startsWith("fc")) {
            // Words: continuedev/continue#11785, March 2026.
            return Optional.of(OpenAiRefusal.bad("Invalid '" + path + ".id': '" + id
                    + "'. Expected an ID that begins with 'fc'.", path + ".id", "invalid_value"));
        }
        String callId = WireJson.text(call, "call_id");
        // Words: router-for-me/CLIProxyAPI#2368, March 2026.
        return OpenAiRefusal.tooLong(path + ".call_id", callId, MAX_CALL_ID)
                .or(() -> has(items, "function_call_output", "call_id", callId)
                        ? Optional.empty()
                        : Optional.of(OpenAiRefusal.bad("No tool output found for function call " + callId + ".",
                                "input", null)));
    }

    /** Words: continuedev/continue#10092, February 2026. The place does not matter: deepseek integration#740, 2026. */
    private static Optional<WireFormat.Refusal> result(List<JsonValue> items, JsonValue result) {
        String callId = WireJson.text(result, "call_id");
        return has(items, "function_call", "call_id", callId)
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.bad("No tool call found for function call output with call_id " + callId
                        + ".", "input", null));
    }

    private static boolean has(List<JsonValue> items, String type, String field, String value) {
        return items.stream().anyMatch(item -> type(item).equals(type) && WireJson.text(item, field).equals(value));
    }

    /** An item with its id needs the reasoning before it. Words: agency-swarm#367, September 2025. */
    private static Optional<WireFormat.Refusal> withReasoning(List<JsonValue> items, JsonValue item) {
        Matcher id = AFTER_REASONING.matcher(WireJson.text(item, "id"));
        if (!id.matches() || has(items.subList(0, items.indexOf(item)), "reasoning", "id", "rs_" + id.group(1))) {
            return Optional.empty();
        }
        return Optional.of(OpenAiRefusal.bad("Item '" + id.group() + "' of type '" + type(item)
                + "' was provided without its required 'reasoning' item: 'rs_" + id.group(1) + "'.", "input", null));
    }

    private static Optional<WireFormat.Refusal> reasoning(JsonValue body, List<JsonValue> items, JsonValue item) {
        String id = WireJson.text(item, "id");
        boolean stored = !(WireJson.field(body, "store") instanceof JsonValue.Bool store) || store.value();
        String encrypted = WireJson.text(item, "encrypted_content");
        if (!stored && encrypted.isEmpty()) {
            // Words and status: can1357/oh-my-pi#41, February 2026.
            return Optional.of(OpenAiRefusal.of(404, "Item with id '" + id + "' not found. Items are not persisted"
                    + " when `store` is set to false. Try again with `store` set to true, or remove this item from"
                    + " your input.", "invalid_request_error", "input", null));
        }
        if (!encrypted.isEmpty() && !encrypted.equals(encrypted(id))) {
            // Words: continuedev/continue#10643, February 2026.
            return Optional.of(OpenAiRefusal.bad("The encrypted content for item " + id + " could not be verified.",
                    null, "invalid_encrypted_content"));
        }
        int next = items.indexOf(item) + 1;
        boolean followed = next < items.size() && switch (type(items.get(next))) {
            case "function_call", "reasoning", "item_reference" -> true;
            case "message" -> WireJson.text(items.get(next), "role").equals("assistant");
            default -> false;
        };
        // Words: continuedev/continue#8933, November 2025.
        return followed
                ? Optional.empty()
                : Optional.of(OpenAiRefusal.bad("Item '" + id
                        + "' of type 'reasoning' was provided without its required following item.", "input", null));
    }
}
