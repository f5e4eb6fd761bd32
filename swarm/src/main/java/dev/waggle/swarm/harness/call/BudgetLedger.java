package dev.waggle.swarm.harness.call;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** Smallest output limit of a paid call; a shorter answer is not worth its input. */
    public static final int MIN_OUTPUT = 64;

    private final BudgetBalance balance;
    private final PriceTable prices;
    private final CallMeter above;
    private final Set<BudgetReservation> open = new LinkedHashSet<>();
    private boolean refused;
    private boolean paid;
    private CompletableFuture<Void> given = new CompletableFuture<>();

    public BudgetLedger(SpendingPolicy spending) {
        balance = new BudgetBalance(spending.budget());
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

        @Override
        public boolean lacksPrice(String model) {
            return pricing.isEmpty()
                    && ((balance.limitsMoney() && !prices.knows(model)) || above.lacksPrice(model));
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
        balance.subtractExpected(payment.usage(), price);
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
                differing(payment.model(), price, payment.statedPrice().isPresent()));
        pay(paidNow, price);
        balance.subtractExpected(payment.usage(), priceOf(payment));
        return paidNow;
    }

    /**
     * Sets room aside for payments of an earlier process that are recorded later, so that no new call gets it. It is
     * released when they are recorded.
     */
    public synchronized void expect(List<Payment> earlier) {
        for (Payment payment : earlier) {
            balance.expect(payment.usage(), priceOf(payment));
        }
    }

    private Price priceOf(Payment payment) {
        return payment.statedPrice().orElseGet(() -> prices.of(payment.model()));
    }

    /** The price of a model, if it is not the one of the table, or stated where the table has a guess. */
    private Optional<Price> differing(String model, Price price, boolean isStated) {
        boolean isOfTable = price.equals(prices.of(model)) && !(isStated && prices.isGuess(model));
        return isOfTable ? Optional.empty() : Optional.of(price);
    }

    /** Records a refusal made earlier, in the same way. */
    public synchronized void recordRefusal() {
        refused = true;
    }

    /** Amount spent so far. */
    public synchronized SolveCost cost() {
        return balance.cost();
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
        return (refused && !paid) || balance.isBelow(MIN_OUTPUT);
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
                double out = Math.floor(Math.min(outputTokens, balance.affordable(price, in)));
                boolean enough = out >= outputTokens || (balance.isFree() && out >= MIN_OUTPUT);
                if (enough) {
                    return setAside(caller, price, in, out);
                }
                if (balance.isFree()) {
                    refused = true;
                    throw HarnessException.of(Kind.BUDGET, balance.refusal(in));
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

    private BudgetReservation setAside(Caller caller, Price price, double in, double out) {
        BudgetReservation held = new BudgetReservation(caller, price, in, out);
        open.add(held);
        balance.setAside(in + out, held.usd);
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
            int own = balance.isUnlimited() ? Integer.MAX_VALUE : (int) out;
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
                double more = open.contains(this) ? Math.min(outputTokens - covered, Math.floor(balance.overrun(price)))
                        : 0;
                if (more > 0) {
                    double dearer = price.atMost(in, covered + more);
                    balance.extend(more, dearer - usd);
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
                        differing(caller.model(), price, caller.pricing().isPresent()));
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
        balance.giveBack(tokens, usd);
        CompletableFuture<Void> waiting = given;
        given = new CompletableFuture<>();
        return waiting;
    }

    private void pay(Payment payment, Price price) {
        boolean isGuess = payment.statedPrice().isEmpty() && prices.isGuess(payment.model());
        balance.pay(payment.payer(), isGuess
                ? UsageTotals.NOTHING.andUnpriced(payment.usage(), price, payment.estimated())
                : UsageTotals.NOTHING.and(payment.usage(), price, payment.estimated()));
    }
}
