package dev.waggle.connect.llm.protocol;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.llm.protocol.ConversationItem.ModelAnswer;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerFormat;
import dev.waggle.connect.llm.protocol.ProviderRequest.AnswerOptions;
import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Generated content as Google publishes it for Gemini. Results of one answer's calls stand in one content. */
final class GeminiProtocol implements ModelProtocol {

    @Override
    public String path(ProviderRequest request) {
        String name = URLEncoder.encode(request.model(), StandardCharsets.UTF_8).replace("%2F", "/");
        boolean hasFolder = name.startsWith("models/") || name.startsWith("tunedModels/");
        return (hasFolder ? "/" : "/models/") + name + ":streamGenerateContent?alt=sse";
    }

    @Override
    public JsonValue.Obj body(ProviderRequest request) {
        JsonObjectBuilder body = new JsonObjectBuilder();
        if (request.system() != null) {
            body.with("systemInstruction",
                    new JsonObjectBuilder().with("parts", List.of(GeminiContent.text(request.system()))).json());
        }
        body.with("contents", contents(request));
        if (!request.tools().isEmpty()) {
            body.with("tools", List.of(new JsonObjectBuilder().with("functionDeclarations",
                    request.tools().tools().stream().map(GeminiProtocol::tool).toList()).json()));
            if (!request.tools().callable()) {
                body.with("toolConfig", new JsonObjectBuilder().with("functionCallingConfig",
                        new JsonObjectBuilder().with("mode", "NONE").json()).json());
            }
        }
        JsonValue.Obj generation = generation(request.options());
        if (!generation.fields().isEmpty()) {
            body.with("generationConfig", generation);
        }
        return JsonMerge.changed(body.json(), request.extra());
    }

    @Override
    public ReplyReader reader(ReplySink sink) {
        return new GeminiReader(sink);
    }

    private static JsonValue.Obj generation(AnswerOptions options) {
        JsonObjectBuilder generation = new JsonObjectBuilder();
        if (options.maxTokens() != null) {
            generation.with("maxOutputTokens", options.maxTokens().longValue());
        }
        generation.withPresent("temperature", options.temperature());
        switch (options.format()) {
            case AnswerFormat.AnyText _ -> {
                // The provider's default.
            }
            case AnswerFormat.AnyObject _ -> generation.with("responseMimeType", "application/json");
            case AnswerFormat.OfSchema it -> generation.with("responseMimeType", "application/json")
                    .with("responseJsonSchema", it.schema());
        }
        return generation.json();
    }

    private static List<JsonValue> contents(ProviderRequest request) {
        List<JsonValue> contents = new ArrayList<>();
        @Nullable JsonValue answer = null;
        List<JsonValue> words = new ArrayList<>();
        for (ConversationItem item : request.conversation()) {
            if (!(item instanceof ConversationItem.UserText) && !words.isEmpty()) {
                contents.add(GeminiContent.content("user", words));
                words = new ArrayList<>();
            }
            switch (item) {
                case ConversationItem.UserText it -> words.add(GeminiContent.text(it.text()));
                case ConversationItem.QuotedAnswer it ->
                    contents.add(GeminiContent.content("model", List.of(GeminiContent.text(it.text()))));
                case ModelAnswer it -> {
                    answer = it.api() == ProtocolName.GEMINI
                            ? it.wireForm()
                            : GeminiContent.content("model", GeminiContent.answer(it.text(), it.calls()));
                    contents.add(answer);
                }
                case ConversationItem.ToolResults it ->
                    contents.add(GeminiContent.content("user", results(it.results(), answer)));
            }
        }
        if (!words.isEmpty()) {
            contents.add(GeminiContent.content("user", words));
        }
        return contents;
    }

    /** The results in the order of the calls. Each has the name of its call, and its id if it came with one. */
    private static List<JsonValue> results(List<CallResult> results, @Nullable JsonValue answer) {
        List<JsonValue> calls = answer == null
                ? List.of()
                : EventFields.items(answer, "parts").stream().map(part -> EventFields.at(part, "functionCall"))
                        .filter(JsonValue.Obj.class::isInstance).toList();
        List<JsonValue> parts = new ArrayList<>();
        for (CallResult result : results) {
            JsonValue call = parts.size() < calls.size() ? calls.get(parts.size()) : JsonValue.ofNull();
            String id = EventFields.text(call, "id");
            String name = EventFields.text(call, "name");
            JsonObjectBuilder response = new JsonObjectBuilder();
            if (!id.isEmpty()) {
                response.with("id", id);
            }
            response.with("name", name.isEmpty() ? result.toolName() : name).with("response",
                    new JsonObjectBuilder().with(result.failed() ? "error" : "output", result.text()).json());
            parts.add(new JsonObjectBuilder().with("functionResponse", response.json()).json());
        }
        return parts;
    }

    private static JsonValue tool(ToolForm tool) {
        return new JsonObjectBuilder().with("name", tool.name()).with("description", tool.description())
                .withPresent("parameters", tool.parameters()).json();
    }
}
