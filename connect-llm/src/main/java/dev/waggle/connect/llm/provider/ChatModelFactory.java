package dev.waggle.connect.llm.provider;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the LangChain4j model of one call. The model is built for each call, which takes some ten microseconds,
 * because its HTTP client belongs to that call. It retries nothing and logs nothing.
 */
final class ChatModelFactory {

    /** Placeholder key for clients that require one for a server without keys. */
    private static final String NO_KEY = "none";

    private ChatModelFactory() {}

    static StreamingChatModel of(ProviderConfig provider, String model, @Nullable ApiKey key, HttpClientBuilder line,
            SchemaFit fit) {
        String url = provider.callUrl(model);
        return switch (provider.kind()) {
            case OPENAI, AZURE -> new OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder().httpClientBuilder(line)
                    .baseUrl(url).apiKey(key == null ? null : key.reveal()).modelName(provider.requestedName(model))
                    .strictJsonSchema(fit == SchemaFit.CLOSED).returnThinking(true)
                    .logRequests(false).logResponses(false).build();
            case ANTHROPIC -> new AnthropicStreamingChatModel.AnthropicStreamingChatModelBuilder()
                    .httpClientBuilder(line).baseUrl(url + "/").apiKey(key == null ? NO_KEY : key.reveal())
                    .modelName(model).returnThinking(true).sendThinking(true)
                    .logRequests(false).logResponses(false).build();
            case GEMINI -> GoogleAiGeminiStreamingChatModel.builder().httpClientBuilder(line).baseUrl(url)
                    .apiKey(key == null ? NO_KEY : key.reveal()).modelName(model).returnThinking(true)
                    .sendThinking(true).logRequestsAndResponses(false).build();
            case OLLAMA -> new OllamaStreamingChatModel.OllamaStreamingChatModelBuilder().httpClientBuilder(line)
                    .baseUrl(url).modelName(model).returnThinking(true)
                    .logRequests(false).logResponses(false).build();
        };
    }

    /** Suitability of a schema for the strict mode of a provider, which constrains every token of an answer. */
    public enum SchemaFit {
        /** Every object names all its fields, needs them all and takes no others, as strict modes ask. */
        CLOSED,
        /** Any other schema. */
        OPEN
    }
}
