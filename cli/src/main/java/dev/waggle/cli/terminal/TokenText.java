package dev.waggle.cli.terminal;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.harness.TokenUsage;

/** Text for the tokens of calls with prices of their own, beside the tokens read and written. */
public final class TokenText {

    private TokenText() {}

    /** Parts of the tokens read, for example {@code " (3,300 cached)"}; empty without any. */
    public static String ofInput(TokenUsage usage) {
        return listed(part(usage.cachedInputTokens(), "cached"),
                part(usage.cacheWriteTokens(), "written to the cache"));
    }

    /** Parts of the tokens written, for example {@code " (800 thinking)"}; empty without any. */
    public static String ofOutput(TokenUsage usage) {
        return listed(part(usage.reasoningTokens(), "thinking"));
    }

    private static String part(double tokens, String name) {
        return tokens < 1 ? "" : String.format(Locale.ROOT, "%,d %s", (long) tokens, name);
    }

    private static String listed(String... parts) {
        String list = Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " (" + list + ')';
    }
}
