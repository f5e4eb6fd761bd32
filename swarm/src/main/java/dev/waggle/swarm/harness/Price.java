package dev.waggle.swarm.harness;

import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * Price of a model.
 *
 * <pre>
 *   USD = (read - cached - cacheWrites) * input + cached * cachedInput + cacheWrites * cacheWrite
 *       + (written - reasoning) * output + reasoning * reasoning price
 * </pre>
 *
 * @param inputPerMillion USD for a million tokens read, finite and at least 0
 * @param outputPerMillion USD for a million tokens written, finite and at least 0
 * @param cachedInputPerMillion USD for a million tokens read from the provider's cache; else the input price
 * @param cacheWritePerMillion USD for a million tokens read and written to that cache; else the input price
 * @param reasoningPerMillion USD for a million tokens of thinking; else the output price
 */
public record Price(double inputPerMillion, double outputPerMillion, @Nullable Double cachedInputPerMillion,
        @Nullable Double cacheWritePerMillion, @Nullable Double reasoningPerMillion) implements TokenPricing {

    private static final double MILLION = 1e6;

    public Price {
        require("inputPerMillion", inputPerMillion);
        require("outputPerMillion", outputPerMillion);
        requireOptional("cachedInputPerMillion", cachedInputPerMillion);
        requireOptional("cacheWritePerMillion", cacheWritePerMillion);
        requireOptional("reasoningPerMillion", reasoningPerMillion);
    }

    /** A price of tokens read and of tokens written, whatever caches and thinking do. */
    public Price(double inputPerMillion, double outputPerMillion) {
        this(inputPerMillion, outputPerMillion, null, null, null);
    }

    /** One price for every token, in USD. */
    public static Price perToken(double usd) {
        return new Price(usd * MILLION, usd * MILLION);
    }

    /** The prices that a harness states. */
    public static Price stated(TokenPricing pricing) {
        return pricing instanceof Price price
                ? price
                : new Price(pricing.inputPerMillion(), pricing.outputPerMillion(), pricing.cachedInputPerMillion(),
                        pricing.cacheWritePerMillion(), pricing.reasoningPerMillion());
    }

    /** USD for that many tokens read and written, without a cache and without thinking; finite. */
    public double of(double inputTokens, double outputTokens) {
        return of(new TokenUsage(inputTokens, outputTokens, 0));
    }

    /** USD for a call; finite. Tokens in the total beyond input and output are charged as output. */
    public double of(TokenUsage usage) {
        double cached = cachedInputPerMillion == null ? 0 : usage.cachedInputTokens();
        double written = cacheWritePerMillion == null ? 0 : usage.cacheWriteTokens();
        double reasoning = reasoningPerMillion == null ? 0 : usage.reasoningTokens();
        double output = Math.max(usage.outputTokens(), usage.totalTokens() - usage.inputTokens());
        double usd = usd(usage.inputTokens() - cached - written, inputPerMillion)
                + usd(output - reasoning, outputPerMillion) + usd(cached, cachedInputPerMillion)
                + usd(written, cacheWritePerMillion) + usd(reasoning, reasoningPerMillion);
        return Math.min(usd, Double.MAX_VALUE);
    }

    /**
     * USD that the provider's cache saved in a call: the cached tokens times the input price without the cached price.
     * It is 0 without a cached price, and below 0 where that is the higher one; finite.
     */
    public double saved(TokenUsage usage) {
        return cachedInputPerMillion == null
                ? 0
                : Math.clamp(usd(usage.cachedInputTokens(), inputPerMillion - cachedInputPerMillion),
                        -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    /** The most that this many tokens read and written cost, whatever part of them is cached or thinking; finite. */
    public double atMost(double inputTokens, double outputTokens) {
        double in = max(max(inputPerMillion, cachedInputPerMillion), cacheWritePerMillion);
        double out = max(outputPerMillion, reasoningPerMillion);
        return Math.min(usd(inputTokens, in) + usd(outputTokens, out), Double.MAX_VALUE);
    }

    /** Text that names only the prices that are given. The opening of a run holds it, so its words stay. */
    @Override
    public String toString() {
        return "Price[inputPerMillion=" + inputPerMillion + ", outputPerMillion=" + outputPerMillion
                + optional("cachedInputPerMillion", cachedInputPerMillion)
                + optional("cacheWritePerMillion", cacheWritePerMillion)
                + optional("reasoningPerMillion", reasoningPerMillion) + ']';
    }

    private static String optional(String name, @Nullable Double value) {
        return value == null ? "" : ", " + name + '=' + value;
    }

    private static double usd(double tokens, @Nullable Double perMillion) {
        return perMillion == null ? 0 : tokens / MILLION * perMillion;
    }

    private static double max(double one, @Nullable Double other) {
        return other == null ? one : Math.max(one, other);
    }

    private static void requireOptional(String name, @Nullable Double value) {
        if (value != null) {
            require(name, value);
        }
    }

    private static void require(String name, double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " must be a finite number of at least 0, got " + value);
        }
    }
}
