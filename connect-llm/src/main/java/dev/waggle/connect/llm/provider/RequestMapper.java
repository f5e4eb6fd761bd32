package dev.waggle.connect.llm.provider;

import java.util.List;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.call.BudgetLedger;
import org.jspecify.annotations.Nullable;

/** Maps an input to the library's request. Unset options are left to the provider. */
final class RequestMapper {

    /** The name that providers want a schema to have. */
    private static final String SCHEMA_NAME = "reply";

    private RequestMapper() {}

    /**
     * The content of a request, before the library has it.
     *
     * @param messages the whole conversation
     * @param tools the tools for the model, from the input and from its conversation
     */
    record RequestContent(HarnessInput input, List<ChatMessage> messages, List<ToolOffer> tools) {}

    static ChatRequest of(ProviderConfig provider, RequestContent content, @Nullable ResponseFormat format) {
        return ChatRequest.builder().messages(content.messages()).parameters(parameters(provider, content, format))
                .build();
    }

    /**
     * Response format that holds the answer to JSON, if the provider is to. Gemini rejects a format beside tools, so
     * with tools it is left to the prompt.
     */
    static @Nullable ResponseFormat format(ProviderConfig provider, RequestContent content,
            JsonValue.@Nullable Obj schema) {
        boolean collides = provider.kind() == ProviderConfig.Kind.GEMINI && !content.tools().isEmpty();
        if (schema == null || collides) {
            return null;
        }
        return switch (provider.structuredOutput()) {
            case SCHEMA -> ResponseFormat.builder().type(ResponseFormatType.JSON)
                    .jsonSchema(JsonSchema.builder().name(SCHEMA_NAME)
                            .rootElement(JsonRawSchema.from(JsonText.write(schema))).build())
                    .build();
            case OBJECT -> ResponseFormat.JSON;
            case NONE -> null;
        };
    }

    private static ChatRequestParameters parameters(ProviderConfig provider, RequestContent content,
            @Nullable ResponseFormat format) {
        HarnessInput input = content.input();
        Integer max = mostTokens(provider, input);
        List<ToolSpecification> tools = ToolMapper.of(provider.kind(), content.tools());
        ToolChoice choice = choice(provider, content);
        // Models of OpenAI itself take only the newer name of the limit, compatible servers often only the older.
        boolean isOpenAi = provider.kind() == ProviderConfig.Kind.OPENAI && provider.usesDefaultUrl();
        if (isOpenAi || provider.kind() == ProviderConfig.Kind.AZURE) {
            return OpenAiChatRequestParameters.builder().maxCompletionTokens(max).temperature(input.temperature())
                    .toolSpecifications(tools).toolChoice(choice).responseFormat(format).build();
        }
        return DefaultChatRequestParameters.builder().maxOutputTokens(max).temperature(input.temperature())
                .toolSpecifications(tools).toolChoice(choice).responseFormat(format).build();
    }

    /** Tools that are only named must not be called; Ollama knows no such choice. */
    private static @Nullable ToolChoice choice(ProviderConfig provider, RequestContent content) {
        boolean onlyNamed = content.input().tools().isEmpty() && !content.tools().isEmpty();
        return onlyNamed && provider.kind() != ProviderConfig.Kind.OLLAMA ? ToolChoice.NONE : null;
    }

    /** Anthropic requires a limit. */
    private static @Nullable Integer mostTokens(ProviderConfig provider, HarnessInput input) {
        Double most = input.maxTokens();
        if (most != null) {
            return (int) Math.max(1, Math.min(Integer.MAX_VALUE, most));
        }
        return provider.kind() == ProviderConfig.Kind.ANTHROPIC ? BudgetLedger.DEFAULT_OUTPUT : null;
    }
}
