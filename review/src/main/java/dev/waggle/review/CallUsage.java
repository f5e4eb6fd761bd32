package dev.waggle.review;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;

/** Token usage of a run's calls according to its log, which holds tokens and no prices. Owned by one thread. */
public final class CallUsage {

    /** Maximum number of payers listed; the rest is counted together. */
    private static final int MAX_PAYERS = 1000;
    private static final String OTHERS = "others";

    private final Map<String, TokenCount> byAgent = new LinkedHashMap<>();
    /** Runs of calls that were not sent, because the harness did not know their session. */
    private final Set<String> unsent = new HashSet<>();
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

    /** All agents together. */
    public TokenCount total() {
        return total;
    }

    /** Usage by agent, in the order of their first calls. */
    public Map<String, TokenCount> byAgent() {
        return byAgent;
    }

    private void add(Signal signal, TokenCount spent) {
        add(signal.source().label(), spent);
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
