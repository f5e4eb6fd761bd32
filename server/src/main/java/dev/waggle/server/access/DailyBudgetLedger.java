package dev.waggle.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Cost of the solves of each token on the current UTC day. A solve reserves its maximum at its start or resumption, and
 * settles at its end its cost since then. A reservation is recorded without a limit too, so that the log has the payer
 * of each run. Both are audit entries, from which a new server computes the sums again. A reservation that a killed
 * server left counts as spent until its run is resumed, so a budget is never exceeded. The day of the start or
 * resumption pays for all until the next settlement. May be used by many threads.
 */
final class DailyBudgetLedger {

    private final AuditLog audit;
    private final World world;
    private final Map<String, DayUse> uses = new HashMap<>();
    private String day;

    /** Sums up the audit entries of today. */
    DailyBudgetLedger(AuditLog audit, World world) {
        this.audit = audit;
        this.world = world;
        day = dayOf(world.now());
        audit.readCosts(LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant(), this::restore);
    }

    /** Dollars and tokens. */
    private record Amount(double usd, long tokens) {

        static final Amount ZERO = new Amount(0, 0);

        Amount plus(Amount other) {
            long sum = tokens > Long.MAX_VALUE - other.tokens ? Long.MAX_VALUE : tokens + other.tokens;
            return new Amount(usd + other.usd, sum);
        }
    }

    /** Use of a token on the current day. */
    private static final class DayUse {

        private final Map<String, Amount> open = new HashMap<>();
        private Amount settled = Amount.ZERO;

        private Amount without(String run) {
            Amount sum = settled;
            for (Map.Entry<String, Amount> other : open.entrySet()) {
                sum = other.getKey().equals(run) ? sum : sum.plus(other.getValue());
            }
            return sum;
        }
    }

    /**
     * Reserves the maximum of a solve, or all that is left if it has none. A run that is resumed replaces its
     * reservation, and its settlement then covers all that is not settled yet.
     *
     * @throws AccessRefusedException when less is left
     * @throws java.io.UncheckedIOException when the log could not be written
     */
    BudgetReservation reserve(String caller, CallerLimits limits, String run, @Nullable Double maxUsd,
            @Nullable Long maxTokens) {
        Double limitUsd = limits.usdPerDay();
        Long limitTokens = limits.tokensPerDay();
        String today;
        Double usd;
        Long tokens;
        Amount replaced;
        synchronized (this) {
            roll();
            today = day;
            DayUse use = uses.computeIfAbsent(caller, _ -> new DayUse());
            Amount spent = use.without(run);
            usd = limitUsd == null ? maxUsd : granted(caller, limitUsd, spent.usd, maxUsd);
            tokens = limitTokens == null ? maxTokens : granted(caller, limitTokens, spent.tokens, maxTokens);
            replaced = use.open.put(run, new Amount(usd == null || limitUsd == null ? 0 : usd,
                    tokens == null || limitTokens == null ? 0 : tokens));
        }
        try {
            audit.require(new AuditEvent.Reserved(caller, run, today, limitUsd == null || usd == null ? 0 : usd,
                    limitTokens == null || tokens == null ? 0 : tokens));
        } catch (RuntimeException failed) {
            undo(caller, run, today, replaced);
            throw failed;
        }
        return new BudgetReservation(usd, tokens,
                (spentUsd, spentTokens) -> settle(caller, run, today, new Amount(spentUsd, spentTokens)));
    }

    private synchronized void undo(String caller, String run, String ofDay, @Nullable Amount replaced) {
        DayUse use = uses.get(caller);
        if (use != null && ofDay.equals(day)) {
            if (replaced == null) {
                use.open.remove(run);
            } else {
                use.open.put(run, replaced);
            }
        }
    }

    private void settle(String caller, String run, String ofDay, Amount cost) {
        synchronized (this) {
            roll();
            book(caller, run, ofDay, cost);
        }
        audit.record(new AuditEvent.Settled(caller, run, ofDay, cost.usd, cost.tokens));
    }

    private void book(String caller, String run, String ofDay, Amount cost) {
        if (ofDay.equals(day)) {
            DayUse use = uses.computeIfAbsent(caller, _ -> new DayUse());
            use.open.remove(run);
            use.settled = use.settled.plus(cost);
        }
    }

    /** Takes an entry of an earlier server into account. */
    private void restore(JsonValue.Obj fields) {
        JsonObjectReader in = JsonObjectReader.root("audit entry", fields);
        String event = in.text(AuditEvent.EVENT);
        if (!event.equals(AuditEvent.RESERVED) && !event.equals(AuditEvent.SETTLED)) {
            return;
        }
        String caller = in.text("caller");
        Amount amount = new Amount(in.nonNegative("usd"), in.integer("tokens"));
        if (event.equals(AuditEvent.SETTLED)) {
            book(caller, in.text("run"), in.text("day"), amount);
        } else if (in.text("day").equals(day)) {
            uses.computeIfAbsent(caller, _ -> new DayUse()).open.put(in.text("run"), amount);
        }
    }

    private Double granted(String caller, Double limit, double spent, @Nullable Double wanted) {
        double left = Math.max(0, limit - spent);
        if (left <= 0 || (wanted != null && wanted > left)) {
            throw exhausted(caller,
                    String.format(PlainLocale.NONE, "%.4f of %.4f USD are left today, the solve may cost %s",
                            left, limit,
                            wanted == null ? "any amount" : String.format(PlainLocale.NONE, "%.4f USD", wanted)));
        }
        return wanted == null ? Double.valueOf(left) : wanted;
    }

    private Long granted(String caller, Long limit, long spent, @Nullable Long wanted) {
        long left = Math.max(0, limit - spent);
        if (left <= 0 || (wanted != null && wanted > left)) {
            throw exhausted(caller, left + " of " + limit + " tokens are left today, the solve may use "
                    + (wanted == null ? "any number" : wanted.toString()));
        }
        return wanted == null ? Long.valueOf(left) : wanted;
    }

    private AccessRefusedException exhausted(String caller, String numbers) {
        Instant midnight = LocalDate.parse(day).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        long seconds = Math.max(1, Duration.between(world.now(), midnight).toSeconds());
        return new AccessRefusedException(402, "the budget of " + JsonLine.quoted(caller) + " is used up: " + numbers
                + "\nMaybe give the solve a smaller budget, or wait until " + midnight + ".",
                Map.of("Retry-After", Long.toString(seconds)));
    }

    /** Starts a new day. */
    private void roll() {
        String today = dayOf(world.now());
        if (today.compareTo(day) > 0) { // A clock that stepped back starts no new day.
            day = today;
            uses.clear();
        }
    }

    private static String dayOf(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
    }
}
