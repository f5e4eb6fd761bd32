package dev.waggle.connect.llm.protocol;

/** Wire format of requests for an answer. */
public enum ProtocolName {
    /** Chat completions of OpenAI, and of everything compatible. */
    OPENAI_CHAT,
    /** Responses of OpenAI. */
    OPENAI_RESPONSES,
    /** Messages of Anthropic. */
    ANTHROPIC,
    /** Generated content of Gemini. */
    GEMINI,
    /** Chat of Ollama. */
    OLLAMA
}
