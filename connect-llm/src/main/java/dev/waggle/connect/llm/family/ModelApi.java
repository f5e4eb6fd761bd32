package dev.waggle.connect.llm.family;

import dev.waggle.signal.json.WireConstant;

/** API of OpenAI that serves a model. */
public enum ModelApi implements WireConstant {
    /** Chat completions, {@code /v1/chat/completions}. */
    CHAT,
    /** Responses, {@code /v1/responses}. */
    RESPONSES
}
