package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/** Chat completions as OpenAI publishes them, with the {@code reasoning_content} that compatible servers add. */
final class OpenAiFormat implements WireFormat {

    /** 14 November 2023; a fixed date, so that equal requests have equal answers. */
    private static final long CREATED = 1_700_000_000;
    /** Characters of arguments in one delta. */
    private static final int ARGUMENT_PIECE = 12;
    private static final String REFUSAL = "refusal";
    private static final String PATH = "/chat/completions";

    private final FakeServerConfig.ChatServer server;

    OpenAiFormat(FakeServerConfig.ChatServer server) {
        this.server = server;
    }

    @Override
    public boolean asksAt(String path) {
        return switch (server) {
            case FakeServerConfig.ChatServer.Home _ -> path.equals("/v1" + PATH);
            case FakeServerConfig.ChatServer.Compatible _ -> path.endsWith(PATH) && !path.startsWith("/openai/");
        };
    }

    @Override
    public Optional<Refusal> refusePath(String method, FakeRequest.Raw raw) {
        boolean ofAnthropic = raw.headers().containsKey("x-api-key") || raw.headers().containsKey("anthropic-version");
        return !ofAnthropic && (raw.path().startsWith("/v1/") || raw.path().equals(PATH))
                ? Optional.of(OpenAiRefusal.unknownPath(method, raw.path()))
                : Optional.empty();
    }

    @Override
    public String listPath() {
        return "/v1/models";
    }

    @Override
    public FakeRequest read(FakeRequest.Raw raw) {
        JsonValue body = raw.json();
        StringBuilder system = new StringBuilder();
        List<FakeRequest.Said> drafts = new ArrayList<>();
        List<FakeRequest.Result> results = new ArrayList<>();
        for (JsonValue message : WireJson.items(body, "messages")) {
            String text = WireJson.contentText(WireJson.field(message, "content"));
            switch (WireJson.text(message, "role")) {
                case "system", "developer" -> system.append(text);
                case "tool" -> results.add(new FakeRequest.Result(WireJson.text(message, "tool_call_id"), text));
                default -> drafts.add(new FakeRequest.Said(WireJson.text(message, "role"), text, WireJson
                        .items(message, "tool_calls").stream().map(call -> WireJson.text(call, "function", "name"))
                        .toList()));
            }
        }
        Double most = WireJson.number(body, "max_completion_tokens");
        JsonValue format = WireJson.field(body, "response_format");
        JsonValue schema = WireJson.has(format, "json_schema", "schema")
                ? WireJson.field(format, "json_schema", "schema")
                : WireJson.text(format, "type").startsWith("json") ? format : null;
        return new FakeRequest(WireFormatName.OPENAI, WireJson.text(body, "model"), WireJson.flag(body, "stream"),
                new FakeRequest.Asked(system.toString(), drafts, offers(body), results),
                new FakeRequest.Settings(schema, WireJson.number(body, "temperature"),
                        most == null ? WireJson.number(body, "max_tokens") : most),
                raw);
    }

    /** The tools of a request; Ollama writes them in the same way. */
    static List<FakeRequest.Offer> offers(JsonValue body) {
        return WireJson.items(body, "tools").stream()
                .map(tool -> new FakeRequest.Offer(WireJson.text(tool, "function", "name"),
                        WireJson.text(tool, "function", "description"), WireJson.field(tool, "function", "parameters")))
                .toList();
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        JsonValue body = request.raw().json();
        return switch (server) {
            case FakeServerConfig.ChatServer.Compatible it -> refuse(it, body);
            case FakeServerConfig.ChatServer.Home _ -> request.key().isEmpty()
                    ? Optional.of(OpenAiRefusal.missingKey())
                    : OpenAiRules.shape(body).or(() -> OpenAiModelRules.unknown(request.model()))
                            .or(() -> OpenAiModelRules.onlyOfResponses(request.model()))
                            .or(() -> OpenAiRules.check(body))
                            .or(() -> OpenAiModelRules.chatSettings(request.model(), body))
                            .or(() -> OpenAiModelRules.chatTools(request.model(), body));
        };
    }

