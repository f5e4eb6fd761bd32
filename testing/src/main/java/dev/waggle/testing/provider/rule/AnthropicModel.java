package dev.waggle.testing.provider.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Published facts about a family of Anthropic's models, written down apart from the clients that are tested here.
 *
 * @param prefix the beginning of its names
 * @param thinks true if it thinks without being asked
 * @param refusedThinking the values of {@code thinking.type} that it refuses
 * @param limits its limits
 * @param refuses further settings that it refuses
 */
public record AnthropicModel(String prefix, boolean thinks, Set<String> refusedThinking, TokenLimits limits,
        Refused refuses) {

    /**
     * Limits in tokens.
     *
     * @param output the longest answer; 0 if no source says
     * @param cached the shortest prompt that is cached
     */
    public record TokenLimits(int output, int cached) {}

    /**
     * Settings that a family refuses.
     *
     * @param temperature true if it takes no temperature but 1
     * @param prefill true if the last message has to be one of the user
     * @param efforts the values of {@code output_config.effort} that it takes; none if it takes no effort
     */
    public record Refused(boolean temperature, boolean prefill, List<String> efforts) {}

    public static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh", "max");

    private static final List<String> NO_EFFORTS = List.of();
    private static final List<String> UP_TO_HIGH = List.of("low", "medium", "high");
    private static final List<String> WITHOUT_XHIGH = List.of("low", "medium", "high", "max");

    /** The usual least length of a cached prompt: Prompt caching, "Cache limitations". */
    private static final int USUAL_CACHED = 1_024;

    // Thinking: platform.claude.com, "Troubleshooting thinking", table of models, September 2026; for 5.5 "What's new in
    // Claude Opus 5.5" and the migration guides of OpenRouter, "Claude 5.5", November 2026.
    // Temperature: ComfyUI#13923 and github/app#2574, August 2026; only 1 is taken: edsl#2458, April 2026.
    // Prefill: "What's new in Claude 4.6", agentic-ai-engineering#43, March 2026.
    // Effort: platform.claude.com, "Effort"; the words of refusals from elizaOS/eliza#16175, July 2026.
    // Output: claude-code#24451 (Opus 4.5), OpenHands#11090 (Sonnet 4), models overview of September 2026.
    // Cached: Prompt caching by OpenRouter and orq.ai, May 2026; "What's new in Claude Opus 5" for 512 and 1,024.
    private static final List<AnthropicModel> FAMILIES = List.of(
            adaptive("claude-fable-5", true, Set.of("enabled", "disabled"), 512),
            adaptive("claude-mythos-5", true, Set.of("enabled", "disabled"), USUAL_CACHED),
            adaptive("claude-opus-5-5", true, Set.of("enabled", "disabled"), 512),
            adaptive("claude-sonnet-5-5", true, Set.of("enabled", "disabled"), 512),
            adaptive("claude-haiku-5-5", true, Set.of("enabled"), 512),
            adaptive("claude-opus-5", true, Set.of("enabled"), 512),
            adaptive("claude-sonnet-5", true, Set.of("enabled"), USUAL_CACHED),
            adaptive("claude-opus-4-8", false, Set.of("enabled"), 1_024),
            adaptive("claude-opus-4-7", false, Set.of("enabled"), 4_096),
            new AnthropicModel("claude-opus-4-6", false, Set.of(), new TokenLimits(128_000, 4_096),
                    new Refused(false, true, WITHOUT_XHIGH)),
            new AnthropicModel("claude-sonnet-4-6", false, Set.of(), new TokenLimits(64_000, 2_048),
                    new Refused(false, true, WITHOUT_XHIGH)),
            extended("claude-opus-4-5", 64_000, 4_096, UP_TO_HIGH),
            extended("claude-haiku-4-5", 64_000, 4_096, NO_EFFORTS),
            extended("claude-sonnet-4-5", 64_000, 1_024, NO_EFFORTS),
            extended("claude-opus-4", 32_000, 1_024, NO_EFFORTS),
            extended("claude-sonnet-4", 64_000, 1_024, NO_EFFORTS));

    /** Any other model: nothing is known about it, so it refuses nothing for its name. */
    private static final AnthropicModel UNKNOWN = new AnthropicModel("", false, Set.of(),
            new TokenLimits(0, USUAL_CACHED), new Refused(false, false, EFFORTS));

    /** The family with the longest prefix of that name. */
    public static AnthropicModel of(String name) {
        return FAMILIES.stream().filter(family -> name.startsWith(family.prefix))
                .max(Comparator.comparingInt(family -> family.prefix.length())).orElse(UNKNOWN);
    }

    /** A family of 2026: it decides itself how long it thinks. */
    private static AnthropicModel adaptive(String prefix, boolean thinks, Set<String> refused, int cached) {
        return new AnthropicModel(prefix, thinks, refused, new TokenLimits(128_000, cached),
                new Refused(true, true, EFFORTS));
    }

    /** An earlier family: it thinks within a budget of tokens. */
    private static AnthropicModel extended(String prefix, int output, int cached, List<String> efforts) {
        return new AnthropicModel(prefix, false, Set.of("adaptive"), new TokenLimits(output, cached),
                new Refused(false, false, efforts));
    }
}
