package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.AnthropicTurnRules;
import dev.waggle.testing.provider.rule.PromptCache;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/** Messages as Anthropic publishes them. */
final class AnthropicFormat implements WireFormat {

    /** Characters of arguments in one delta. */
    private static final int ARGUMENT_PIECE = 12;

    @Override
    public boolean asksAt(String path) {
        return path.equals("/v1/messages");
    }

    @Override
    public String listPath() {
        return "/v1/models";
    }

    @Override
    public FakeRequest read(FakeRequest.Raw raw) {
        JsonValue body = raw.json();
        List<FakeRequest.Said> drafts = new ArrayList<>();
        List<FakeRequest.Result> results = new ArrayList<>();
        for (JsonValue message : WireJson.items(body, "messages")) {
            JsonValue content = WireJson.field(message, "content");
            List<String> calls = new ArrayList<>();
            int before = results.size();
            for (JsonValue block : WireJson.items(content)) {
                switch (WireJson.text(block, "type")) {
                    case "tool_use" -> calls.add(WireJson.text(block, "name"));
                    case "tool_result" -> results.add(new FakeRequest.Result(WireJson.text(block, "tool_use_id"),
                            WireJson.contentText(WireJson.field(block, "content"))));
                    default -> {
                        // Text is read below; a script ignores pictures and thoughts.
                    }
                }
            }
            String text = WireJson.contentText(content);
            if (!text.isEmpty() || results.size() == before) {
                drafts.add(new FakeRequest.Said(WireJson.text(message, "role"), text, calls));
            }
        }
        List<FakeRequest.Offer> tools = WireJson.items(body, "tools").stream()
                .map(tool -> new FakeRequest.Offer(WireJson.text(tool, "name"), WireJson.text(tool, "description"),
                        WireJson.field(tool, "input_schema")))
                .toList();
        JsonValue schema = WireJson.field(body, "output_config", "format", "schema");
        return new FakeRequest(WireFormatName.ANTHROPIC, WireJson.text(body, "model"), WireJson.flag(body, "stream"),
                new FakeRequest.Asked(WireJson.contentText(WireJson.field(body, "system")), drafts, tools, results),
                new FakeRequest.Settings(schema instanceof JsonValue.Null ? null : schema,
                        WireJson.number(body, "temperature"), WireJson.number(body, "max_tokens")),
                raw);
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        if (request.key().isEmpty()) {
            return Optional.of(refusal(ProviderRefusal.WRONG_KEY, request));
        }
        return AnthropicRules.check(request).map(words -> refusal(400, "invalid_request_error", words));
    }

    /** Counts the tokens of the prompt that are read from the cache or written to it, unless the script has them. */
    @Override
    public FakeAnswer.Says adapt(FakeRequest request, FakeAnswer.Says says, PromptCache cache) {
        FakeAnswer.Usage usage = says.usage();
        if (usage == null || usage.cachedInput() + usage.cacheWritten() > 0) {
            return says;
        }
        JsonValue body = request.raw().json();
        String settings = request.model() + JsonText.write(WireJson.object("thinking", WireJson.field(body, "thinking"),
                "output", WireJson.field(body, "output_config"), "choice", WireJson.field(body, "tool_choice")));
        PromptCache.CacheReading reading = cache.read(settings, prompt(body),
                AnthropicRules.model(request).limits().cached());
        int cached = reading.read() + reading.written();
        return cached == 0
                ? says
                : says.withUsage(new FakeAnswer.Usage(Math.max(usage.input(), cached + reading.rest()),
                        usage.output(), usage.thinking(), reading.read(), reading.written()));
    }

    /** The blocks of a prompt in the order in which they are cached: tools, system, messages. */
    private static List<PromptCache.PromptBlock> prompt(JsonValue body) {
        List<PromptCache.PromptBlock> blocks = new ArrayList<>();
        WireJson.items(body, "tools").forEach(tool -> blocks.add(block("tool", tool)));
        blocks.addAll(blocks("system", WireJson.field(body, "system")));
        WireJson.items(body, "messages").forEach(message -> blocks
                .addAll(blocks(WireJson.text(message, "role"), WireJson.field(message, "content"))));
        if (WireJson.has(body, "cache_control") && !blocks.isEmpty()) {
            blocks.add(new PromptCache.PromptBlock(blocks.removeLast().text(), true));
        }
        return blocks;
    }

