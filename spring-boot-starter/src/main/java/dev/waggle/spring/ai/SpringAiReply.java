package dev.waggle.spring.ai;

import java.util.Locale;
import java.util.Set;

import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * End of an answer of Spring AI.
 *
 * @param usage the tokens that the provider counted; {@code null} for none
 * @param finishReason the provider's word for the end; empty for none
 */
record SpringAiReply(@Nullable TokenUsage usage, String finishReason) {

    private static final Set<String> LIMITS = Set.of("length", "max_tokens", "max_output_tokens");
    private static final Set<String> FILTERS = Set.of("content_filter", "safety", "refusal", "blocklist",
            "prohibited_content", "recitation");

    /** True if the answer ended at its limit. */
    boolean isAtLimit() {
        return LIMITS.contains(finishReason.toLowerCase(Locale.ROOT));
    }

    /** True if a filter withheld the answer. */
    boolean isFiltered() {
        return FILTERS.contains(finishReason.toLowerCase(Locale.ROOT));
    }
}
