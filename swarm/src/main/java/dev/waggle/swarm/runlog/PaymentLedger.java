package dev.waggle.swarm.runlog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.swarm.harness.call.BudgetLedger;
import org.jspecify.annotations.Nullable;

/** Budget ledger of a solve, with the payer and the cost of each piece of work. Thread-safe. */
public final class PaymentLedger {

    private final BudgetLedger budget;
    private final List<BudgetLedger.Payment> late = new ArrayList<>();

    /** Creates the payment ledger over that budget ledger. */
    public PaymentLedger(BudgetLedger budget) {
        this.budget = budget;
    }

    /** Budget ledger that covers all payments. */
    public BudgetLedger budget() {
        return budget;
    }

    /** Recorder of the payments of a piece of work. */
    public PaymentRecorder openRecorder() {
        return new PaymentRecorder(this::recordLate);
    }

    /** Pays for one piece of work. */
    public CallMeter meter(String payer, PaymentRecorder recorder) {
        return new RecordingMeter(budget.account(payer, recorder), recorder);
    }

    /** Meter that records the payers of refused calls, too. */
    private record RecordingMeter(CallMeter account, PaymentRecorder tab) implements CallMeter {

        @Override
        public Reservation reserve(String model, double in, @Nullable Double longest, Deadline deadline)
                throws HarnessException, InterruptedException {
            try {
                return account.reserve(model, in, longest, deadline);
            } catch (HarnessException failed) {
                if (failed.failure().kind() == HarnessFailure.Kind.BUDGET) {
                    tab.recordRefusal();
                }
                throw failed;
            }
        }

        @Override
        public CallMeter childMeter(String name) {
            return new RecordingMeter(account.childMeter(name), tab);
        }

        @Override
        public boolean lacksPrice(String model) {
            return account.lacksPrice(model);
        }

        @Override
        public CallMeter withPricing(TokenPricing pricing) {
            return new RecordingMeter(account.withPricing(pricing), tab);
        }
    }

    /** Removes and returns the payments since the last call for work that was over. */
    public List<BudgetLedger.Payment> drainLate() {
        synchronized (late) {
            List<BudgetLedger.Payment> taken = List.copyOf(late);
            late.clear();
            return taken;
        }
    }

    private void recordLate(BudgetLedger.Payment payment) {
        synchronized (late) {
            late.add(payment);
        }
    }

    /**
     * Recorder of the payments of a running piece of work. Later payments, by code that missed its end, go to the late
     * payments of the solve. Thread-safe.
     */
    public static final class PaymentRecorder implements Consumer<BudgetLedger.Payment> {

        private final Consumer<BudgetLedger.Payment> late;
        private final List<BudgetLedger.Payment> payments = new ArrayList<>();
        private boolean recordRefusal;
        private boolean closed;

        private PaymentRecorder(Consumer<BudgetLedger.Payment> late) {
            this.late = late;
        }

        @Override
        public synchronized void accept(BudgetLedger.Payment payment) {
            if (closed) {
                late.accept(payment);
            } else {
                payments.add(payment);
            }
        }

        /** A call was refused for want of money. */
        private synchronized void recordRefusal() {
            recordRefusal = true;
        }

        /** Ends the work and returns its cost. */
        public synchronized WorkResult.WorkCost close() {
            closed = true;
            return new WorkResult.WorkCost(payments, recordRefusal);
        }
    }

    /** Meter that charges the current piece of work of an agent; a joining agent has none yet. Thread-safe. */
    public static final class SwitchableMeter implements CallMeter {

        private volatile CallMeter meter;

        /** Pays by that meter first. */
        public SwitchableMeter(CallMeter first) {
            meter = first;
        }

        /** Sets the payer from now on. */
        public void use(CallMeter next) {
            meter = next;
        }

        @Override
        public Reservation reserve(String model, double inputTokens, @Nullable Double longestOutput,
                Deadline deadline) throws HarnessException, InterruptedException {
            return meter.reserve(model, inputTokens, longestOutput, deadline);
        }

        @Override
        public CallMeter childMeter(String name) {
            return meter.childMeter(name);
        }

        @Override
        public CallMeter withPricing(TokenPricing pricing) {
            return meter.withPricing(pricing);
        }

        @Override
        public boolean lacksPrice(String model) {
            return meter.lacksPrice(model);
        }
    }
}
