package dev.waggle.testing.provider;

/** The wire formats that the server speaks. */
public enum WireFormatName {
    /** Chat completions, of OpenAI and of everything that is compatible. */
    OPENAI("/v1"),
    /** Messages of Anthropic. */
    ANTHROPIC("/v1"),
    /** Generated content of Gemini. */
    GEMINI("/v1beta"),
    /** Chat of Ollama. */
    OLLAMA(""),
    /** Responses of OpenAI, which its newest models need for tools. */
    OPENAI_RESPONSES("/v1"),
    /** Chat completions and responses of Azure OpenAI, with and without the name of a deployment in the path. */
    AZURE("");

    private final String root;

    WireFormatName(String root) {
        this.root = root;
    }

    /** The usual end of the base URL in clients of this format; may be empty. */
    public String root() {
        return root;
    }
}
