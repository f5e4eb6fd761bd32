package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.GeminiTurnRules;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/** Generated content as Gemini publishes it. */
final class GeminiFormat implements WireFormat {

    private static final Pattern PATH = Pattern
            .compile("/v1(?:beta)?/models/[^/:]+:(?:streamGenerateContent|generateContent)");

    @Override
    public boolean asksAt(String path) {
        return PATH.matcher(path).matches();
    }

    @Override
    public String listPath() {
        return "/v1beta/models";
    }

    @Override
    public FakeRequest read(FakeRequest.Raw raw) {
        JsonValue body = GeminiRules.canonical(raw.json());
        List<FakeRequest.Said> drafts = new ArrayList<>();
        List<FakeRequest.Result> results = new ArrayList<>();
        for (JsonValue content : WireJson.items(body, "contents")) {
            List<String> calls = new ArrayList<>();
            int before = results.size();
            for (JsonValue part : WireJson.items(content, "parts")) {
                if (WireJson.has(part, "functionCall")) {
                    calls.add(WireJson.text(part, "functionCall", "name"));
                }
                if (WireJson.has(part, "functionResponse")) {
                    results.add(new FakeRequest.Result(WireJson.text(part, "functionResponse", "name"),
                            JsonText.write(WireJson.field(part, "functionResponse", "response"))));
                }
            }
            String text = WireJson.contentText(WireJson.field(content, "parts"));
            if (!text.isEmpty() || results.size() == before) {
                drafts.add(new FakeRequest.Said(WireJson.text(content, "role").equals("model") ? "assistant" : "user",
                        text,
                        calls));
            }
        }
        List<FakeRequest.Offer> tools = WireJson.items(body, "tools").stream()
                .flatMap(tool -> WireJson.items(tool, "functionDeclarations").stream())
                .map(tool -> new FakeRequest.Offer(WireJson.text(tool, "name"), WireJson.text(tool, "description"),
                        WireJson.has(tool, "parametersJsonSchema")
                                ? WireJson.field(tool, "parametersJsonSchema")
                                : WireJson.field(tool, "parameters")))
                .toList();
        JsonValue config = WireJson.field(body, "generationConfig");
        String model = raw.path().replaceFirst(".*/models/", "").replaceFirst(":[A-Za-z]+$", "");
        return new FakeRequest(WireFormatName.GEMINI, model, raw.path().endsWith(":streamGenerateContent"),
                new FakeRequest.Asked(WireJson.contentText(WireJson.field(body, "systemInstruction", "parts")), drafts,
                        tools,
                        results),
                new FakeRequest.Settings(schema(config), WireJson.number(config, "temperature"),
                        WireJson.number(config, "maxOutputTokens")),
                raw);
    }

    private static @Nullable JsonValue schema(JsonValue config) {
        if (WireJson.has(config, "responseJsonSchema")) {
            return WireJson.field(config, "responseJsonSchema");
        }
        if (WireJson.has(config, "responseSchema")) {
            return WireJson.field(config, "responseSchema");
        }
        return WireJson.text(config, "responseMimeType").equals("application/json") ? WireJson.object() : null;
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        return request.key().isEmpty()
                ? Optional.of(refusal(ProviderRefusal.WRONG_KEY, request))
                : GeminiRules.check(request).map(refusal -> listed(request, refusal));
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says says) {
        List<Frame> frames = new ArrayList<>();
        FakeAnswer.Content content = says.content();
        for (String piece : content.thinking()) {
            frames.add(chunk(request, says, List.of(WireJson.object("text", piece, "thought", true)), null));
        }
        for (String piece : content.text()) {
            frames.add(chunk(request, says, List.of(WireJson.object("text", piece)), null));
        }
        List<JsonValue> calls = calls(request, content);
        frames.add(chunk(request, says, calls.isEmpty() ? List.of(WireJson.object("text", "")) : calls,
                finish(says)));
        return frames;
    }

    private Frame chunk(FakeRequest request, FakeAnswer.Says says, List<JsonValue> parts, @Nullable String finish) {
        return new Frame(event(JsonText.write(response(request, says, parts, finish))).text(), true);
    }

