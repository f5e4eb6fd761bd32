package dev.waggle.connect.llm.protocol;

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

/**
 * Responses as OpenAI publishes them. Nothing is stored at the provider. So the items of an answer go back as they came,
 * thoughts in their encrypted form before the calls that they led to.
 */
final class OpenAiResponsesProtocol implements ModelProtocol {

    /** The smallest limit of the output that the provider takes. */
    private static final int MIN_OUTPUT = 16;

    @Override
    public String path(ProviderRequest request) {
        return "/responses";
    }

    @Override
    public JsonValue.Obj body(ProviderRequest request) {
        AnswerOptions options = request.options();
        JsonObjectBuilder body = new JsonObjectBuilder().with("model", request.model())
                .withPresent("instructions", request.system()).with("input", input(request)).with("stream", true)
                .with("store", false);
        if (options.returnsThoughts()) {
            body.withTexts("include", List.of("reasoning.encrypted_content"));
        }
        if (options.maxTokens() != null) {
            body.with("max_output_tokens", (long) Math.max(MIN_OUTPUT, options.maxTokens()));
        }
        body.withPresent("temperature", options.temperature());
        if (!request.tools().isEmpty()) {
            body.with("tools", request.tools().tools().stream().map(OpenAiResponsesProtocol::tool).toList());
            if (!request.tools().callable()) {
                body.with("tool_choice", "none");
            }
        }
        JsonValue.Obj format = format(options.format());
        if (format != null) {
            body.with("text", new JsonObjectBuilder().with("format", format).json());
        }
        return JsonMerge.changed(body.json(), request.extra());
    }

    @Override
    public ReplyReader reader(ReplySink sink) {
        return new OpenAiResponsesReader(sink);
    }

    private static List<JsonValue> input(ProviderRequest request) {
        List<JsonValue> items = new ArrayList<>();
        for (ConversationItem item : request.conversation()) {
            switch (item) {
                case ConversationItem.UserText it -> items.add(OpenAiResponsesItem.message("user", it.text()));
                case ConversationItem.QuotedAnswer it -> items.add(OpenAiResponsesItem.message("assistant", it.text()));
                case ModelAnswer it -> items.addAll(it.api() == ProtocolName.OPENAI_RESPONSES
                        ? EventFields.items(it.wireForm())
                        : OpenAiResponsesItem.answer(it.text(), it.calls()));
                case ConversationItem.ToolResults it -> it.results().forEach(result -> items.add(result(result)));
            }
        }
        return items;
    }

    private static JsonValue result(CallResult result) {
        return new JsonObjectBuilder().with("type", "function_call_output").with("call_id", result.callId())
                .with("output", result.text()).json();
    }

    /** A tool is strict unless that is refused, and an open schema cannot be. */
    private static JsonValue tool(ToolForm tool) {
        return new JsonObjectBuilder().with("type", "function").with("name", tool.name())
                .with("description", tool.description()).withPresent("parameters", tool.parameters())
                .with("strict", false).json();
    }

    private static JsonValue.@Nullable Obj format(AnswerFormat format) {
        return switch (format) {
            case AnswerFormat.AnyText _ -> null;
            case AnswerFormat.AnyObject _ -> new JsonObjectBuilder().with("type", "json_object").json();
            case AnswerFormat.OfSchema it -> new JsonObjectBuilder().with("type", "json_schema")
                    .with("name", OpenAiChatProtocol.SCHEMA_NAME).with("strict", it.strict())
                    .with("schema", it.schema()).json();
        };
    }
}
