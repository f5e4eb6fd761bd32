package dev.waggle.review;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.identity.AuthorKey;
import org.jspecify.annotations.Nullable;

/**
 * Token usage of a run's calls according to its log. The log has the tokens of every call. It has the price of a
 * payment only where it differs from the price table. Owned by one thread.
 */
public final class CallUsage {

    /** Maximum number of payers listed; the rest is counted together. */
    private static final int MAX_PAYERS = 1000;
    private static final String OTHERS = "others";

    private final Map<String, TokenCount> byAgent = new LinkedHashMap<>();
    /** Runs of calls that were not sent, because the harness did not know their session. */
    private final Set<String> unsent = new HashSet<>();
    private final List<Payment> payments = new ArrayList<>();
    private TokenCount total = TokenCount.NOTHING;

    /**
     * Calls and their tokens.
     *
     * @param calls number of ended calls
     * @param failed number of failed calls among them
     * @param usage their tokens, as providers reported them
     */
    public record TokenCount(long calls, long failed, TokenUsage usage) {

        /** No call. */
        public static final TokenCount NOTHING = new TokenCount(0, 0, TokenUsage.NONE);

        /** Tokens read. */
        public double inputTokens() {
            return usage.inputTokens();
        }

        /** Tokens written. */
        public double outputTokens() {
            return usage.outputTokens();
        }

        /** Both together. */
        public TokenCount plus(TokenCount more) {
            return new TokenCount(calls + more.calls, failed + more.failed, usage.plus(more.usage));
        }
    }

    /**
     * Money that calls cost and that caches of providers saved.
     *
     * @param total all calls
     * @param byAgent calls by agent or part of the runtime
     * @param byModel calls by model
     */
    public record MoneySpent(UsageTotals total, Map<String, UsageTotals> byAgent, Map<String, UsageTotals> byModel) {
        public MoneySpent {
            byAgent = Collections.unmodifiableMap(new LinkedHashMap<>(byAgent));
            byModel = Collections.unmodifiableMap(new LinkedHashMap<>(byModel));
        }
    }

    /**
     * Payment for a call.
     *
     * @param price the price that the log states, where it is not the one of the table
     */
    private record Payment(String payer, String model, TokenUsage usage, boolean estimated, Optional<Price> price) {}

    /** Records a harness signal. */
    void record(Signal signal) {
        String run = signal.links().cause();
        if (signal.type().equals(HarnessSignals.END) && (run == null || !unsent.remove(run))) {
            add(signal, new TokenCount(1, 0, usage(signal)));
        } else if (signal.type().equals(HarnessSignals.ERROR)) {
            if (run != null && isUnsent(signal)) {
                unsent.add(run);
            } else {
                add(signal, new TokenCount(0, 1, TokenUsage.NONE));
            }
        }
    }

    /** Records the payments for calls that an interruption left without an answer; they have no harness signals. */
    void recordLost(Signal fact) {
        if (RunParameters.facts(fact).get("paid") instanceof JsonValue.Arr(var payments)) {
            payments.forEach(payment -> {
                if (payment instanceof JsonValue.Obj(var fields)) {
                    add(RunParameters.text(fields, "payer").orElse(OTHERS), new TokenCount(1, 1, usage(fields)));
                }
            });
        }
    }

    /** Records the payments in a fact of the runtime. */
    void recordPayments(Signal fact) {
        if (RunParameters.facts(fact).get("paid") instanceof JsonValue.Arr(var items)) {
            items.forEach(item -> {
                if (item instanceof JsonValue.Obj(var fields)) {
                    payments.add(new Payment(RunParameters.text(fields, "payer").orElse(OTHERS),
                            RunParameters.text(fields, "model").orElse(OTHERS), usage(fields),
                            JsonValue.of(true).equals(fields.get("estimated")), price(fields.get("price"))));
                }
            });
        }
    }

