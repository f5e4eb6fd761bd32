package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessContract.Aside;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.call.BudgetLedger.Payment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class BudgetLedgerTest {

    private static final String MODEL = "openai:x";
    private static final PriceTable PRICES = PriceTable.FLAT.with(Map.of(MODEL, new Price(1_000_000, 2_000_000),
            "ollama:*", new Price(0, 0)));

    private final WatchedWorld world = new WatchedWorld();
    private final Deadline late = Deadline.in(Duration.ofMinutes(5), world);

    @Test
    void setsAsideTheHighestPriceOfInputAndOutput() throws Exception {
        Price dear = new Price(100_000, 1_000_000, 10_000.0, 200_000.0, 2_000_000.0);
        double in = TokenEstimator.of(input(null));
        BudgetLedger exact = new BudgetLedger(Budget.ofUsd(in * 0.2 + 100.5 * 2),
                PriceTable.FLAT.with(Map.of(MODEL, dear)));

        assertThat(reserve(exact.account("a"), MODEL, input(null), late).maxOutputTokens()).isEqualTo(100);
    }

    @Test
    void theOrderOfTheCallsDoesNotChangeTheCost() throws Exception {
        Price price = new Price(3, 15, 0.5, 4.0, 16.0);
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<TokenUsage> calls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int in = random.nextInt(1_000);
                int out = random.nextInt(1_000);
                int cached = random.nextInt(in + 1);
                calls.add(new TokenUsage(in, out, in + out, cached, random.nextInt(in - cached + 1),
                        random.nextInt(out + 1)));
            }
            SolveCost before = costOf(calls, price);
            Collections.shuffle(calls, random);

            SolveCost after = costOf(calls, price);

            assertThat(after.total().usage()).as("seed %s", seed).isEqualTo(before.total().usage());
            assertThat(after.estimatedUsd()).as("seed %s", seed).isCloseTo(before.estimatedUsd(), within(1e-12));
        }
    }

    private SolveCost costOf(List<TokenUsage> calls, Price price) throws Exception {
        BudgetLedger ledger = new BudgetLedger(Budget.UNLIMITED, PriceTable.FLAT.with(Map.of(MODEL, price)));
        for (TokenUsage call : calls) {
            reserve(ledger.account("a"), MODEL, input(null), late).settle(call, false);
        }
        return ledger.cost();
    }

    @Test
    void setsAsideTheInputAndTheLongestOutput() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(10_000), PRICES);
        CallMeter.Reservation first = reserve(budget.account("a"), MODEL, input(100.0), late);

        assertThat(first.maxOutputTokens()).isEqualTo(100);
        assertThat(budget.cost()).isEqualTo(SolveCost.NOTHING);
        assertThat(reserve(budget.account("a"), MODEL, input(null), late).maxOutputTokens())
                .isEqualTo(BudgetLedger.DEFAULT_OUTPUT);
    }

    @Test
    void withoutABudgetNothingIsLimitedAndEverythingIsCounted() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.UNLIMITED, PRICES);
        for (double asked : new double[] {1, 1e300, 0.5}) {
            CallMeter.Reservation call = reserve(budget.account("a"), MODEL, input(asked), late);
            assertThat(call.maxOutputTokens()).isEqualTo(Integer.MAX_VALUE);
        }
        reserve(budget.account("a"), MODEL, input(null), late).settle(new TokenUsage(10, 5, 15), false);

        assertThat(budget.cost().total()).isEqualTo(new UsageTotals(1, 10, 5, 15, 20, 0));
        assertThat(budget.isExhausted()).isFalse();
    }

    @Test
    void eachPayerHasItsOwnAccount() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(100_000), PRICES);
        reserve(budget.account("b"), MODEL, input(10.0), late).settle(new TokenUsage(10, 5, 15), false);
        reserve(budget.account("a"), "ollama:y", input(10.0), late).settle(new TokenUsage(4, 2, 6), true);
        reserve(budget.account("b"), MODEL, input(10.0), late).settle(new TokenUsage(1, 1, 2), true);

        SolveCost cost = budget.cost();

        assertThat(cost.byPayer()).containsExactly(Map.entry("a", new UsageTotals(1, 4, 2, 6, 0, 1)),
                Map.entry("b", new UsageTotals(2, 11, 6, 17, 23, 1)));
        assertThat(cost.total()).isEqualTo(new UsageTotals(3, 15, 8, 23, 23, 2));
        assertThat(cost.tokens()).isEqualTo(23);
        assertThat(cost.estimatedUsd()).isEqualTo(23);
    }

    @Test
    void settlingAgainDoesNothing() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(1_000), PRICES);
        CallMeter.Reservation one = reserve(budget.account("a"), MODEL, input(100.0), late);
        CallMeter.Reservation other = reserve(budget.account("a"), MODEL, input(100.0), late);
        one.settle(new TokenUsage(10, 5, 15), false);
        one.settle(new TokenUsage(900, 5, 905), false);

        assertThat(budget.cost().total().calls()).isEqualTo(1);
        assertThat(budget.cost().tokens()).isEqualTo(15);
        other.settle(new TokenUsage(10, 5, 15), false);
        assertThat(reserve(budget.account("a"), MODEL, input(900.0), late).maxOutputTokens()).isEqualTo(900);
    }

    @Test
    void whoeverComesLastGetsWhatIsLeft() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(300), PRICES);
        double in = TokenEstimator.of(input(null));

        assertThat(reserve(budget.account("a"), MODEL, input(null), late).maxOutputTokens())
                .isEqualTo((int) (300 - in));
    }

    @Test
    void aCallThatCouldSayAlmostNothingIsRefused() {
        double in = TokenEstimator.of(input(null));
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens((long) in + BudgetLedger.MIN_OUTPUT - 1), PRICES);

        assertThatThrownBy(() -> reserve(budget.account("a"), MODEL, input(null), late))
                .isInstanceOfSatisfying(HarnessException.class,
                        refused -> assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET))
                .hasMessage("the budget of " + ((long) in + 63) + " tokens has no room for a call of about "
                        + (long) in + " tokens of input: 0 tokens and 0.0000 USD are spent");
        assertThat(budget.isExhausted()).isTrue();
    }

    @Test
    void aCallThatAsksForAlmostNothingIsPaid() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens((long) TokenEstimator.of(input(1.0)) + 1), PRICES);

        assertThat(reserve(budget.account("a"), MODEL, input(1.0), late).maxOutputTokens()).isEqualTo(1);
    }

    @Test
    void aFractionOfATokenIsOne() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(1_000), PRICES);

        assertThat(reserve(budget.account("a"), MODEL, input(0.5), late).maxOutputTokens()).isEqualTo(1);
    }

    @Test
    void moneyLimitsTheOutputByThePriceOfTheModel() throws Exception {
        double in = TokenEstimator.of(input(null)); // costs 1 USD a token, output 2
        BudgetLedger budget = new BudgetLedger(Budget.ofUsd(in + 500), PRICES);

        CallMeter.Reservation call = reserve(budget.account("a"), MODEL, input(null), late);

        assertThat(call.maxOutputTokens()).isEqualTo(250);
        call.settle(new TokenUsage(in, 250, in + 250), false);
        assertThat(budget.cost().estimatedUsd()).isCloseTo(in + 500, within(1e-9));
        assertThat(budget.isExhausted()).isTrue();
        assertThatThrownBy(() -> reserve(budget.account("a"), MODEL, input(null), late))
                .hasMessageStartingWith("the budget of " + (int) (in + 500) + ".0000 USD has no room")
                .hasMessageEndingWith((int) (in + 250) + " tokens and " + (int) (in + 500) + ".0000 USD are spent");
    }

    @Test
    void aCallAtAGuessedPriceIsCountedAndAReplayOfItsPaymentSaysTheSame() throws Exception {
        Price guess = Price.perToken(PriceTable.COST_PER_TOKEN);
        List<Payment> payments = new ArrayList<>();
        BudgetLedger budget = new BudgetLedger(Budget.UNLIMITED, PRICES);

        for (CallMeter account : List.of(budget.account("ann", payments::add),
                budget.account("ben", payments::add).withPricing(guess))) {
            for (String model : List.of("a2a:https://agents.example/", "ollama:y")) {
                reserve(account, model, input(null), late).settle(new TokenUsage(1, 1, 2), true);
            }
        }

        assertThat(budget.cost().isKnown()).isFalse();
        assertThat(budget.cost().total().unpricedCalls()).isEqualTo(1);
        assertThat(budget.cost().byPayer()).hasEntrySatisfying("ann",
                ann -> assertThat(ann.unpricedCalls()).isEqualTo(1))
                .hasEntrySatisfying("ben", ben -> assertThat(ben.unpricedCalls()).isZero());
        BudgetLedger replayed = new BudgetLedger(Budget.UNLIMITED, PRICES);
        payments.forEach(replayed::recordPayment);
        assertThat(replayed.cost()).isEqualTo(budget.cost());
        BudgetLedger chosen = new BudgetLedger(Budget.UNLIMITED, PRICES.withCostPerToken(0.00001));
        reserve(chosen.account("ann"), "a2a:x", input(null), late).settle(new TokenUsage(1, 1, 2), true);
        assertThat(chosen.cost().isKnown()).isTrue();
    }

    @Test
    void aModelThatCostsNothingIsNeverLimitedByMoney() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofUsd(0.000001), PRICES);

        assertThat(reserve(budget.account("a"), "ollama:y", input(null), late).maxOutputTokens())
                .isEqualTo(BudgetLedger.DEFAULT_OUTPUT);
    }

    @Test
    void bothLimitsHoldAndTheRefusalNamesBoth() {
        BudgetLedger budget = new BudgetLedger(new Budget(1_000_000L, 1.0), PRICES);

        assertThatThrownBy(() -> reserve(budget.account("a"), MODEL, input(null), late))
                .hasMessageStartingWith("the budget of 1000000 tokens and 1.0000 USD has no room");
    }

    @Test
    void waitsForWhatOthersGiveBack() throws Exception {
        double in = TokenEstimator.of(input(null));
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PRICES);
        CallMeter.Reservation first = reserve(budget.account("a"), MODEL, input(null), late);
        CompletableFuture<CallMeter.Reservation> second = new CompletableFuture<>();
        try (Aside _ = new Aside(() -> {
            second.complete(reserve(budget.account("b"), MODEL, input(null), late));
            return HarnessOutput.of("");
        })) {
            world.awaitWaits(1);
            assertThat(second).isNotDone();

            first.settle(new TokenUsage(in, 100, in + 100), false);

            assertThat(second.get(20, TimeUnit.SECONDS).maxOutputTokens()).isEqualTo(BudgetLedger.DEFAULT_OUTPUT);
        }
    }

    @Test
    void whoeverWaitedInVainIsRefused() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PRICES);
        CallMeter.Reservation first = reserve(budget.account("a"), MODEL, input(null), late);
        try (Aside aside = new Aside(() -> {
            reserve(budget.account("b"), MODEL, input(null), late);
            return HarnessOutput.of("");
        })) {
            world.awaitWaits(1);

            first.settle(new TokenUsage(900, 4_096, 4_996), false);

            assertThat(aside.thrown()).isInstanceOfSatisfying(HarnessException.class,
                    refused -> assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET));
        }
    }

    @Test
    void whoeverWaitsIsInterruptible() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PRICES);
        CallMeter.Reservation first = reserve(budget.account("a"), MODEL, input(null), late);
        try (Aside aside = new Aside(() -> {
            reserve(budget.account("b"), MODEL, input(null), late);
            return HarnessOutput.of("");
        })) {
            world.awaitWaits(1);

            aside.interrupt();

            assertThat(aside.thrown()).isInstanceOf(InterruptedException.class);
        }
        first.settle(new TokenUsage(0, 0, 0), false);
        assertThat(reserve(budget.account("a"), MODEL, input(4_500.0), late).maxOutputTokens()).isEqualTo(4_500);
        assertThat(budget.isExhausted()).isFalse();
    }

    @Test
    void whoeverWaitsGoesWithTheDeadline() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(5_000), PRICES);
        CallMeter.Reservation first = reserve(budget.account("a"), MODEL, input(null), late);
        try (Aside aside = new Aside(() -> {
            reserve(budget.account("b"), MODEL, input(null), late);
            return HarnessOutput.of("");
        })) {
            world.awaitWaits(1);
            while (!aside.isDone()) {
                world.advance(Duration.ofMinutes(5));
            }

            assertThat(aside.thrown()).isInstanceOfSatisfying(HarnessException.class,
                    over -> assertThat(over.failure().kind()).isEqualTo(Kind.DEADLINE));
        }
        first.settle(new TokenUsage(1, 1, 2), false);
        assertThat(budget.isExhausted()).as("a deadline is no refusal").isFalse();
    }

    @Test
    @DisplayName("I8 16 callers who race never spend more than there is")
    void i8SixteenRacersStayWithinTheBudget() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            long budget = 3_000 + 1_000 * seed;
            BudgetLedger ledger = new BudgetLedger(Budget.ofTokens(budget), PRICES);
            List<Future<Integer>> paid = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int caller = 0; caller < 16; caller++) {
                    RandomGenerator random = world.fork("seed " + seed).random("caller " + caller);
                    String payer = "agent-" + caller;
                    paid.add(threads.submit(() -> spendAll(ledger, payer, random)));
                }
            }
            int calls = 0;
            for (Future<Integer> one : paid) {
                calls += one.get();
            }

            assertThat(ledger.cost().tokens()).as("seed %s", seed).isLessThanOrEqualTo((double) budget)
                    .isGreaterThan(budget / 2.0);
            assertThat(ledger.cost().total().calls()).as("seed %s", seed).isEqualTo(calls);
            ledger.beginRound();
            assertThatThrownBy(() -> reserve(ledger.account("late"), MODEL, input(4_000.0), late))
                    .as("seed %s", seed).isInstanceOf(HarnessException.class);
            assertThat(ledger.isExhausted()).as("seed %s", seed).isTrue();
        }
    }

    /** Calls until a call is refused; each call uses a part of its reservation. Returns the number of calls. */
    private int spendAll(BudgetLedger budget, String payer, RandomGenerator random) throws InterruptedException {
        for (int calls = 0; calls < 10_000; calls++) {
            try {
                HarnessInput input = random.nextBoolean() ? input(null) : input((double) random.nextInt(64, 900));
                CallMeter.Reservation call = reserve(budget.account(payer), MODEL, input, late);
                LockSupport.parkNanos(1); // Lets the other payers call in between.
                double out = random.nextInt(call.maxOutputTokens() + 1);
                call.settle(new TokenUsage(TokenEstimator.of(input), out, TokenEstimator.of(input) + out), false);
            } catch (HarnessException refused) {
                assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET);
                return calls;
            }
        }
        throw new AssertionError("the budget of " + payer + " never ends");
    }

    @Test
    @DisplayName("F7 with 250 tokens and 100 a call at most three of ten start")
    void f7AtMostThreeOfTenStart() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(250), PRICES);
        List<Future<Boolean>> started = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int agent = 0; agent < 10; agent++) {
                CallMeter account = budget.account("agent-" + agent);
                started.add(threads.submit(() -> {
                    try {
                        reserve(account, MODEL, input(null), late).settle(new TokenUsage(60, 40, 100), false);
                        return true;
                    } catch (HarnessException refused) {
                        return false;
                    }
                }));
            }
        }
        int count = 0;
        for (Future<Boolean> one : started) {
            count += one.get() ? 1 : 0;
        }

        assertThat(count).isBetween(1, 3);
        assertThat(budget.cost().total().calls()).isEqualTo(count);
    }

    @Test
    void aProviderThatChargesMoreThanAllowedEndsTheSpending() throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(1_000), PRICES);
        reserve(budget.account("a"), MODEL, input(100.0), late)
                .settle(new TokenUsage(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE), false);

        assertThat(budget.isExhausted()).isTrue();
        assertThat(budget.cost().estimatedUsd()).isFinite();
        assertThatThrownBy(() -> reserve(budget.account("a"), MODEL, input(1.0), late))
                .isInstanceOf(HarnessException.class);
    }

    @Test
    void aBudgetOfNothingIsNoBudget() {
        assertThatIllegalArgumentException().isThrownBy(() -> Budget.ofTokens(0)).withMessageContaining("0");
        assertThatIllegalArgumentException().isThrownBy(() -> Budget.ofUsd(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Budget.ofUsd(Double.NaN)).withMessageContaining("NaN");
    }

    private static HarnessInput input(@Nullable Double maxTokens) {
        return new HarnessInput(null, List.of(Message.user("how do bees talk?")), List.of(), List.of(), null,
                maxTokens, null);
    }

    /** Reserves the maximal cost of that input. */
    static CallMeter.Reservation reserve(CallMeter account, String model, HarnessInput input, Deadline deadline)
            throws HarnessException, InterruptedException {
        return account.reserve(model, TokenEstimator.of(input), input.maxTokens(), deadline);
    }
}
