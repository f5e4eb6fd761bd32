package dev.waggle.review.view;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Limit of a run and its use.
 *
 * @param kind what is limited
 * @param used the use so far
 * @param allowed the limit; {@code null} for none
 */
public record RunLimit(LimitKind kind, double used, @Nullable Double allowed) {

    /** The budget as {@code run:opened} states it. */
    private static final Pattern BUDGET = Pattern.compile("Budget\\[tokens=([^,]{1,30}), usd=([^\\]]{1,30})]");

    /** Unit of a limit. */
    public enum LimitKind implements WireConstant {
        ROUNDS, SIGNALS, TOKENS, USD, MILLISECONDS
    }

    /**
     * Limits of a run, without those whose use is unknown.
     *
     * @param money its money, where the prices are known
     */
    static List<RunLimit> of(RunLog log, List<LogEntry> entries, Optional<CallUsage.MoneySpent> money) {
        Map<String, JsonValue> rules = log.opened().map(RunParameters::facts).orElse(Map.of());
        CallUsage.TokenCount calls = log.spendings().total();
        List<RunLimit> limits = new ArrayList<>();
        limits.add(new RunLimit(LimitKind.ROUNDS, log.rounds(), number(rules, "maxRounds")));
        limits.add(new RunLimit(LimitKind.SIGNALS, entries.stream().filter(RunFacts::isPublished).count(),
                number(rules, "maxSignals")));
        limits.add(new RunLimit(LimitKind.MILLISECONDS, log.totalMs().orElseGet(() -> elapsed(entries)),
                number(rules, "timeoutMs")));
        Matcher budget = BUDGET.matcher(RunParameters.text(rules, "budget").orElse(""));
        boolean isStated = budget.matches();
        limits.add(new RunLimit(LimitKind.TOKENS, calls.inputTokens() + calls.outputTokens(),
                isStated ? amount(budget.group(1)) : null));
        money.ifPresent(spent -> limits.add(new RunLimit(LimitKind.USD, spent.total().usd(),
                isStated ? amount(budget.group(2)) : null)));
        return limits;
    }

    private static long elapsed(List<LogEntry> entries) {
        Instant from = entries.getFirst().recordedAt();
        return Math.max(0, Duration.between(from, entries.getLast().recordedAt()).toMillis());
    }

    private static @Nullable Double number(Map<String, JsonValue> rules, String name) {
        return RunParameters.number(rules, name).filter(limit -> limit > 0).map(Long::doubleValue).orElse(null);
    }

    /** An amount; {@code null} for none and for a forged one. */
    private static @Nullable Double amount(String text) {
        try {
            double amount = Double.parseDouble(text);
            return amount > 0 && amount <= Double.MAX_VALUE ? amount : null;
        } catch (NumberFormatException none) {
            return null;
        }
    }
}