    private static Optional<Refusal> refuse(FakeServerConfig.ChatServer.Compatible compatible, JsonValue body) {
        boolean mayCall = !WireJson.items(body, "tools").isEmpty()
                && !WireJson.text(body, "tool_choice").equals("none");
        if (mayCall && compatible.limits().contains(FakeServerConfig.CompatibleLimit.NO_TOOLS)) {
            // Words: langchain4j/langchain4j#3475, August 2025.
            return Optional.of(ofVllm(
                    "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"));
        }
        if (WireJson.text(body, "response_format", "type").equals("json_schema")
                && compatible.limits().contains(FakeServerConfig.CompatibleLimit.NO_SCHEMAS)) {
            // Words: llm-exe/llm-exe#662, July 2026.
            return Optional.of(OpenAiRefusal.bad("This response_format type is unavailable now", null,
                    "invalid_request_error"));
        }
        Double most = WireJson.number(body, "max_completion_tokens");
        return most != null && compatible.limits().contains(FakeServerConfig.CompatibleLimit.NO_COMPLETION_TOKENS)
                // Words: voideditor/void#128, October 2024.
                ? Optional.of(ofVllm("[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg':"
                        + " 'Extra inputs are not permitted', 'input': " + most.longValue() + "}]"))
                : Optional.empty();
    }

    private static Refusal ofVllm(String message) {
        return new Refusal(400, WireJson.object("object", "error", "message", message, "type", "BadRequestError",
                "param", WireJson.nothing(), "code", 400));
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says scripted) {
        FakeAnswer.Says says = OpenAiModelRules.cut(request, request.model(), scripted);
        List<Frame> frames = new ArrayList<>();
        frames.add(chunk(request, WireJson.object("role", "assistant", "content", ""), null, false));
        says.content().thinking()
                .forEach(piece -> frames.add(chunk(request, WireJson.object("reasoning_content", piece), null, true)));
        says.content().text()
                .forEach(piece -> frames.add(chunk(request, WireJson.object(field(says), piece), null, true)));
        int index = 0;
        for (FakeAnswer.Call call : says.content().calls()) {
            frames.add(chunk(request, callDelta(WireJson.object("index", index, "id", call.id(), "type", "function",
                    "function", WireJson.object("name", call.name(), "arguments", ""))), null, true));
            for (String piece : pieces(call.arguments(), ARGUMENT_PIECE)) {
                frames.add(chunk(request, callDelta(
                        WireJson.object("index", index, "function", WireJson.object("arguments", piece))), null, true));
            }
            index++;
        }
        frames.add(chunk(request, WireJson.object(), finish(says), false));
        FakeAnswer.Usage usage = says.usage();
        if (usage != null && wantsUsage(request)) {
            frames.add(event(JsonText.write(WireJson.object("id", id(request), "object", "chat.completion.chunk",
                    "created", CREATED, "model", request.model(), "choices", WireJson.array(), "usage",
                    usage(usage)))));
        }
        frames.add(event("[DONE]"));
        return frames;
    }

    private static JsonValue callDelta(JsonValue call) {
        return WireJson.object("tool_calls", WireJson.array(call));
    }

    private Frame chunk(FakeRequest request, JsonValue delta, @Nullable String finish, boolean piece) {
        JsonValue choice = WireJson.object("index", 0, "delta", delta, "logprobs", WireJson.nothing(), "finish_reason",
                finish == null ? WireJson.nothing() : finish);
        return new Frame(event(JsonText.write(WireJson.object("id", id(request), "object", "chat.completion.chunk",
                "created", CREATED, "model", request.model(), "system_fingerprint", "fp_fake", "choices",
                WireJson.array(choice), "usage", wantsUsage(request) ? WireJson.nothing() : null))).text(), piece);
    }

    private static boolean wantsUsage(FakeRequest request) {
        return WireJson.flag(request.raw().json(), "stream_options", "include_usage");
    }

    /** The field of the text: a model that declines says so in a field of its own. */
    private static String field(FakeAnswer.Says says) {
        return REFUSAL.equals(says.stopWord()) ? REFUSAL : "content";
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says scripted) {
        FakeAnswer.Says says = OpenAiModelRules.cut(request, request.model(), scripted);
        List<JsonValue> calls = says.content().calls().stream()
                .<JsonValue>map(call -> WireJson.object("id", call.id(), "type", "function", "function",
                        WireJson.object("name", call.name(), "arguments", call.arguments())))
                .toList();
        String thinking = String.join("", says.content().thinking());
        boolean declines = REFUSAL.equals(says.stopWord());
        JsonValue message = WireJson.object("role", "assistant", "content",
                declines || (says.text().isEmpty() && !calls.isEmpty()) ? WireJson.nothing() : says.text(), REFUSAL,
                declines ? says.text() : WireJson.nothing(), "reasoning_content",
                thinking.isEmpty() ? null : thinking, "tool_calls", calls.isEmpty() ? null : JsonValue.of(calls));
        FakeAnswer.Usage usage = says.usage();
        return WireJson.object("id", id(request), "object", "chat.completion", "created", CREATED, "model",
                request.model(), "choices",
                WireJson.array(
                        WireJson.object("index", 0, "message", message, "logprobs", WireJson.nothing(), "finish_reason",
                                finish(says))),
                "usage", usage == null ? null : usage(usage));
    }

