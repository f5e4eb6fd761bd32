package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * Responses as OpenAI publishes them: openai-python, {@code types/responses}, 2026. Nothing is stored. The ids of items
 * say whether a reasoning item came before them, so that a later request without it can be refused.
 */
final class ResponsesFormat implements WireFormat {

    private static final long CREATED = 1_700_000_000;
    private static final int ARGUMENT_PIECE = 12;
    private static final int HASH = 24;
    private static final String PATH = "/responses";

    @Override
    public boolean asksAt(String path) {
        return path.equals("/v1" + PATH);
    }

    @Override
    public Optional<Refusal> refusePath(String method, FakeRequest.Raw raw) {
        return raw.path().equals(PATH)
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
        StringBuilder system = new StringBuilder(WireJson.text(body, "instructions"));
        List<FakeRequest.Said> said = new ArrayList<>();
        List<FakeRequest.Result> results = new ArrayList<>();
        if (WireJson.field(body, "input") instanceof JsonValue.Str text) {
            said.add(new FakeRequest.Said("user", text.value(), List.of()));
        }
        for (JsonValue item : WireJson.items(body, "input")) {
            switch (ResponsesRules.type(item)) {
                case "message" -> {
                    String text = WireJson.contentText(WireJson.field(item, "content"));
                    String role = WireJson.text(item, "role");
                    if (role.equals("system") || role.equals("developer")) {
                        system.append(text);
                    } else {
                        said.add(new FakeRequest.Said(role, text, List.of()));
                    }
                }
                case "function_call" -> call(said, WireJson.text(item, "name"));
                case "function_call_output" -> results.add(new FakeRequest.Result(WireJson.text(item, "call_id"),
                        WireJson.contentText(WireJson.field(item, "output"))));
                default -> {
                    // A script ignores reasoning and the items of other tools.
                }
            }
        }
        JsonValue format = WireJson.field(body, "text", "format");
        JsonValue schema = WireJson.has(format, "schema")
                ? WireJson.field(format, "schema")
                : WireJson.text(format, "type").startsWith("json") ? format : null;
        return new FakeRequest(WireFormatName.OPENAI_RESPONSES, WireJson.text(body, "model"),
                WireJson.flag(body, "stream"),
                new FakeRequest.Asked(system.toString(), said, offers(body), results),
                new FakeRequest.Settings(schema, WireJson.number(body, "temperature"),
                        WireJson.number(body, "max_output_tokens")),
                raw);
    }

    /** Calls are items of their own; a script sees them with what the assistant said before them. */
    private static void call(List<FakeRequest.Said> said, String name) {
        boolean goesOn = !said.isEmpty() && said.getLast().role().equals("assistant");
        FakeRequest.Said last = goesOn ? said.removeLast() : new FakeRequest.Said("assistant", "", List.of());
        List<String> calls = new ArrayList<>(last.calls());
        calls.add(name);
        said.add(new FakeRequest.Said("assistant", last.text(), calls));
    }

    private static List<FakeRequest.Offer> offers(JsonValue body) {
        return WireJson.items(body, "tools").stream().map(tool -> new FakeRequest.Offer(WireJson.text(tool, "name"),
                WireJson.text(tool, "description"), WireJson.field(tool, "parameters"))).toList();
    }

