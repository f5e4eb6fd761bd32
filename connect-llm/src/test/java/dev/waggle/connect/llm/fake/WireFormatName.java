package dev.waggle.connect.llm.fake;

/** The wire formats that the server speaks. */
public enum WireFormatName {
    /** Chat completions, of OpenAI and of everything that is compatible. */
    OPENAI("/v1", new OpenAiFormat()),
    /** Messages of Anthropic. */
    ANTHROPIC("/v1", new AnthropicFormat()),
    /** Generated content of Gemini. */
    GEMINI("/v1beta", new GeminiFormat()),
    /** Chat of Ollama. */
    OLLAMA("", new OllamaFormat());

    private final String root;
    private final WireFormat wire;

    WireFormatName(String root, WireFormat wire) {
        this.root = root;
        this.wire = wire;
    }

    /** The usual end of the base URL in clients of this format; may be empty. */
    public String root() {
        return root;
    }

    WireFormat wire() {
        return wire;
    }
}
