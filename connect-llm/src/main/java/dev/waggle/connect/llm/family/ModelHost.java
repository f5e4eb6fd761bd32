package dev.waggle.connect.llm.family;

import org.jspecify.annotations.Nullable;

/** Kind of server that a model is asked at. The defaults for an unknown model follow from it. */
public enum ModelHost {
    /** OpenAI at its own address. */
    OPENAI("openai", "openai", true, TokenLimitField.MAX_COMPLETION_TOKENS),
    /** Azure OpenAI: the name of a deployment stands for the model. */
    AZURE(null, "openai", true, TokenLimitField.MAX_COMPLETION_TOKENS),
    /** Any other server with chat completions: a gateway, vLLM, llama.cpp, LM Studio. */
    COMPATIBLE(null, "openai", false, TokenLimitField.MAX_TOKENS),
    /** Anthropic messages. */
    ANTHROPIC("anthropic", "anthropic", true, TokenLimitField.MAX_TOKENS),
    /** Google AI Gemini. */
    GEMINI("gemini", "gemini", true, TokenLimitField.MAX_TOKENS),
    /** Ollama chat. */
    OLLAMA("ollama", "ollama", false, TokenLimitField.MAX_TOKENS);

    private final @Nullable String vendor;
    private final String format;
    private final boolean isHosted;
    private final TokenLimitField usualField;

    ModelHost(@Nullable String vendor, String format, boolean isHosted, TokenLimitField usualField) {
        this.vendor = vendor;
        this.format = format;
        this.isHosted = isHosted;
        this.usualField = usualField;
    }

    /** The first part of the family names that are facts about this host, or {@code null} for a foreign server. */
    @Nullable String vendor() {
        return vendor;
    }

    /** The vendor whose request format it takes. */
    String format() {
        return format;
    }

    /** True if a vendor runs it: a model there may think unless a source says that it does not. */
    public boolean isHosted() {
        return isHosted;
    }

    /** The token limit of a model without a known one. Only chat completions have two. */
    TokenLimitField usualField() {
        return usualField;
    }
}