    @Override
    public Optional<Refusal> refuse(FakeRequest request) {
        return request.key().isEmpty()
                ? Optional.of(OpenAiRefusal.missingKey())
                : ResponsesRules.check(request.model(), request.raw().json());
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public List<Frame> frames(FakeRequest request, FakeAnswer.Says scripted) {
        return new Writer(request, OpenAiModelRules.cut(request, request.model(), scripted)).stream();
    }

    @Override
    public JsonValue whole(FakeRequest request, FakeAnswer.Says scripted) {
        Writer writer = new Writer(request, OpenAiModelRules.cut(request, request.model(), scripted));
        writer.stream();
        return writer.response(writer.status(), true);
    }

    /** Writer of one answer. Events are numbered as they are written. */
    private static final class Writer {

        private final FakeRequest request;
        private final FakeAnswer.Says says;
        private final String hash;
        private final boolean reasoned;
        private final List<Frame> frames = new ArrayList<>();
        private final List<JsonValue> output = new ArrayList<>();

        Writer(FakeRequest request, FakeAnswer.Says says) {
            this.request = request;
            this.says = says;
            hash = RequestHash.of(request.raw().body()).substring(0, HASH);
            reasoned = OpenAiModelRules.reasons(request.model()) || !says.content().thinking().isEmpty();
        }

        List<Frame> stream() {
            emit("response.created", false, "response", response("in_progress", false));
            emit("response.in_progress", false, "response", response("in_progress", false));
            if (reasoned) {
                reasoning();
            }
            if (!says.content().text().isEmpty() || says.content().calls().isEmpty()) {
                message();
            }
            says.content().calls().forEach(this::call);
            emit("response." + status(), false, "response", response(status(), true));
            return frames;
        }

        /** Thoughts are told as a summary, and by real models only when it is asked for. */
        private void reasoning() {
            boolean summarized = !OpenAiModelRules.reasons(request.model())
                    || WireJson.has(request.raw().json(), "reasoning", "summary");
            List<String> thoughts = summarized ? says.content().thinking() : List.of();
            String id = "rs_" + hash;
            added(reasoning(id, List.of()));
            if (!thoughts.isEmpty()) {
                JsonValue empty = summaryText("");
                emit("response.reasoning_summary_part.added", false, "item_id", id, "output_index", output.size(),
                        "summary_index", 0, "part", empty);
                thoughts.forEach(piece -> emit("response.reasoning_summary_text.delta", true, "item_id", id,
                        "output_index", output.size(), "summary_index", 0, "delta", piece));
                emit("response.reasoning_summary_text.done", false, "item_id", id, "output_index", output.size(),
                        "summary_index", 0, "text", String.join("", thoughts));
                emit("response.reasoning_summary_part.done", false, "item_id", id, "output_index", output.size(),
                        "summary_index", 0, "part", summaryText(String.join("", thoughts)));
            }
            done(reasoning(id, thoughts));
        }

        private JsonValue reasoning(String id, List<String> thoughts) {
            boolean encrypted = WireJson.items(request.raw().json(), "include")
                    .contains(JsonValue.of("reasoning.encrypted_content"));
            return WireJson.object("id", id, "type", "reasoning", "summary",
                    thoughts.isEmpty() ? WireJson.array() : WireJson.array(summaryText(String.join("", thoughts))),
                    "encrypted_content", encrypted ? ResponsesRules.encrypted(id) : null);
        }

        private static JsonValue summaryText(String text) {
            return WireJson.object("type", "summary_text", "text", text);
        }

        private void message() {
            boolean declines = "refusal".equals(says.stopWord());
            String kind = declines ? "refusal" : "output_text";
            String id = "msg_" + (reasoned ? "r" : "n") + hash + output.size();
            added(message(id, "in_progress", List.of()));
            if (!says.content().text().isEmpty()) {
                emit("response.content_part.added", false, "item_id", id, "output_index", output.size(),
                        "content_index", 0, "part", part(declines, ""));
                says.content().text().forEach(piece -> emit("response." + kind + ".delta", true, "item_id", id,
                        "output_index", output.size(), "content_index", 0, "delta", piece));
                emit("response." + kind + ".done", false, "item_id", id, "output_index", output.size(),
                        "content_index", 0, declines ? "refusal" : "text", says.text());
                emit("response.content_part.done", false, "item_id", id, "output_index", output.size(),
                        "content_index", 0, "part", part(declines, says.text()));
            }
            done(message(id, status(), List.of(part(declines, says.text()))));
        }

        private static JsonValue message(String id, String status, List<JsonValue> content) {
            return WireJson.object("id", id, "type", "message", "status", status, "role", "assistant", "content",
                    JsonValue.of(content));
        }

        private static JsonValue part(boolean declines, String text) {
            return declines
                    ? WireJson.object("type", "refusal", "refusal", text)
                    : WireJson.object("type", "output_text", "text", text, "annotations", WireJson.array(), "logprobs",
                            WireJson.array());
        }

        private void call(FakeAnswer.Call call) {
            String id = "fc_" + (reasoned ? "r" : "n") + hash + output.size();
            added(call(id, call, "in_progress", ""));
            OpenAiFormat.pieces(call.arguments(), ARGUMENT_PIECE)
                    .forEach(piece -> emit("response.function_call_arguments.delta", true, "item_id", id,
                            "output_index", output.size(), "delta", piece));
            emit("response.function_call_arguments.done", false, "item_id", id, "output_index", output.size(), "name",
                    call.name(), "arguments", call.arguments());
            done(call(id, call, "completed", call.arguments()));
        }

        private static JsonValue call(String id, FakeAnswer.Call call, String status, String arguments) {
            return WireJson.object("id", id, "type", "function_call", "status", status, "call_id", call.id(), "name",
                    call.name(), "arguments", arguments);
        }

        private void added(JsonValue item) {
            emit("response.output_item.added", false, "output_index", output.size(), "item", item);
        }

        private void done(JsonValue item) {
            emit("response.output_item.done", false, "output_index", output.size(), "item", item);
            output.add(item);
        }

        private void emit(String type, boolean piece, Object... fields) {
            Map<String, JsonValue> all = new LinkedHashMap<>();
            all.put("type", JsonValue.of(type));
            all.put("sequence_number", JsonValue.of((long) frames.size()));
            all.putAll(WireJson.object(fields).fields());
            frames.add(new Frame("event: " + type + "\ndata: " + JsonText.write(new JsonValue.Obj(all)) + "\n\n",
                    piece));
        }

        private String status() {
            return incompleteBecause() == null ? "completed" : "incomplete";
        }

        private @Nullable String incompleteBecause() {
            String word = says.stopWord();
            if (word != null) {
                return word.equals("refusal") ? null : word;
            }
            return switch (says.finish()) {
                case STOP, TOOL_CALLS -> null;
                case LENGTH -> "max_output_tokens";
                case REFUSED -> "content_filter";
            };
        }

        /** The response so far; its usage comes with its end. */
        JsonValue response(String status, boolean ended) {
            JsonValue body = request.raw().json();
            String reason = incompleteBecause();
            FakeAnswer.Usage usage = says.usage();
            return WireJson.object("id", "resp_" + hash, "object", "response", "created_at", CREATED, "status", status,
                    "error", WireJson.nothing(), "incomplete_details",
                    ended && reason != null ? WireJson.object("reason", reason) : WireJson.nothing(), "instructions",
                    WireJson.field(body, "instructions"), "max_output_tokens",
                    WireJson.field(body, "max_output_tokens"), "model", request.model(), "output",
                    JsonValue.of(output), "parallel_tool_calls", true, "previous_response_id", WireJson.nothing(),
                    "store", !(WireJson.field(body, "store") instanceof JsonValue.Bool store) || store.value(), "usage",
                    ended && usage != null ? usage(usage) : WireJson.nothing(), "metadata", WireJson.object());
        }

        private static JsonValue usage(FakeAnswer.Usage usage) {
            return WireJson.object("input_tokens", usage.input(), "input_tokens_details",
                    WireJson.object("cached_tokens", usage.cachedInput(), "cache_write_tokens",
                            OpenAiFormat.written(usage)),
                    "output_tokens", usage.output(),
                    "output_tokens_details", WireJson.object("reasoning_tokens", usage.thinking()), "total_tokens",
                    usage.input() + usage.output());
        }
    }

    @Override
    public Frame event(String data) {
        return new Frame("event: response.output_text.delta\ndata: " + data + "\n\n", false);
    }

    /** A failure of the server ends the response; any other error is an event of its own. */
    @Override
    public Frame failure(Refusal refusal) {
        JsonValue error = WireJson.field(refusal.body(), "error");
        boolean failed = refusal.status() >= 500;
        String type = failed ? "response.failed" : "error";
        JsonValue data = failed
                ? WireJson.object("type", type, "sequence_number", HASH, "response", WireJson.object("id",
                        "resp_failed", "object", "response", "status", "failed", "error",
                        WireJson.object("code", "server_error", "message", WireJson.text(error, "message")), "output",
                        WireJson.array()))
                : WireJson.object("type", type, "sequence_number", HASH, "code", WireJson.field(error, "code"),
                        "message", WireJson.text(error, "message"), "param", WireJson.field(error, "param"));
        return new Frame("event: " + type + "\ndata: " + JsonText.write(data) + "\n\n", false);
    }

    @Override
    public Refusal refusal(ProviderRefusal problem, FakeRequest request) {
        return OpenAiFormat.words(problem, request);
    }

    @Override
    public JsonValue models(List<String> names) {
        return OpenAiFormat.list(names);
    }
}
