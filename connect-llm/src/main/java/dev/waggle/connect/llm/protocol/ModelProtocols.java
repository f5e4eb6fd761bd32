package dev.waggle.connect.llm.protocol;

/** The wire formats. */
public final class ModelProtocols {

    private ModelProtocols() {}

    public static ModelProtocol of(ProtocolName api) {
        return switch (api) {
            case OPENAI_CHAT -> new OpenAiChatProtocol();
            case OPENAI_RESPONSES -> new OpenAiResponsesProtocol();
            case ANTHROPIC -> new AnthropicProtocol();
            case GEMINI -> new GeminiProtocol();
            case OLLAMA -> new OllamaProtocol();
        };
    }
}