    private static List<PromptCache.PromptBlock> blocks(String role, JsonValue content) {
        return content instanceof JsonValue.Str
                ? List.of(block(role, content))
                : WireJson.items(content).stream().map(block -> block(role, block)).toList();
    }

    private static PromptCache.PromptBlock block(String role, JsonValue block) {
        if (!(block instanceof JsonValue.Obj object)) {
            return new PromptCache.PromptBlock(role + JsonText.write(block), false);
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        boolean breakpoint = fields.remove("cache_control") instanceof JsonValue.Obj;
        return new PromptCache.PromptBlock(role + JsonText.write(new JsonValue.Obj(fields)), breakpoint);
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says says) {
        FakeAnswer.Content content = says.content();
        FakeAnswer.Usage usage = says.usage();
        List<Frame> frames = new ArrayList<>();
        frames.add(event("message_start", "message",
                message(request, List.of(), null, usage == null ? null : usage(usage, 1))));
        frames.add(event("ping", null, null));
        int index = 0;
        for (String data : content.redacted()) {
            frames.add(blockStart(index, WireJson.object("type", "redacted_thinking", "data", data)));
            frames.add(blockStop(index));
            index++;
        }
        if (!content.thinking().isEmpty()) {
            frames.add(blockStart(index, WireJson.object("type", "thinking", "thinking", "", "signature", "")));
            for (String piece : content.thinking()) {
                frames.add(delta(index, WireJson.object("type", "thinking_delta", "thinking", piece)));
            }
            frames.add(delta(index, WireJson.object("type", "signature_delta", "signature",
                    AnthropicTurnRules.signature(String.join("", content.thinking())))));
            frames.add(blockStop(index));
            index++;
        }
        if (!content.text().isEmpty()) {
            frames.add(blockStart(index, WireJson.object("type", "text", "text", "")));
            for (String piece : content.text()) {
                frames.add(delta(index, WireJson.object("type", "text_delta", "text", piece)));
            }
            frames.add(blockStop(index));
            index++;
        }
        for (FakeAnswer.Call call : content.calls()) {
            frames.add(blockStart(index,
                    WireJson.object("type", "tool_use", "id", call.id(), "name", call.name(), "input",
                            WireJson.object())));
            frames.add(delta(index, WireJson.object("type", "input_json_delta", "partial_json", "")));
            for (String piece : OpenAiFormat.pieces(call.arguments(), ARGUMENT_PIECE)) {
                frames.add(delta(index, WireJson.object("type", "input_json_delta", "partial_json", piece)));
            }
            frames.add(blockStop(index));
            index++;
        }
        JsonValue why = WireJson.object("stop_reason", finish(says), "stop_sequence", WireJson.nothing());
        frames.add(named("message_delta", WireJson.object("type", "message_delta", "delta", why, "usage",
                usage == null ? null : usage(usage, usage.output())), false));
        // Clients have to ignore events that they do not know: Streaming messages, "Other events".
        frames.add(event("future_event", null, null));
        frames.add(event("message_stop", null, null));
        return frames;
    }

    private static Frame blockStart(int index, JsonValue block) {
        return named("content_block_start",
                WireJson.object("type", "content_block_start", "index", index, "content_block", block), false);
    }

    private static Frame delta(int index, JsonValue delta) {
        return named("content_block_delta",
                WireJson.object("type", "content_block_delta", "index", index, "delta", delta), true);
    }

    private static Frame blockStop(int index) {
        return named("content_block_stop", WireJson.object("type", "content_block_stop", "index", index), false);
    }

    private static Frame event(String type, @Nullable String field, @Nullable JsonValue value) {
        return named(type, field == null ? WireJson.object("type", type) : WireJson.object("type", type, field, value),
                false);
    }

    private static Frame named(String type, JsonValue data, boolean piece) {
        return new Frame("event: " + type + "\ndata: " + JsonText.write(data) + "\n\n", piece);
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says says) {
        List<JsonValue> blocks = new ArrayList<>();
        says.content().redacted()
                .forEach(data -> blocks.add(WireJson.object("type", "redacted_thinking", "data", data)));
        String thinking = String.join("", says.content().thinking());
        if (!thinking.isEmpty()) {
            blocks.add(WireJson.object("type", "thinking", "thinking", thinking, "signature",
                    AnthropicTurnRules.signature(thinking)));
        }
        if (!says.text().isEmpty()) {
            blocks.add(WireJson.object("type", "text", "text", says.text()));
        }
        for (FakeAnswer.Call call : says.content().calls()) {
            blocks.add(WireJson.object("type", "tool_use", "id", call.id(), "name", call.name(), "input",
                    JsonText.read(call.arguments())));
        }
        FakeAnswer.Usage usage = says.usage();
        return message(request, blocks, finish(says), usage == null ? null : usage(usage, usage.output()));
    }

    private static JsonValue message(FakeRequest request, List<JsonValue> blocks, @Nullable String finish,
            @Nullable JsonValue usage) {
        return WireJson.object("id", "msg_" + RequestHash.of(request.raw().body()).substring(0, 24), "type", "message",
                "role", "assistant", "model", request.model(), "content", JsonValue.of(blocks), "stop_reason",
                finish == null ? WireJson.nothing() : finish, "stop_sequence", WireJson.nothing(), "usage", usage);
    }

    /**
     * Tokens of a cache do not count as input: Prompt caching, "Tracking cache performance". Thoughts are a part of the
     * output: Particle-Academy/prism 0.117.0, September 2026.
     */
    private static JsonValue usage(FakeAnswer.Usage usage, int output) {
        return WireJson.object("input_tokens", usage.input() - usage.cachedInput() - usage.cacheWritten(),
                "cache_creation_input_tokens", usage.cacheWritten(), "cache_read_input_tokens", usage.cachedInput(),
                "output_tokens", output, "output_tokens_details", output < usage.thinking() || usage.thinking() == 0
                        ? null
                        : WireJson.object("thinking_tokens", usage.thinking()));
    }

    private static String finish(FakeAnswer.Says says) {
        String name = says.stopWord();
        return name != null ? name : switch (says.finish()) {
            case STOP -> "end_turn";
            case LENGTH -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case REFUSED -> "refusal";
        };
    }

    @Override
    public Frame event(String data) {
        return new Frame("event: content_block_delta\ndata: " + data + "\n\n", false);
    }

    @Override
    public Frame failure(Refusal refusal) {
        return named("error", refusal.body(), false);
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return switch (problem) {
            case WRONG_KEY -> refusal(401, "authentication_error", "invalid x-api-key");
            case UNKNOWN_MODEL -> refusal(404, "not_found_error", "model: " + request.model());
            case BAD_REQUEST -> refusal(400, "invalid_request_error", "max_tokens: Field required");
            case RATE_LIMITED -> refusal(429, "rate_limit_error",
                    "This request would exceed your organization's rate limit of 50 requests per minute.");
            case NO_CREDIT -> refusal(400, "invalid_request_error",
                    "Your credit balance is too low to access the Anthropic API.");
            case OVERLOADED -> refusal(529, "overloaded_error", "Overloaded");
            case SERVER_ERROR -> refusal(500, "api_error", "Internal server error");
        };
    }

    /** The refusal of a path that does not exist: platform.claude.com, Errors, October 2026. */
    static Refusal notFound() {
        return refusal(404, "not_found_error", "Not Found");
    }

    private static Refusal refusal(int status, String type, String message) {
        return new Refusal(status, WireJson.object("type", "error", "error",
                WireJson.object("type", type, "message", message), "request_id", "req_fake"));
    }

    @Override
    public JsonValue models(List<String> names) {
        return WireJson.object("data",
                JsonValue.of(names.stream().<JsonValue>map(name -> WireJson.object("type", "model", "id",
                        name, "display_name", name, "created_at", "2025-01-01T00:00:00Z")).toList()),
                "has_more", false);
    }
}
