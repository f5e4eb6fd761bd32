package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.OllamaContext;
import dev.waggle.testing.provider.rule.PromptCache;
import dev.waggle.testing.provider.rule.WireJson;

/** Chat as Ollama publishes it: one JSON object a line. */
final class OllamaFormat implements WireFormat {

    private static final String CREATED = "2026-01-01T00:00:00.000000000Z";

    @Override
    public boolean asksAt(String path) {
        return path.equals("/api/chat");
    }

    @Override
    public String listPath() {
        return "/api/tags";
    }

    @Override
    public FakeRequest read(FakeRequest.Raw raw) {
        JsonValue body = raw.json();
        StringBuilder system = new StringBuilder();
        List<FakeRequest.Said> drafts = new ArrayList<>();
        List<FakeRequest.Result> results = new ArrayList<>();
        for (JsonValue message : OllamaContext.of(body).messages()) {
            String text = WireJson.text(message, "content");
            switch (WireJson.text(message, "role")) {
                case "system" -> system.append(text);
                case "tool" -> results.add(new FakeRequest.Result(WireJson.text(message, "tool_name"), text));
                default -> drafts.add(new FakeRequest.Said(WireJson.text(message, "role"), text, WireJson
                        .items(message, "tool_calls").stream().map(call -> WireJson.text(call, "function", "name"))
                        .toList()));
            }
        }
        JsonValue schema = WireJson.field(body, "format");
        // The published default of "stream" is true.
        boolean streamed = !WireJson.has(body, "stream") || WireJson.flag(body, "stream");
        return new FakeRequest(WireFormatName.OLLAMA, WireJson.text(body, "model"), streamed,
                new FakeRequest.Asked(system.toString(), drafts, offers(body), results),
                new FakeRequest.Settings(schema instanceof JsonValue.Null ? null : schema,
                        WireJson.number(body, "options", "temperature"),
                        WireJson.number(body, "options", "num_predict")),
                raw);
    }

    private static List<FakeRequest.Offer> offers(JsonValue body) {
        return OpenAiFormat.offers(body).stream().map(tool -> new FakeRequest.Offer(tool.name(), tool.description(),
                OllamaRules.asRead(tool.schema()))).toList();
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        return OllamaRules.check(request);
    }

    /**
     * An answer under a grammar has text instead of calls. A conversation that was cut counts as cut. Without messages
     * the model is only loaded or unloaded.
     */
    @Override
    public FakeAnswer.Says adapt(FakeRequest request, FakeAnswer.Says says, PromptCache cache) {
        JsonValue body = request.raw().json();
        if (WireJson.items(body, "messages").isEmpty()) {
            boolean ends = WireJson.field(body, "keep_alive") instanceof JsonValue.Num span
                    && span.value().signum() == 0;
            return FakeAnswer.says("").withUsage(null).finishingWith(ends ? "unload" : "load");
        }
        FakeAnswer.Content content = says.content();
        boolean thinks = !(WireJson.field(body, "think") instanceof JsonValue.Bool on && !on.value());
        List<String> thoughts = thinks ? content.thinking() : List.of();
        boolean isHeld = OllamaRules.hasGrammar(body) && !content.calls().isEmpty();
        FakeAnswer.Content given = isHeld
                ? new FakeAnswer.Content(content.text().isEmpty()
                        ? List.of(JsonText.write(instance(WireJson.field(body, "format"))))
                        : content.text(), thoughts, List.of())
                : new FakeAnswer.Content(content.text(), thoughts, content.calls());
        OllamaContext context = OllamaContext.of(body);
        FakeAnswer.Usage usage = says.usage();
        return new FakeAnswer.Says(given, usage == null || !context.isCut()
                ? usage
                : new FakeAnswer.Usage(context.tokens(), usage.output(), usage.thinking()),
                isHeld ? FakeAnswer.Finish.STOP : says.finish(), says.pace(), says.stopWord());
    }

    /** The plainest value that a schema takes. */
    private static JsonValue instance(JsonValue schema) {
        List<JsonValue> words = WireJson.items(schema, "enum");
        if (!words.isEmpty()) {
            return words.getFirst();
        }
        return switch (WireJson.text(schema, "type")) {
            case "string" -> JsonValue.of("none");
            case "number", "integer" -> WireJson.has(schema, "minimum")
                    ? WireJson.field(schema, "minimum")
                    : JsonValue.of(0);
            case "boolean" -> JsonValue.of(false);
            case "array" -> WireJson.array();
            case "null" -> WireJson.nothing();
            default -> object(schema);
        };
    }