    @Override
    public Frame event(String data) {
        return new Frame("data: " + data + "\n\n", false);
    }

    @Override
    public Frame failure(Refusal refusal) {
        return event(JsonText.write(refusal.body()));
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return words(problem, request);
    }

    static Refusal words(ProviderRefusal problem, FakeRequest request) {
        return switch (problem) {
            case WRONG_KEY -> OpenAiRefusal.of(401, "Incorrect API key provided: " + masked(request.key())
                    + ". You can find your API key in your account.", "invalid_request_error", null, "invalid_api_key");
            case UNKNOWN_MODEL -> OpenAiRefusal.of(404, "The model `" + request.model()
                    + "` does not exist or you do not have access to it.", "invalid_request_error", null,
                    "model_not_found");
            case BAD_REQUEST -> OpenAiRefusal.of(400, "Invalid value for 'messages'.", "invalid_request_error", null,
                    "invalid_value");
            case RATE_LIMITED ->
                OpenAiRefusal.of(429, "Rate limit reached for " + request.model() + ".", "requests", null,
                        "rate_limit_exceeded");
            case NO_CREDIT ->
                OpenAiRefusal.of(429, "You exceeded your current quota, please check your plan and billing details.",
                        "insufficient_quota", null, "insufficient_quota");
            case OVERLOADED ->
                OpenAiRefusal.of(503, "The engine is currently overloaded, please try again later", "server_error",
                        null, null);
            case SERVER_ERROR ->
                OpenAiRefusal.of(500, "The server had an error while processing your request. Sorry about that!",
                        "server_error", null, null);
        };
    }

    private static String masked(String key) {
        return key.length() < 8 ? "''" : key.substring(0, 3) + "*****" + key.substring(key.length() - 4);
    }

    @Override
    public JsonValue models(List<String> names) {
        return list(names);
    }

    static JsonValue list(List<String> names) {
        return WireJson.object("object", "list", "data", JsonValue.of(names.stream().<JsonValue>map(name -> WireJson
                .object("id", name, "object", "model", "created", CREATED, "owned_by", "waggle")).toList()));
    }

    private static String finish(FakeAnswer.Says says) {
        String name = says.stopWord();
        if (name != null) {
            return name.equals(REFUSAL) ? "stop" : name;
        }
        return switch (says.finish()) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOL_CALLS -> "tool_calls";
            case REFUSED -> "content_filter";
        };
    }

    /** Tokens written to the cache, which models before GPT-5.6 do not count: laravel/ai PR 846, August 2026. */
    static @Nullable Integer written(FakeAnswer.Usage usage) {
        return usage.cacheWritten() > 0 ? Integer.valueOf(usage.cacheWritten()) : null;
    }

    private static JsonValue usage(FakeAnswer.Usage usage) {
        return WireJson.object("prompt_tokens", usage.input(), "completion_tokens", usage.output(), "total_tokens",
                usage.input() + usage.output(), "prompt_tokens_details",
                WireJson.object("cached_tokens", usage.cachedInput(), "cache_write_tokens", written(usage),
                        "audio_tokens", 0),
                "completion_tokens_details",
                WireJson.object("reasoning_tokens", usage.thinking(), "audio_tokens", 0, "accepted_prediction_tokens",
                        0, "rejected_prediction_tokens", 0));
    }

    private static String id(FakeRequest request) {
        return "chatcmpl-" + RequestHash.of(request.raw().body()).substring(0, 24);
    }

    /** The text in pieces of that many characters. */
    static List<String> pieces(String text, int length) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += length) {
            pieces.add(text.substring(from, Math.min(text.length(), from + length)));
        }
        return pieces;
    }
}
