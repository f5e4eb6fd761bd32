package dev.waggle.cli.terminal;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.text.PlainLocale;

/** Text for the tokens of calls with prices of their own, beside the tokens read and written. */
public final class TokenText {

    /** Smallest amount of savings that is shown, in USD: half of the last digit. */
    private static final double MIN_SAVED = 0.00005;

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

    /** Money that caches saved, for example {@code ", $0.0089 saved by caches"}; empty where they saved none. */
    public static String ofSavings(double usd) {
        return usd < MIN_SAVED ? "" : String.format(PlainLocale.NONE, ", $%.4f saved by caches", usd);
    }

    /** Notice of calls without a known price, for example {@code ", a guess for 3 calls of unknown price"}; empty for 0. */
    public static String ofUnpriced(int calls) {
        return calls == 0 ? "" : ", a guess for " + LiveText.plural(calls, "call") + " of unknown price";
    }

    private static String part(double tokens, String name) {
        return tokens < 1 ? "" : String.format(PlainLocale.NONE, "%,d %s", (long) tokens, name);
    }

    private static String listed(String... parts) {
        String list = Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " (" + list + ')';
    }
}
