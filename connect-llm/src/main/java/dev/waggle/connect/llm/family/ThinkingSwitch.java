package dev.waggle.connect.llm.family;

import dev.waggle.signal.json.WireConstant;

/** Request fields that turn thinking on and off, or set its effort. */
public enum ThinkingSwitch implements WireConstant {
    /** No field: the model does not think, or refuses every setting. */
    NONE("no field"),
    /** OpenAI: an effort word. The word {@code none} turns thinking off where the model lists it. */
    REASONING_EFFORT("reasoning_effort (chat completions), reasoning.effort (Responses)"),
    /** Anthropic before 4.6: a budget turns thinking on, and no field turns it off. */
    ANTHROPIC_BUDGET("thinking: {type: enabled, budget_tokens}"),
    /** Anthropic since 4.6: adaptive thinking, with an effort word. */
    ANTHROPIC_ADAPTIVE("thinking: {type: adaptive or disabled}, output_config.effort"),
    /** Gemini 2.5: a budget in tokens. 0 turns thinking off where the model allows it, and -1 is dynamic. */
    GEMINI_BUDGET("generationConfig.thinkingConfig.thinkingBudget"),
    /** Gemini 3: a level word. */
    GEMINI_LEVEL("generationConfig.thinkingConfig.thinkingLevel"),
    /** Ollama: true or false. */
    OLLAMA_FLAG("think: true or false"),
    /** Ollama: a level word. */
    OLLAMA_LEVEL("think: a word");

    private final String fields;

    ThinkingSwitch(String fields) {
        this.fields = fields;
    }

    /** The fields of a request, for display. */
    public String fields() {
        return fields;
    }
}
