package dev.waggle.signal.embedding;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the embeddings of a process against their budget. A call reserves its estimate before it is sent, and
 * settles it by what its provider counted. Thread-safe; embedders that share a budget share its ledger.
 */
public final class EmbeddingLedger {

    /** The span of the limits by the hour. */
    private static final Duration WINDOW = Duration.ofHours(1);

    /** Precision of that span: reservations within it end together, so that the window has at most 61 entries. */
    private static final Duration STEP = Duration.ofMinutes(1);

    private final EmbeddingBudget budget;
    private final World world;
    private final Deque<Slot> window = new ArrayDeque<>();
    private long tokens;
    private long texts;

    /** A ledger without entries; the stopwatch of the world measures the hour. */
    public EmbeddingLedger(EmbeddingBudget budget, World world) {
        this.budget = Objects.requireNonNull(budget, "budget must not be null");
        this.world = Objects.requireNonNull(world, "world must not be null");
    }

    /** A ledger without limits, which only counts. */
    public static EmbeddingLedger unlimited(World world) {
        return new EmbeddingLedger(EmbeddingBudget.UNLIMITED, world);
    }

    /** Reservation of one call. The holder settles it exactly once; repeated settlements do nothing. */
    public final class Reservation {

        private final Slot slot;
        private final long reservedTexts;
        private final long reservedTokens;
        private boolean settled;

        private Reservation(Slot slot, long texts, long tokens) {
            this.slot = slot;
            reservedTexts = texts;
            reservedTokens = tokens;
        }

        /** Replaces the estimate by the counted tokens. */
        public void settle(long counted) {
            correct(this, reservedTexts, Math.max(0, counted));
        }

        /** Takes the reservation back, for a call that no provider accepted. */
        public void release() {
            correct(this, 0, 0);
        }

        /** Leaves the estimate as it is, for a provider that counts nothing. */
        public void keep() {
            correct(this, reservedTexts, reservedTokens);
        }
    }

    /**
     * Reserves a call.
     *
     * @param callTexts number of texts, at least 0
     * @param callTokens estimated tokens, at least 0
     * @throws EmbeddingBudgetException when a limit is reached; nothing is reserved
     */
    public synchronized Reservation reserve(long callTexts, long callTokens) throws EmbeddingBudgetException {
        long now = world.nanos();
        while (!window.isEmpty() && now - window.getFirst().end >= 0) {
            window.removeFirst();
        }
        requireRoom("tokens", callTokens, tokens, budget.tokens(), null);
        requireRoom("texts", callTexts, texts, budget.texts(), null);
        requireRoom("tokens", callTokens, window.stream().mapToLong(slot -> slot.tokens).sum(),
                budget.tokensPerHour(), now);
        requireRoom("texts", callTexts, window.stream().mapToLong(slot -> slot.texts).sum(), budget.textsPerHour(),
                now);
        Slot slot = slot(now);
        add(slot, callTexts, callTokens);
        return new Reservation(slot, callTexts, callTokens);
    }

    /** Tokens so far, those of open reservations included. */
    public synchronized long tokens() {
        return tokens;
    }

    /** Texts so far, those of open reservations included. */
    public synchronized long texts() {
        return texts;
    }

    /** A minute of reservations. */
    private static final class Slot {

        private final long begin;
        private final long end;
        private long texts;
        private long tokens;

        Slot(long begin) {
            this.begin = begin;
            end = begin + STEP.toNanos() + WINDOW.toNanos();
        }
    }

    /** @param now the time for a limit by the hour; null for one of the process */
    private void requireRoom(String unit, long asked, long used, long most, @Nullable Long now)
            throws EmbeddingBudgetException {
        if (asked <= most - Math.min(used, most)) {
            return;
        }
        String span = now == null ? " of this process" : " of an hour";
        boolean isTooLarge = asked > most || now == null || window.isEmpty();
        Duration wait = isTooLarge || now == null || window.isEmpty()
                ? null
                : Duration.ofNanos(Math.max(0, window.getFirst().end - now));
        throw new EmbeddingBudgetException("the budget of embeddings" + span + " is " + most + " " + unit + ", " + used
                + " are used and " + asked + " are asked for\n"
                + (wait == null
                        ? "Maybe raise it."
                        : "Maybe wait " + Math.max(1, wait.toMinutes()) + " minutes, or raise it."),
                wait);
    }

    private Slot slot(long now) {
        if (window.isEmpty() || now - window.getLast().begin >= STEP.toNanos()) {
            window.addLast(new Slot(now));
        }
        return window.getLast();
    }

    private synchronized void correct(Reservation of, long actualTexts, long actualTokens) {
        if (!of.settled) {
            of.settled = true;
            add(of.slot, actualTexts - of.reservedTexts, actualTokens - of.reservedTokens);
        }
    }

    private void add(Slot slot, long moreTexts, long moreTokens) {
        slot.texts += moreTexts;
        slot.tokens += moreTokens;
        texts += moreTexts;
        tokens += moreTokens;
    }
}
