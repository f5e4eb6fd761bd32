package dev.waggle.server.access;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Limits of callers on solves and streams. The owner of the folder has none. Every refusal is an
 * {@link AccessRefusedException}, which the listener answers. May be used by many threads.
 */
public final class AccessLimiter {

    private final TokenRegistry tokens;
    private final DailyBudgetLedger budgets;
    private final World world;
    private final Map<String, Integer> solves = new HashMap<>();
    private final Map<String, Integer> streams = new HashMap<>();

    AccessLimiter(TokenRegistry tokens, DailyBudgetLedger budgets, World world) {
        this.world = world;
        this.tokens = tokens;
        this.budgets = budgets;
    }

    /** Place of a running solve or stream, until it is closed; closing twice is harmless. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {

        @Override
        void close();

        /** True as long as its caller may go on: its token is neither revoked nor expired. */
        default boolean isValid() {
            return true;
        }
    }

    /** Place of a stream, which its token keeps. The token is looked up again when the list of tokens has changed. */
    private final class StreamPermit implements Permit {

        private final Permit place;
        private final AccessToken token;
        private volatile TokenList known = TokenList.EMPTY;
        private volatile boolean isKept;

        private StreamPermit(Permit place, AccessToken token) {
            this.place = place;
            this.token = token;
        }

        @Override
        public boolean isValid() {
            TokenList current = tokens.current();
            if (current != known) {
                isKept = current.named(token.name()).filter(it -> it.id().equals(token.id())).isPresent();
                known = current;
            }
            return isKept && !token.grant().isExpired(world.now());
        }

        @Override
        public void close() {
            place.close();
        }
    }

    /**
     * Occupies a place for a solve; refused with status 429 when all are taken.
     *
     * @param caller the name of the token that ordered it
     */
    public Permit openSolve(String caller) {
        CallerLimits limits = limitsOf(caller);
        return limits == null ? () -> {
        } : open(solves, caller, limits.solves(), "solves");
    }

    /** Occupies a place for a stream of events; refused with status 429 when all are taken. */
    public Permit openStream(CallerIdentity caller) {
        CallerLimits limits = limitsOf(caller.name());
        if (limits == null) {
            return () -> {
            };
        }
        Permit place = open(streams, caller.name(), limits.streams(), "streams");
        return tokens.current().named(caller.name()).<Permit>map(token -> new StreamPermit(place, token)).orElse(place);
    }

    /**
     * Reserves the budget of a solve; refused with status 402 when less is left today. A solve without a maximum gets
     * all that is left, as {@link BudgetReservation#usd()} and {@link BudgetReservation#tokens()}.
     *
     * @param caller the name of the token that ordered it
     * @param run the run, whose reservation is replaced if it has one
     * @param maxUsd the maximum of the solve itself; {@code null} for none
     * @param maxTokens the same in tokens of models
     * @throws java.io.UncheckedIOException when the log could not be written
     */
    public BudgetReservation reserve(String caller, String run, @Nullable Double maxUsd,
            @Nullable Long maxTokens) {
        CallerLimits limits = limitsOf(caller);
        return budgets.reserve(caller, limits == null ? CallerLimits.defaults() : limits, run, maxUsd,
                maxTokens);
    }

    /** True for the owner, and for a token with the right to administer, by their names. */
    public boolean mayAdminister(String caller) {
        return caller.equals(CallerIdentity.OWNER) || tokens.current().named(caller)
                .filter(token -> token.grant().scopes().contains(AccessScope.ADMIN)).isPresent();
    }

    private @Nullable CallerLimits limitsOf(String caller) {
        return caller.equals(CallerIdentity.OWNER) ? null
                : tokens.current().named(caller).map(token -> token.grant().limits())
                        .orElse(CallerLimits.defaults());
    }

    private static Permit open(Map<String, Integer> counts, String name, int limit, String kind) {
        synchronized (counts) {
            int open = counts.getOrDefault(name, 0);
            if (open >= limit) {
                throw new AccessRefusedException(429, JsonLine.quoted(name) + " has " + open + " open " + kind
                        + ", which is its limit\nMaybe wait until one ends.", Map.of("Retry-After", "1"));
            }
            counts.put(name, open + 1);
        }
        AtomicBoolean isOpen = new AtomicBoolean(true);
        return () -> {
            if (isOpen.compareAndSet(true, false)) {
                synchronized (counts) {
                    counts.computeIfPresent(name, (_, open) -> open == 1 ? null : open - 1);
                }
            }
        };
    }
}
