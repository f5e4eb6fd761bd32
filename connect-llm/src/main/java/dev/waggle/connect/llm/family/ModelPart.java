package dev.waggle.connect.llm.family;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Part of a name that names the model. Gateways, regional hosts and libraries put vendors and regions before it, such
 * as {@code openai/gpt-5.5} or {@code us.anthropic.claude-sonnet-5}. Only known ones are left out, because the model
 * behind an unknown one may be another.
 *
 * <p>Sources: model names of OpenRouter and the Vercel AI Gateway, ids of Amazon Bedrock with their regions, Gemini's
 * {@code models/}, names of Hugging Face repositories, all in documents that the table names; {@code ft:} before the
 * base of a fine-tuned model of OpenAI.
 */
final class ModelPart {

    /** More prefixes than any gateway puts before a model. */
    private static final int MAX_PREFIXES = 4;

    private static final Pattern PREFIX = Pattern.compile("(?:ft:|~?(?:openai|anthropic|google|gemini|vertex_ai|vertex"
            + "|bedrock|azure|azure_ai|openrouter|litellm_proxy|ollama|ollama_chat|models|meta-llama|qwen|deepseek"
            + "|deepseek-ai|hf\\.co|huggingface\\.co|publishers|library)/"
            + "|(?:us|us-gov|eu|apac|global|jp|au|ca)\\.(?=anthropic\\.|openai\\.|deepseek\\.|qwen\\.)"
            + "|(?:anthropic|openai|deepseek|qwen)\\.)");

    private static final Pattern DOTTED_VERSION = Pattern.compile("(?<=\\d)\\.(?=\\d)");

    private ModelPart() {}

    /** The spellings of a name to look up, in small letters: as it is, and its model part. */
    static List<String> spellings(String name) {
        String whole = name.toLowerCase(Locale.ROOT);
        String part = whole;
        for (int i = 0; i < MAX_PREFIXES; i++) {
            part = withoutPrefix(part);
        }
        // Gateways write claude-opus-4.7 for Anthropic's claude-opus-4-7.
        if (part.startsWith("claude-")) {
            part = DOTTED_VERSION.matcher(part).replaceAll("-");
        }
        return part.equals(whole) ? List.of(whole) : List.of(whole, part);
    }

    private static String withoutPrefix(String name) {
        var prefix = PREFIX.matcher(name);
        return prefix.lookingAt() && prefix.end() < name.length() ? name.substring(prefix.end()) : name;
    }
}