    private static JsonValue object(JsonValue schema) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        WireJson.texts(schema, "required")
                .forEach(name -> fields.put(name, instance(WireJson.field(schema, "properties", name))));
        return new JsonValue.Obj(fields);
    }

    @Override
    public String streamType() {
        return "application/x-ndjson";
    }

    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says says) {
        List<Frame> frames = new ArrayList<>();
        FakeAnswer.Content content = says.content();
        for (String piece : content.thinking()) {
            frames.add(line(request, WireJson.object("role", "assistant", "content", "", "thinking", piece)));
        }
        for (String piece : content.text()) {
            frames.add(line(request, WireJson.object("role", "assistant", "content", piece)));
        }
        for (FakeAnswer.Call call : content.calls()) {
            frames.add(line(request, WireJson.object("role", "assistant", "content", "", "tool_calls",
                    WireJson.array(call(call)))));
        }
        frames.add(event(JsonText.write(last(request, says, WireJson.object("role", "assistant", "content", "")))));
        return frames;
    }

    private static Frame line(FakeRequest request, JsonValue message) {
        return new Frame(JsonText.write(WireJson.object("model", request.model(), "created_at", CREATED, "message",
                message, "done", false)) + '\n', true);
    }

    private static JsonValue call(FakeAnswer.Call call) {
        return WireJson.object("function",
                WireJson.object("name", call.name(), "arguments", JsonText.read(call.arguments())));
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says says) {
        List<JsonValue> calls = says.content().calls().stream().map(OllamaFormat::call).toList();
        String thinking = String.join("", says.content().thinking());
        return last(request, says, WireJson.object("role", "assistant", "content", says.text(), "thinking",
                thinking.isEmpty() ? null : thinking, "tool_calls", calls.isEmpty() ? null : JsonValue.of(calls)));
    }

    private static JsonValue last(FakeRequest request, FakeAnswer.Says says, JsonValue message) {
        FakeAnswer.Usage usage = says.usage();
        String usual = says.finish() == FakeAnswer.Finish.LENGTH ? "length" : "stop";
        String name = says.stopWord();
        return WireJson.object("model", request.model(), "created_at", CREATED, "message", message, "done_reason",
                name == null ? usual : name, "done", true, "total_duration", 5_000_000_000L, "load_duration",
                Math.max(1_000_000_000L, says.pace().first().toNanos()), "prompt_eval_count",
                usage == null ? null : usage.input(), "prompt_eval_duration", 1_000_000_000L, "eval_count",
                usage == null ? null : usage.output(), "eval_duration", 3_000_000_000L);
    }

    @Override
    public Frame event(String data) {
        return new Frame(data + '\n', false);
    }

    @Override
    public Frame failure(Refusal refusal) {
        return event(JsonText.write(refusal.body()));
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return switch (problem) {
            case WRONG_KEY -> OllamaRules.refusal(401, "unauthorized");
            case UNKNOWN_MODEL -> OllamaRules.refusal(404, "model '" + request.model() + "' not found");
            case BAD_REQUEST -> OllamaRules.refusal(400, "invalid options: temperature");
            case RATE_LIMITED, NO_CREDIT -> OllamaRules.refusal(429, "too many requests");
            case OVERLOADED -> OllamaRules.refusal(503,
                    "server busy, please try again.  maximum pending requests exceeded");
            case SERVER_ERROR -> OllamaRules.refusal(500, "model runner has unexpectedly stopped");
        };
    }

    @Override
    public JsonValue models(List<String> names) {
        return WireJson.object("models", JsonValue.of(names
                .stream().<JsonValue>map(name -> WireJson.object("name", name,
                        "model", name, "modified_at", CREATED, "size", 4_000_000_000L, "digest", "0".repeat(64),
                        "details",
                        WireJson.object("format", "gguf", "family", "fake", "parameter_size", "1B",
                                "quantization_level", "Q4_0")))
                .toList()));
    }
}
