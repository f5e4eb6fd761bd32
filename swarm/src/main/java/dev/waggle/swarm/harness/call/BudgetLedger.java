package dev.waggle.swarm.harness.call;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.SpendingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Budget ledger of one solve. Reserves the maximum cost of each model call and settles the actual cost.
 *
 * <p>The maximum cost is the estimated input and the longest output, each at its highest price. While other calls hold
 * reservations, a caller that lacks budget waits for their release. Otherwise it gets the remainder, as a shorter limit
 * of its output. It is refused when that is less than {@value #MIN_OUTPUT} tokens.
 *
 * <p>Output beyond its grant is covered by what no call has reserved, and then by a twentieth of the budget. What is not
 * covered is cut by the client. The sum exceeds the budget further only if a provider charges more than was heard, or an
 * input exceeds the {@link TokenEstimator}. Thread-safe.
 */
public final class BudgetLedger {

    /** The output limit that is assumed for a call without one. */
    public static final int DEFAULT_OUTPUT = 4_096;

    /**
     * Share of the budget up to which output beyond its grant is covered once the budget is used up. Output is heard in
     * bytes, and an honest answer of a granted length has more of them than estimated.
     */
    static final double OVERRUN_SHARE = 0.05;

    /** Smallest output limit of a paid call; a shorter answer is not worth its input. */
    public static final int MIN_OUTPUT = 64;

    private final Budget budget;
    private final PriceTable prices;
    private final CallMeter above;
    private final Map<String, UsageTotals> byPayer = new TreeMap<>();
    private UsageTotals total = UsageTotals.NOTHING;
    private double tokensAside;
    private double usdAside;
    private int aside;
    private double expectedTokens;
    private double expectedUsd;
    private final Set<BudgetReservation> open = new LinkedHashSet<>();
    private boolean refused;
    private boolean paid;
    private CompletableFuture<Void> given = new CompletableFuture<>();

    public BudgetLedger(SpendingPolicy spending) {
        budget = spending.budget();
        prices = spending.prices();
        above = spending.parent();
    }

    public BudgetLedger(Budget budget, PriceTable prices) {
        this(new SpendingPolicy(budget, prices));
    }

    /** The account of an agent, or of a runtime part; a part of a payer is named {@code payer/part}. */
    public CallMeter account(String payer) {
        return account(payer, payment -> {
        });
    }

    /**
     * The same, with a listener for every payment; called under the lock of the ledger, it may only record.
     */
    public CallMeter account(String payer, Consumer<Payment> onPayment) {
        return new PayerAccount(payer, Optional.empty(), onPayment);
    }

    /** Account of one payer, for calls of models with stated prices or without. */
    private final class PayerAccount implements CallMeter {

        private final String payer;
        private final Optional<TokenPricing> pricing;
        private final Consumer<Payment> onPayment;

        PayerAccount(String payer, Optional<TokenPricing> pricing, Consumer<Payment> onPayment) {
            this.payer = payer;
            this.pricing = pricing;
            this.onPayment = onPayment;
        }

        @Override
        public Reservation reserve(String model, double in, @Nullable Double longest, Deadline deadline)
                throws HarnessException, InterruptedException {
            return reserveCovered(new Caller(payer, model, pricing, onPayment), in, longest, deadline);
        }

        @Override
        public CallMeter childMeter(String name) {
            return new PayerAccount(payer + '/' + name, pricing, onPayment);
        }

        @Override
        public CallMeter withPricing(TokenPricing stated) {
            return new PayerAccount(payer, Optional.of(stated), onPayment);
        }
    }

    /** Payer of a call, its model, and the prices that the harness of the model states. */
    private record Caller(String payer, String model, Optional<TokenPricing> pricing, Consumer<Payment> onPayment) {}

    /**
     * Payment for one call.
     *
     * @param model {@code provider:model}
     * @param usage tokens used
     * @param estimated whether that is an estimate because the provider reported none
     * @param statedPrice the price that the harness of the model stated, where it is not the one of the table
     */
    public record Payment(String payer, String model, TokenUsage usage, boolean estimated,
            Optional<Price> statedPrice) {

        /** Payment by the table of prices. */
        public Payment(String payer, String model, TokenUsage usage, boolean estimated) {
            this(payer, model, usage, estimated, Optional.empty());
        }
    }

    /** Records a payment made earlier in the same solve by a process that has ended since. */
    public synchronized void recordPayment(Payment payment) {
        paid = true;
        Price price = priceOf(payment);
        pay(payment, price);
        subtractExpected(payment, price);
    }

    /**
     * Pays for a call of an interrupted process of the same solve, which no one settled.
     *
     * @param payment its price is the stated one, if any
     * @return the payment as it is to be logged
     */
    public synchronized Payment payLost(Payment payment) {
        Price price = prices.of(payment.model(), payment.statedPrice().map(stated -> stated));
        Payment paidNow = new Payment(payment.payer(), payment.model(), payment.usage(), payment.estimated(),
                differing(payment.model(), price));
        pay(paidNow, price);
        subtractExpected(payment, priceOf(payment));
        return paidNow;
    }

    /**
     * Sets room aside for payments of an earlier process that are recorded later, so that no new call gets it. It is
     * released when they are recorded.
     */
    public synchronized void expect(List<Payment> earlier) {
        for (Payment payment : earlier) {
            expectedTokens += payment.usage().totalTokens();
            expectedUsd += priceOf(payment).of(payment.usage());
        }
    }

    private Price priceOf(Payment payment) {
        return payment.statedPrice().orElseGet(() -> prices.of(payment.model()));
    }

    private void subtractExpected(Payment payment, Price price) {
        expectedTokens = Math.max(0, expectedTokens - payment.usage().totalTokens());
        expectedUsd = Math.max(0, expectedUsd - price.of(payment.usage()));
    }

    /** The price of a model, if it is not the one of the table. */
    private Optional<Price> differing(String model, Price price) {
        return price.equals(prices.of(model)) ? Optional.empty() : Optional.of(price);
    }

    /** Records a refusal made earlier, in the same way. */
    public synchronized void recordRefusal() {
        refused = true;
    }

    /** Amount spent so far. */
    public synchronized SolveCost cost() {
        // // In the order of the payers, so that the sum of money is the same however their calls interleaved.
        UsageTotals all = byPayer.values().stream().reduce(UsageTotals.NOTHING, UsageTotals::and);
        return new SolveCost(all, byPayer);
    }

    /** Begins a round, in which refused payers may be paid again. */
    public synchronized void beginRound() {
        refused = false;
        paid = false;
    }

    /** True if a call of this round was refused. */
    public synchronized boolean hasRefused() {
        return refused;
    }

    /** True if hardly anything is left, or all callers in this round were refused: no further call will be paid. */
    public synchronized boolean isExhausted() {
        return (refused && !paid) || leftTokens() < MIN_OUTPUT || leftUsd() <= 0;
    }

    /**
     * Charges all open reservations, because no caller waits for their calls any more: the estimated input, and the
     * output received so far. Later settlements do nothing.
     */
    public void close() {
        List<BudgetReservation> left;
        synchronized (this) {
            left = List.copyOf(open);
        }
        left.forEach(BudgetReservation::settleAsHeard);
    }

    /** Reserves here first, then with the parent; if the parent refuses, the reservation here is released uncounted. */
    private CallMeter.Reservation reserveCovered(Caller caller, double in, @Nullable Double longest,
            Deadline deadline) throws HarnessException, InterruptedException {
        BudgetReservation held = reserve(caller, in, longest, deadline);
        CallMeter payer = above.childMeter(caller.payer());
        CallMeter cover = caller.pricing().map(payer::withPricing).orElse(payer);
        try {
            held.setCover(cover.reserve(caller.model(), in, (double) held.maxOutput(), deadline));
            synchronized (this) {
                paid = true;
            }
            return held;
        } catch (HarnessException refusal) {
            held.release();
            synchronized (this) {
                refused |= refusal.failure().kind() == Kind.BUDGET;
            }
            throw refusal;
        } catch (InterruptedException | RuntimeException | Error stopped) {
            held.release();
            throw stopped;
        }
    }

    private BudgetReservation reserve(Caller caller, double in, @Nullable Double longest, Deadline deadline)
            throws HarnessException, InterruptedException {
        Price price = prices.of(caller.model(), caller.pricing());
        double outputTokens = requestedOutput(longest);
        while (true) {
            CompletableFuture<Void> change;
            synchronized (this) {
                double out = Math.floor(Math.min(outputTokens, affordable(price, in)));
                boolean enough = out >= outputTokens || (aside == 0 && out >= MIN_OUTPUT);
                if (enough) {
                    return setAside(caller, price, in, out);
                }
                if (aside == 0) {
                    refused = true;
                    throw HarnessException.of(Kind.BUDGET, refusal(in));
                }
                change = given;
            }
            if (deadline.isExpired()) {
                throw HarnessException.of(Kind.DEADLINE, "no time left to wait for what other calls give back");
            }
            deadline.await(change);
        }
    }

    /** The longest requested output of a call, in whole tokens. */
    private static double requestedOutput(@Nullable Double maxTokens) {
        return maxTokens == null ? DEFAULT_OUTPUT : Math.clamp(Math.floor(maxTokens), 1, Integer.MAX_VALUE);
    }

    /** The longest output that can be paid beside an input of that size. */
    private double affordable(Price price, double in) {
        double tokens = leftTokens() - tokensAside - expectedTokens - in;
        double usd = leftUsd() - usdAside - expectedUsd - price.atMost(in, 0);
        double each = price.atMost(0, 1);
        double paid = usd < 0 ? -1 : each > 0 ? usd / each : Double.MAX_VALUE;
        return Math.min(tokens, paid);
    }

    /** The tokens of output that can be covered beyond all reservations. */
    private double overrun(Price price) {
        double tokens = leftTokens() - tokensAside - expectedTokens + share(budget.tokens());
        double usd = leftUsd() - usdAside - expectedUsd + share(budget.usd());
        double each = price.atMost(0, 1);
        double paid = usd < 0 ? 0 : each > 0 ? usd / each : Double.MAX_VALUE;
        return Math.max(0, Math.min(tokens, paid));
    }

    private static double share(@Nullable Number limit) {
        return limit == null ? 0 : limit.doubleValue() * OVERRUN_SHARE;
    }

    private BudgetReservation setAside(Caller caller, Price price, double in, double out) {
        BudgetReservation held = new BudgetReservation(caller, price, in, out);
        open.add(held);
        aside++;
        tokensAside += in + out;
        usdAside += held.usd;
        return held;
    }

    /** Reservation for one call. */
    private final class BudgetReservation implements CallMeter.Reservation {

        private final Caller caller;
        private final Price price;
        private final double in;
        private final double out;
        private double usd;
        private volatile double covered;
        private volatile double reported;
        private volatile CallMeter.@Nullable Reservation cover;

        BudgetReservation(Caller caller, Price price, double in, double out) {
            this.caller = caller;
            this.price = price;
            this.in = in;
            this.out = out;
            covered = out;
            usd = price.atMost(in, out);
        }

        /** Maximum number of tokens that this ledger allows for the answer of a call with that request. */
        int maxOutput() {
            return (int) out;
        }

        void setCover(CallMeter.Reservation reservation) {
            cover = reservation;
        }

        @Override
        public void release() {
            CompletableFuture<Void> waiting;
            synchronized (BudgetLedger.this) {
                if (!open.remove(this)) {
                    return;
                }
                waiting = giveBack(in + covered, usd);
            }
            waiting.complete(null);
            CallMeter.Reservation covering = cover;
            if (covering != null) {
                covering.release();
            }
        }

        @Override
        public int maxOutputTokens() {
            int own = budget.equals(Budget.UNLIMITED) ? Integer.MAX_VALUE : (int) out;
            CallMeter.Reservation covering = cover;
            return covering == null ? own : Math.min(own, covering.maxOutputTokens());
        }

        @Override
        public void reportOutput(double outputTokens) {
            reported = outputTokens;
            CallMeter.Reservation covering = cover;
            if (covering != null) {
                covering.reportOutput(outputTokens);
            }
        }

        @Override
        public double coverOutput(double outputTokens) {
            double own = outputTokens <= covered ? outputTokens : extend(outputTokens);
            CallMeter.Reservation covering = cover;
            return covering == null ? own : covering.coverOutput(own);
        }

        /** Sets more aside for an output beyond the grant, as far as there is budget. */
        private double extend(double outputTokens) {
            synchronized (BudgetLedger.this) {
                double more = open.contains(this) ? Math.min(outputTokens - covered, Math.floor(overrun(price))) : 0;
                if (more > 0) {
                    double dearer = price.atMost(in, covered + more);
                    tokensAside += more;
                    usdAside += dearer - usd;
                    covered += more;
                    usd = dearer;
                }
                return Math.min(outputTokens, covered);
            }
        }

        void settleAsHeard() {
            settle(new TokenUsage(in, reported, in + reported), true);
        }

        @Override
        public void settle(TokenUsage usage, boolean estimated) {
            CompletableFuture<Void> waiting;
            synchronized (BudgetLedger.this) {
                if (!open.remove(this)) {
                    return;
                }
                Payment payment = new Payment(caller.payer(), caller.model(), usage, estimated,
                        differing(caller.model(), price));
                pay(payment, price);
                caller.onPayment().accept(payment);
                waiting = giveBack(in + covered, usd);
            }
            waiting.complete(null);
            CallMeter.Reservation covering = cover;
            if (covering != null) {
                covering.settle(usage, estimated);
            }
        }
    }

    /** Releases a reservation; returns the waiting callers, to be notified outside of the lock. */
    private CompletableFuture<Void> giveBack(double tokens, double usd) {
        aside--;
        tokensAside = aside == 0 ? 0 : tokensAside - tokens; // Clears the rounding of other calls.
        usdAside = aside == 0 ? 0 : usdAside - usd;
        CompletableFuture<Void> waiting = given;
        given = new CompletableFuture<>();
        return waiting;
    }

    private void pay(Payment payment, Price price) {
        total = total.and(payment.usage(), price, payment.estimated());
        byPayer.put(payment.payer(), byPayer.getOrDefault(payment.payer(), UsageTotals.NOTHING)
                .and(payment.usage(), price, payment.estimated()));
    }

    private double leftTokens() {
        @Nullable Long limit = budget.tokens();
        return limit == null ? Double.MAX_VALUE : limit - total.totalTokens();
    }

    private double leftUsd() {
        @Nullable Double limit = budget.usd();
        return limit == null ? Double.MAX_VALUE : limit - total.usd();
    }

    private String refusal(double in) {
        String limit = budget.tokens() == null ? "" : budget.tokens() + " tokens";
        String money = budget.usd() == null ? "" : String.format(Locale.ROOT, "%.4f USD", budget.usd());
        return "the budget of " + limit + (limit.isEmpty() || money.isEmpty() ? "" : " and ") + money
                + " has no room for a call of about " + (long) in + " tokens of input: "
                + (long) total.totalTokens() + " tokens and " + String.format(Locale.ROOT, "%.4f USD", total.usd())
                + " are spent";
    }
}
