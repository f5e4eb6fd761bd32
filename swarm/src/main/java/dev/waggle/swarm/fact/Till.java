package dev.waggle.swarm.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.Meter;
import dev.waggle.swarm.harness.Purse;
import org.jspecify.annotations.Nullable;

/** The purse of a solve, with a note of who paid what in which piece of work. Thread-safe. */
public final class Till {

    private final Purse purse;
    private final List<Purse.Payment> late = new ArrayList<>();

    /** The till over that purse. */
    public Till(Purse purse) {
        this.purse = purse;
    }

    /** What all of it is paid from. */
    public Purse purse() {
        return purse;
    }

    /** A note of what a piece of work pays. */
    public Tab open() {
        return new Tab(this::paidLate);
    }

    /** Pays for one piece of work. */
    public Meter meter(String payer, Tab tab) {
        return new Noting(purse.account(payer, tab), tab);
    }

    /** Notes who was refused, too. */
    private record Noting(Meter account, Tab tab) implements Meter {

        @Override
        public Reservation reserve(String model, double in, @Nullable Double longest, Deadline deadline)
                throws HarnessException, InterruptedException {
            try {
                return account.reserve(model, in, longest, deadline);
            } catch (HarnessException failed) {
                if (failed.failure().kind() == HarnessFailure.Kind.BUDGET) {
                    tab.refused();
                }
                throw failed;
            }
        }

        @Override
        public Meter part(String name) {
            return new Noting(account.part(name), tab);
        }
    }

    /** What was paid for work that was over, since this was asked last. */
    public List<Purse.Payment> takeLate() {
        synchronized (late) {
            List<Purse.Payment> taken = List.copyOf(late);
            late.clear();
            return taken;
        }
    }

    private void paidLate(Purse.Payment payment) {
        synchronized (late) {
            late.add(payment);
        }
    }

    /**
     * Notes what a piece of work pays while it goes on. What is paid afterwards, because somebody did not hear that it was
     * over, goes to the late payments of the solve. Thread-safe.
     */
    public static final class Tab implements Consumer<Purse.Payment> {

        private final Consumer<Purse.Payment> late;
        private final List<Purse.Payment> payments = new ArrayList<>();
        private boolean refused;
        private boolean closed;

        private Tab(Consumer<Purse.Payment> late) {
            this.late = late;
        }

        @Override
        public synchronized void accept(Purse.Payment payment) {
            if (closed) {
                late.accept(payment);
            } else {
                payments.add(payment);
            }
        }

        /** A call was refused for want of money. */
        private synchronized void refused() {
            refused = true;
        }

        /** The work is over; what it cost. */
        public synchronized WorkDone.Bill close() {
            closed = true;
            return new WorkDone.Bill(payments, refused);
        }
    }

    /** Pays for the piece of work that an agent is at; who joins has none yet. Thread-safe. */
    public static final class Switch implements Meter {

        private volatile Meter meter;

        /** Pays by that meter first. */
        public Switch(Meter first) {
            meter = first;
        }

        /** From now on that one pays. */
        public void to(Meter next) {
            meter = next;
        }

        @Override
        public Reservation reserve(String model, double inputTokens, @Nullable Double longestOutput,
                Deadline deadline) throws HarnessException, InterruptedException {
            return meter.reserve(model, inputTokens, longestOutput, deadline);
        }

        @Override
        public Meter part(String name) {
            return meter.part(name);
        }
    }
}
