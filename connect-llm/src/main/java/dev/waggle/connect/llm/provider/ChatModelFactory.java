package dev.waggle.connect.llm.provider;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import org.jspecify.annotations.Nullable;

/**
 * The library's model of a call. It is built for each call, which takes some ten microseconds, because its HTTP client
 * is the line of that call. It repeats nothing and logs nothing.
 */
public final class ChatModelFactory {

    /** For clients that insist on a key where the server wants none. */
    private static final String NO_KEY = "none";

    private ChatModelFactory() {}

    static StreamingChatModel of(ProviderConfig provider, String model, @Nullable ApiKey key, HttpClientBuilder line,
            SchemaFit fit) {
        String url = provider.baseUrl().toString();
        return switch (provider.kind()) {
            case OPENAI -> new OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder().httpClientBuilder(line)
                    .baseUrl(url).apiKey(key == null ? null : key.reveal()).modelName(model)
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

    /** Whether a provider can hold every word of an answer to a schema. */
    public enum SchemaFit {
        /** Every object names all its fields, needs them all and takes no others, as strict modes ask. */
        CLOSED,
        /** Any other schema. */
        OPEN
    }
}