    /**
     * Money of the logged payments; empty without payments, and where the price of one is unknown.
     *
     * @param table the prices of the solve, if they are known
     */
    public Optional<MoneySpent> money(Optional<PriceTable> table) {
        Map<String, UsageTotals> agents = new TreeMap<>();
        Map<String, UsageTotals> models = new TreeMap<>();
        for (Payment payment : payments) {
            Optional<Price> price = payment.price.or(() -> table.map(prices -> prices.of(payment.model)));
            if (price.isEmpty()) {
                return Optional.empty();
            }
            boolean isGuess = payment.price.isEmpty()
                    && table.filter(prices -> prices.isGuess(payment.model)).isPresent();
            UsageTotals paid = isGuess
                    ? UsageTotals.NOTHING.andUnpriced(payment.usage, price.get(), payment.estimated)
                    : UsageTotals.NOTHING.and(payment.usage, price.get(), payment.estimated);
            agents.merge(agents.size() < MAX_PAYERS || agents.containsKey(payment.payer) ? payment.payer : OTHERS, paid,
                    UsageTotals::and);
            models.merge(models.size() < MAX_PAYERS || models.containsKey(payment.model) ? payment.model : OTHERS, paid,
                    UsageTotals::and);
        }
        return payments.isEmpty()
                ? Optional.empty()
                : Optional.of(new MoneySpent(agents.values().stream().reduce(UsageTotals.NOTHING, UsageTotals::and),
                        agents, models));
    }

    /** Models that were paid for each agent or part of the runtime, in the order of their first payments. */
    public Map<String, Set<String>> models() {
        Map<String, Set<String>> models = new LinkedHashMap<>();
        for (Payment payment : payments) {
            if (models.size() < MAX_PAYERS || models.containsKey(payment.payer)) {
                models.computeIfAbsent(payment.payer, _ -> new LinkedHashSet<>()).add(payment.model);
            }
        }
        return models;
    }

    /** All agents together. */
    public TokenCount total() {
        return total;
    }

    /** Usage by agent, in the order of their first calls. */
    public Map<String, TokenCount> byAgent() {
        return byAgent;
    }

    private void add(Signal signal, TokenCount spent) {
        add(payer(signal.source()), spent);
    }

    /** The agent or part of the runtime that a harness was called for. */
    private static String payer(Source source) {
        return source instanceof Source.Harness harness && harness.agent() != null
                ? harness.agent()
                : AuthorKey.of(source);
    }

    private void add(String agent, TokenCount spent) {
        total = total.plus(spent);
        byAgent.merge(byAgent.size() < MAX_PAYERS || byAgent.containsKey(agent) ? agent : OTHERS, spent,
                TokenCount::plus);
    }

    private static TokenUsage usage(Signal signal) {
        return RunParameters.facts(signal).get("output") instanceof JsonValue.Obj(var output)
                && output.get("usage") instanceof JsonValue.Obj(var usage) ? usage(usage) : TokenUsage.NONE;
    }

    private static TokenUsage usage(Map<String, JsonValue> counts) {
        return TokenUsage.capped(tokens(counts, "inputTokens"), tokens(counts, "outputTokens"),
                tokens(counts, "totalTokens"), tokens(counts, "cachedInputTokens"),
                tokens(counts, "cacheWriteTokens"), tokens(counts, "reasoningTokens"));
    }

    /** A stated price; empty for none, and for one that no solve writes. */
    private static Optional<Price> price(@Nullable JsonValue stated) {
        if (!(stated instanceof JsonValue.Obj(var fields))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Price(require(fields, "input"), require(fields, "output"),
                    amount(fields, "cachedInput"), amount(fields, "cacheWrite"),
                    amount(fields, "reasoning")));
        } catch (IllegalArgumentException forged) {
            return Optional.empty();
        }
    }

    private static double require(Map<String, JsonValue> fields, String name) {
        Double amount = amount(fields, name);
        if (amount == null) {
            throw new IllegalArgumentException("the price has no " + name);
        }
        return amount;
    }

    private static @Nullable Double amount(Map<String, JsonValue> fields, String name) {
        return fields.get(name) instanceof JsonValue.Num(var number) ? Double.valueOf(number.doubleValue()) : null;
    }

    private static boolean isUnsent(Signal error) {
        return RunParameters.text(RunParameters.facts(error), "code")
                .filter(HarnessFailure.Kind.UNKNOWN_SESSION.wireName()::equals).isPresent();
    }

    private static double tokens(Map<String, JsonValue> usage, String name) {
        if (usage.get(name) instanceof JsonValue.Num(var number)) {
            double tokens = number.doubleValue();
            return tokens >= 0 && tokens <= Double.MAX_VALUE ? tokens : 0;
        }
        return 0;
    }
}
