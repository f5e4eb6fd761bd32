package dev.waggle.swarm.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.CallMeter.TokenPricing;

/**
 * Prices of models. A row is named by a model, {@code provider:model}, or by a prefix with a star, {@code ollama:*}.
 * An exact row precedes one with a star, a longer prefix a shorter one.
 *
 * @param rows prices by name
 * @param otherwise price of a token if no row matches and the harness of the model states no price
 */
public record PriceTable(Map<String, Price> rows, Price otherwise) {

    /** The price of a token of an unknown model, in USD. */
    public static final double COST_PER_TOKEN = 0.000003;

    /** No rows: {@value #COST_PER_TOKEN} USD for each token. */
    public static final PriceTable FLAT = new PriceTable(Map.of(), Price.perToken(COST_PER_TOKEN));

    public PriceTable {
        rows = Map.copyOf(rows);
        rows.keySet().forEach(PriceTable::requireName);
    }

    /** The price of a model. */
    public Price of(String model) {
        return row(model).orElse(otherwise);
    }

    /** The price of a model whose harness states those prices, if any. A row that matches precedes them. */
    public Price of(String model, Optional<TokenPricing> stated) {
        return row(model).or(() -> stated.map(Price::stated)).orElse(otherwise);
    }

    /** True if a row matches. */
    public boolean knows(String model) {
        return row(model).isPresent();
    }

    /** True if the price of a model is a guess: no row matches, and its user has not set the price of other models. */
    public boolean isGuess(String model) {
        return !knows(model) && otherwise.equals(FLAT.otherwise);
    }

    /** Puts these rows before the ones here. */
    public PriceTable with(Map<String, Price> more) {
        Map<String, Price> all = new LinkedHashMap<>(rows);
        all.putAll(more);
        return new PriceTable(all, otherwise);
    }

    public PriceTable withCostPerToken(double usd) {
        return new PriceTable(rows, Price.perToken(usd));
    }

    private Optional<Price> row(String model) {
        Price exact = rows.get(model);
        if (exact != null) {
            return Optional.of(exact);
        }
        for (int length = model.length(); length >= 0; length--) {
            Price begun = rows.get(model.substring(0, length) + "*");
            if (begun != null) {
                return Optional.of(begun);
            }
        }
        return Optional.empty();
    }

    private static void requireName(String name) {
        int star = name.indexOf('*');
        if (name.isBlank() || (star >= 0 && star != name.length() - 1)) {
            throw new IllegalArgumentException(
                    "a row of prices must be named by a model, or by its beginning and a star"
                            + " at the end, got \"" + name + "\"\nMaybe \"openai:*\".");
        }
    }
}