    /** Calls as parts. Of parallel ones the first is signed: ai.google.dev, Thought signatures, September 2026. */
    private static List<JsonValue> calls(FakeRequest request, FakeAnswer.Content content) {
        List<JsonValue> parts = new ArrayList<>();
        for (FakeAnswer.Call call : content.calls()) {
            boolean signed = parts.isEmpty() && GeminiTurnRules.isThird(request.model());
            parts.add(WireJson.object("functionCall",
                    WireJson.object("name", call.name(), "args", JsonText.read(call.arguments())), "thoughtSignature",
                    signed ? "sig_" + RequestHash.of(call.name() + call.arguments()).substring(0, 32) : null));
        }
        return parts;
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says says) {
        List<JsonValue> parts = new ArrayList<>();
        String thinking = String.join("", says.content().thinking());
        if (!thinking.isEmpty()) {
            parts.add(WireJson.object("text", thinking, "thought", true));
        }
        if (!says.text().isEmpty() || says.content().calls().isEmpty()) {
            parts.add(WireJson.object("text", says.text()));
        }
        parts.addAll(calls(request, says.content()));
        return response(request, says, parts, finish(says));
    }

    private static JsonValue response(FakeRequest request, FakeAnswer.Says says, List<JsonValue> parts,
            @Nullable String finish) {
        FakeAnswer.Usage usage = says.usage();
        return WireJson.object("candidates",
                WireJson.array(
                        WireJson.object("content", WireJson.object("parts", JsonValue.of(parts), "role", "model"),
                                "finishReason", finish, "finishMessage", explanation(finish), "index", 0)),
                "usageMetadata", usage == null ? null : usage(usage), "modelVersion", request.model(), "responseId",
                RequestHash.of(request.raw().body()).substring(0, 24));
    }

    private static JsonValue usage(FakeAnswer.Usage usage) {
        return WireJson.object("promptTokenCount", usage.input(), "candidatesTokenCount",
                usage.output() - usage.thinking(), "totalTokenCount", usage.input() + usage.output(),
                "thoughtsTokenCount", usage.thinking() == 0 ? null : usage.thinking(), "cachedContentTokenCount",
                usage.cachedInput() == 0 ? null : usage.cachedInput());
    }

    /** The sentence beside a reason that is no usual end. */
    private static @Nullable String explanation(@Nullable String finish) {
        return finish == null || finish.equals("STOP") || finish.equals("MAX_TOKENS")
                ? null
                : "The answer ended with " + finish + '.';
    }

    /** A call of a function ends like any other answer. */
    private static String finish(FakeAnswer.Says says) {
        String name = says.stopWord();
        return name != null ? name : switch (says.finish()) {
            case STOP, TOOL_CALLS -> "STOP";
            case LENGTH -> "MAX_TOKENS";
            case REFUSED -> "SAFETY";
        };
    }

    @Override
    public Frame event(String data) {
        return new Frame("data: " + data + "\r\n\r\n", false);
    }

    /** Errors within a stream come as a list of one: observed reports, November 2026. */
    @Override
    public Frame failure(Refusal refusal) {
        return event(JsonText.write(WireJson.array(refusal.body())));
    }

    /** The refusal of a stream without {@code alt=sse}, which is a JSON array like the stream itself. */
    private static Refusal listed(FakeRequest request, Refusal refusal) {
        boolean isArray = request.streamed() && !request.raw().query().contains("alt=sse");
        return isArray ? new Refusal(refusal.status(), WireJson.array(refusal.body())) : refusal;
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return switch (problem) {
            case WRONG_KEY -> request.key().isEmpty()
                    ? GeminiRules.refusal(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers. "
                            + "Please use API Key or other form of API consumer identity to call this API.")
                    : new Refusal(400, WireJson.object("error", WireJson.object("code", 400, "message",
                            "API key not valid. Please pass a valid API key.", "status", "INVALID_ARGUMENT", "details",
                            WireJson.array(
                                    WireJson.object("@type", "type.googleapis.com/google.rpc.ErrorInfo", "reason",
                                            "API_KEY_INVALID", "domain", "googleapis.com")))));
            case UNKNOWN_MODEL -> GeminiRules.refusal(404, "NOT_FOUND", "models/" + request.model()
                    + " is not found for API version v1beta, or is not supported for generateContent.");
            case BAD_REQUEST ->
                GeminiRules.refusal(400, "INVALID_ARGUMENT", "Invalid value at 'contents': contents is not specified");
            case RATE_LIMITED, NO_CREDIT -> GeminiRules.refusal(429, "RESOURCE_EXHAUSTED",
                    "You exceeded your current quota, please check your plan and billing details.");
            case OVERLOADED -> GeminiRules.refusal(503, "UNAVAILABLE",
                    "The model is overloaded. Please try again later.");
            case SERVER_ERROR -> GeminiRules.refusal(500, "INTERNAL", "An internal error has occurred.");
        };
    }

    @Override
    public JsonValue models(List<String> names) {
        return WireJson.object("models", JsonValue.of(names.stream().<JsonValue>map(name -> WireJson.object("name",
                "models/" + name, "displayName", name, "supportedGenerationMethods",
                WireJson.array(JsonValue.of("generateContent")))).toList()));
    }
}
